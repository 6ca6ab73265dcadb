import type { Logger } from "pino";
import type { Db } from "#server/db/open.ts";
import { hasPassed } from "#server/kit/hasPassed.ts";
import { openLooking } from "#server/kit/looking.ts";
import type { Troubles } from "#server/system/troubles.ts";
import { attempt, type Channel, type Channels } from "./channels.ts";
import { contactsIn, type KnownGroup, knownGroup } from "./noticeGroups.ts";
import { groupsToPlan, planGroup, releaseHeld } from "./noticePlan.ts";
import {
  claimNotice,
  dueNotices,
  type EndedAttempt,
  endAttempt,
  expireNotices,
  type Lane,
  type NoticeRow,
  takeUpLost,
} from "./noticeQueue.ts";
import { type NoticeTexts, noticeTexts, type TextSettings } from "./noticeText.ts";
import { type ToldBatch, toldBatch } from "./toldAlarms.ts";
import { webhookBody } from "./webhookBody.ts";

interface Options {
  readonly db: Db;
  readonly log: Logger;
  readonly troubles: Pick<Troubles, "failed" | "over">;
  /** The time of day that may be told by. */
  readonly believed: () => number;
  readonly channels: Channels;
  readonly settings: TextSettings;
  /** From 0 to 1, for the jitter of what is tried again. */
  readonly chance?: () => number;
}

/**
 * Tells the contacts of alarm groups what the alarm engine wrote for them. All of it is in the database: a notice is claimed before it is
 * sent, so that a server that dies leaves it known as one that may have been; it is then sent once more.
 */
export interface AlarmNotices {
  readonly channels: Channels;
  /** Looks at what is due, and resolves when nothing is on its way. */
  look(): Promise<void>;
  begin(): Promise<void>;
  /** Begins nothing any more. */
  rest(): void;
  stop(): Promise<void>;
}

type Ended = Omit<EndedAttempt, "at">;

interface Made {
  readonly channel: Channel;
  readonly group: KnownGroup;
  readonly batch: ToldBatch;
  readonly receiver: Pick<EndedAttempt, "name" | "address">;
  readonly texts: NoticeTexts;
}

const part = "alarm notices";
const lookMs = 1000;
const mostAtOnce = 200;
/** What is on its way when the server stops has so long to end. */
const stopMs = 1500;
/** Until the next try, each with a fifth more or less; after the last one it is given up. */
const againMs = [30_000, 120_000, 600_000, 3_600_000] as const;
const jitter = 0.2;
const dayMs = 86_400_000;
const keptMs = 400 * dayMs;

