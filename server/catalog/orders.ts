import type { Selectable } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf } from "#contract/kit/page.ts";
import { compilePoint } from "#contract/point/decode.ts";
import { writtenValue } from "#contract/point/writtenValue.ts";
import { type OrderRow, type order, orderValue } from "#contract/resources/order.ts";
import type { Db } from "#server/db/open.ts";
import type { PointTable } from "#server/db/schema.ts";
import { writeFieldFault } from "#server/devices/writeProblem.ts";
import type { Caller } from "#server/kit/caller.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { newId } from "#server/kit/newId.ts";
import { containsFolded, listOf, pageOf } from "#server/kit/page.ts";
import { type FieldFault, fieldProblem, Problem } from "#server/kit/problem.ts";
import { narrowedTo } from "#server/kit/scope.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";
import { authorOf, checkVersion, restamped } from "./edits.ts";
import { visibleAuths } from "./pointAuth.ts";
import { pointRowOf } from "./pointRows.ts";
import { sortingOf } from "./sorting.ts";
import { changeable, listedCompanies, mayChange, refuseTaken, usableCompanies } from "./usable.ts";

type Calls = typeof order.calls;
type Fields = RequestOf<Calls["post"]>;
type Values = Fields["values"];

const sortable = ["name", "recipeName", "companyName", "updatedAt"] as const;
const columns = {
  name: "saved_order.name",
  recipeName: "recipe.name",
  companyName: "company.name",
  updatedAt: "saved_order.updated_at",
} as const;

const seen = (db: Db, caller: Caller, narrowed = caller) =>
  db
    .selectFrom("saved_order")
    .innerJoin("company", "company.id", "saved_order.company_id")
    .innerJoin("recipe", "recipe.id", "saved_order.recipe_id")
    .where("saved_order.company_id", "in", listedCompanies(db, caller, narrowed))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("saved_order_value")
            .innerJoin("point", "point.id", "saved_order_value.point_id")
            .select("point.id")
            .whereRef("saved_order_value.order_id", "=", "saved_order.id")
            .where("point.auth", "not in", visibleAuths(caller)),
        ),
      ),
    );

const selectOrders = (db: Db, caller: Caller) =>
  seen(db, caller).selectAll("saved_order").select(["company.name as companyName", "company.path", "recipe.name as recipeName"]);
type Selected = Awaited<ReturnType<ReturnType<typeof selectOrders>["execute"]>>[number];

const valuesOf = async (db: Db, orderIds: readonly string[]) => {
  if (orderIds.length === 0) return new Map<string, OrderRow["values"]>();
  const rows = await db
    .selectFrom("saved_order_value")
    .innerJoin("point", "point.id", "saved_order_value.point_id")
    .select(["order_id", "value", "point.id as pointId", "point.name", "point.name_en"])
    .select(["point.value_type", "point.unit", "point.decimals", "enumeration"])
    .where("order_id", "in", orderIds)
    .orderBy("place")
    .execute();
  const groups = groupedBy(rows, (row) => row.order_id);
  return new Map(
    [...groups].map(([id, held]) => [
      id,
      held.map(({ name_en, value_type, enumeration, value, order_id: _, ...row }) =>
        orderValue.parse({
          ...row,
          nameEn: name_en,
          valueType: value_type,
          enumeration: JSON.parse(enumeration),
          value: JSON.parse(value),
        }),
      ),
    ]),
  );
};

const rowsOf = async (db: Db, caller: Caller, selected: readonly Selected[]): Promise<OrderRow[]> => {
  const values = await valuesOf(
    db,
    selected.map(({ id }) => id),
  );
  return selected.map((row) => ({
    id: row.id,
    name: row.name,
    recipeId: row.recipe_id,
    recipeName: row.recipeName,
    slave: row.slave,
    values: values.get(row.id) ?? [],
    remark: row.remark,
    companyName: row.companyName,
    changeable: mayChange(caller, row.path),
    updatedAt: new Date(row.updated_at).toISOString(),
    version: row.version,
  }));
};

