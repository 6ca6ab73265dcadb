import type { Insertable, Transaction } from "kysely";
import { type MessageType, messageTypes } from "#contract/resources/alarmGroup.ts";
import type { NoticeEvent } from "#contract/resources/alarmNotice.ts";
import type { AlarmNoticeTable } from "#server/db/alarmNotices.ts";
import type { Db } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { hasPassed } from "#server/kit/hasPassed.ts";
import { newId } from "#server/kit/newId.ts";
import { portions } from "#server/kit/portions.ts";
import type { Channel, Channels } from "./channels.ts";
import { contactsIn, type KnownGroup, knownGroup } from "./noticeGroups.ts";
import { hourEnd, hourOf, quietUntil } from "./quietHours.ts";

/** More raises of one group than these within a minute are a storm, which is told in summaries: one at once, then one a minute. */
export const stormRaises = 20;
const stormMs = 60_000;
const groupsAtOnce = 100;
const eventsAtOnce = 5000;
const emergency = 3;

interface Due {
  readonly id: string;
  readonly event: NoticeEvent;
  readonly level: number;
  readonly at: number;
  readonly state: string;
}

export interface Planning {
  readonly db: Db;
  readonly channels: Channels;
  /** When a storm of a group was told last. */
  readonly storms: Map<string, number>;
}

/** Groups that something is to be told, as many as are looked at together. */
export const groupsToPlan = async (db: Db, at: number): Promise<string[]> => {
  const rows = await db
    .selectFrom("alarm_notice_event")
    .select("group_id")
    .where("state", "in", ["new", "quiet"])
    .where("next_at", "<=", at)
    .groupBy("group_id")
    .orderBy((eb) => eb.fn.min("next_at"))
    .limit(groupsAtOnce)
    .execute();
  return rows.map(({ group_id }) => group_id);
};

/** The channels of the group, with whether their providers are set. */
const waysOf = async (channels: Channels, group: KnownGroup): Promise<[MessageType, Channel | undefined][]> => {
  const ways: [MessageType, Channel | undefined][] = [];
  for (const type of messageTypes) {
    if (!group.messageTypes.includes(type)) continue;
    const channel = channels[type];
    ways.push([type, channel && (await channel.isConfigured(group.companyId)) ? channel : undefined]);
  }
  return ways;
};

/** Decides what of a group is told now, and to whom; what has to wait waits on. All or nothing of it is written. */
export const planGroup = async ({ db, channels, storms }: Planning, groupId: string, at: number): Promise<void> => {
  const group = await knownGroup(db, groupId);
  if (!group) {
    await db.deleteFrom("alarm_notice_event").where("group_id", "=", groupId).where("state", "in", ["new", "quiet"]).execute();
    return;
  }
  const ways = await waysOf(channels, group);
  const stormTold = await db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom("alarm_notice_event")
      .select(["id", "event", "level", "at", "state"])
      .where("group_id", "=", groupId)
      .where((eb) => eb.or([eb("state", "=", "new"), eb.and([eb("state", "=", "quiet"), eb("next_at", "<=", at)])]))
      .orderBy("at")
      .orderBy("event")
      .orderBy("id")
      .limit(eventsAtOnce)
      .execute();
    const quiet = quietUntil({ from: group.quietFrom, to: group.quietTo }, group.zone, at);
    const waits = ({ level }: Due): boolean => quiet !== undefined && level < emergency;
    await wait(trx, due.filter(waits), quiet ?? at);
    const told = due.filter((event) => !waits(event));
    const write = openBatches(trx, group, ways, at);
    const rested = told.filter(({ state }) => state === "quiet");
    if (rested.length > 0) await write(rested);
    const fresh = told.filter(({ state }) => state === "new");
    if (fresh.length === 0) return false;
    if (!(await isStorm(trx, groupId, at))) {
      // What was gathered in a storm that is over stays together.
      const [first] = fresh;
      if (first && fresh.length > 1 && storms.has(groupId) && at - first.at >= stormMs) await write(fresh);
      else for (const event of fresh) await write([event]);
      return false;
    }
    const last = storms.get(groupId);
    const rest = last === undefined || hasPassed(last, at, stormMs);
    const oldest = fresh[0]?.at ?? at;
    if (!(rest && fresh.length > stormRaises) && at - oldest < stormMs) {
      await lookLater(trx, groupId, at, oldest + stormMs);
      return false;
    }
    await write(fresh);
    return true;
  });
  if (stormTold) storms.set(groupId, at);
  else if (storms.has(groupId) && hasPassed(storms.get(groupId) ?? 0, at, 2 * stormMs)) storms.delete(groupId);
};

const isStorm = async (trx: Transaction<Database>, groupId: string, at: number): Promise<boolean> => {
  const rows = await trx
    .selectFrom("alarm_notice_event")
    .select("id")
    .where("group_id", "=", groupId)
    .where("at", ">", at - stormMs)
    .where("event", "<>", "released")
    .limit(stormRaises + 1)
    .execute();
  return rows.length > stormRaises;
};