export const openAlarmNotices = ({ db, log, troubles, believed, channels, settings, chance = Math.random }: Options): AlarmNotices => {
  const storms = new Map<string, number>();
  /** On their way, by id. */
  const busy = new Map<string, Lane & { done: Promise<void> }>();
  /** Ends of attempts that could not be written. */
  const unwritten = new Map<string, EndedAttempt>();
  const ending = new AbortController();
  const looking = openLooking(() => lookOnce(), lookMs);
  let expiredAt: number | undefined;

  const channelOf = ({ channel }: Lane): Channel | undefined => Object.entries(channels).find(([type]) => type === channel)?.[1];
  const on = ({ channel, lane }: Lane): { all: number; lane: number } => {
    const same = [...busy.values()].filter((other) => other.channel === channel);
    return { all: same.length, lane: same.filter((other) => other.lane === lane).length };
  };
  const nextTry = (tries: number, at: number, waitMs = 0): number | undefined => {
    const wait = againMs[tries - 1];
    return wait === undefined ? undefined : Math.round(at + Math.max(waitMs, wait * (1 + jitter * (2 * chance() - 1))));
  };

  /** What is to be sent of the row, or why nothing is. Claimed for neither yet: between a claim and what it is for nothing else is waited for. */
  const make = async (row: NoticeRow): Promise<Made | Ended> => {
    const whom = { name: "", address: "" };
    const over = { answer: "", nextAt: undefined };
    const group = await knownGroup(db, row.group_id);
    if (!group?.messageTypes.some((type) => type === row.channel)) return { ...whom, ...over, outcome: "withdrawn" };
    const contact = row.contact_id === "" ? undefined : (await contactsIn(db, row.group_id)).find(({ id }) => id === row.contact_id);
    if (row.contact_id !== "" && !contact) return { ...whom, ...over, outcome: "withdrawn" };
    const channel = channelOf(row);
    if (!(channel && (await channel.isConfigured(group.companyId)))) return { ...whom, ...over, outcome: "notConfigured" };
    const address = channel.addressOf(contact, group);
    const receiver = { name: contact?.name ?? group.name, address };
    if (address === "") return { ...receiver, ...over, outcome: "noAddress" };
    const batch = await toldBatch(db, row.id);
    if (!batch) return { ...receiver, ...over, outcome: "withdrawn" };
    return { channel, group, batch, receiver, texts: noticeTexts(batch, contact?.language ?? "zh", settings) };
  };

  /** What came of the attempt, which the row has been claimed for. */
  const send = async ({ id, tries }: NoticeRow, at: number, { channel, group, batch, receiver, texts }: Made): Promise<Ended> => {
    const body = webhookBody(id, batch, at, settings.publicUrl);
    const message = { ...texts, id, address: receiver.address, group, at, body };
    const { outcome, answer, final, waitMs } = await attempt(channel, message, ending.signal);
    if (outcome === "lost") return { ...receiver, outcome, answer, nextAt: believed() };
    const nextAt = outcome === "sent" || final ? undefined : nextTry(tries + 1, believed(), waitMs);
    return { ...receiver, outcome, answer, nextAt };
  };

  const keep = async (id: string, end: EndedAttempt): Promise<void> => {
    try {
      await endAttempt(db, id, end);
      unwritten.delete(id);
    } catch (fault) {
      unwritten.set(id, end);
      throw fault;
    }
  };
  const deliver = async (row: NoticeRow): Promise<void> => {
    try {
      const made = await make(row).catch((fault: unknown): Ended => {
        troubles.failed(part, fault, "a notice of an alarm could not be made, will be tried again");
        return { outcome: "notTried", answer: "", name: "", address: "", nextAt: nextTry(row.tries + 1, believed()) };
      });
      const at = believed();
      if (!(await claimNotice(db, row, at))) return;
      const ended = "outcome" in made ? made : await send(row, at, made);
      await keep(row.id, { ...ended, at });
    } catch (fault) {
      troubles.failed(part, fault, "what became of a notice of an alarm could not be written, will be tried again");
      return;
    } finally {
      busy.delete(row.id);
    }
    fillSoon();
  };

  const fill = async (): Promise<void> => {
    if (looking.isResting()) return;
    const lanes = [...busy.values()].filter((lane) => on(lane).lane >= (channelOf(lane)?.perLane ?? 1));
    const full = Object.entries(channels).filter(([channel, { atOnce }]) => on({ channel, lane: "" }).all >= atOnce);
    const perLane = Math.max(1, ...Object.values(channels).map((channel) => channel.perLane));
    const rows = await dueNotices(db, believed(), { channels: full.map(([channel]) => channel), lanes, perLane, most: mostAtOnce });
    for (const row of rows) {
      const { all, lane } = on(row);
      const channel = channelOf(row);
      if (looking.isResting() || busy.has(row.id) || all >= (channel?.atOnce ?? 1) || lane >= (channel?.perLane ?? 1)) continue;
      const begun = { channel: row.channel, lane: row.lane, done: Promise.resolve() };
      busy.set(row.id, begun);
      begun.done = deliver(row);
    }
  };
  let filling: Promise<void> | undefined;
  let again = false;
  const fillOnce = async (): Promise<void> => {
    do {
      again = false;
      await fill();
    } while (again);
  };
  const fillSoon = (): void => {
    again = true;
    filling ??= fillOnce()
      .catch((fault: unknown) => troubles.failed(part, fault, "notices of alarms could not be looked for, will be tried again"))
      .finally(() => {
        filling = undefined;
      });
  };

  const plan = async (): Promise<void> => {
    for (const id of await groupsToPlan(db, believed())) await planGroup({ db, channels, storms }, id, believed());
    while (await releaseHeld(db, believed()));
    const at = believed();
    if (expiredAt !== undefined && !hasPassed(expiredAt, at, dayMs)) return;
    expiredAt = at;
    while (await expireNotices(db, at - keptMs));
  };
  const lookOnce = async (): Promise<void> => {
    try {
      for (const [id, end] of unwritten) await keep(id, end);
      await plan();
      await fill();
      troubles.over(part);
    } catch (fault) {
      troubles.failed(part, fault, "notices of alarms could not be looked for, will be tried again");
    }
  };
  const idle = async (): Promise<void> => {
    while (busy.size > 0 || filling) await Promise.all([filling, ...[...busy.values()].map(({ done }) => done)]);
  };

  return {
    channels,
    async look() {
      await lookOnce();
      await idle();
    },
    async begin() {
      const lost = await takeUpLost(db, believed());
      if (lost > 0)
        log.warn({ part, notices: lost }, "notices of alarms were on their way when the server stopped: they may be sent twice");
      looking.begin();
    },
    rest: looking.rest,
    async stop() {
      looking.rest();
      const patience = setTimeout(() => ending.abort(), stopMs);
      await looking.ended();
      await idle();
      clearTimeout(patience);
    },
  };
};
