import { type SqlBool, sql } from "kysely";
import type { Noun, RequestOf } from "#contract/kit/call.ts";
import type { company } from "#contract/resources/company.ts";
import { leaveGroups } from "#server/catalog/groupedDevices.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { Problem } from "#server/kit/problem.ts";
import { pathEnd } from "#server/kit/scope.ts";
import { checkRoom, type Licensing } from "#server/licence/licence.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";
import { removeOwned } from "#server/people/ownedRows.ts";
import { authorOf, checkVersion, restamped } from "#server/records/edits.ts";
import { refuseInUse } from "#server/records/inUse.ts";
import { recordFacts } from "#server/records/recordFacts.ts";

type Calls = typeof company.calls;
type Fields = RequestOf<Calls["post"]>;
type Edit = RequestOf<Calls["put"]>;
type OwnEdit = RequestOf<Calls["update_my"]>;

/** An organisation within the caller's scope. */
const visibleCompany = async (db: Db, caller: Pick<Caller, "companyPath">, id: string) => {
  const row = await db.selectFrom("company").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row?.path.startsWith(caller.companyPath)) throw new Problem("notFound");
  return row;
};

/** The same, but not the caller's own: nobody moves, disables or removes what they stand on. */
const lowerCompany = async (db: Db, caller: Pick<Caller, "companyPath" | "companyId">, id: string) => {
  const row = await visibleCompany(db, caller, id);
  if (row.id === caller.companyId) throw new Problem("lockOut");
  return row;
};

/** Names are unique among the organisations below one parent. */
export const checkCompanyName = async (db: Db, parentId: string | null, name: string, except?: string): Promise<void> => {
  const wanted = name.toLowerCase();
  const rows = await db
    .selectFrom("company")
    .select(["id", "name"])
    .where("parent_id", parentId === null ? "is" : "=", parentId)
    .where("search", "=", wanted)
    .execute();
  if (rows.some((row) => row.id !== except)) throw new Problem("nameExists");
};

const columnsOf = (fields: Omit<OwnEdit, "version">) => ({
  name: fields.name,
  level: fields.level,
  site: fields.site,
  address: fields.address,
  remark: fields.remark,
  logo: fields.logo,
  picture: fields.picture,
  morning: fields.morning,
  afternoon: fields.afternoon,
  zone: fields.zone,
});

const logged = (row: ReturnType<typeof columnsOf> & { parent_id?: string | null; expires_at?: number | null }) => ({
  ...columnsOf(row),
  ...(row.parent_id === undefined ? {} : { parentId: row.parent_id }),
  ...(row.expires_at === undefined ? {} : { expiresAt: row.expires_at === null ? null : new Date(row.expires_at).toISOString() }),
});

const expiryOf = (expiresAt: string | null): number | null => (expiresAt === null ? null : Date.parse(expiresAt));

export const addCompany = (
  services: Licensing & { db: Db },
  caller: Caller,
  fields: Fields,
  at: number,
): Promise<{ id: string; change: string }> =>
  services.db.transaction().execute(async (tx) => {
    await checkRoom(tx, services, "companies");
    const parent = await visibleCompany(tx, caller, fields.parentId);
    await checkCompanyName(tx, parent.id, fields.name);
    const id = newId(at);
    const row = { ...columnsOf(fields), parent_id: parent.id, expires_at: expiryOf(fields.expiresAt) };
    await tx
      .insertInto("company")
      .values({ ...row, id, path: `${parent.path}${id}/`, enabled: 1, created_at: at, updated_at: at, updated_by: authorOf(caller) })
      .execute();
    return { id, change: creationOf(id, logged(row)) };
  });

/** Roles that a refusal names. */
const namedRoles = 10;

/** Whoever rules a role rules its holders: nobody keeps one of an organisation that is not above them. */
const checkRolesStay = async (db: Db, path: string): Promise<void> => {
  const left = await db
    .selectFrom("user_role")
    .innerJoin("user", "user.id", "user_role.user_id")
    .innerJoin("company as own", "own.id", "user.company_id")
    .innerJoin("role", "role.id", "user_role.role_id")
    .innerJoin("company as ruling", "ruling.id", "role.company_id")
    .where("own.path", ">=", path)
    .where("own.path", "<", pathEnd(path))
    .where(sql<SqlBool>`substr(own.path, 1, length(ruling.path)) <> ruling.path`)
    .select(["user.id", "role.name"])
    .orderBy("role.name")
    .execute();
  if (left.length === 0) return;
  const names = [...new Set(left.map(({ name }) => name))];
  const roles = [...names.slice(0, namedRoles), ...(names.length > namedRoles ? ["…"] : [])].join(", ");
  throw new Problem("rolesLeftBehind", { values: { count: new Set(left.map(({ id }) => id)).size, roles } });
};

