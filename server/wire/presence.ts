import { sql } from "kysely";
import type { StateReason } from "#contract/resources/deviceStateLog.ts";
import { writeCommunicationTimes } from "#server/catalog/communicationTimes.ts";
import type { Db } from "#server/db/open.ts";
import { hasPassed } from "#server/kit/hasPassed.ts";
import { newId } from "#server/kit/newId.ts";
import { nextTurn } from "#server/kit/nextTurn.ts";
import type { Troubles } from "#server/system/troubles.ts";
import { mostSilenceMs } from "./push/silence.ts";
import type { Leaving } from "./transport.ts";

export interface PresentDevice {
  id: string;
  sn: string;
  name: string;
  companyId: string;
  companyPath: string;
}

export interface PresenceChange {
  deviceId: string;
  name: string;
  sn: string;
  companyPath: string;
  online: boolean;
  at: number;
}

/** Deleted, its SN or password changed, or its organisation may work no longer. */
export type Dropping = "deleted" | "credentials" | "disabled";

/** It connected, it was heard by a post, or its vendor's cloud says that it is there. */
export type Coming = "connected" | "posted" | "reported";

/** Online and offline, as the transports judge it: by connection, or by posts. What is in the database follows within the flush interval, times of communication within 5 s. */
export interface PresenceKeeper {
  connected(device: PresentDevice, how?: Coming): void;
  disconnected(device: PresentDevice, leaving: Leaving): void;
  communicated(deviceId: string, at: number): void;
  communicatedAt(deviceId: string): number | undefined;
  isOnline(deviceId: string): boolean;
  /** The same without those that are only expected back. */
  isConnected(deviceId: string): boolean;
  onlineCount(): number;
  /** It may not stay: its connection is closed. */
  dropped(deviceId: string, sn: string, why: Dropping): void;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  db: Db;
  troubles: Pick<Troubles, "failed" | "over">;
  now: () => number;
  kick(sn: string): void;
  changed(change: PresenceChange, device: PresentDevice): void;
  flushMs?: number;
  later?: Later;
}

/** Does the work after that many milliseconds; answers how to call it off. */
export type Later = (work: () => void, milliseconds: number) => () => void;

export const byTimer: Later = (work, milliseconds) => {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
};

/** How long devices that were online before a restart may take to come back; those that post come when they post the next time. */
const graceMs = 60_000;
const postsGraceMs = mostSilenceMs;

interface Change {
  /** Sorts changes of one instant in their order. */
  id: string;
  device: PresentDevice;
  online: boolean;
  at: number;
  reason: StateReason;
}

/** Every message moves its device's time: a row of each talking device at every flush would take a quarter of what ingest has. */
const timesMs = 5000;
/** Rows of one statement; short enough for messages and calls to be served in between. */
const rowsAtOnce = 500;

/** Each loss is judged by the rules; tens of thousands at once would keep everything else waiting for a minute. */
const lostAtOnce = 50;
const lostPauseMs = 50;

/** Of an id: the time that it begins with. */
const timeDigits = 9;

/** A device has the state of its last change and is activated by the first that was a connection; each change is a row of the log. */
const writeChanges = async (db: Db, changes: readonly Change[]): Promise<void> => {
  const states = new Map<string, { online: number; activatedAt: number | null }>();
  for (const { device, online, at } of changes) {
    const activatedAt = states.get(device.id)?.activatedAt ?? (online ? at : null);
    states.set(device.id, { online: online ? 1 : 0, activatedAt });
  }
  const stateRows = Array.from(states, ([id, { online, activatedAt }]) => sql`(${id}, ${online}, ${activatedAt})`);
  const logRows = changes.map(({ id, device, online, at, reason }) => sql`(${id}, ${device.id}, ${online ? 1 : 0}, ${at}, ${reason})`);
  await db.transaction().execute(async (tx) => {
    await sql`update device set online = cast(fresh.column2 as integer), activated_at = coalesce(activated_at, cast(fresh.column3 as bigint))
      from (values ${sql.join(stateRows)}) as fresh where device.id = fresh.column1`.execute(tx);
    await sql`insert into device_state_log (id, device_id, company_id, online, at, reason)
      select fresh.column1, device.id, device.company_id, cast(fresh.column3 as integer), cast(fresh.column4 as bigint), fresh.column5
      from (values ${sql.join(logRows)}) as fresh inner join device on device.id = fresh.column2`.execute(tx);
  });
};

/**
 * Devices that were online when the server stopped are expected back: as long as the grace lasts they are neither reported lost nor
 * reported back one by one; then those that came are told of together, and the others go offline, a thousand a second. Those that post have
 * until their next post, those of a vendor's cloud until it is asked about them; they come back without a word.
 */
