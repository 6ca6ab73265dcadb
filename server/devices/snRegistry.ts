import { sql } from "kysely";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import { type device, snsOf } from "#contract/resources/device.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { containsFolded, listOf, pageOf } from "#server/kit/page.ts";
import { portions } from "#server/kit/portions.ts";
import { type FieldFault, fieldProblem, Problem } from "#server/kit/problem.ts";
import { companiesOf, narrowedTo } from "#server/kit/scope.ts";
import { changeOf, secretKept } from "#server/log/changeOf.ts";
import { authorOf } from "#server/records/edits.ts";
import { sortingOf } from "#server/records/sorting.ts";
import { newDevicePassword } from "#server/wire/devicePassword.ts";

type Calls = typeof device.calls;

/** SNs, in lower case, that a device has already, or somebody registered and has not used yet, of whichever organisation. */
const takenOf = async (db: Db, sns: readonly string[]): Promise<ReadonlySet<string>> => {
  const taken = new Set(await deviceSns(db, sns));
  for (const some of portions(sns)) {
    const waiting = await db.selectFrom("sn_registry").select("sn").where(sql`lower(sn)`, "in", some).where("used", "=", 0).execute();
    for (const { sn } of waiting) taken.add(sn.toLowerCase());
  }
  return taken;
};

export interface WaitingSn {
  readonly sn: string;
  readonly password: string;
  /** Whether the caller sees it. */
  readonly seen: boolean;
}

/** Those of the SNs, by their lower case, that are registered and wait for their device, of whichever organisation. */
export const waitingSns = async (db: Db, caller: Caller, sns: readonly string[]): Promise<ReadonlyMap<string, WaitingSn>> => {
  const waiting = new Map<string, WaitingSn>();
  for (const some of portions(sns)) {
    const rows = await db
      .selectFrom("sn_registry")
      .leftJoin(companiesOf(db, caller).as("own"), "own.id", "sn_registry.company_id")
      .select(["sn_registry.sn", "sn_registry.password", "own.id as ownId"])
      .where(sql`lower(sn_registry.sn)`, "in", some)
      .where("sn_registry.used", "=", 0)
      .execute();
    for (const { sn, password, ownId } of rows) waiting.set(sn.toLowerCase(), { sn, password, seen: ownId !== null });
  }
  return waiting;
};

/** SNs, in lower case, that a device has, of whichever organisation. */
export const deviceSns = async (db: Db, sns: readonly string[]): Promise<ReadonlySet<string>> => {
  const taken = new Set<string>();
  for (const some of portions(sns))
    for (const { sn } of await db.selectFrom("device").select("sn").where(sql`lower(sn)`, "in", some).execute())
      taken.add(sn.toLowerCase());
  return taken;
};

/** What was used up by devices that are there no more makes room. */
const forgetUsed = async (db: Db, sns: readonly string[]): Promise<void> => {
  for (const some of portions(sns)) await db.deleteFrom("sn_registry").where(sql`lower(sn)`, "in", some).where("used", "=", 1).execute();
};

interface Pair {
  readonly sn: string;
  /** Empty for one that is made up. */
  readonly password: string;
}

/** Registers SNs that are free within the transaction; answers them with their passwords. */
export const registerIn = async (
  tx: Db,
  caller: Caller,
  { companyId, pairs }: { companyId: string; pairs: readonly Pair[] },
  at: number,
): Promise<{ id: string; sn: string; password: string }[]> => {
  await forgetUsed(
    tx,
    pairs.map(({ sn }) => sn.toLowerCase()),
  );
  const rows = pairs.map(({ sn, password }, place) => ({
    ...{ id: newId(at + place), company_id: companyId, sn, password: password || newDevicePassword(), used: 0 },
    ...{ created_at: at, created_by: authorOf(caller) },
  }));
  for (const some of portions(rows)) await tx.insertInto("sn_registry").values(some).execute();
  return rows.map(({ id, sn, password }) => ({ id, sn, password }));
};

/** The organisation that was named, or the caller's own; refused at its field where the caller does not see it. */
export const namedCompany = async (db: Db, caller: Caller, asked: string | undefined): Promise<string> => {
  const companyId = asked || caller.companyId;
  const company = await companiesOf(db, caller).where("company.id", "=", companyId).executeTakeFirst();
  if (!company) throw fieldProblem("companyId", "rule.invalid");
  return companyId;
};

const changeOfSns = (sns: readonly string[]): string => changeOf({}, Object.fromEntries(sns.map((sn) => [sn, secretKept])));

