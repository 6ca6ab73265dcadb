import type { SelectQueryBuilder } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { employeeBindCustomer } from "#contract/resources/relations.ts";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import { containsFolded, listOf, pageOf, searchText } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { companiesOf } from "#server/kit/scope.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { visibleUser } from "./users.ts";

type Calls = typeof employeeBindCustomer.calls;
type Query = RequestOf<Calls["query"]>;
type Bind = RequestOf<Calls["batchBindCustomer"]>;
type People = SelectQueryBuilder<Database, "user" | "company", object>;

const employeeTypes: readonly number[] = [1, 2];
const customerTypes: readonly number[] = [3, 4, 5];

const named = (query: People, text: string): People =>
  query.where((eb) => eb.or((["user.account", "user.user_name"] as const).map((column) => containsFolded(eb.ref(column), text))));

const people = (db: Db, caller: Caller, types: readonly number[]): People =>
  db
    .selectFrom("user")
    .innerJoin("company", "company.id", "user.company_id")
    .where("user.type", "in", types)
    .where("user.company_id", "in", companiesOf(db, caller));

const shown = ["user.id", "user.account", "user.user_name as userName", "company.name as companyName"] as const;

/** Employees whose own name matches, or who serve a customer whose name does. */
const employeesMatching = (db: Db, caller: Caller, request: Query): People => {
  const text = searchText(request.search ?? "");
  const own = people(db, caller, employeeTypes);
  const employees = request.employeeId === undefined ? own : own.where("user.id", "=", request.employeeId);
  if (text === "") return employees;
  const customers = named(people(db, caller, customerTypes), text).select("user.id");
  const serving = db.selectFrom("employee_customer").select("employee_id").where("customer_id", "in", customers);
  return employees.where((eb) =>
    eb.or([
      ...(["user.account", "user.user_name"] as const).map((column) => containsFolded(eb.ref(column), text)),
      eb("user.id", "in", serving),
    ]),
  );
};

export const listEmployees = async (db: Db, caller: Caller, request: Query) => {
  const matching = employeesMatching(db, caller, request);
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const employees = await matching
    .select(shown)
    .orderBy("user.account")
    .orderBy("user.id")
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  const ids = employees.map(({ id }) => id);
  const bound = ids.length === 0 ? [] : await db.selectFrom("employee_customer").selectAll().where("employee_id", "in", ids).execute();
  const wanted = [...new Set(bound.map(({ customer_id }) => customer_id))];
  const customers =
    wanted.length === 0
      ? []
      : await people(db, caller, customerTypes).select(shown).where("user.id", "in", wanted).orderBy("user.account").execute();
  const list = employees.map((employee) => {
    const served = new Set(bound.filter(({ employee_id }) => employee_id === employee.id).map(({ customer_id }) => customer_id));
    return { ...employee, customers: customers.filter(({ id }) => served.has(id)) };
  });
  return listOf(list, total, pageNo, request);
};

const ofTypes = async (db: Db, caller: Caller, id: string, types: readonly number[]) => {
  const row = await visibleUser(db, caller, id);
  if (!types.includes(row.type)) throw new Problem("notFound");
  return row;
};

/** Binds or releases all of them or, where one is not to be had, none. */
export const bindCustomers = (db: Db, caller: Caller, request: Bind): Promise<{ changed: number; change: string }> =>
  db.transaction().execute(async (tx) => {
    const employee = await ofTypes(tx, caller, request.employeeId, employeeTypes);
    const served = await tx.selectFrom("employee_customer").select("customer_id").where("employee_id", "=", employee.id).execute();
    const before = new Set(served.map(({ customer_id }) => customer_id));
    const touched: string[] = [];
    for (const id of new Set(request.customerIds)) {
      const customer = await ofTypes(tx, caller, id, customerTypes);
      if (before.has(id) === request.bound) continue;
      touched.push(customer.account);
      if (request.bound) await tx.insertInto("employee_customer").values({ employee_id: employee.id, customer_id: id }).execute();
      else await tx.deleteFrom("employee_customer").where("employee_id", "=", employee.id).where("customer_id", "=", id).execute();
    }
    const flags = (bound: boolean) => Object.fromEntries(touched.map((account) => [`${employee.account} ${account}`, bound]));
    return { changed: touched.length, change: changeOf(flags(!request.bound), flags(request.bound)) };
  });
