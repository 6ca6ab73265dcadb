import type { Insertable } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { plainDevice, seedDevices, seedTemplate } from "#tests/bench/fleetSeed.ts";
import {
  type BenchUser,
  benchCompanies,
  benchUser,
  companyCount,
  consumerTypes,
  deviceCount,
  employeeTypes,
  idOfCompany,
  idOfRole,
  middleCompany,
  roleCount,
  userCount,
  wideCompany,
} from "./peopleShape.ts";

const stamps = { created_at: 0, updated_at: 0, updated_by: "" };
const rowsAtOnce = 500;

const insertAll = async <Table extends keyof Database>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
): Promise<void> => {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await db
      .insertInto(table)
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
};

/** The tree alone. */
export const seedCompanies = async (db: Db): Promise<void> => {
  const { path } = await db.selectFrom("company").select("path").where("id", "=", rootCompanyId).executeTakeFirstOrThrow();
  const rows = benchCompanies(path).map(({ id, parentId, path, name, enabled, expiresAt }, at) => ({
    id,
    parent_id: parentId,
    path,
    name,
    enabled: enabled ? 1 : 0,
    expires_at: expiresAt,
    zone: "Asia/Shanghai",
    ...stamps,
    created_at: at,
  }));
  await insertAll(db, "company", rows);
};

/** Roles of many organisations; every tenth of the root itself. Each grants what some menu items offer. */
const seedRoles = async (db: Db): Promise<void> => {
  const menus = await db.selectFrom("menu").select(["id", "action_list"]).where("action_list", "!=", "[]").orderBy("id").execute();
  const roles = Array.from({ length: roleCount }, (_, index) => ({
    id: idOfRole(index),
    company_id: index % 10 === 0 ? rootCompanyId : idOfCompany((index * 17) % (companyCount - 1)),
    name: `Role ${index}`,
    description: "",
    ...stamps,
    created_at: index,
  }));
  await insertAll(db, "role", roles);
  const held = roles.flatMap(({ id }, index) =>
    menus.filter((_, at) => (at + index) % 3 === 0).map(({ id: menu_id, action_list }) => ({ role_id: id, menu_id, actions: action_list })),
  );
  await insertAll(db, "role_menu", held);
};

const userRow = ({ id, account, name, phone, companyId, type, enabled, lastLoginAt, createdAt }: BenchUser) => ({
  id,
  company_id: companyId,
  account,
  user_name: name,
  nick_name: name,
  phone,
  email: type === 1 ? `${account}@example.com` : "",
  avatar: "",
  type,
  password_hash: "",
  enabled: enabled ? 1 : 0,
  second_factor: 0,
  last_login_at: lastLoginAt,
  ...stamps,
  created_at: createdAt,
});

/** Signs in by token in the questions; one an organisation, and two whose roles are counted. */
export const askers = {
  wide: { id: "asker-wide", companyId: wideCompany, roleIds: ["role-administrator"] },
  middle: { id: "asker-middle", companyId: middleCompany, roleIds: ["role-administrator"] },
  oneRole: { id: "asker-one-role", companyId: middleCompany, roleIds: [idOfRole(0)] },
  fiveRoles: { id: "asker-five-roles", companyId: middleCompany, roleIds: [0, 10, 20, 30, 40].map(idOfRole) },
} as const;

const askerRows = (): BenchUser[] =>
  Object.values(askers).map(({ id, companyId, roleIds }) => ({
    id,
    account: id,
    name: id,
    phone: "",
    companyId,
    type: 0,
    enabled: true,
    lastLoginAt: null,
    createdAt: 0,
    roleIds: [...roleIds],
  }));

const seedUsers = async (db: Db): Promise<BenchUser[]> => {
  const users = [...Array.from({ length: userCount - 5 }, (_, index) => benchUser(index)), ...askerRows()];
  await insertAll(db, "user", users.map(userRow));
  await insertAll(
    db,
    "user_role",
    users.flatMap(({ id, roleIds }) => [...new Set(roleIds)].map((role_id) => ({ user_id: id, role_id }))),
  );
  return users;
};

/** Each employee serves one or two customers; each device belongs to one end consumer, and every second is shared with another. */
const seedRelations = async (db: Db, users: readonly BenchUser[]): Promise<void> => {
  const employees = users.filter(({ type }) => employeeTypes.includes(type));
  const customers = users.filter(({ type }) => consumerTypes.includes(type));
  const customerAt = (at: number): string => customers[at % customers.length]?.id ?? "";
  await insertAll(
    db,
    "employee_customer",
    employees.flatMap(({ id }, at) =>
      [at * 5, ...(at % 2 === 0 ? [at * 5 + 1] : [])].map((each) => ({ employee_id: id, customer_id: customerAt(each) })),
    ),
  );
  await insertAll(
    db,
    "device_user",
    Array.from({ length: deviceCount }, (_, index) =>
      [0, ...(index % 2 === 0 ? [1] : [])].map((state) => ({
        device_id: `device-${index}`,
        user_id: customerAt(index * 3 + state),
        state,
        at: index,
      })),
    ).flat(),
  );
};

/** Organisations, roles, users, devices and what binds them, in the numbers of the shape. */
export const seedPeople = async (db: Db): Promise<void> => {
  await seedTemplate(db);
  // Rules would be judged for devices that never report here.
  await db.deleteFrom("alarm_trigger").execute();
  const users = await db.transaction().execute(async (tx) => {
    await seedCompanies(tx);
    await seedRoles(tx);
    return seedUsers(tx);
  });
  await seedDevices(
    db,
    Array.from({ length: deviceCount }, (_, index) => ({
      ...plainDevice(index),
      companyId: idOfCompany((index * 7919) % (companyCount - 1)),
    })),
  );
  await db.transaction().execute((tx) => seedRelations(tx, users));
};
