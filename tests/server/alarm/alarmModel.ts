import { appliesAt, appliesFrom } from "./modelHours.ts";
import { type ModelMask, ModelMasks } from "./modelMasks.ts";
import { answerOf, type Heard, type History, isBanded, isPlain, type ModelPoint, type ModelRule, pointsOf } from "./modelParts.ts";

export interface ModelRecord {
  readonly rule: string;
  readonly device: string;
  readonly raised: number;
  released: number | null;
  repeats: number;
  /** When it was last raised again. */
  repeated: number;
  processed: boolean;
  masked: boolean;
  /** What holds it back, or did last. */
  mask: ModelMask | null;
  /** How often it was told again, and when it is next. */
  reminders: number;
  reminds: number | null;
  step: ModelStep | null;
}

/** The one step of a record: another group is told. */
interface ModelStep {
  readonly minutes: number;
  readonly group: "root" | "north";
  due: number;
  told: number | null;
  state: "waiting" | "told" | "ended";
}

/** Of what a rule is, whatever it asks. */
export interface ModelPlace {
  readonly company: "root" | "north";
  /** Its one device, which takes it along; of all devices of the organisation and below otherwise. */
  readonly device: string | null;
  readonly isTyped: boolean;
  readonly step: Pick<ModelStep, "minutes" | "group"> | null;
}

interface Watch {
  trueSince: number | null;
  safeSince: number | null;
  /** The record that is open. */
  open: ModelRecord | null;
  /** The readings that it has heard. */
  readonly history: History;
  /** Whether it knows which readings are late: of rules of one reading not after a restart. */
  knows: boolean;
  /** How much later than it was taken the newest came. */
  lag: number;
}

/** Readings of one time. */
export type Moment = readonly [at: number, values: Readonly<Partial<Record<ModelPoint, number>>>];

const youngSeconds = 3600;
const flappingSeconds = 600;

const questionOf = ({ parts, join }: ModelRule): string => JSON.stringify(parts.length > 1 ? [parts, join] : parts);
const newestOf = (heard: readonly Heard[]): number => heard.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
const both: readonly ModelPoint[] = ["m1", "m2"];

const newWatch = (): Watch => ({
  ...{ trueSince: null, safeSince: null, open: null, history: { m1: [], m2: [] }, knows: true, lag: 0 },
});

/** The plain reference of the alarm engine: everything is in memory, one thing happens after the other, and nothing is ever lost. */
export class AlarmModel {
  readonly records: ModelRecord[] = [];
  /** How often somebody was told that an alarm of a device stands. */
  readonly told = new Map<string, number>();
  readonly #rules = new Map<string, ModelRule>();
  readonly #away = new Set<string>();
  readonly masks = new ModelMasks();
  readonly #watches = new Map<string, Watch>();
  readonly #devices: readonly string[];
  readonly #places: ReadonlyMap<string, ModelPlace>;

  constructor(devices: readonly string[], places: ReadonlyMap<string, ModelPlace>) {
    this.#devices = devices;
    this.#places = places;
  }

  /** When the newest reading of the point was taken, the oldest of them of all rules on the device; null where one does not know. */
  newestOf(device: string, point: ModelPoint): number | null {
    const watching = this.#watchesOf(device).filter(([id]) => pointsOf(this.#rule(id)).has(point));
    const times = watching.map(([, { history, knows }]) => (knows ? newestOf(history[point]) : Number.NEGATIVE_INFINITY));
    const oldest = Math.min(...times);
    return Number.isFinite(oldest) ? oldest : null;
  }

