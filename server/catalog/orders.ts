import { type SqlBool, sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import { deviceArgument } from "#contract/resources/deviceArgument.ts";
import { deviceDataRecipeAppCmd } from "#contract/resources/deviceDataRecipeAppCmd.ts";
import { deviceTemplateUiCmd } from "#contract/resources/deviceTemplateUiCmd.ts";
import { order } from "#contract/resources/order.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import { refuseInUse } from "#server/records/inUse.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";
import { mayChange, usableCompanies } from "#server/records/usable.ts";
import { refuseUnfit, shownColumns } from "./commandValues.ts";
import { isVisible } from "./pointAuth.ts";
import { toldValues, valuesIn } from "./pointValues.ts";

type Values = RequestOf<typeof order.calls.post>["values"];

const valuesOf = (db: Db, ids: readonly string[]) =>
  valuesIn(
    ids,
    db
      .selectFrom("saved_order_value as kept")
      .innerJoin("point", "point.id", "kept.point_id")
      .select(["kept.order_id as ownerId", "kept.value"])
      .select(shownColumns)
      .where("kept.order_id", "in", ids)
      .orderBy("kept.place"),
  );

/** Every value is one that its point takes now, and every point one of the template that the caller sees. */
export const checkValues = async (db: Db, caller: Caller, recipeId: string, values: Values): Promise<void> => {
  const points = await db.selectFrom("point").selectAll().where("recipe_id", "=", recipeId).where(isVisible(caller)).execute();
  refuseUnfit(points, values);
};

const writeValues = (db: Db, orderId: string, values: Values) =>
  db
    .insertInto("saved_order_value")
    .values(values.map(({ pointId, value }, place) => ({ order_id: orderId, place, point_id: pointId, value: JSON.stringify(value) })))
    .execute();

/** What is written to a template's points belongs to its organisation, or to the caller's when the template is shared from above. */
export const organisationOfRecipe = async (db: Db, caller: Caller, recipeId: string): Promise<string> => {
  const recipe = await db
    .selectFrom("recipe")
    .innerJoin("company", "company.id", "recipe.company_id")
    .select(["recipe.company_id", "company.path"])
    .where("recipe.id", "=", recipeId)
    .where("recipe.company_id", "in", usableCompanies(db, caller))
    .executeTakeFirst();
  if (!recipe) throw fieldProblem("recipeId", "rule.invalid");
  return mayChange(caller, recipe.path) ? recipe.company_id : caller.companyId;
};

export const orderKind: RecordKind<typeof order, "saved_order"> = {
  resource: order,
  table: "saved_order",
  reach: "shared",
  fields: ["name", "slave", "remark"],
  fixed: ["recipeId"],
  searched: ["name", "remark"],
  filters: { recipeId: "is" },
  related: { recipeName: { table: "recipe", by: "recipe_id" } },
  sorted: { field: "name", order: "asc" },
  visible: (caller) => sql<SqlBool>`not exists (select 1 from saved_order_value v join point on point.id = v.point_id
    where v.order_id = saved_order.id and not ${isVisible(caller)})`,
  organisation: ({ recipeId }, { db, caller }) => organisationOfRecipe(db, caller, recipeId),
  async check(fields, { db, caller, before }) {
    await checkValues(db, caller, before?.recipe_id ?? ("recipeId" in fields ? fields.recipeId : ""), fields.values);
  },
  async write(id, { values }, { db }) {
    await db.deleteFrom("saved_order_value").where("order_id", "=", id).execute();
    await writeValues(db, id, values);
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
    return rows.map(({ id }) => ({ values: values.get(id) ?? [] }));
  },
};

export const orders = keepRecords(orderKind);

/** What writes values to points, and names of each the record: it keeps the point. */
const writing = [
  { table: "saved_order_value", record: "order_id", noun: order.noun },
  { table: "device_template_ui_cmd_value", record: "cmd_id", noun: deviceTemplateUiCmd.noun },
  { table: "app_command_value", record: "command_id", noun: deviceDataRecipeAppCmd.noun },
  { table: "parameter_value", record: "parameter_id", noun: deviceArgument.noun },
] as const;

/** Refuses to remove points that saved commands, commands of panels and apps, or parameter tables write. */
export const refuseWritten = async (db: Db, pointIds: readonly string[]): Promise<void> => {
  for (const { table, record, noun } of writing) {
    const { rows } = await sql<{ records: number }>`select count(distinct ${sql.ref(record)}) as records from ${sql.table(table)}
      where point_id in (${sql.join(pointIds)})`.execute(db);
    refuseInUse(Number(rows[0]?.records ?? 0), noun);
  }
};
