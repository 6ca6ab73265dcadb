import { type RawBuilder, type Selectable, sql, type Transaction } from "kysely";
import { isForeignKeyFault } from "#server/db/engine.ts";
import type { Db } from "#server/db/open.ts";
import type { AlarmLogTable, AlarmPendingTable, Database } from "#server/db/schema.ts";
import { writeNoticeEvents } from "#server/notices/noticeEvents.ts";
import type { Troubles } from "#server/system/troubles.ts";
import { beginEscalation, type Escalated, endsOf, type RecordSteps } from "./escalation.ts";

export type AlarmRecord = Selectable<AlarmLogTable>;
export type AlarmMemory = Selectable<AlarmPendingTable>;

export interface AlarmLogger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** What is written together: all of it or nothing. */
export interface Transition {
  readonly raise?: AlarmRecord;
  /** Instead of a new record one of the same rule, device, slave and point opens again that is unprocessed, not older than this and not of the future. */
  readonly again?: { readonly raisedFrom: number; readonly releasedFrom: number; readonly until: number };
  /** Ends the open record of this key. */
  readonly release?: { readonly key: string; readonly at: number };
  /** Looks up the open record of this key, which is to be told of again. */
  readonly confirm?: string;
  readonly remember?: readonly AlarmMemory[];
  readonly forget?: string;
  /** Who is told next of what is raised. */
  readonly steps?: RecordSteps;
  /** Who is told of what is raised, released or confirmed; nobody when left out. */
  readonly tells?: Escalated;
  /** After the commit; a record is missing where the database had another state already. */
  committed?(records: Readonly<Record<"raised" | "released" | "confirmed", AlarmRecord | undefined>>): void;
  failed?(): void;
  /** Asked right before it is written: true where it was made of what could not be written. It then fails as well. */
  isVoid?(): boolean;
}

interface Telling {
  readonly log: AlarmLogger;
  readonly troubles: Pick<Troubles, "failed" | "over">;
}

export interface TransitionWriter {
  /** Resolves when it is committed. Rejects only when the database cannot be written, never because a device or rule has gone. */
  add(transition: Transition): Promise<void>;
  /** Resolves when nothing is waiting. */
  drained(): Promise<void>;
}

interface Batch {
  readonly transitions: Transition[];
  readonly done: Promise<void>;
  finish(error?: unknown): void;
}

const batchSize = 200;
/** Statements stay far below the number of values that an engine takes. */
const memoriesPerStatement = 500;

/** The one writer of alarm state: transitions are committed in the order in which they came, as many as are waiting in one transaction. */
export const openTransitionWriter = (db: Db, telling: Telling): TransitionWriter => {
  const batches: Batch[] = [];
  let running: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    await new Promise<void>((resolve) => setImmediate(resolve));
    for (let batch = batches.shift(); batch; batch = batches.shift()) await writeBatch(db, telling, batch);
    running = undefined;
  };

  return {
    add(transition) {
      let batch = batches.at(-1);
      if (!batch || batch.transitions.length >= batchSize) {
        batch = newBatch();
        batches.push(batch);
      }
      batch.transitions.push(transition);
      running ??= write();
      return batch.done;
    },
    async drained() {
      while (running) await running;
    },
  };
};

const newBatch = (): Batch => {
  let finish: (error?: unknown) => void = () => undefined;
  const done = new Promise<void>((resolve, reject) => {
    finish = (error) => (error === undefined ? resolve() : reject(error));
  });
  // Whoever waits for it is told; nobody has to.
  done.catch(() => undefined);
  return { transitions: [], done, finish };
};

const writeBatch = async (db: Db, telling: Telling, { transitions, finish }: Batch): Promise<void> => {
  if (transitions.some(({ isVoid }) => isVoid?.())) return finish(await writeSingly(db, telling, transitions));
  try {
    await writeTogether(db, telling, transitions);
    telling.troubles.over("alarms");
    finish();
  } catch {
    // One that cannot be written must not take the others with it.
    finish(await writeSingly(db, telling, transitions));
  }
};

const writeTogether = async (db: Db, { log }: Telling, transitions: readonly Transition[]): Promise<void> => {
  const written = await db.transaction().execute(async (trx) => {
    const records: Written = { raised: new Map(), released: new Map(), confirmed: new Map() };
    for (const run of runsOf(transitions)) await applyRun(trx, run, records);
    return records;
  });
  for (const { raise, release, confirm, committed } of transitions) {
    try {
      committed?.({
        raised: raise && written.raised.get(raise.id),
        released: release && written.released.get(release),
        confirmed: confirm === undefined ? undefined : written.confirmed.get(confirm),
      });
    } catch (error) {
      log.error({ err: error }, "a listener of alarms failed");
    }
  }
};

