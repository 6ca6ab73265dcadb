import { type SqlBool, sql } from "kysely";
import { deviceDataRecipeAppCmd } from "#contract/resources/deviceDataRecipeAppCmd.ts";
import type { Db } from "#server/db/open.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";
import { appRecipes } from "./appRecipes.ts";
import { shownColumns } from "./commandValues.ts";
import { checkValues } from "./orders.ts";
import { isVisible } from "./pointAuth.ts";
import { toldValues, valuesIn } from "./pointValues.ts";

const valuesOf = (db: Db, ids: readonly string[]) =>
  valuesIn(
    ids,
    db
      .selectFrom("app_command_value as kept")
      .innerJoin("point", "point.id", "kept.point_id")
      .select(["kept.command_id as ownerId", "kept.value"])
      .select(shownColumns)
      .where("kept.command_id", "in", ids)
      .orderBy("kept.place"),
  );

export const appCommandKind: RecordKind<typeof deviceDataRecipeAppCmd, "app_command"> = {
  resource: deviceDataRecipeAppCmd,
  table: "app_command",
  reach: "shared",
  fields: ["name", "nameEn", "appId"],
  distinct: ["appId", "name"],
  searched: ["name", "nameEn"],
  filters: { appId: "is" },
  sorted: { field: "name", order: "asc" },
  related: {},
  visible: (caller) => sql<SqlBool>`not exists (select 1 from app_command_value v join point on point.id = v.point_id
    where v.command_id = app_command.id and not ${isVisible(caller)})`,
  /** It is of the organisation of its app recipe, for who may change that. */
  organisation: async ({ appId }, { db, caller }) => (await appRecipes.toChange(db, caller, appId)).company_id,
  async check({ appId, values }, { db, caller, before }) {
    if (before && appId !== before.app_id) throw fieldProblem("appId", "rule.invalid");
    const { recipe_id } = await appRecipes.toSee(db, caller, appId);
    await checkValues(db, caller, recipe_id, values);
  },
  async write(id, { values, confirm }, { db }) {
    await db
      .updateTable("app_command")
      .set({ confirm: confirm ? 1 : 0 })
      .where("id", "=", id)
      .execute();
    await db.deleteFrom("app_command_value").where("command_id", "=", id).execute();
    await db
      .insertInto("app_command_value")
      .values(values.map(({ pointId, value }, place) => ({ command_id: id, place, point_id: pointId, value: JSON.stringify(value) })))
      .execute();
  },
  told: {
    typed: ({ values, confirm }) => ({ confirm, ...toldValues(values) }),
    async kept(id, db) {
      const { confirm } = await db.selectFrom("app_command").select("confirm").where("id", "=", id).executeTakeFirstOrThrow();
      return { confirm: confirm === 1, ...toldValues((await valuesOf(db, [id])).get(id) ?? []) };
    },
  },
  async more(rows, db) {
    const values = await valuesOf(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, confirm }) => ({ confirm: confirm === 1, values: values.get(id) ?? [] }));
  },
};

export const appCommands = keepRecords(appCommandKind);