/** The orders that the caller may use; the filter is looked for in name and remark. */
export const listOrders = async (db: Db, caller: Caller, request: RequestOf<Calls["query"]>): Promise<ListOf<OrderRow>> => {
  const { field, order: direction } = sortingOf(request, sortable, { field: "name", order: "asc" });
  const { search = "", recipeId } = request;
  const matching = seen(db, caller, await narrowedTo(db, caller, request.companyId))
    .$if(recipeId !== undefined && recipeId !== "", (query) => query.where("saved_order.recipe_id", "=", recipeId ?? ""))
    .where((eb) => eb.or([containsFolded(eb.ref("saved_order.name"), search), containsFolded(eb.ref("saved_order.remark"), search)]));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await matching
    .selectAll("saved_order")
    .select(["company.name as companyName", "company.path", "recipe.name as recipeName"])
    .orderBy(columns[field], direction)
    .orderBy("saved_order.id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  return listOf(await rowsOf(db, caller, rows), total, pageNo, request);
};

const orderById = (db: Db, caller: Caller, id: string) => selectOrders(db, caller).where("saved_order.id", "=", id).executeTakeFirst();

export const getOrder = async (db: Db, caller: Caller, id: string): Promise<OrderRow> => {
  const row = await orderById(db, caller, id);
  const [found] = row ? await rowsOf(db, caller, [row]) : [];
  if (!found) throw new Problem("notFound");
  return found;
};

const faultOf = (point: Selectable<PointTable> | undefined, { value }: Values[number], place: number): FieldFault | undefined => {
  if (!point) return { path: `values.${place}.pointId`, message: "rule.invalid" };
  const row = pointRowOf(point);
  const written = writtenValue({ ...row, compiled: compilePoint(row) }, value);
  return written.ok ? undefined : writeFieldFault(`values.${place}.value`, written.fault);
};

/** Every value is one that its point takes now, and every point one of the template that the caller sees. */
const checkValues = async (db: Db, caller: Caller, recipeId: string, values: Values): Promise<void> => {
  const points = await db
    .selectFrom("point")
    .selectAll()
    .where("recipe_id", "=", recipeId)
    .where("auth", "in", visibleAuths(caller))
    .execute();
  const byId = new Map(points.map((point) => [point.id, point]));
  const fields = values.flatMap((asked, place) => faultOf(byId.get(asked.pointId), asked, place) ?? []);
  if (fields.length > 0) throw new Problem("badRequest", { fields });
};

const checkName = async (db: Db, companyId: string, name: string, except?: string): Promise<void> =>
  refuseTaken(await db.selectFrom("saved_order").select(["id", "name"]).where("company_id", "=", companyId).execute(), name, except);

const writeValues = (db: Db, orderId: string, values: Values) =>
  db
    .insertInto("saved_order_value")
    .values(values.map(({ pointId, value }, place) => ({ order_id: orderId, place, point_id: pointId, value: JSON.stringify(value) })))
    .execute();

const logged = ({ name, slave, values, remark }: Omit<Fields, "recipeId"> | OrderRow) => ({
  name,
  slave,
  values: values.map(({ pointId, value }) => [pointId, value]),
  remark,
});

/** An order belongs to the template's organisation, or to the caller's when the template is shared from above. */
export const addOrder = (db: Db, caller: Caller, fields: Fields, at: number): Promise<{ id: string; change: string }> =>
  db.transaction().execute(async (tx) => {
    const recipe = await tx
      .selectFrom("recipe")
      .innerJoin("company", "company.id", "recipe.company_id")
      .select(["recipe.id", "recipe.company_id", "company.path"])
      .where("recipe.id", "=", fields.recipeId)
      .where("recipe.company_id", "in", usableCompanies(tx, caller))
      .executeTakeFirst();
    if (!recipe) throw fieldProblem("recipeId", "rule.invalid");
    const companyId = mayChange(caller, recipe.path) ? recipe.company_id : caller.companyId;
    await checkName(tx, companyId, fields.name);
    await checkValues(tx, caller, recipe.id, fields.values);
    const id = newId(at);
    const { name, slave, remark } = fields;
    const stamps = { created_at: at, updated_at: at, updated_by: authorOf(caller) };
    await tx
      .insertInto("saved_order")
      .values({ id, company_id: companyId, recipe_id: recipe.id, name, slave, remark, ...stamps })
      .execute();
    await writeValues(tx, id, fields.values);
    return { id, change: creationOf(id, { recipeId: recipe.id, ...logged(fields) }) };
  });

export const editOrder = (db: Db, caller: Caller, request: RequestOf<Calls["put"]>, at: number): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const row = changeable(caller, await orderById(tx, caller, request.id));
    checkVersion(row, request.version);
    await checkName(tx, row.company_id, request.name, row.id);
    await checkValues(tx, caller, row.recipe_id, request.values);
    const before = await getOrder(tx, caller, row.id);
    const { name, slave, remark } = request;
    await tx
      .updateTable("saved_order")
      .set({ name, slave, remark, ...restamped(row, caller, at) })
      .where("id", "=", row.id)
      .execute();
    await tx.deleteFrom("saved_order_value").where("order_id", "=", row.id).execute();
    await writeValues(tx, row.id, request.values);
    return changeOf(logged(before), logged(request));
  });

/** Removes the orders, or none of them. */
export const removeOrders = (db: Db, caller: Caller, asked: readonly string[]): Promise<{ removed: number; change: string }> =>
  db.transaction().execute(async (tx) => {
    const rows: Selected[] = [];
    for (const id of new Set(asked)) rows.push(changeable(caller, await orderById(tx, caller, id)));
    const ids = rows.map(({ id }) => id);
    await tx.deleteFrom("saved_order").where("id", "in", ids).execute();
    return { removed: ids.length, change: changeOf(Object.fromEntries(rows.map(({ id, name }) => [id, name])), {}) };
  });

/** Refuses to remove what saved orders write. */
export const refuseOrdered = async (db: Db, column: "recipe_id" | "point_id", ids: readonly string[]): Promise<void> => {
  const { orders } = await db
    .selectFrom("saved_order")
    .$if(column === "point_id", (query) =>
      query.where("id", "in", db.selectFrom("saved_order_value").select("order_id").where("point_id", "in", ids)),
    )
    .$if(column === "recipe_id", (query) => query.where("recipe_id", "in", ids))
    .select((eb) => eb.fn.countAll<number>().as("orders"))
    .executeTakeFirstOrThrow();
  if (orders > 0)
    throw new Problem("inUse", {
      values: { count: orders, what: { zh: "预置命令", en: orders === 1 ? "saved command" : "saved commands" } },
    });
};