export const openPresence = async ({
  db,
  troubles,
  now,
  kick,
  changed,
  flushMs = 500,
  later = byTimer,
}: Options): Promise<PresenceKeeper> => {
  /** How each was heard of last. */
  const online = new Map<string, Coming>();
  const spoken = new Map<string, number>();
  const unsaved = new Set<string>();
  let changes: Change[] = [];
  let saving: Promise<void> = Promise.resolve();
  let timesSavedAt = now();
  const rows = await db
    .selectFrom("device")
    .innerJoin("company", "company.id", "device.company_id")
    .select(["device.id", "device.sn", "device.name", "device.company_id", "company.path"])
    .select((eb) =>
      eb
        .selectFrom("device_state_log as log")
        .select("log.reason")
        .whereRef("log.device_id", "=", "device.id")
        .orderBy("log.at", "desc")
        .orderBy("log.id", "desc")
        .limit(1)
        .as("reason"),
    )
    .where("device.online", "=", 1)
    .execute();
  const expected = new Map<string, PresentDevice>();
  /** Of them: those that were heard by posts, or of by their vendor's cloud. */
  const expectedPosts = new Map<string, PresentDevice>();
  for (const { id, sn, name, company_id, path, reason } of rows)
    (reason === "posted" || reason === "reported" ? expectedPosts : expected).set(id, {
      id,
      sn,
      name,
      companyId: company_id,
      companyPath: path,
    });
  const returned: PresentDevice[] = [];

  const tell = (device: PresentDevice, isOnline: boolean, at: number): void =>
    changed({ deviceId: device.id, name: device.name, sn: device.sn, companyPath: device.companyPath, online: isOnline, at }, device);
  let serial = 0;
  const change = (device: PresentDevice, isOnline: boolean, reason: StateReason): void => {
    const at = now();
    serial += 1;
    const made = newId(at);
    const id = `${made.slice(0, timeDigits)}${serial.toString(36).padStart(7, "0")}${made.slice(timeDigits + 7)}`;
    changes.push({ id, device, online: isOnline, at, reason });
  };
  /** Devices that are being let go, until their connection is closed. */
  const leaving = new Map<string, StateReason>();
  const forgetReturn = (deviceId: string): void => {
    const at = returned.findIndex((known) => known.id === deviceId);
    if (at >= 0) returned.splice(at, 1);
  };

  const saveChanges = async (): Promise<void> => {
    const batch = changes;
    changes = [];
    try {
      while (batch.length > 0) {
        await writeChanges(db, batch.slice(0, rowsAtOnce));
        batch.splice(0, rowsAtOnce);
        if (batch.length > 0) await nextTurn();
      }
      troubles.over("presence");
    } catch (fault) {
      troubles.failed("presence", fault, "presence could not be saved, will be tried again");
      changes = [...batch, ...changes];
    }
  };
  const saveTimes = async (): Promise<void> => {
    const times = Array.from(unsaved, (id) => ({ id, at: spoken.get(id) ?? now() }));
    unsaved.clear();
    timesSavedAt = now();
    try {
      while (times.length > 0) {
        await writeCommunicationTimes(db, times.slice(0, rowsAtOnce));
        times.splice(0, rowsAtOnce);
        if (times.length > 0) await nextTurn();
      }
      troubles.over("communication times");
    } catch (fault) {
      troubles.failed("communication times", fault, "times of communication could not be saved, will be tried again");
      for (const { id } of times) unsaved.add(id);
    }
  };
  const flush = (withTimes = true): Promise<void> => {
    saving = saving.then(saveChanges);
    if (withTimes) saving = saving.then(saveTimes);
    return saving;
  };
  const timer = setInterval(() => void flush(hasPassed(timesSavedAt, now(), timesMs)), flushMs);

  let settled = false;
  let stopWaiting = (): void => undefined;
  let stopWaitingForPosts = (): void => undefined;
  /** A few at a time; answers whether some are left. */
  const loseSome = (missed: Map<string, PresentDevice>): boolean => {
    let left = lostAtOnce;
    for (const device of missed.values()) {
      if (left === 0) break;
      left -= 1;
      missed.delete(device.id);
      change(device, false, "restart");
      tell(device, false, now());
    }
    return missed.size > 0;
  };
  const loseExpected = (): void => {
    if (loseSome(expected)) stopWaiting = later(loseExpected, lostPauseMs);
  };
  const losePosts = (): void => {
    if (loseSome(expectedPosts)) stopWaitingForPosts = later(losePosts, lostPauseMs);
  };
  const settle = (): void => {
    settled = true;
    for (const device of returned) tell(device, true, now());
    returned.length = 0;
    loseExpected();
  };
  if (expected.size > 0) stopWaiting = later(settle, graceMs);
  if (expectedPosts.size > 0) stopWaitingForPosts = later(losePosts, postsGraceMs);

  return {
    connected(device, how = "connected") {
      leaving.delete(device.id);
      const before = online.get(device.id);
      online.set(device.id, how);
      if (before !== undefined) return change(device, true, before === "connected" && how === "connected" ? "replaced" : how);
      spoken.set(device.id, now());
      unsaved.add(device.id);
      // It was never away, and its page never said so.
      if (expectedPosts.delete(device.id)) return;
      if (expected.delete(device.id)) {
        if (settled) return tell(device, true, now());
        returned.push(device);
        if (expected.size === 0) {
          stopWaiting();
          settle();
        }
        return;
      }
      change(device, true, how);
      tell(device, true, now());
    },
    disconnected(device, how) {
      const reason = leaving.get(device.id) ?? how;
      leaving.delete(device.id);
      if (!online.delete(device.id) && !expectedPosts.delete(device.id)) return;
      forgetReturn(device.id);
      change(device, false, reason);
      tell(device, false, now());
    },
    communicated(deviceId, at) {
      spoken.set(deviceId, at);
      unsaved.add(deviceId);
    },
    communicatedAt: (deviceId) => spoken.get(deviceId),
    isOnline: (deviceId) => online.has(deviceId) || expected.has(deviceId) || expectedPosts.has(deviceId),
    isConnected: (deviceId) => online.has(deviceId),
    onlineCount: () => online.size,
    dropped(deviceId, sn, why) {
      const missed = expected.get(deviceId) ?? expectedPosts.get(deviceId);
      expected.delete(deviceId);
      expectedPosts.delete(deviceId);
      if (why === "deleted") {
        online.delete(deviceId);
        forgetReturn(deviceId);
      } else if (missed) {
        change(missed, false, why);
        tell(missed, false, now());
      } else if (online.has(deviceId)) leaving.set(deviceId, why);
      kick(sn);
    },
    flush: () => flush(),
    async stop() {
      clearInterval(timer);
      stopWaiting();
      stopWaitingForPosts();
      await flush();
    },
  };
};
