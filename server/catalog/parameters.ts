import { type Selectable, type SqlBool, sql } from "kysely";
import { deviceArgument, type ParameterRow } from "#contract/resources/deviceArgument.ts";
import type { Db } from "#server/db/open.ts";
import type { PointTable } from "#server/db/schema.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";
import { checkValues, organisationOfRecipe } from "./orders.ts";
import { isVisible } from "./pointAuth.ts";
import { tellValue, toldValues } from "./pointValues.ts";

type Point = Selectable<PointTable>;

/** All that says how a value is written to a point, and what it is then: while it is the same, so is what was checked. */
export const definitionOf = (point: Point): string =>
  JSON.stringify([
    ...[point.address, point.value_type, point.integer_digits, point.decimals, point.unit, point.min, point.max, point.start_bit],
    ...[point.end_bit, JSON.parse(point.enumeration), point.send_formula, point.writable, point.register_type, point.byte_order],
    ...[point.word_order, point.coding, point.registers],
  ]);

const valuesOf = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, ParameterRow["values"]>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("parameter_value as kept")
    .innerJoin("point", "point.id", "kept.point_id")
    .selectAll("point")
    .select(["kept.parameter_id as ownerId", "kept.value", "kept.definition", "point.id as pointId"])
    .where("kept.parameter_id", "in", ids)
    .orderBy("kept.place")
    .execute();
  const told = (row: (typeof rows)[number]) => ({ ...tellValue(row), changed: row.definition !== definitionOf(row) });
  return new Map([...groupedBy(rows, ({ ownerId }) => ownerId)].map(([id, kept]) => [id, kept.map(told)]));
};

export const parameterKind: RecordKind<typeof deviceArgument, "parameter_table"> = {
  resource: deviceArgument,
  table: "parameter_table",
  reach: "shared",
  fields: ["name", "recipeId", "remark"],
  searched: ["name", "remark"],
  filters: { recipeId: "is" },
  sorted: { field: "name", order: "asc" },
  related: { recipeName: { table: "recipe", by: "recipe_id" } },
  visible: (caller) => sql<SqlBool>`not exists (select 1 from parameter_value v join point on point.id = v.point_id
    where v.parameter_id = parameter_table.id and not ${isVisible(caller)})`,
  organisation: ({ recipeId }, { db, caller }) => organisationOfRecipe(db, caller, recipeId),
  async check({ recipeId, values }, { db, caller, before }) {
    if (before && recipeId !== before.recipe_id) throw fieldProblem("recipeId", "rule.invalid");
    await checkValues(db, caller, recipeId, values);
  },
  async write(id, { values }, { db }) {
    const ids = values.map(({ pointId }) => pointId);
    const points = await db.selectFrom("point").selectAll().where("id", "in", ids).execute();
    const definitions = new Map(points.map((point) => [point.id, definitionOf(point)]));
    await db.deleteFrom("parameter_value").where("parameter_id", "=", id).execute();
    await db
      .insertInto("parameter_value")
      .values(
        values.map(({ pointId, value }, place) => ({
          ...{ parameter_id: id, place, point_id: pointId, value: JSON.stringify(value), definition: definitions.get(pointId) ?? "" },
        })),
      )
      .execute();
  },
  told: {
    typed: ({ values }) => toldValues(values),
    kept: async (id, db) => toldValues((await valuesOf(db, [id])).get(id) ?? []),
  },
  async more(rows, db) {
    const values = await valuesOf(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id }) => {
      const own = values.get(id) ?? [];
      return { values: own, outdated: own.some(({ changed }) => changed) };
    });
  },
};

export const parameters = keepRecords(parameterKind);