/** Registers SNs with their passwords in the caller's organisation, or the one named: all of them, or none where one is taken. */
export const registerSns = (
  db: Db,
  caller: Caller,
  { pairs, companyId: asked }: RequestOf<Calls["addSnAndPsd"]>,
  at: number,
): Promise<{ added: number; change: string }> =>
  db.transaction().execute(async (tx) => {
    const companyId = await namedCompany(tx, caller, asked);
    const taken = await takenOf(
      tx,
      pairs.map(({ sn }) => sn.toLowerCase()),
    );
    const fields = pairs.flatMap(({ sn }, place): FieldFault[] =>
      taken.has(sn.toLowerCase()) ? [{ path: `pairs.${place}.sn`, message: "code.snExists" }] : [],
    );
    if (fields.length > 0) throw new Problem("badRequest", { fields });
    const rows = await registerIn(tx, caller, { companyId, pairs }, at);
    return { added: rows.length, change: changeOfSns(rows.map(({ sn }) => sn)) };
  });

/** Registers SNs in a row with passwords that are made up for them: all of them, or none where one is taken. */
export const generateSns = (
  db: Db,
  caller: Caller,
  request: RequestOf<Calls["generate_sn"]>,
  at: number,
): Promise<{ pairs: { sn: string; password: string }[]; change: string }> =>
  db.transaction().execute(async (tx) => {
    const companyId = await namedCompany(tx, caller, request.companyId);
    const sns = snsOf(request, 0, request.count);
    const taken = await takenOf(
      tx,
      sns.map((sn) => sn.toLowerCase()),
    );
    const first = sns.find((sn) => taken.has(sn.toLowerCase()));
    if (first !== undefined)
      throw new Problem("badRequest", { fields: [{ path: "start", message: "rule.snTaken", values: { sn: first, count: taken.size } }] });
    const pairs = await registerIn(tx, caller, { companyId, pairs: sns.map((sn) => ({ sn, password: "" })) }, at);
    return { pairs: pairs.map(({ sn, password }) => ({ sn, password })), change: changeOfSns(sns) };
  });

const columns = { sn: "sn_registry.sn", createdAt: "sn_registry.created_at", companyName: "company.name" } as const;

/** The registry of the caller's organisations, the newest first unless asked otherwise. */
export const listSns = async (
  db: Db,
  caller: Caller,
  request: RequestOf<Calls["querysnpsw"]>,
): Promise<ResponseOf<Calls["querysnpsw"]>> => {
  const { field, order } = sortingOf(request, { field: "createdAt", order: "desc" });
  const narrowed = await narrowedTo(db, caller, request.companyId);
  const base = db
    .selectFrom("sn_registry")
    .innerJoin("company", "company.id", "sn_registry.company_id")
    .where("sn_registry.company_id", "in", companiesOf(db, narrowed))
    .$if(Boolean(request.search), (query) => query.where((eb) => containsFolded(eb.ref("sn_registry.sn"), request.search ?? "")))
    .$if(request.used !== undefined, (query) => query.where("sn_registry.used", "=", request.used ? 1 : 0));
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const rows = await base
    .select(["sn_registry.id", "sn_registry.sn", "sn_registry.password", "sn_registry.used", "sn_registry.created_at"])
    .select("company.name as companyName")
    .orderBy(columns[field], order)
    .orderBy("sn_registry.id", order)
    .limit(request.pageSize)
    .offset(offset)
    .execute();
  return listOf(
    rows.map(({ used, created_at, ...row }) => ({ ...row, used: used === 1, createdAt: new Date(created_at).toISOString() })),
    total,
    pageNo,
    request,
  );
};

/** Takes SNs out of the registry, all of them or none when one is not the caller's; devices that were added with them stay. */
export const unregisterSns = (db: Db, caller: Caller, asked: readonly string[]): Promise<{ removed: number; change: string }> =>
  db.transaction().execute(async (tx) => {
    const ids = [...new Set(asked)];
    const sns: string[] = [];
    for (const some of portions(ids)) {
      const rows = await tx
        .selectFrom("sn_registry")
        .select("sn")
        .where("id", "in", some)
        .where("company_id", "in", companiesOf(tx, caller))
        .execute();
      sns.push(...rows.map(({ sn }) => sn));
      await tx.deleteFrom("sn_registry").where("id", "in", some).execute();
    }
    if (sns.length < ids.length) throw new Problem("notFound");
    return { removed: ids.length, change: changeOf(Object.fromEntries(sns.map((sn) => [sn, secretKept])), {}) };
  });

/**
 * The password that is registered for the SN, whose row is used up from here on; nothing for an SN that is not registered, or used already.
 * One that waits for a device of somebody whom the caller does not see is taken.
 */
export const takeRegistered = async (db: Db, caller: Caller, sn: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom("sn_registry")
    .select(["id", "sn", "password", "company_id", "used"])
    .where(sql`lower(sn)`, "=", sn.toLowerCase())
    .executeTakeFirst();
  if (!row || row.used === 1) return undefined;
  const seen = await companiesOf(db, caller).where("company.id", "=", row.company_id).executeTakeFirst();
  if (!seen || row.sn !== sn) throw new Problem("snExists");
  await db.updateTable("sn_registry").set({ used: 1, password: "" }).where("id", "=", row.id).execute();
  return row.password;
};
