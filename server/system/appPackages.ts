import type { Selectable } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { ListOf, SortFieldOf } from "#contract/kit/page.ts";
import { type AppPlatform, type AppRow, appPlatforms, type appVersion } from "#contract/resources/appVersion.ts";
import type { Db } from "#server/db/open.ts";
import type { AppPackageTable } from "#server/db/platformTables.ts";
import { packageSize, platformAt, removePackage, removeUnusedPackages } from "#server/files/packages.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { containsFolded, listOf, pageOf, searchText } from "#server/kit/page.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";
import { authorOf, checkVersion, restamped } from "#server/records/edits.ts";
import { sortingOf } from "#server/records/sorting.ts";

type Calls = typeof appVersion.calls;
type Query = RequestOf<Calls["query"]>;
type Fields = RequestOf<Calls["post"]>;
type Newest = ResponseOf<Calls["get_app_path"]>;
type Row = Selectable<AppPackageTable>;

const columns = {
  createdAt: "created_at",
  name: "name",
  platform: "platform",
  versionName: "version_name",
  versionNumber: "version_key",
  size: "size",
} as const satisfies Record<SortFieldOf<Query>, string>;

/** A version number as text that sorts as its numbers do; what is left out counts as 0. */
export const versionKey = (versionNumber: string): string => {
  const numbers = versionNumber.split(".");
  return [0, 1, 2, 3].map((place) => String(Number(numbers[place] ?? 0)).padStart(9, "0")).join(".");
};

const platformOf = (text: string): AppPlatform => {
  const known = appPlatforms.find((platform) => platform === text);
  if (known === undefined) throw new Error(`an app package is for ${text}, which nobody declared`);
  return known;
};

const newestOf = (row: Row): Newest => ({
  name: row.name,
  platform: platformOf(row.platform),
  path: row.path,
  size: row.size,
  versionName: row.version_name,
  versionNumber: row.version_number,
});

const rowOf = (row: Row): AppRow => ({
  id: row.id,
  ...newestOf(row),
  createdAt: new Date(row.created_at).toISOString(),
  version: row.version,
});

export const listApps = async (db: Db, request: Query): Promise<ListOf<AppRow>> => {
  const { field, order } = sortingOf(request, { field: "createdAt", order: "desc" });
  const { search = "", platform } = request;
  const matching = db
    .selectFrom("app_package")
    .$if(platform !== undefined, (query) => query.where("platform", "=", platform ?? ""))
    .where((eb) => eb.or((["name", "version_name", "version_number"] as const).map((column) => containsFolded(eb.ref(column), search))));
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await matching
    .selectAll()
    .orderBy(columns[field], order)
    .orderBy("id", order)
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  return listOf(rows.map(rowOf), total, pageNo, request);
};

const app = async (db: Db, id: string): Promise<Row> => {
  const row = await db.selectFrom("app_package").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new Problem("notFound");
  return row;
};

export const getApp = async (db: Db, id: string): Promise<AppRow> => rowOf(await app(db, id));

interface Asked {
  name?: string | undefined;
  platform?: AppPlatform | undefined;
}

const newest = (db: Db, { name = "", platform }: Asked): Promise<Row | undefined> =>
  db
    .selectFrom("app_package")
    .selectAll()
    .$if(searchText(name) !== "", (query) => query.where((eb) => eb(eb.fn<string>("lower", ["name"]), "=", searchText(name))))
    .$if(platform !== undefined, (query) => query.where("platform", "=", platform ?? ""))
    .orderBy("version_key", "desc")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();

export const checkNewVersion = async (
  db: Db,
  request: RequestOf<Calls["check_new_version"]>,
): Promise<ResponseOf<Calls["check_new_version"]>> => {
  const row = await newest(db, request);
  return { newer: row !== undefined && row.version_key > versionKey(request.versionNumber), latest: row ? newestOf(row) : null };
};

