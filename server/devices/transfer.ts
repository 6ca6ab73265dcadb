import { sql } from "kysely";
import { type CodeName, codes } from "#contract/codes.ts";
import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import type { Language } from "#contract/messages.ts";
import type { device } from "#contract/resources/device.ts";
import type { TransferRow } from "#contract/resources/deviceTransfer.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { portions } from "#server/kit/portions.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { boundDevices, companiesOf, isConsumer } from "#server/kit/scope.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { authorOf } from "#server/records/edits.ts";
import { eraseRecords } from "./erasure.ts";
import { followMove } from "./moveDevices.ts";

type Calls = typeof device.calls;

const seen = (db: Db, caller: Caller) =>
  db
    .selectFrom("device")
    .innerJoin("company", "company.id", "device.company_id")
    .select(["device.id", "device.sn", "device.name", "device.company_id", "company.name as companyName"])
    .where("device.company_id", "in", companiesOf(db, caller))
    .$if(isConsumer(caller), (query) => query.where("device.id", "in", boundDevices(db, caller)));

type Seen = Awaited<ReturnType<ReturnType<typeof seen>["execute"]>>[number];

/** One thing that was named: by an id, or by what stands in a line. */
interface Named {
  readonly text: string;
  readonly found: Seen | undefined;
}

const byIds = async (db: Db, caller: Caller, ids: readonly string[]): Promise<Named[]> => {
  const rows = new Map<string, Seen>();
  for (const some of portions(new Set(ids)))
    for (const row of await seen(db, caller).where("device.id", "in", some).execute()) rows.set(row.id, row);
  return ids.map((id) => ({ text: rows.get(id)?.sn ?? "", found: rows.get(id) }));
};

/** By SNs as people write them: of two that differ by case alone, the one that is spelled so. */
const bySns = async (db: Db, caller: Caller, sns: readonly string[]): Promise<Named[]> => {
  const rows = new Map<string, Seen[]>();
  for (const some of portions(new Set(sns.map((sn) => sn.toLowerCase()))))
    for (const row of await seen(db, caller).where(sql`lower(device.sn)`, "in", some).execute()) {
      const folded = row.sn.toLowerCase();
      rows.set(folded, [...(rows.get(folded) ?? []), row]);
    }
  return sns.map((text) => {
    const alike = rows.get(text.toLowerCase()) ?? [];
    return { text, found: alike.find(({ sn }) => sn === text) ?? (alike.length === 1 ? alike[0] : undefined) };
  });
};

interface Judged {
  readonly row: TransferRow;
  readonly found: Seen | undefined;
  readonly code: CodeName;
}

const judge = (named: readonly Named[], companyId: string, language: Language): Judged[] => {
  const before = new Set<string>();
  return named.map(({ text, found }, index) => {
    const twice = found !== undefined && before.has(found.id);
    if (found) before.add(found.id);
    const code = !found ? "notFound" : twice ? "namedTwice" : found.company_id === companyId ? "alreadyThere" : "ok";
    const row = {
      ...{ place: index + 1, sn: text, id: code === "ok" ? (found?.id ?? "") : "", name: found?.name ?? "" },
      companyName: found?.companyName ?? "",
      ...{ code: codes[code].code, message: code === "ok" ? "" : new Problem(code).envelope(language).message },
    };
    return { row, found, code };
  });
};

/** The organisation that devices may go to: one that the caller sees. */
export const checkTarget = async (db: Db, caller: Caller, companyId: string): Promise<void> => {
  const target = await companiesOf(db, caller).where("company.id", "=", companyId).executeTakeFirst();
  if (!target) throw fieldProblem("companyId", "rule.transfer.target");
};

export const checkTransfer = async (
  db: Db,
  caller: Caller,
  { companyId, ids, sns }: RequestOf<Calls["check_transfer"]>,
  language: Language,
): Promise<ResponseOf<Calls["check_transfer"]>> => {
  if (companyId !== "") await checkTarget(db, caller, companyId);
  const lines = sns.map((sn) => sn.trim());
  const named = [...(await byIds(db, caller, ids)), ...(await bySns(db, caller, lines))];
  return { rows: judge(named, companyId, language).map(({ row }) => row) };
};

/** What others have to be told of, and what is answered. */
export interface Transferred {
  readonly moved: readonly { readonly id: string; readonly sn: string }[];
  readonly rows: TransferRow[];
  /** Users who have a device no longer, alarm rules that are gone. */
  readonly ended: readonly string[];
  readonly ruleIds: readonly string[];
  readonly change: string;
}

type Transfer = RequestOf<Calls["change_user"]>;
interface Asked {
  at: number;
  language: Language;
}

/** Gives the devices that can go to the organisation, all at one moment. Throws where none of them can: what keeps the first. */
export const transferDevices = (db: Db, caller: Caller, request: Transfer, asked: Asked): Promise<Transferred> =>
  db.transaction().execute((tx) => transferDevicesIn(tx, caller, request, asked));

/** The same within a transaction. */
export const transferDevicesIn = async (
  tx: Db,
  caller: Caller,
  { ids, companyId, erase }: Transfer,
  { at, language }: Asked,
): Promise<Transferred> => {
  await checkTarget(tx, caller, companyId);
  const judged = judge(await byIds(tx, caller, ids), companyId, language);
  const leaving = judged.flatMap(({ code, found }) => (code === "ok" && found ? [found] : []));
  const kept = judged.find(({ code }) => code !== "ok");
  if (leaving.length === 0) throw new Problem(kept?.code ?? "notFound");
  const moving = leaving.map(({ id }) => id);
  const parts = new Set(erase);
  const bound = parts.has("bindings") ? await boundUsers(tx, moving) : [];
  const { ruleIds } = await eraseRecords(tx, moving, parts);
  for (const some of portions(moving))
    await tx
      .updateTable("device")
      .set((eb) => ({ company_id: companyId, version: eb("version", "+", 1), updated_at: at, updated_by: authorOf(caller) }))
      .where("id", "in", some)
      .execute();
  const { ended } = await followMove(tx, caller, leaving, companyId, at);
  const change = changeOf(
    Object.fromEntries(leaving.map(({ id, sn, name, companyName }) => [id, `${name} (${sn}) · ${companyName}`])),
    Object.fromEntries(leaving.map(({ id, sn, name }) => [id, `${name} (${sn}) · ${companyId}`])),
  );
  return {
    moved: leaving.map(({ id, sn }) => ({ id, sn })),
    rows: judged.map(({ row }) => row),
    ended: [...new Set([...bound, ...ended])],
    ruleIds,
    change,
  };
};

const boundUsers = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const users = new Set<string>();
  for (const some of portions(ids))
    for (const { user_id } of await db.selectFrom("device_user").select("user_id").distinct().where("device_id", "in", some).execute())
      users.add(user_id);
  return [...users];
};
