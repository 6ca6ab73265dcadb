import { randomUUID } from "node:crypto";
import { hasPassed } from "#server/kit/hasPassed.ts";
import { farthestAhead, takenAt } from "#server/telemetry/newest.ts";
import { releaseTexts, type Sighting, triggerTexts } from "./conditionText.ts";
import { type Mask, type Masks, toldOf } from "./masks.ts";
import { foundAt } from "./parts.ts";
import { firstReminder } from "./reminders.ts";
import { type AlarmDevice, isAbsence, type Rule } from "./rule.ts";
import { type KeptSeen, keptOf, seenOf } from "./seenMemory.ts";
import type { AlarmMemory, AlarmRecord, Transition } from "./transitions.ts";
import { raisesAt, type Step, type Watch, type WatchState } from "./watch.ts";

/** What a listener is told, after the commit. */
export interface Announced {
  readonly kind: "raised" | "released";
  /** As it was written; a release carries the rule's release text, where it has one, instead of the trigger text. */
  readonly record: AlarmRecord;
  readonly device: AlarmDevice;
  readonly masked: boolean;
  readonly late: boolean;
  readonly absence: boolean;
}

/** A record that is open again this soon after its release, and that began this lately, flaps. */
const flappingMs = 600_000;
const youngMs = 3_600_000;
/** Alarms of one watch within an hour that are records of their own, whatever its rule: a value that never rests would fill the disk with them. */
const mostRecords = 60;

/** What brought a step: when it was and when it was heard of, and how the watch stood before. */
export interface Cause {
  readonly at: number;
  readonly now: number;
  readonly before: WatchState;
}

/** A reading that comes longer than this after it was taken brings an alarm that is late. */
const lateMs = 300_000;
export const isLate = ({ at, now }: Pick<Cause, "at" | "now">): boolean => now - at > lateMs;

export const isRaising = (step: Step): boolean => step === "raise" || step === "held" || step === "flash";

/** One more alarm of a watch. */
export const oneMore = ({ since, count }: WatchState["raises"], at: number): WatchState["raises"] =>
  hasPassed(since, at, youngMs) ? { since: at, count: 1 } : { since, count: count + 1 };

/** Why nobody is told: a mask, or the device has its notices off. */
interface Silence {
  readonly masked: boolean;
  readonly mask: Mask | undefined;
}

const silenceOf = ({ rule, device }: Pick<Watch, "rule" | "device">, masks: Pick<Masks, "of">, now: number): Silence => {
  const mask = masks.of({ device, rule: toldOf(rule) }, now);
  return { masked: mask !== undefined || !device.alarmNotice, mask };
};

/** What holds notices back, and who is told those that go out. */
export interface Telling {
  readonly masks: Pick<Masks, "of">;
  readonly announce: (event: Announced) => void;
}

const sightingOf = ({ parts }: Rule, { last, previous, seen, taken }: WatchState): Sighting => ({
  value: last,
  previous,
  ...(parts && seen ? { found: foundAt(parts, seen, taken) } : {}),
});

/** The writes that a step of a watch asks for. */
export const transitionOf = (watch: Watch, step: Step, { at, now, before }: Cause, { masks, announce }: Telling): Transition => {
  const { rule, device, key } = watch;
  const sighting = sightingOf(rule, watch);
  const held = step === "held";
  const raisedAt = held ? raisesAt(rule, before.since ?? at) : at;
  const raising = held ? sightingOf(rule, before) : sighting;
  const late = isLate({ at, now });
  const { alarmGroupId: groupId } = rule.definition;
  const escalates = rule.definition.escalation.length > 0;
  const silence = silenceOf(watch, masks, now);
  const told = { device, masked: silence.masked, late, absence: isAbsence(rule.kind) };
  const releasedText = (record: AlarmRecord): AlarmRecord => {
    const texts = releaseTexts(rule.definition, device, sighting);
    return { ...record, content: texts.zh || record.content, content_en: texts.en || record.content_en };
  };
  const raises = isRaising(step);
  const counts = (step !== "flash" && rule.flaps && (late || !before.silent)) || watch.raises.count > mostRecords;
  return {
    ...(raises ? { raise: recordOf(watch, raising, silence, { at: raisedAt, now, over: step === "flash" }) } : {}),
    ...(raises && escalates ? { steps: { now, steps: rule.definition.escalation } } : {}),
    // What was told in silence does not make one that is heard of in time a repetition.
    ...(raises && counts ? { again: { raisedFrom: raisedAt - youngMs, releasedFrom: raisedAt - flappingMs, until: now } } : {}),
    ...(step === "release" || (held && !watch.open) ? { release: { key, at } } : {}),
    ...(step === "confirm" ? { confirm: key } : {}),
    remember: [memoryOf(watch)],
    ...(told.masked || (groupId === null && !escalates)
      ? {}
      : { tells: { groupId, now, released: releaseTexts(rule.definition, device, sighting), escalates } }),
    committed({ raised, released, confirmed }) {
      if (confirmed) announce({ kind: "raised", record: confirmed, ...told });
      if (raised) announce({ kind: "raised", record: { ...raised, released_at: null }, ...told });
      const ended = released ?? (raised?.released_at == null ? undefined : raised);
      if (ended) announce({ kind: "released", record: releasedText(ended), ...told });
    },
  };
};

