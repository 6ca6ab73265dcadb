import { isLimited, isOver, isTrue, type ValueLimits } from "./valueLimits.ts";

/** Times in seconds. */
export interface ModelRule extends ValueLimits {
  readonly release: number;
}

export interface ModelRecord {
  readonly rule: string;
  readonly device: string;
  readonly raised: number;
  released: number | null;
  repeats: number;
  processed: boolean;
  masked: boolean;
}

interface Watch {
  trueSince: number | null;
  safeSince: number | null;
  /** The record that is open. */
  open: ModelRecord | null;
  /** When the newest reading was taken; null where that is not known, as after a restart. */
  newest: number | null;
}

const youngSeconds = 3600;
const flappingSeconds = 600;

const questionOf = ({ condition, a, b, min, max }: ModelRule): string => [condition, a, b, min, max].join("|");

/** The plain reference of the alarm engine: everything is in memory, one thing happens after the other, and nothing is ever lost. */
export class AlarmModel {
  readonly records: ModelRecord[] = [];
  /** How often somebody was told that an alarm of a device stands. */
  readonly told = new Map<string, number>();
  readonly #rules = new Map<string, ModelRule>();
  readonly #away = new Set<string>();
  readonly #masks = new Set<string>();
  readonly #watches = new Map<string, Watch>();
  readonly #devices: readonly string[];

  constructor(devices: readonly string[]) {
    this.#devices = devices;
  }

  /** Whether the newest reading of each rule on the device is known, and which is the oldest of them. */
  newestOf(device: string): number | null {
    const times = this.#watchesOf(device).map(([, { newest }]) => newest);
    return times.includes(null) || times.length === 0 ? null : Math.min(...times.map(Number));
  }

  /** Readings that come together at `now`, in their order. */
  readings(device: string, readings: readonly (readonly [at: number, value: number])[], now: number): void {
    for (const [rule, watch] of this.#watchesOf(device))
      for (const [at, value] of readings) this.#take(rule, watch, { device, value, at, now });
  }

  clock(now: number): void {
    for (const device of this.#devices)
      for (const [id, watch] of this.#watchesOf(device)) {
        const rule = this.#rule(id);
        if (watch.open) {
          if (watch.safeSince !== null && watch.safeSince > now) watch.safeSince = now;
          else if (watch.safeSince !== null && now - watch.safeSince >= rule.release) this.#release(watch, now);
        } else if (watch.trueSince !== null && watch.trueSince > now) watch.trueSince = now;
        else if (watch.trueSince !== null && now - watch.trueSince >= rule.hold) this.#raise(id, watch, { device, at: now, now });
      }
  }

  /** Puts a rule in, or gives it other limits and times. */
  put(id: string, rule: ModelRule): void {
    const before = this.#rules.get(id);
    this.#rules.set(id, rule);
    if (!before || questionOf(before) === questionOf(rule)) return;
    for (const [key, watch] of this.#watches) if (key.startsWith(`${id} `)) Object.assign(watch, { trueSince: null, safeSince: null });
  }

  isOn(id: string): boolean {
    return this.#rules.has(id);
  }

  off(id: string, now: number): void {
    for (const [key, watch] of this.#watches) if (key.startsWith(`${id} `)) this.#end(key, watch, now);
    this.#rules.delete(id);
  }

  /** The device goes to an organisation that the rules are not of, or comes back. */
  transfer(device: string, now: number): void {
    if (this.#away.delete(device)) return;
    for (const [key, watch] of this.#watches) if (key.endsWith(` ${device}`)) this.#end(key, watch, now);
    this.#away.add(device);
  }

  /** `subject`: a rule or a device. Ends the mask where there is one; answers whether it begins. */
  mask(subject: string): boolean {
    if (!this.#masks.delete(subject)) {
      this.#masks.add(subject);
      return true;
    }
    for (const { open } of this.#watches.values()) {
      if (!open?.masked || open.processed || (open.rule !== subject && open.device !== subject)) continue;
      open.masked = this.#isMasked(open.rule, open.device);
      if (!open.masked) this.#tell(open.device);
    }
    return false;
  }

  /** The newest record of the device that nobody has processed. */
  unprocessed(device: string): ModelRecord | undefined {
    return this.records
      .filter((record) => record.device === device && !record.processed)
      .sort((one, other) => other.raised - one.raised)[0];
  }

  /** What is only in memory is gone. */
  restart(): void {
    for (const watch of this.#watches.values()) watch.newest = null;
  }

  #rule(id: string): ModelRule {
    const rule = this.#rules.get(id);
    if (!rule) throw new Error(`no rule ${id}`);
    return rule;
  }

  #watchesOf(device: string): [rule: string, watch: Watch][] {
    if (this.#away.has(device)) return [];
    return Array.from(this.#rules.keys(), (rule) => {
      const key = `${rule} ${device}`;
      const watch = this.#watches.get(key) ?? { trueSince: null, safeSince: null, open: null, newest: null };
      this.#watches.set(key, watch);
      return [rule, watch];
    });
  }

  #take(id: string, watch: Watch, { device, value, at, now }: { device: string; value: number; at: number; now: number }): void {
    if (watch.newest !== null && at <= watch.newest) return;
    watch.newest = at;
    const rule = this.#rule(id);
    const [bad, good] = [isTrue(rule, value), isOver(rule, value)];
    if (watch.open && watch.safeSince !== null && at > watch.safeSince + rule.release) this.#release(watch, watch.safeSince + rule.release);
    if (!watch.open && watch.trueSince !== null && !bad && at > watch.trueSince + rule.hold)
      this.#raise(id, watch, { device, at: watch.trueSince + rule.hold, now });
    if (watch.open) {
      watch.safeSince = good ? (watch.safeSince ?? at) : null;
      if (watch.safeSince !== null && at - watch.safeSince >= rule.release) this.#release(watch, at);
      return;
    }
    watch.trueSince = bad ? (watch.trueSince ?? at) : null;
    if (watch.trueSince !== null && at - watch.trueSince >= rule.hold) this.#raise(id, watch, { device, at, now });
  }

  #raise(rule: string, watch: Watch, { device, at, now }: { device: string; at: number; now: number }): void {
    const masked = this.#isMasked(rule, device);
    const young = this.records
      .filter((record) => record.rule === rule && record.device === device && !record.processed)
      .filter(({ raised }) => raised >= at - youngSeconds && raised <= now)
      .sort((one, other) => other.raised - one.raised)[0];
    const flaps = young?.released != null && young.released >= at - flappingSeconds && young.released <= now;
    if (young && flaps && !isLimited(this.#rule(rule))) {
      Object.assign(young, { released: null, masked, repeats: young.repeats + 1 });
      watch.open = young;
    } else {
      watch.open = { rule, device, raised: at, released: null, repeats: 0, processed: false, masked };
      this.records.push(watch.open);
    }
    watch.trueSince = null;
    watch.safeSince = null;
    if (!masked) this.#tell(device);
  }

  #release(watch: Watch, at: number): void {
    if (watch.open) watch.open.released = at;
    Object.assign(watch, { open: null, safeSince: null, trueSince: null });
  }

  #end(key: string, watch: Watch, now: number): void {
    if (watch.open) this.#release(watch, now);
    this.#watches.delete(key);
  }

  #isMasked(rule: string, device: string): boolean {
    return this.#masks.has(rule) || this.#masks.has(device);
  }

  #tell(device: string): void {
    this.told.set(device, (this.told.get(device) ?? 0) + 1);
  }
}
