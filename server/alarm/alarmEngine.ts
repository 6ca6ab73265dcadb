import type { Db } from "#server/db/open.ts";
import { hasPassed } from "#server/kit/hasPassed.ts";
import type { Troubles } from "#server/system/troubles.ts";
import { takenAt } from "#server/telemetry/newest.ts";
import type { PointReading, RegisteredDevice } from "#server/wire/registered.ts";
import type { AlarmEvent } from "./alarmEvent.ts";
import { type Cause, isLate } from "./alarmWriting.ts";
import { openFollowing, type Touched, type TouchedIds } from "./following.ts";
import { forgetRule } from "./forgetRule.ts";
import { tellEdited, tellEnded } from "./maskEnds.ts";
import { openMasks } from "./masks.ts";
import { openPresenceTelling } from "./presenceTelling.ts";
import { tellDue } from "./reminders.ts";
import { restoreWatches } from "./restoreWatches.ts";
import { type AlarmDevice, isSame, type Rule } from "./rule.ts";
import { type NewestReading, RuleIndex } from "./ruleIndex.ts";
import { isOf } from "./rulesBy.ts";
import { openStepWriting } from "./stepWriting.ts";
import { type Gathered, gather, inTime } from "./together.ts";
import { withSlaveNames } from "./toldDevice.ts";
import { type AlarmLogger, openTransitionWriter } from "./transitions.ts";
import { adopt, isClocked, ownTime, passes, type Step, stateOf, takeClock, takeReading, takeReadings, type Watch } from "./watch.ts";
import { Watches } from "./watches.ts";
import { allDevices, applies, devicesAfter, type Looked, loadRules, loadRulesOf, rulesOfDevices, someDevices } from "./world.ts";

export type PresentDevice = Pick<
  RegisteredDevice,
  "id" | "sn" | "name" | "companyId" | "companyPath" | "typeId" | "alarmNotice" | "slaves"
>;

/**
 * Raises and releases alarms; what it knows is in the database, so that a restart changes nothing.
 *
 * A disabled or deleted rule raises nothing and its open records are released when it is `changed`; so are those of a device that no longer
 * uses the rule's template. A rule that is edited is judged at the next reading, an open record of another point is released at once. A rule
 * that does not save data writes its records without the value. An offline alarm is one of the device: its slave is 0.
 *
 * Late readings are told from the newest one, which is known from the store of readings; of a point that is not stored it is kept with
 * every transition, not with every reading. So after a restart a reading of such a point that is late, but newer than the last transition,
 * is judged as if it were new until a newer one has come.
 *
 * A hold time counts by the times of the readings: an excursion that is over before the clock looks is raised and released all the same. What
 * cannot be written leaves its watch as it was.
 *
 * A rule of no data counts from the time of the newest reading, or, where there is none, from when rule, device and point were first there
 * together.
 */
export interface AlarmEngine {
  /**
   * To be called before a message's readings are stored, so that they do not count as what was there before the rules looked. Answers those
   * that rules look at.
   */
  prepare<Reading extends PointReading>(device: RegisteredDevice, readings: readonly Reading[]): Reading[];
  /**
   * Of readings that are stored. Hot path: undefined when nothing has to be written; otherwise a promise that resolves when what the rules
   * know by then is committed. Never throws for data; rejects when the database cannot be written, and then the same readings are judged
   * again when they come again. `arrivedAt`: UTC ms.
   */
  evaluate(device: RegisteredDevice, readings: readonly PointReading[], arrivedAt: number): Promise<void> | undefined;
  presenceChanged(device: PresentDevice, online: boolean, at: number): Promise<void> | undefined;
  /** After devices, data templates or rules changed in the database. What could not be followed is tried again with the next change and by the clock. */
  changed(touched: Touched): Promise<void>;
  /** After masks were written, these or, without ids, any. */
  masksChanged(ids?: readonly string[]): Promise<void>;
  /** Resolves when rules that begin have found what is silent or away already, and those that are over are forgotten. */
  idle(): Promise<void>;
  /** Clock: hold times that ran out, no data for N minutes. Driven by an internal timer (1 s); tests call it with a time of theirs. */
  tick(at: number): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  readonly db: Db;
  readonly log: AlarmLogger;
  readonly troubles: Pick<Troubles, "failed" | "over">;
  readonly now: () => number;
  readonly notify: (event: AlarmEvent) => void;
  readonly newestReading: NewestReading;
}