interface Span {
  readonly at: number;
  readonly now: number;
  readonly over: boolean;
}

const recordOf = (
  { rule, device, slave, key }: Watch,
  sighting: Sighting,
  { masked, mask }: Silence,
  { at, now, over }: Span,
): AlarmRecord => {
  const { definition } = rule;
  const texts = triggerTexts(definition, device, sighting);
  return {
    id: randomUUID(),
    company_id: device.companyId,
    device_id: device.id,
    slave,
    rule_id: definition.id,
    rule_name: definition.name,
    type_name: definition.alarmTypeName,
    type_name_en: definition.alarmTypeNameEn,
    point_id: definition.pointId,
    point_name: definition.pointName,
    point_name_en: definition.pointNameEn,
    unit: definition.unit,
    level: definition.level,
    state: 0,
    content: texts.zh,
    content_en: texts.en,
    // A rule that does not save data keeps its record, but not the value.
    value: definition.saveData && sighting.value !== undefined ? JSON.stringify(sighting.value) : null,
    open_key: over ? null : key,
    raised_at: at,
    released_at: over ? at : null,
    processed_at: null,
    processor_id: null,
    processor: "",
    remark: "",
    repeats: 0,
    masked: masked ? 1 : 0,
    mask_id: mask?.id ?? null,
    repeated_at: null,
    ...{ reminders: 0, reminded_at: null, reminds_at: firstReminder(definition, { now, over }) },
  };
};

/** What is kept beside the hold time: the newest time, so that a message that is sent again after a restart is known to be late, and what was asked. */
interface Kept {
  readonly ts: number | null;
  readonly value?: number | string | undefined;
  /** Missing in rows of older versions, which were written anew whenever the question changed. */
  readonly question?: string;
  readonly silent?: true;
  /** Since when it is on the safe side. */
  readonly safe?: number;
  /** Of a rule of several parts. */
  readonly seen?: KeptSeen;
}

export const memoryOf = ({ key, rule, device, slave, since, safeSince, newest, last, silent, seen }: Watch): AlarmMemory => ({
  key,
  rule_id: rule.definition.id,
  device_id: device.id,
  slave,
  since: since ?? null,
  last_value: JSON.stringify({
    ...{ ts: newest, value: last, question: rule.question },
    ...(silent ? { silent } : {}),
    ...(safeSince === undefined ? {} : { safe: safeSince }),
    ...(rule.parts && seen ? { seen: keptOf(seen) } : {}),
  } satisfies Kept),
});

/**
 * The memory is not written with every reading, and the store of readings may not know yet that one was judged: the newer of the two counts.
 * Answers whether the row says what was asked: a change of the rule writes none.
 */
export const recall = (watch: Watch, memory: AlarmMemory, at: number): boolean => {
  const kept: Kept = memory.last_value === null ? { ts: null } : JSON.parse(memory.last_value);
  if (kept.question === undefined || kept.question === watch.rule.question) {
    watch.since = memory.since ?? undefined;
    watch.last = kept.value;
    watch.safeSince = kept.safe;
  }
  watch.silent = kept.silent ?? false;
  const { parts } = watch.rule;
  if (parts && kept.seen)
    watch.seen = seenOf(kept.seen, { parts, stored: watch.seen, isAnswer: kept.question === watch.rule.question, at });
  // Of a row of several points the newest reading may have been another's than the one that is asked for now.
  const ts = parts || !kept.seen ? kept.ts : (kept.seen.points[watch.rule.definition.pointId ?? ""]?.ts ?? null);
  // A time that the clock was set back behind gives way to what the store knows, as it does there.
  if (ts !== null && ts > watch.newest && (ts <= at + farthestAhead || !Number.isFinite(watch.newest))) {
    watch.newest = ts;
    watch.taken = takenAt(ts, at);
  }
  return kept.question !== undefined;
};