/** Moves an organisation with all that is below it. Paths and parent change in one transaction, so that two moves at once cannot make a ring. */
const moveBelow = async (db: Db, row: { id: string; path: string }, parent: { id: string; path: string }): Promise<void> => {
  if (parent.path.startsWith(row.path)) throw new Problem("treeCycle");
  const path = `${parent.path}${row.id}/`;
  const below = await db
    .selectFrom("company")
    .select(["id", "path"])
    .where("path", ">=", row.path)
    .where("path", "<", pathEnd(row.path))
    .execute();
  for (const each of below) {
    await db
      .updateTable("company")
      .set({ path: path + each.path.slice(row.path.length) })
      .where("id", "=", each.id)
      .execute();
  }
  await db.updateTable("company").set({ parent_id: parent.id }).where("id", "=", row.id).execute();
  await checkRolesStay(db, path);
  await leaveGroups(db, { companyPath: path });
};

export const editCompany = (db: Db, caller: Caller, request: Edit, at: number): Promise<{ change: string; moved: boolean }> =>
  db.transaction().execute(async (tx) => {
    const row = await lowerCompany(tx, caller, request.id);
    checkVersion(row, request.version);
    const parent = await visibleCompany(tx, caller, request.parentId);
    await checkCompanyName(tx, parent.id, request.name, row.id);
    const moved = row.parent_id !== parent.id;
    if (moved) await moveBelow(tx, row, parent);
    const values = { ...columnsOf(request), expires_at: expiryOf(request.expiresAt) };
    await tx
      .updateTable("company")
      .set({ ...values, ...restamped(row, caller, at) })
      .where("id", "=", row.id)
      .execute();
    return { change: changeOf(logged(row), logged({ ...values, parent_id: parent.id })), moved };
  });

/** Its name is not compared with those beside it: an answer would tell which organisations there are. */
export const editOwnCompany = (db: Db, caller: Caller, request: OwnEdit, at: number): Promise<{ change: string }> =>
  db.transaction().execute(async (tx) => {
    const row = await visibleCompany(tx, caller, caller.companyId);
    checkVersion(row, request.version);
    const values = columnsOf(request);
    await tx
      .updateTable("company")
      .set({ ...values, ...restamped(row, caller, at) })
      .where("id", "=", row.id)
      .execute();
    return { change: changeOf(columnsOf(row), values) };
  });

/** Two organisations may have one name, below different ones. */
const loggedName = ({ id, name }: { id: string; name: string }): string => `${name} (${id})`;

/** Enables or disables all of them or, where one is not in reach, none. Answers their paths. */
export const switchCompanies = (db: Db, caller: Caller, ids: readonly string[], enabled: boolean, at: number) =>
  db.transaction().execute(async (tx) => {
    const rows = [];
    for (const id of new Set(ids)) rows.push(await lowerCompany(tx, caller, id));
    for (const row of rows) {
      await tx
        .updateTable("company")
        .set({ enabled: enabled ? 1 : 0, ...restamped(row, caller, at) })
        .where("id", "=", row.id)
        .execute();
    }
    const before = Object.fromEntries(rows.map((row) => [loggedName(row), row.enabled === 1]));
    return { change: changeOf(before, Object.fromEntries(rows.map((row) => [loggedName(row), enabled]))) };
  });

/** What an organisation is not deleted over, in the order in which it is told. */
const uses = recordFacts
  .filter(({ keepsOrganisation }) => keepsOrganisation)
  .map(({ table, owner, resource: { noun } }) =>
    table === "company"
      ? { table, column: "parent_id", noun: { zh: "下级组织", en: "sub-organisation" } }
      : { table, column: owner, noun: noun as Noun },
  );

/** Removes empty organisations; what still holds anything is refused with what and how many. The rest that is theirs goes with them. */
export const removeCompanies = (db: Db, caller: Caller, asked: readonly string[]): Promise<{ removed: number; change: string }> =>
  db.transaction().execute(async (tx) => {
    const ids = [...new Set(asked)];
    const rows = [];
    for (const id of ids) rows.push(await lowerCompany(tx, caller, id));
    for (const { table, column, noun } of uses) {
      const { count } = await tx
        .selectFrom(table as "device")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where(column as "company_id", "in", ids)
        .executeTakeFirstOrThrow();
      refuseInUse(count, noun);
    }
    await removeOwned(tx, ids);
    await tx.deleteFrom("company").where("id", "in", ids).execute();
    const gone = Object.fromEntries(rows.map((row) => [row.id, row.name]));
    return { removed: ids.length, change: changeOf(gone, {}) };
  });