/** After a start devices are still coming back: silence and absence from before it are judged only when this has passed. */
const settleMs = 60_000;
/** How far the kept time of the last reading may lag behind (rules of no data). */
const saveEveryMs = 30_000;

export const openAlarmEngine = async ({ db, log, troubles, now, notify, newestReading }: Options): Promise<AlarmEngine> => {
  const writer = openTransitionWriter(db, { log, troubles });
  const masks = await openMasks(db);
  const watches = new Watches();
  const clocked = new Set<Watch>();
  const unsaved = new Set<Watch>();
  /** Presence as it was told since the start. */
  const presence = new Map<string, boolean>();
  let settlingSince = now();
  let settled = false;
  let savedAt = now();
  const index = new RuleIndex(watches, newestReading);

  const follow = (watch: Watch): void => {
    if (isClocked(watch)) clocked.add(watch);
    else clocked.delete(watch);
  };

  /** Rules of silence begin with what is silent already. */
  const seedSilence = ({ devices }: Looked, starting = false): void => {
    for (const device of devices.values()) {
      for (const watch of index.silenceWatchesOf(device, device.slaves)) {
        const known = watch.since !== undefined;
        if (known && !(starting && Number.isFinite(watch.taken))) continue;
        watch.since = Number.isFinite(watch.taken) ? watch.taken : now();
        watch.restored ||= starting;
        if (!known) unsaved.add(watch);
        follow(watch);
      }
    }
  };
  for (const rule of await loadRules(db)) index.put(rule);
  for (const watch of await restoreWatches(db, index, now())) unsaved.add(watch);
  if (some(index.rules.values(), ({ kind }) => kind === "noData")) for await (const looked of allDevices(db)) seedSilence(looked, true);
  for (const watch of watches.all()) follow(watch);

  const steps = openStepWriting({ writer, now, notify, masks, follow, unsaved, isThere: (watch) => watches.get(watch.key) === watch });
  const presences = openPresenceTelling(steps);

  const prepare: AlarmEngine["prepare"] = (device, readings) =>
    readings.filter(({ slave, point }) => (index.cellOf(device, slave.no, point.id)?.watches.length ?? 0) > 0);

  const evaluate: AlarmEngine["evaluate"] = (device, readings, arrivedAt) => {
    let writes: Set<Promise<void>> | undefined;
    const wait = (writing: Promise<void> | undefined): void => {
      if (writing) writes = (writes ?? new Set()).add(writing);
    };
    const took = (watch: Watch, step: Step, { at, before }: Pick<Cause, "at" | "before">): void => {
      if (step === "none" || step === "seen" || (step === "confirm" && isLate({ at, now: arrivedAt }))) {
        if (step === "seen") unsaved.add(watch);
        return wait(watch.writing);
      }
      watch.device = withSlaveNames(device);
      wait(steps.write(watch, step, { at, now: arrivedAt, before }));
    };
    let gathered: Gathered | undefined;
    for (const reading of readings) {
      const { slave, point, value, ts } = reading;
      const cell = index.cellOf(device, slave.no, point.id);
      if (cell === undefined || cell.passes(value, ts, arrivedAt)) continue;
      const textual = point.compiled.definition.valueType === "text";
      let passing = true;
      for (const watch of cell.watches) {
        if (watch.rule.parts) {
          passing = false;
          gathered = gather(gathered, watch, reading);
          continue;
        }
        if (passes(watch, value, textual, ts, arrivedAt)) continue;
        passing = false;
        if (watch.safeSince !== undefined) wait(steps.releaseOverdue(watch, device, ts, arrivedAt));
        const before = stateOf(watch);
        const step = watch.halted ? "none" : takeReading(watch, value, textual, ts, arrivedAt);
        took(watch, step, { at: watch.rule.kind === "noData" ? arrivedAt : takenAt(ts, arrivedAt), before });
      }
      if (passing) cell.rest(value, ts);
    }
    for (const { watch, ts, readings: some } of gathered ? inTime(gathered) : []) {
      if (watch.safeSince !== undefined) wait(steps.releaseOverdue(watch, device, ts, arrivedAt));
      const before = stateOf(watch);
      const step = watch.halted ? "none" : takeReadings(watch, some, arrivedAt);
      took(watch, step, { at: watch.taken, before });
    }
    return writes && all(writes);
  };

  const presenceChanged: AlarmEngine["presenceChanged"] = (device, online, at) => {
    presence.set(device.id, online);
    const recipeIds = Array.from(device.slaves.values(), (slave) => slave.recipeId);
    return absence(device, recipeIds, online, at);
  };

  const absence = (device: AlarmDevice, recipeIds: Iterable<string>, online: boolean, at: number): Promise<void> | undefined => {
    const writes = new Set<Promise<void>>();
    for (const watch of index.offlineWatchesOf(device, recipeIds)) {
      watch.device = device;
      const writing = presences.tell(watch, online, at);
      if (writing) writes.add(writing);
    }
    return writes.size > 0 ? all(writes) : undefined;
  };

  /** Rules of absence begin with the devices that are away already. */
  const seedOffline = ({ devices }: Looked): Promise<void>[] => {
    const writes: Promise<void>[] = [];
    for (const device of devices.values()) {
      const away = presence.has(device.id) ? !presence.get(device.id) : settled && device.activated && !device.online;
      if (!away) continue;
      for (const watch of index.offlineWatchesOf(device, device.slaves.keys())) {
        if (watch.open || watch.since !== undefined) continue;
        const writing = presences.tell(watch, false, now());
        if (writing) writes.push(writing);
      }
    }
    return writes;
  };

  const drop = (watch: Watch): void => {
    watches.delete(watch);
    clocked.delete(watch);
    unsaved.delete(watch);
    presences.forget(watch);
  };
  const end = (watch: Watch): Promise<void> => {
    drop(watch);
    return steps.end(watch);
  };

  /** Takes the rule as it is now, or its end. Answers whether it may begin with what is silent or away already. */
  const followRule = (id: string, rule: Rule | undefined, writes: Promise<void>[]): boolean => {
    const before = index.rules.get(id);
    if (rule && before && isSame(rule, before)) return false;
    if (rule) index.put(rule);
    else index.remove(id);
    for (const watch of watches.ofRule(id)) {
      if (rule && rule.subject === watch.rule.subject && isOf(rule, watch.device)) {
        const before = stateOf(watch);
        adopt(watch, rule);
        follow(watch);
        // What ran for another question is not taken up when the rule comes back to it over a restart.
        if (watch.since !== before.since || watch.safeSince !== before.safeSince || watch.seen !== before.seen)
          writes.push(steps.write(watch, "remember", { at: now(), now: now(), before }));
      } else if (rule || watch.open) writes.push(end(watch));
      else drop(watch);
    }
    if (!rule || (rule.kind !== "noData" && rule.kind !== "offline")) return false;
    const { deviceId, deviceTypeId } = rule.definition;
    if (before?.kind !== rule.kind || before.subject !== rule.subject) return true;
    return before.definition.deviceId !== deviceId || before.definition.deviceTypeId !== deviceTypeId;
  };

  const followDevices = (looked: Looked, writes: Promise<void>[]): void => {
    for (const id of looked.ids) {
      const device = looked.devices.get(id);
      index.forgetDevice(id);
      if (!device) presence.delete(id);
      for (const watch of watches.ofDevice(id)) {
        if (device && applies(watch.rule, device, watch.slave)) watch.device = device;
        else writes.push(end(watch));
      }
    }
    seedSilence(looked);
    writes.push(...seedOffline(looked));
  };

  /** Rules of absence and silence that began, until all devices were looked at from the first to the one that was reached. */
  const begun = new Set<string>();
  let reached = "";
  const over = new Set<string>();

  const followEdit = async ({ devices, recipes, rules, erased }: TouchedIds): Promise<void> => {
    for (const id of erased) for (const watch of watches.ofDevice(id)) drop(watch);
    const writes = steps.endAgain(({ key }) => watches.get(key)?.open !== true);
    const ids = new Set(rules);
    // A device takes its own rules along, and what those name may stay behind.
    for (const id of await rulesOfDevices(db, devices)) ids.add(id);
    for (const { definition } of index.rules.values()) if (recipes.has(definition.recipeId)) ids.add(definition.id);
    const fresh = await loadRulesOf(db, ids, recipes);
    const looked = new Set(devices);
    for (const id of new Set([...ids, ...fresh.keys()])) {
      const rule = fresh.get(id);
      // What is remembered of before must be gone before the rule remembers anew.
      if (rule && over.has(id)) while (await forgetSome(id));
      if (!rule && index.rules.has(id)) over.add(id);
      if (!rule) begun.delete(id);
      if (!followRule(id, rule, writes) || !rule) continue;
      if (rule.definition.deviceId !== null) looked.add(rule.definition.deviceId);
      else {
        begun.add(id);
        reached = "";
      }
    }
    for await (const some of someDevices(db, looked)) followDevices(some, writes);
    await all(writes);
    if (devices.size > 0) await writer.add({});
    await tellEdited({ db, masks, notify }, devices, now());
  };

  /** Answers whether there may be more. */
  const forgetSome = async (ruleId: string): Promise<boolean> => {
    await writer.add({});
    const more = await forgetRule(db, ruleId);
    if (!more) over.delete(ruleId);
    return more;
  };

  const lookAfterSome = async (): Promise<void> => {
    const [ruleId] = over;
    if (ruleId !== undefined) return void (await forgetSome(ruleId));
    const some = await devicesAfter(db, reached);
    seedSilence(some);
    await all(seedOffline(some));
    reached = some.ids.at(-1) ?? "";
    if (some.isLast) begun.clear();
  };

  const following = openFollowing({
    follow: followEdit,
    lookAfterSome,
    isLeft: () => begun.size + over.size > 0,
    failed: (fault) => log.error({ err: fault }, "what a rule begins or ends with could not be looked after, will be tried again"),
  });

  const tick = async (at: number): Promise<void> => {
    const writes: Promise<void>[] = [];
    if (at < settlingSince) settlingSince = at;
    if (!settled && at - settlingSince >= settleMs) {
      settled = true;
      if (some(index.rules.values(), ({ kind }) => kind === "offline"))
        for await (const looked of allDevices(db)) writes.push(...seedOffline(looked));
    }
    writes.push(...presences.tellAgain());
    for (const watch of [...clocked]) {
      if (watch.halted) continue;
      const before = stateOf(watch);
      const own = ownTime(watch, at);
      const step = takeClock(watch, own, settled);
      if (step === "seen") unsaved.add(watch);
      else if (step !== "none") writes.push(steps.write(watch, step, { at: own, now: at, before }));
    }
    if (hasPassed(savedAt, at, saveEveryMs)) {
      savedAt = at;
      writes.push(...steps.save());
    }
    await all(writes);
    if (masks.over(at).length > 0) {
      // What was judged while they ran is written first.
      await writer.add({});
      await tellEnded({ db, masks, notify }, at);
    }
    await tellDue({ db, masks, notify }, at);
    if (following.isBehind()) await following.changed({});
  };

  let ticking: Promise<void> | undefined;
  const timer = setInterval(() => {
    ticking ??= tick(now())
      .catch((error: unknown) => troubles.failed("alarms", error, "the alarm clock failed, will be tried again"))
      .finally(() => {
        ticking = undefined;
      });
  }, 1000);
  timer.unref();

  return {
    prepare,
    evaluate,
    presenceChanged,
    changed: following.changed,
    masksChanged: masks.changed,
    idle: following.idle,
    tick,
    async stop() {
      clearInterval(timer);
      await ticking;
      await following.idle();
      await writer.drained();
      await Promise.allSettled(steps.save());
      await writer.drained();
    },
  };
};

const some = <T>(items: Iterable<T>, is: (item: T) => boolean): boolean => {
  for (const item of items) if (is(item)) return true;
  return false;
};

const all = async (writes: Iterable<Promise<void>>): Promise<void> => {
  await Promise.all(writes);
};
