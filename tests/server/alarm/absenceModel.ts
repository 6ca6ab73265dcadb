/** What a rule of absence asks: that a device is away, or a point silent for so many minutes. Times in seconds. */
export interface AbsenceRule {
  readonly kind: "offline" | "noData";
  /** Of silence alone. */
  readonly minutes: number;
  readonly hold: number;
  readonly release: number;
}

export interface AbsenceRecord {
  readonly rule: string;
  readonly device: string;
  readonly raised: number;
  released: number | null;
  repeats: number;
}

interface Watch {
  /** Since when the device is away; of silence when the newest reading was taken. */
  since: number | null;
  safeSince: number | null;
  open: AbsenceRecord | null;
  /** Not heard of since the restart. */
  restored: boolean;
}

const settleSeconds = 60;
const youngSeconds = 3600;
const flappingSeconds = 600;

/** The plain reference of alarms of absence: a clock that looks as often as anything can happen, and nothing that is ever lost. */
export class AbsenceModel {
  readonly records: AbsenceRecord[] = [];
  readonly #rules: Map<string, AbsenceRule>;
  readonly #devices: readonly string[];
  readonly #watches = new Map<string, Watch>();
  /** Devices that are away. */
  readonly #away = new Set<string>();
  #started: number;
  #settled = false;

  constructor(devices: readonly string[], rules: ReadonlyMap<string, AbsenceRule>, now: number) {
    this.#devices = devices;
    this.#rules = new Map(rules);
    this.#started = now;
    for (const device of devices)
      for (const [id, { kind }] of rules)
        this.#watches.set(`${id} ${device}`, { since: kind === "noData" ? now : null, safeSince: null, open: null, restored: false });
  }

  isAway(device: string): boolean {
    return this.#away.has(device);
  }

  edit(id: string, rule: AbsenceRule): void {
    this.#rules.set(id, rule);
  }

  presence(device: string, online: boolean, now: number): void {
    if (online) this.#away.delete(device);
    else this.#away.add(device);
    for (const [id, watch] of this.#of(device, "offline")) {
      watch.restored = false;
      if (online) this.#isSafe(id, watch, now);
      else if (watch.open) watch.safeSince = null;
      else {
        watch.since ??= now;
        if (now - watch.since >= this.#holdOf(id)) this.#raise(id, device, watch, now);
      }
    }
  }

  /** A reading that was taken so many seconds before it came. */
  reading(device: string, before: number, now: number): void {
    for (const [id, watch] of this.#of(device, "noData")) {
      const taken = now - before;
      if (watch.since !== null && watch.since >= taken && this.#heard.has(device)) continue;
      watch.restored = false;
      watch.since = taken;
      if (watch.open && before < this.#holdOf(id)) this.#isSafe(id, watch, now);
    }
    this.#heard.add(device);
  }
  /** Devices that have sent something. */
  readonly #heard = new Set<string>();

  clock(now: number): void {
    this.#settled ||= now - this.#started >= settleSeconds;
    for (const device of this.#devices)
      for (const kind of ["offline", "noData"] as const)
        for (const [id, watch] of this.#of(device, kind)) {
          if (watch.restored && !this.#settled) continue;
          const holds = watch.since !== null && now - watch.since >= this.#holdOf(id);
          if (!watch.open) {
            if (holds) this.#raise(id, device, watch, now);
            // Data that came back and ceased again ends no silence.
          } else if (kind === "noData" && holds) watch.safeSince = null;
          else if (watch.safeSince !== null && now - watch.safeSince >= this.#rule(id).release) this.#release(id, watch, now);
        }
  }

  restart(now: number): void {
    this.#started = now;
    this.#settled = false;
    for (const watch of this.#watches.values()) watch.restored = true;
  }

  #rule(id: string): AbsenceRule {
    const rule = this.#rules.get(id);
    if (!rule) throw new Error(`no rule ${id}`);
    return rule;
  }

  #holdOf(id: string): number {
    const { kind, hold, minutes } = this.#rule(id);
    return kind === "noData" ? hold + minutes * 60 : hold;
  }

  #of(device: string, kind: AbsenceRule["kind"]): [rule: string, watch: Watch][] {
    return [...this.#rules].flatMap(([id, rule]) => {
      const watch = this.#watches.get(`${id} ${device}`);
      return rule.kind === kind && watch ? [[id, watch] as [string, Watch]] : [];
    });
  }

  #isSafe(id: string, watch: Watch, now: number): void {
    if (!watch.open) {
      if (this.#rule(id).kind === "offline") watch.since = null;
      return;
    }
    watch.safeSince ??= now;
    if (now - watch.safeSince >= this.#rule(id).release) this.#release(id, watch, now);
  }

  #raise(rule: string, device: string, watch: Watch, now: number): void {
    const young = this.records
      .filter((record) => record.rule === rule && record.device === device && record.raised >= now - youngSeconds)
      .at(-1);
    if (young?.released != null && young.released >= now - flappingSeconds) {
      Object.assign(young, { released: null, repeats: young.repeats + 1 });
      watch.open = young;
    } else {
      watch.open = { rule, device, raised: now, released: null, repeats: 0 };
      this.records.push(watch.open);
    }
    watch.safeSince = null;
  }

  #release(id: string, watch: Watch, now: number): void {
    if (watch.open) watch.open.released = now;
    Object.assign(watch, { open: null, safeSince: null });
    if (this.#rule(id).kind === "offline") watch.since = null;
  }
}
