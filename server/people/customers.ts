import { type Expression, expressionBuilder, type SqlBool } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { employeeBindCustomer } from "#contract/resources/relations.ts";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import { contains, listOf, rowsOfIds, searchText } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";
import { narrowedTo } from "#server/kit/scope.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { ofTypes, pageOfFound, pageOfUsers, userInScope } from "./userPages.ts";
import { visibleUser } from "./users.ts";

type Calls = typeof employeeBindCustomer.calls;
type Query = RequestOf<Calls["query"]>;
type Bind = RequestOf<Calls["batchBindCustomer"]>;

const employeeTypes: readonly number[] = [1, 2];
const customerTypes: readonly number[] = [3, 4, 5];

const eb = expressionBuilder<Database, "user">();

const employees = (db: Db, narrowed: Caller, { employeeId }: Query): Expression<SqlBool> =>
  eb.and([userInScope(db, narrowed), ...(employeeId === undefined ? [] : [eb("user.id", "=", employeeId)])]);

/**
 * Ids and accounts of employees who match the text themselves or serve a customer who does. Who serves one is gathered once, beginning
 * with the customers; both kinds are looked through in the index of types.
 */
const employeesFound = (db: Db, caller: Caller, narrowed: Caller, request: Query) => {
  const search = request.search ?? "";
  return db
    .with(
      (cte) => cte("serving").materialized(),
      (cte) =>
        cte
          .selectFrom("user")
          .crossJoin("employee_customer")
          .whereRef("employee_customer.customer_id", "=", "user.id")
          .where("user.type", "in", customerTypes)
          .where(userInScope(db, caller))
          .where((eb) => contains(eb.ref("user.search"), search))
          .select("employee_customer.employee_id"),
    )
    .selectFrom("user")
    .where("user.type", "in", employeeTypes)
    .where(employees(db, narrowed, request))
    .where((eb) =>
      eb.or([contains(eb.ref("user.search"), search), eb("user.id", "in", eb.selectFrom("serving").select("serving.employee_id"))]),
    )
    .select(["user.id", "user.account"]);
};

const shown = ["user.id", "user.account", "user.user_name as userName", "company.name as companyName"] as const;

const shownPeople = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("user")
    .innerJoin("company", "company.id", "user.company_id")
    .select(shown)
    .where("user.id", "in", ids)
    .orderBy("user.account");

export const listEmployees = async (db: Db, caller: Caller, request: Query) => {
  const narrowed = await narrowedTo(db, caller, request.companyId);
  const { ids, total, pageNo } =
    searchText(request.search ?? "") === ""
      ? await pageOfUsers(
          db,
          { where: eb.and([ofTypes(employeeTypes), employees(db, narrowed, request)]), field: "account", order: "asc" },
          request,
        )
      : await pageOfFound(db, employeesFound(db, caller, narrowed, request), request);
  const page = await rowsOfIds(ids, (each) => shownPeople(db, each).execute());
  const bound = ids.length === 0 ? [] : await db.selectFrom("employee_customer").selectAll().where("employee_id", "in", ids).execute();
  const wanted = [...new Set(bound.map(({ customer_id }) => customer_id))];
  const customers =
    wanted.length === 0 ? [] : await shownPeople(db, wanted).where(ofTypes(customerTypes)).where(userInScope(db, caller)).execute();
  const list = page.map((employee) => {
    const served = new Set(bound.filter(({ employee_id }) => employee_id === employee.id).map(({ customer_id }) => customer_id));
    return { ...employee, customers: customers.filter(({ id }) => served.has(id)) };
  });
  return listOf(list, total, pageNo, request);
};

const visibleOfTypes = async (db: Db, caller: Caller, id: string, types: readonly number[]) => {
  const row = await visibleUser(db, caller, id);
  if (!types.includes(row.type)) throw new Problem("notFound");
  return row;
};

/** Binds or releases all of them or, where one is not to be had, none. */
export const bindCustomers = (db: Db, caller: Caller, request: Bind): Promise<{ changed: number; change: string }> =>
  db.transaction().execute(async (tx) => {
    const employee = await visibleOfTypes(tx, caller, request.employeeId, employeeTypes);
    const served = await tx.selectFrom("employee_customer").select("customer_id").where("employee_id", "=", employee.id).execute();
    const before = new Set(served.map(({ customer_id }) => customer_id));
    const touched: string[] = [];
    for (const id of new Set(request.customerIds)) {
      const customer = await visibleOfTypes(tx, caller, id, customerTypes);
      if (before.has(id) === request.bound) continue;
      touched.push(customer.account);
      if (request.bound) await tx.insertInto("employee_customer").values({ employee_id: employee.id, customer_id: id }).execute();
      else await tx.deleteFrom("employee_customer").where("employee_id", "=", employee.id).where("customer_id", "=", id).execute();
    }
    const flags = (bound: boolean) => Object.fromEntries(touched.map((account) => [`${employee.account} ${account}`, bound]));
    return { changed: touched.length, change: changeOf(flags(!request.bound), flags(request.bound)) };
  });
