import type { Selectable } from "kysely";
import type { ResponseOf } from "#contract/kit/call.ts";
import type { alarmLog } from "#contract/resources/alarm.ts";
import { alarmContact } from "#contract/resources/alarmGroup.ts";
import { type NoticeRow, noticeOutcomes } from "#contract/resources/alarmNotice.ts";
import { escalationOf } from "#server/alarm/recordEscalation.ts";
import { inScope } from "#server/alarm/recordFilters.ts";
import type { AlarmNoticeTable, NoticeState } from "#server/db/alarmNotices.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { portions } from "#server/kit/portions.ts";
import { Problem } from "#server/kit/problem.ts";
import { companiesOf } from "#server/kit/scope.ts";

const iso = (at: number): string => new Date(at).toISOString();

const states = {
  due: "waiting",
  held: "waiting",
  sending: "sending",
  sent: "sent",
  failed: "failed",
  merged: "waiting",
} as const satisfies Record<NoticeState, NoticeRow["state"]>;

const hidden = "***";
const initial = (text: string): string => (text === "" ? "" : `${Array.from(text)[0]}${hidden}`);

/** Whom it went to, for who may not know whom the organisation has at call. */
const maskedAddress = (address: string): string => {
  const [name, host] = address.split("@");
  if (host !== undefined) return `${initial(name ?? "")}@${host}`;
  return /^\d{7,}$/.test(address) ? `${address.slice(0, 3)}****${address.slice(-4)}` : initial(address);
};

/** Of a caller who sees the record: who was told of it, and every attempt. Contacts of organisations that the caller does not see are masked. */
export const noticesOf = async (db: Db, caller: Caller, id: string): Promise<ResponseOf<typeof alarmLog.calls.notices>> => {
  const record = await db
    .selectFrom("alarm_log")
    .select(["alarm_log.id", "alarm_log.state", "alarm_log.open_key"])
    .where("alarm_log.id", "=", id)
    .where(inScope(db, caller))
    .executeTakeFirst();
  if (!record) throw new Problem("notFound");
  const events = await db
    .selectFrom("alarm_notice_event")
    .select(["event", "batch_id", "state", "next_at"])
    .where("record_id", "=", id)
    .orderBy("at")
    .orderBy("event")
    .execute();
  const waiting = events.filter(({ state }) => state !== "planned").map(({ next_at }) => next_at);
  const batches = [...new Set(events.flatMap(({ batch_id }) => (batch_id === "" ? [] : batch_id)))];
  const told = await noticesIn(db, batches);
  const attempts = groupedBy(
    await attemptsOf(
      db,
      [...told.values()].map(({ id: noticeId }) => noticeId),
    ),
    ({ notice_id }) => notice_id,
  );
  const contacts = await namesOf(
    db,
    [...told.values()].map(({ contact_id }) => contact_id),
  );
  const companies = await visibleCompanies(
    db,
    caller,
    [...told.values()].map(({ company_id }) => company_id),
  );
  const list = [...told.values()].map((notice): NoticeRow => {
    const own = attempts.get(notice.id) ?? [];
    const last = own.findLast(({ name, address }) => name !== "" || address !== "");
    const name = last?.name ?? contacts.get(notice.contact_id) ?? "";
    const open = companies.has(notice.company_id);
    const waits = notice.state === "due" || notice.state === "held";
    return {
      ...{ id: notice.id, channel: notice.channel, count: notice.count, state: states[notice.state] },
      events: events.flatMap(({ event, batch_id }) => (notice.batches.includes(batch_id) ? event : [])),
      name: open ? name : initial(name),
      address: open ? (last?.address ?? "") : maskedAddress(last?.address ?? ""),
      nextAt: waits ? iso(notice.next_at) : null,
      attempts: own.map(({ at, outcome, answer, next_at }) => ({
        // What the provider said may repeat the address.
        ...{ at: iso(at), answer: open ? answer : "", nextAt: next_at === 0 ? null : iso(next_at) },
        outcome: noticeOutcomes.find((known) => known === outcome) ?? "notTried",
      })),
    };
  });
  return {
    notices: list,
    waitingUntil: waiting.length === 0 ? null : iso(Math.min(...waiting)),
    escalation: await escalationOf(db, caller, record),
  };
};

const columns = ["id", "batch_id", "company_id", "channel", "contact_id", "count", "state", "next_at", "merged_into"] as const;

type Told = Pick<Selectable<AlarmNoticeTable>, (typeof columns)[number]> & { readonly batches: string[] };

/** By their ids, with the batches that each tells of: a summary stands for what was merged into it. */
const noticesIn = async (db: Db, batches: readonly string[]): Promise<Map<string, Told>> => {
  const told = new Map<string, Told>();
  if (batches.length === 0) return told;
  const rows = await db
    .selectFrom("alarm_notice")
    .select(columns)
    .where("batch_id", "in", batches)
    .orderBy("created_at")
    .orderBy("channel")
    .orderBy("contact_id")
    .execute();
  const merged = [...new Set(rows.flatMap(({ merged_into }) => (merged_into === "" ? [] : merged_into)))];
  const summaries = merged.length === 0 ? [] : await db.selectFrom("alarm_notice").select(columns).where("id", "in", merged).execute();
  const byId = new Map(summaries.map((summary) => [summary.id, summary]));
  for (const row of rows) {
    const notice = row.merged_into === "" ? row : byId.get(row.merged_into);
    if (!notice) continue;
    const there = told.get(notice.id);
    if (there) there.batches.push(row.batch_id);
    else told.set(notice.id, { ...notice, batches: [row.batch_id] });
  }
  return told;
};

const attemptsOf = async (db: Db, noticeIds: readonly string[]) => {
  const found = [];
  for (const some of portions(noticeIds))
    found.push(
      ...(await db.selectFrom("alarm_notice_attempt").selectAll().where("notice_id", "in", some).orderBy("at").orderBy("id").execute()),
    );
  return found;
};

/** Of contacts that nothing went to yet. */
const namesOf = async (db: Db, contactIds: readonly string[]): Promise<Map<string, string>> => {
  const named = new Map<string, string>();
  for (const some of portions(new Set(contactIds)))
    for (const { id, name } of await db.selectFrom("alarm_contact").select(["id", "name"]).where("id", "in", some).execute())
      named.set(id, name);
  return named;
};

/** Organisations whose contacts the caller may see. */
const visibleCompanies = async (db: Db, caller: Caller, companyIds: readonly string[]): Promise<Set<string>> => {
  const asked = [...new Set(companyIds)];
  if (asked.length === 0 || !caller.grants.has(alarmContact.calls.query.path)) return new Set();
  const rows = await companiesOf(db, caller).where("company.id", "in", asked).execute();
  return new Set(rows.map(({ id }) => id));
};
