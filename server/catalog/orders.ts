import { type SqlBool, sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import { type OrderRow, order } from "#contract/resources/order.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import { refuseInUse } from "#server/records/inUse.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";
import { mayChange, usableCompanies } from "#server/records/usable.ts";
import { refuseUnfit, shownColumns, shownValues, toldValues } from "./commandValues.ts";
import { visibleAuths } from "./pointAuth.ts";

type Values = RequestOf<typeof order.calls.post>["values"];

const valuesOf = async (db: Db, orderIds: readonly string[]) => {
  if (orderIds.length === 0) return new Map<string, OrderRow["values"]>();
  const rows = await db
    .selectFrom("saved_order_value")
    .innerJoin("point", "point.id", "saved_order_value.point_id")
    .select(["order_id as owner", "saved_order_value.value"])
    .select(shownColumns)
    .where("order_id", "in", orderIds)
    .orderBy("place")
    .execute();
  return shownValues(rows);
};

/** Every value is one that its point takes now, and every point one of the template that the caller sees. */
export const checkValues = async (db: Db, caller: Caller, recipeId: string, values: Values): Promise<void> => {
  const points = await db
    .selectFrom("point")
    .selectAll()
    .where("recipe_id", "=", recipeId)
    .where("auth", "in", visibleAuths(caller))
    .execute();
  refuseUnfit(points, values);
};

const writeValues = (db: Db, orderId: string, values: Values) =>
  db
    .insertInto("saved_order_value")
    .values(values.map(({ pointId, value }, place) => ({ order_id: orderId, place, point_id: pointId, value: JSON.stringify(value) })))
    .execute();

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
    where v.order_id = saved_order.id and point.auth not in (${sql.join(visibleAuths(caller))}))`,
  /** An order belongs to the template's organisation, or to the caller's when the template is shared from above. */
  async organisation({ recipeId }, { db, caller }) {
    const recipe = await db
      .selectFrom("recipe")
      .innerJoin("company", "company.id", "recipe.company_id")
      .select(["recipe.company_id", "company.path"])
      .where("recipe.id", "=", recipeId)
      .where("recipe.company_id", "in", usableCompanies(db, caller))
      .executeTakeFirst();
    if (!recipe) throw fieldProblem("recipeId", "rule.invalid");
    return mayChange(caller, recipe.path) ? recipe.company_id : caller.companyId;
  },
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

/** Refuses to remove points that saved orders write. */
export const refuseOrdered = async (db: Db, pointIds: readonly string[]): Promise<void> => {
  const { orders } = await db
    .selectFrom("saved_order")
    .where("id", "in", db.selectFrom("saved_order_value").select("order_id").where("point_id", "in", pointIds))
    .select((eb) => eb.fn.countAll<number>().as("orders"))
    .executeTakeFirstOrThrow();
  refuseInUse(orders, order.noun);
};
