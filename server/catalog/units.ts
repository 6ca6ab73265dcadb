import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf } from "#contract/kit/page.ts";
import type { deviceUnitType, UnitRow } from "#contract/resources/deviceUnitType.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { containsFolded, listOf, pageOf } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { narrowedTo } from "#server/kit/scope.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";
import { authorOf, checkVersion, restamped } from "./edits.ts";
import { sortingOf } from "./sorting.ts";
import { changeable, listedCompanies, mayChange, refuseTaken } from "./usable.ts";

type Calls = typeof deviceUnitType.calls;
type Fields = RequestOf<Calls["post"]>;

const sortable = ["category", "name", "symbol", "companyName"] as const;
const columns = {
  category: "data_unit.category",
  name: "data_unit.name",
  symbol: "data_unit.symbol",
  companyName: "company.name",
} as const;
const searched = ["data_unit.name", "data_unit.symbol", "data_unit.category"] as const;

const seen = (db: Db, caller: Caller, narrowed = caller) =>
  db
    .selectFrom("data_unit")
    .innerJoin("company", "company.id", "data_unit.company_id")
    .where("data_unit.company_id", "in", listedCompanies(db, caller, narrowed));

const selectUnits = (db: Db, caller: Caller) =>
  seen(db, caller).selectAll("data_unit").select(["company.name as companyName", "company.path"]);
type Selected = Awaited<ReturnType<ReturnType<typeof selectUnits>["execute"]>>[number];

const rowOf = (caller: Caller, { id, name, symbol, category, companyName, path, version }: Selected): UnitRow => ({
  id,
  name,
  symbol,
  category,
  companyName,
  changeable: mayChange(caller, path),
  version,
});

/** The units that the caller may use, by category and name. */
export const listUnits = async (db: Db, caller: Caller, request: RequestOf<Calls["query"]>): Promise<ListOf<UnitRow>> => {
  const { field, order } = sortingOf(request, sortable, { field: "category", order: "asc" });
  const { search = "", category = "" } = request;
  const matching = seen(db, caller, await narrowedTo(db, caller, request.companyId))
    .where((eb) => eb.or(searched.map((column) => containsFolded(eb.ref(column), search))))
    .where((eb) => containsFolded(eb.ref("data_unit.category"), category));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await matching
    .selectAll("data_unit")
    .select(["company.name as companyName", "company.path"])
    .orderBy(columns[field], order)
    .orderBy("data_unit.name")
    .orderBy("data_unit.id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  return listOf(
    rows.map((row) => rowOf(caller, row)),
    total,
    pageNo,
    request,
  );
};

const unit = async (db: Db, caller: Caller, id: string): Promise<Selected | undefined> =>
  selectUnits(db, caller).where("data_unit.id", "=", id).executeTakeFirst();

export const getUnit = async (db: Db, caller: Caller, id: string): Promise<UnitRow> => {
  const row = await unit(db, caller, id);
  if (!row) throw new Problem("notFound");
  return rowOf(caller, row);
};

const fieldsOf = ({ name, symbol, category }: Fields) => ({ name, symbol, category });

const checkName = async (db: Db, companyId: string, name: string, except?: string): Promise<void> =>
  refuseTaken(await db.selectFrom("data_unit").select(["id", "name"]).where("company_id", "=", companyId).execute(), name, except);

export const addUnit = (db: Db, caller: Caller, fields: Fields, at: number): Promise<{ id: string; change: string }> =>
  db.transaction().execute(async (tx) => {
    await checkName(tx, caller.companyId, fields.name);
    const id = newId(at);
    const stamps = { created_at: at, updated_at: at, updated_by: authorOf(caller) };
    await tx
      .insertInto("data_unit")
      .values({ id, company_id: caller.companyId, ...fieldsOf(fields), ...stamps })
      .execute();
    return { id, change: creationOf(id, fieldsOf(fields)) };
  });

export const editUnit = (db: Db, caller: Caller, request: RequestOf<Calls["put"]>, at: number): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const row = changeable(caller, await unit(tx, caller, request.id));
    checkVersion(row, request.version);
    await checkName(tx, row.company_id, request.name, row.id);
    await tx
      .updateTable("data_unit")
      .set({ ...fieldsOf(request), ...restamped(row, caller, at) })
      .where("id", "=", row.id)
      .execute();
    return changeOf(fieldsOf(row), fieldsOf(request));
  });

/** Removes the units, or none of them. Data points keep theirs: it is text there. */
export const removeUnits = (db: Db, caller: Caller, asked: readonly string[]): Promise<{ removed: number; change: string }> =>
  db.transaction().execute(async (tx) => {
    const rows: Selected[] = [];
    for (const id of new Set(asked)) rows.push(changeable(caller, await unit(tx, caller, id)));
    const ids = rows.map(({ id }) => id);
    await tx.deleteFrom("data_unit").where("id", "in", ids).execute();
    return { removed: ids.length, change: changeOf(Object.fromEntries(rows.map(({ id, name, symbol }) => [id, `${name} ${symbol}`])), {}) };
  });