/** What is gathered in a storm is looked at again when something comes, or when it is told at the latest. */
const lookLater = async (trx: Transaction<Database>, groupId: string, at: number, later: number): Promise<void> => {
  await trx
    .updateTable("alarm_notice_event")
    .set({ next_at: later })
    .where("group_id", "=", groupId)
    .where("state", "=", "new")
    .where("next_at", "<=", at)
    .execute();
};

const wait = async (trx: Transaction<Database>, events: readonly Due[], until: number): Promise<void> => {
  for (const some of portions(events.map(({ id }) => id)))
    await trx.updateTable("alarm_notice_event").set({ state: "quiet", next_at: until }).where("id", "in", some).execute();
};

/** Writes batches of one group: what is told together, and a row for whom it is told by which way. */
const openBatches = (
  trx: Transaction<Database>,
  group: KnownGroup,
  ways: readonly (readonly [MessageType, Channel | undefined])[],
  at: number,
): ((events: readonly Due[]) => Promise<void>) => {
  const hour = hourOf(group.zone, at);
  let known: Promise<{ contacts: string[]; sent: Map<string, number> }> | undefined;
  const look = async () => {
    const contacts = (await contactsIn(trx, group.id)).map(({ id }) => id);
    const sent = new Map<string, number>();
    for (const some of portions(contacts)) {
      const rows = await trx
        .selectFrom("alarm_notice")
        .select((eb) => ["contact_id", "channel", eb.fn.countAll<number>().as("count")])
        .where("contact_id", "in", some)
        .where("hour", "=", hour)
        .where("state", "<>", "held")
        .groupBy(["contact_id", "channel"])
        .execute();
      for (const { contact_id, channel, count } of rows) sent.set(`${channel} ${contact_id}`, Number(count));
    }
    return { contacts, sent };
  };
  return async (events) => {
    known ??= look();
    const { contacts, sent } = await known;
    const batchId = newId(at);
    for (const some of portions(events.map(({ id }) => id)))
      await trx.updateTable("alarm_notice_event").set({ state: "planned", batch_id: batchId }).where("id", "in", some).execute();
    const rows: Insertable<AlarmNoticeTable>[] = [];
    for (const [type, channel] of ways) {
      const common = { batch_id: batchId, group_id: group.id, company_id: group.companyId, channel: type, count: events.length };
      const lane = channel?.laneOf(group) ?? group.id;
      const plain = { ...common, lane, merged_into: "", created_at: at, tries: 0, lost: 0 };
      if (channel?.tells !== "contacts") {
        rows.push({ ...plain, id: newId(at), contact_id: "", state: "due", hour: 0, next_at: at });
        continue;
      }
      for (const contactId of contacts) {
        const key = `${type} ${contactId}`;
        const count = sent.get(key) ?? 0;
        const over = count >= group.perHour;
        if (!over) sent.set(key, count + 1);
        const state = over ? ({ state: "held", next_at: hourEnd(hour) } as const) : ({ state: "due", next_at: at } as const);
        rows.push({ ...plain, ...state, id: newId(at), contact_id: contactId, hour });
      }
    }
    for (const some of portions(rows)) await trx.insertInto("alarm_notice").values(some).execute();
  };
};

const heldAtOnce = 200;

/** What was held over the limit of an hour that is over becomes one summary for each contact and channel. Answers whether there may be more. */
export const releaseHeld = async (db: Db, at: number): Promise<boolean> => {
  const held = await db
    .selectFrom("alarm_notice")
    .select((eb) => ["group_id", "company_id", "lane", "channel", "contact_id", eb.fn.countAll<number>().as("rows")])
    .select((eb) => eb.fn.sum<number>("count").as("count"))
    .where("state", "=", "held")
    .where("next_at", "<=", at)
    .groupBy(["group_id", "company_id", "lane", "channel", "contact_id"])
    .limit(heldAtOnce)
    .execute();
  for (const { rows, count, ...of } of held)
    await db.transaction().execute(async (trx) => {
      const theirs = () =>
        trx
          .updateTable("alarm_notice")
          .where("group_id", "=", of.group_id)
          .where("channel", "=", of.channel)
          .where("contact_id", "=", of.contact_id)
          .where("state", "=", "held")
          .where("next_at", "<=", at);
      if (Number(rows) === 1) return void (await theirs().set({ state: "due", hour: 0, next_at: at }).execute());
      const id = newId(at);
      await trx
        .insertInto("alarm_notice")
        .values({
          ...of,
          id,
          batch_id: id,
          count: Number(count),
          state: "due",
          hour: 0,
          next_at: at,
          merged_into: "",
          created_at: at,
          tries: 0,
          lost: 0,
        })
        .execute();
      await theirs().set({ state: "merged", merged_into: id }).execute();
    });
  return held.length === heldAtOnce;
};