export const appPath = async (db: Db, { id, ...asked }: RequestOf<Calls["get_app_path"]>): Promise<Newest> => {
  const row = id ? await app(db, id) : await newest(db, asked);
  if (!row) throw new Problem("notFound");
  return newestOf(row);
};

const logged = ({ name, platform, path, versionName, versionNumber }: Fields | Newest) => ({
  name,
  platform,
  path,
  versionName,
  versionNumber,
});

/** Bytes of the package at the address, null when it lies elsewhere. Asked before the transaction, which waits for no disk. */
const sizeOf = async (dataDir: string, { path, platform }: Fields): Promise<number | null> => {
  const held = platformAt(path);
  if (held === undefined) return null;
  const size = await packageSize(dataDir, path);
  if (size === undefined) throw fieldProblem("path", "rule.invalid");
  if (held !== platform) throw fieldProblem("path", "rule.appPlatform");
  return size;
};

const columnsOf = async (db: Db, fields: Fields, size: number | null, except?: string) => {
  const key = versionKey(fields.versionNumber);
  const same = await db
    .selectFrom("app_package")
    .select("id")
    .where("platform", "=", fields.platform)
    .where("name", "=", fields.name)
    .where("version_key", "=", key)
    .executeTakeFirst();
  if (same && same.id !== except) throw fieldProblem("versionNumber", "rule.versionTaken");
  const { name, platform, path, versionName, versionNumber } = fields;
  return { name, platform, path, size, version_name: versionName, version_number: versionNumber, version_key: key };
};

export const addApp = async (
  db: Db,
  caller: Caller,
  dataDir: string,
  fields: Fields,
  at: number,
): Promise<{ id: string; change: string }> => {
  const size = await sizeOf(dataDir, fields);
  const id = newId(at);
  const stamps = { created_at: at, updated_at: at, updated_by: authorOf(caller) };
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto("app_package")
      .values({ id, ...(await columnsOf(tx, fields, size)), ...stamps })
      .execute();
  });
  return { id, change: creationOf(id, logged(fields)) };
};

const usedPaths = async (db: Db): Promise<Set<string>> =>
  new Set((await db.selectFrom("app_package").select("path").execute()).map(({ path }) => path));

/** Files whose record went or names another now. */
const removeLeft = async (db: Db, dataDir: string, paths: readonly string[]): Promise<void> => {
  const used = await usedPaths(db);
  for (const path of paths) if (platformAt(path) !== undefined && !used.has(path)) await removePackage(dataDir, path);
};

export const editApp = async (db: Db, caller: Caller, dataDir: string, request: RequestOf<Calls["put"]>, at: number): Promise<string> => {
  const size = await sizeOf(dataDir, request);
  const { change, before } = await db.transaction().execute(async (tx) => {
    const row = await app(tx, request.id);
    checkVersion(row, request.version);
    await tx
      .updateTable("app_package")
      .set({ ...(await columnsOf(tx, request, size, row.id)), ...restamped(row, caller, at) })
      .where("id", "=", row.id)
      .execute();
    return { change: changeOf(logged(newestOf(row)), logged(request)), before: row.path };
  });
  await removeLeft(db, dataDir, [before]);
  return change;
};

export const removeApps = async (db: Db, dataDir: string, asked: readonly string[]): Promise<{ removed: number; change: string }> => {
  const rows = await db.transaction().execute(async (tx) => {
    const found: Row[] = [];
    for (const id of new Set(asked)) found.push(await app(tx, id));
    const ids = found.map(({ id }) => id);
    await tx.deleteFrom("app_package").where("id", "in", ids).execute();
    return found;
  });
  await removeLeft(
    db,
    dataDir,
    rows.map(({ path }) => path),
  );
  return {
    removed: rows.length,
    change: changeOf(Object.fromEntries(rows.map((row) => [`${row.name} ${row.platform} ${row.version_number}`, row.path])), {}),
  };
};

/** Removes what was uploaded and never saved with a record. */
export const sweepPackages = async (db: Db, dataDir: string, now: number): Promise<void> =>
  removeUnusedPackages(dataDir, await usedPaths(db), now);