  /** Readings that come together at `now`, in their order. */
  readings(device: string, moments: readonly Moment[], now: number): void {
    for (const [rule, watch] of this.#watchesOf(device)) for (const moment of moments) this.#take(rule, watch, { device, moment, now });
  }

  clock(now: number): void {
    for (const device of this.#devices)
      for (const [id, watch] of this.#watchesOf(device)) {
        const rule = this.#rule(id);
        const at = now - watch.lag;
        if (watch.open) {
          if (watch.safeSince !== null && watch.safeSince > at) watch.safeSince = at;
          else if (watch.safeSince !== null && at - watch.safeSince >= rule.release) this.#release(watch, at);
        } else if (watch.trueSince !== null && watch.trueSince > at) watch.trueSince = at;
        else if (watch.trueSince !== null && at - watch.trueSince >= rule.hold && appliesAt(rule.hours, at))
          this.#raise(id, watch, { device, at, now });
      }
    const over = this.masks.takeOver(now);
    this.#free(({ mask }) => mask !== null && over.includes(mask), now);
    for (const record of this.records) this.#remind(record, now);
    for (const record of this.records) if (record.step?.state === "waiting") this.#escalate(record, record.step, now);
  }

  /** Tells what was held back and still stands, unless another mask holds it back. */
  #free(of: (record: ModelRecord) => boolean, now: number): void {
    for (const record of this.records) {
      if (!record.masked || record.released !== null || record.processed || !of(record)) continue;
      const mask = this.#maskOf(record.rule, record.device, now);
      if (mask) record.mask = mask;
      else {
        record.masked = false;
        this.#tell(record.device);
      }
    }
  }

  #remind(record: ModelRecord, now: number): void {
    if (record.reminds === null || record.reminds > now) return;
    const repeat = this.#rules.get(record.rule)?.repeat;
    const isOver = record.processed || (repeat?.stop === "released" && record.released !== null);
    if (!repeat || isOver || !this.#applies(record.rule, record.device)) {
      record.reminds = null;
      return;
    }
    const next = record.reminds + repeat.minutes * 60;
    record.reminds = next > now ? next : now + repeat.minutes * 60;
    if (this.#maskOf(record.rule, record.device, now)) return;
    record.reminders += 1;
    this.#tell(record.device);
  }

  #escalate({ rule, device, processed, released }: ModelRecord, step: ModelStep, now: number): void {
    if (step.due > now) return;
    if (processed || released !== null || (step.group === "north" && this.#away.has(device))) step.state = "ended";
    else if (this.#maskOf(rule, device, now)) step.due = now + 60;
    else Object.assign(step, { state: "told", told: now });
  }

  /** Puts a rule in, or gives it other limits and times. */
  put(id: string, rule: ModelRule): void {
    const before = this.#rules.get(id);
    this.#rules.set(id, rule);
    if (!before || questionOf(before) === questionOf(rule)) return;
    for (const [key, watch] of this.#watches) if (key.startsWith(`${id} `)) this.#askAnew(watch, before, rule);
  }

  /** Newest values of points that it looked at before, too, are still known where rules know more than one reading; nothing else is. */
  #askAnew(watch: Watch, before: ModelRule, rule: ModelRule): void {
    Object.assign(watch, { trueSince: null, safeSince: null });
    for (const point of both) {
      const heard = watch.history[point];
      const named = pointsOf(before).has(point) && pointsOf(rule).has(point);
      const stays = named && (isPlain(rule) || !isPlain(before)) ? heard.slice(-1) : [];
      heard.splice(0, heard.length, ...stays.map((one) => ({ ...one, counts: false })));
    }
  }

  isOn(id: string): boolean {
    return this.#rules.has(id);
  }

  off(id: string, now: number): void {
    for (const [key, watch] of this.#watches) if (key.startsWith(`${id} `)) this.#end(key, watch, now);
    this.#rules.delete(id);
  }

  /** The device goes from north to an organisation beside it, or comes back. */
  transfer(device: string, now: number): void {
    if (!this.#away.delete(device)) {
      this.#away.add(device);
      const own = [...this.#places].flatMap(([id, place]) => (place.device === device ? id : []));
      this.masks.leave(device, own, now);
    }
    for (const [key, watch] of this.#watches) {
      const [rule = "", of = ""] = key.split(" ");
      if (of === device && !this.#applies(rule, device)) this.#end(key, watch, now);
    }
    this.#free((record) => record.device === device, now);
  }

  /** The newest record of the device that nobody has processed. */
  unprocessed(device: string): ModelRecord | undefined {
    return this.records
      .filter((record) => record.device === device && !record.processed)
      .sort((one, other) => other.raised - one.raised)[0];
  }

  /** What is only in memory is gone. */
  restart(): void {
    for (const [key, watch] of this.#watches) {
      watch.lag = 0;
      if (isPlain(this.#rule(key.split(" ")[0] ?? ""))) watch.knows = false;
    }
  }

  #rule(id: string): ModelRule {
    const rule = this.#rules.get(id);
    if (!rule) throw new Error(`no rule ${id}`);
    return rule;
  }

  #place(id: string): ModelPlace {
    const place = this.#places.get(id);
    if (!place) throw new Error(`no rule ${id}`);
    return place;
  }

  #applies(rule: string, device: string): boolean {
    const place = this.#place(rule);
    return place.device === null ? place.company === "root" || !this.#away.has(device) : place.device === device;
  }

  #watchesOf(device: string): [rule: string, watch: Watch][] {
    const rules = [...this.#rules.keys()].filter((rule) => this.#applies(rule, device));
    return rules.map((rule) => {
      const key = `${rule} ${device}`;
      const watch = this.#watches.get(key) ?? newWatch();
      this.#watches.set(key, watch);
      return [rule, watch];
    });
  }

  #take(id: string, watch: Watch, { device, moment: [taken, values], now }: { device: string; moment: Moment; now: number }): void {
    const rule = this.#rule(id);
    const fresh = both.filter((point) => {
      if (values[point] === undefined || !pointsOf(rule).has(point)) return false;
      return !watch.knows || taken > newestOf(watch.history[point]);
    });
    if (fresh.length === 0) return;
    for (const point of fresh) watch.history[point].push({ at: taken, value: values[point] ?? 0, counts: true });
    watch.knows = true;
    const at = Math.max(...both.map((point) => newestOf(watch.history[point])));
    watch.lag = now - at;
    const { bad, good } = answerOf(rule, watch.history, at);
    if (watch.open && watch.safeSince !== null && at > watch.safeSince + rule.release) this.#release(watch, watch.safeSince + rule.release);
    const due = watch.open || watch.trueSince === null || bad ? null : appliesFrom(rule.hours, watch.trueSince + rule.hold);
    if (due !== null && at > due) this.#raise(id, watch, { device, at: due, now });
    if (watch.open) {
      watch.safeSince = good ? (watch.safeSince ?? at) : null;
      if (watch.safeSince !== null && at - watch.safeSince >= rule.release) this.#release(watch, at);
      return;
    }
    watch.trueSince = bad ? (watch.trueSince ?? at) : null;
    if (watch.trueSince !== null && at - watch.trueSince >= rule.hold && appliesAt(rule.hours, at))
      this.#raise(id, watch, { device, at, now });
  }

  #raise(rule: string, watch: Watch, { device, at, now }: { device: string; at: number; now: number }): void {
    const mask = this.#maskOf(rule, device, now);
    const { repeat } = this.#rule(rule);
    const heard = { mask, masked: mask !== null, reminds: repeat ? now + repeat.minutes * 60 : null };
    const { step } = this.#place(rule);
    const young = this.records
      .filter((record) => record.rule === rule && record.device === device && !record.processed)
      .filter(({ raised }) => raised >= at - youngSeconds && raised <= now)
      .sort((one, other) => other.raised - one.raised)[0];
    const flaps = young?.released != null && young.released >= at - flappingSeconds && young.released <= now;
    if (young && flaps && !isBanded(this.#rule(rule))) {
      const repeated = Math.max(at, young.released ?? at);
      Object.assign(young, { ...heard, released: null, repeats: young.repeats + 1, repeated });
      if (young.step && young.step.told === null) Object.assign(young.step, { state: "waiting", due: now + young.step.minutes * 60 });
      watch.open = young;
    } else {
      watch.open = {
        ...{ rule, device, raised: at, released: null, repeats: 0, repeated: at, processed: false, ...heard, reminders: 0 },
        step: step && { ...step, due: now + step.minutes * 60, told: null, state: "waiting" },
      };
      this.records.push(watch.open);
    }
    watch.trueSince = null;
    watch.safeSince = null;
    if (mask === null) this.#tell(device);
  }

  #release(watch: Watch, at: number): void {
    // The clock can raise one later than its readings say; none ends before it began.
    if (watch.open) watch.open.released = Math.max(at, watch.open.raised, watch.open.repeated);
    Object.assign(watch, { open: null, safeSince: null, trueSince: null });
  }

  #end(key: string, watch: Watch, now: number): void {
    if (watch.open) this.#release(watch, now);
    this.#watches.delete(key);
  }

  #maskOf(rule: string, device: string, now: number): ModelMask | null {
    return this.masks.of({ device, isNorth: !this.#away.has(device), rule, isTyped: this.#place(rule).isTyped }, now);
  }

  #tell(device: string): void {
    this.told.set(device, (this.told.get(device) ?? 0) + 1);
  }
}