const writeSingly = async (db: Db, telling: Telling, transitions: readonly Transition[]): Promise<unknown> => {
  let fault: unknown;
  for (const transition of transitions) {
    if (transition.isVoid?.()) {
      transition.failed?.();
      fault ??= new Error("an alarm follows one that could not be written");
      continue;
    }
    try {
      await writeTogether(db, telling, [transition]);
    } catch (error) {
      transition.failed?.();
      if (isForeignKeyFault(error)) telling.log.warn({ err: error }, "an alarm was dropped: its device or rule has gone");
      else {
        telling.troubles.failed("alarms", error, "alarms could not be written: devices are not acknowledged and send again");
        fault ??= error;
      }
    }
  }
  return fault;
};

interface Written {
  /** By the id of what was to be raised: its record, new or opened again; none where it is open already. */
  readonly raised: Map<string, AlarmRecord>;
  readonly released: Map<Transition["release"], AlarmRecord>;
  /** By the key of the record that is open. */
  readonly confirmed: Map<string, AlarmRecord>;
}

/** Cut so that no key comes twice in a run: within one the order does not matter. */
const runsOf = (transitions: readonly Transition[]): Transition[][] => {
  const runs: Transition[][] = [];
  let seen = new Set<string>();
  for (const transition of transitions) {
    const keys = keysOf(transition);
    const run = runs.at(-1);
    if (run && !keys.some((key) => seen.has(key))) run.push(transition);
    else {
      runs.push([transition]);
      seen = new Set();
    }
    for (const key of keys) seen.add(key);
  }
  return runs;
};

const keysOf = ({ raise, release, confirm, remember = [], forget }: Transition): string[] =>
  [raise?.open_key, release?.key, confirm, forget, ...remember.map((memory) => memory.key)].filter((key) => typeof key === "string");

const applyRun = async (trx: Transaction<Database>, run: readonly Transition[], written: Written): Promise<void> => {
  const changes = new Map<string, number>();
  const count = (deviceId: string, by: 1 | -1): void => {
    changes.set(deviceId, (changes.get(deviceId) ?? 0) + by);
  };
  const again = await openAgain(trx, run);
  for (const [id, record] of again) written.raised.set(id, record);
  const raises = run.flatMap(({ raise }) => (raise && !written.raised.has(raise.id) ? raise : []));
  const raised = await insertRecords(trx, raises);
  for (const record of raises) if (raised.has(record.id)) written.raised.set(record.id, record);
  await beginSteps(trx, run, written, again);
  for (const { raise } of run) {
    const record = raise && written.raised.get(raise.id);
    if (record && record.open_key !== null) count(record.device_id, 1);
  }
  for (const { confirm } of run) {
    if (confirm === undefined) continue;
    const record = await trx.selectFrom("alarm_log").selectAll().where("open_key", "=", confirm).where("state", "=", 0).executeTakeFirst();
    if (record) written.confirmed.set(confirm, record);
  }
  for (const { release } of run) {
    const record = release && (await releaseRecord(trx, release));
    if (!record) continue;
    written.released.set(release, record);
    count(record.device_id, -1);
  }
  await countOpen(trx, changes);
  await remember(
    trx,
    run.flatMap((transition) => transition.remember ?? []),
  );
  const forgotten = run.flatMap(({ forget }) => forget ?? []);
  if (forgotten.length > 0) await trx.deleteFrom("alarm_pending").where("key", "in", forgotten).execute();
  await tellOf(trx, run, written, again);
};

/** Who is told next is kept with what they are told of. */
const beginSteps = async (
  trx: Transaction<Database>,
  run: readonly Transition[],
  written: Written,
  again: ReadonlyMap<string, AlarmRecord>,
): Promise<void> => {
  const begun = run.flatMap(({ raise, steps }) => {
    const record = raise && written.raised.get(raise.id);
    return steps && record ? { ...steps, id: record.id, fresh: !again.has(raise.id) } : [];
  });
  if (begun.length > 0) await beginEscalation(trx, begun);
};

/** Who is to be told is kept with what they are told of. */
const tellOf = async (
  trx: Transaction<Database>,
  run: readonly Transition[],
  written: Written,
  again: ReadonlyMap<string, AlarmRecord>,
): Promise<void> => {
  const raises = run.flatMap(({ tells, raise, confirm }) => {
    const record = (raise && written.raised.get(raise.id)) ?? (confirm === undefined ? undefined : written.confirmed.get(confirm));
    const groupId = tells?.groupId ?? null;
    return tells && groupId !== null && record
      ? { group: { ...tells, groupId }, record, fresh: raise !== undefined && !again.has(raise.id) }
      : [];
  });
  const releases = run.flatMap(({ tells, raise, release }) => {
    const raised = raise && written.raised.get(raise.id);
    const record = (release && written.released.get(release)) ?? (raised?.released_at == null ? undefined : raised);
    return tells && record ? { tells, record } : [];
  });
  if (raises.length + releases.length === 0) return;
  await writeNoticeEvents(trx, raises, await endsOf(trx, releases));
};

const subjectOf = ({ rule_id, device_id, slave, point_id }: Pick<AlarmRecord, "rule_id" | "device_id" | "slave" | "point_id">): string =>
  JSON.stringify([rule_id, device_id, slave, point_id]);

/** Opens young records again that nobody has dealt with; answers them by the ids of those that were to be raised. */
const openAgain = async (trx: Transaction<Database>, run: readonly Transition[]): Promise<Map<string, AlarmRecord>> => {
  const opened = new Map<string, AlarmRecord>();
  const asked = run.flatMap(({ raise, again }) => (raise && again ? { raise, again } : []));
  if (asked.length === 0) return opened;
  const rows = await trx
    .selectFrom("alarm_log")
    .selectAll()
    .where("device_id", "in", [...new Set(asked.map(({ raise }) => raise.device_id))])
    .where("raised_at", ">=", Math.min(...asked.map(({ again }) => again.raisedFrom)))
    .where("raised_at", "<=", Math.max(...asked.map(({ again }) => again.until)))
    .where("state", "=", 0)
    .orderBy("raised_at")
    .execute();
  const newest = new Map(rows.map((row) => [subjectOf(row), row]));
  for (const { raise, again } of asked) {
    const there = newest.get(subjectOf(raise));
    if (!there || there.raised_at < again.raisedFrom || there.released_at === null) continue;
    // One that ended in the future was written while the server's clock was ahead.
    if (there.released_at < again.releasedFrom || there.released_at > again.until) continue;
    const { open_key, value, content, content_en, released_at, masked, mask_id, reminds_at } = raise;
    const repeated_at = Math.max(raise.raised_at, there.released_at);
    const change = {
      open_key,
      value,
      content,
      content_en,
      repeated_at,
      released_at,
      masked,
      mask_id,
      reminds_at,
      repeats: there.repeats + 1,
    };
    await trx.updateTable("alarm_log").set(change).where("id", "=", there.id).execute();
    opened.set(raise.id, { ...there, ...change });
  }
  return opened;
};

/** Answers the ids that are new; a key that is open already keeps its record. */
const insertRecords = async (trx: Transaction<Database>, records: readonly AlarmRecord[]): Promise<Set<string>> => {
  if (records.length === 0) return new Set();
  const rows = await trx
    .insertInto("alarm_log")
    .values([...records])
    .onConflict((conflict) => conflict.column("open_key").doNothing())
    .returning("id")
    .execute();
  return new Set(rows.map((row) => row.id));
};

/** The clock can raise a record later than the device's own clock says, and the server's own may have been ahead: none ends before it began. */
export const releasedAt = (at: number): RawBuilder<number> =>
  sql<number>`case when ${at} >= raised_at and ${at} >= coalesce(repeated_at, raised_at) then ${at}
    when repeated_at > raised_at then repeated_at else raised_at end`;

const releaseRecord = (trx: Transaction<Database>, { key, at }: { key: string; at: number }): Promise<AlarmRecord | undefined> =>
  trx
    .updateTable("alarm_log")
    .set({ open_key: null, released_at: releasedAt(at) })
    .where("open_key", "=", key)
    .returningAll()
    .executeTakeFirst();

const countOpen = async (trx: Transaction<Database>, changes: ReadonlyMap<string, number>): Promise<void> => {
  for (const by of new Set(changes.values())) {
    if (by === 0) continue;
    const ids = Array.from(changes).flatMap(([id, change]) => (change === by ? id : []));
    await trx
      .updateTable("device")
      .set((eb) => ({ open_alarms: eb("open_alarms", "+", by) }))
      .where("id", "in", ids)
      .execute();
  }
};

const remember = async (trx: Transaction<Database>, memories: readonly AlarmMemory[]): Promise<void> => {
  for (let from = 0; from < memories.length; from += memoriesPerStatement)
    await trx
      .insertInto("alarm_pending")
      .values(memories.slice(from, from + memoriesPerStatement))
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet((eb) => ({ since: eb.ref("excluded.since"), last_value: eb.ref("excluded.last_value") })),
      )
      .execute();
};
