import type { Newest } from "#server/telemetry/newest.ts";
import type { AlarmDevice, Rule } from "./rule.ts";
import { newWatch, type Watch, watchKey } from "./watch.ts";

/** The newest reading that is stored of a point. */
export type NewestReading = (deviceId: string, slave: number, pointId: string) => Newest | undefined;

interface PointRules {
  readonly rules: Rule[];
  /** By device and slave. */
  readonly cells: Map<string, Map<number, readonly Watch[]>>;
}

/** Finds the rules of a reading by its point and those of a change of presence by the device's templates. */
export class RuleIndex {
  readonly rules: ReadonlyMap<string, Rule>;
  readonly #watches: Map<string, Watch>;
  readonly #newestReading: NewestReading;
  readonly #points = new Map<string, PointRules>();
  /** Rules of a whole template: those of absence, and those of silence. */
  readonly #offline = new Map<string, Rule[]>();
  readonly #silence = new Map<string, Rule[]>();

  /** `watches` outlive the index: it adds those that are new. */
  constructor(rules: ReadonlyMap<string, Rule>, watches: Map<string, Watch>, newestReading: NewestReading) {
    this.rules = rules;
    this.#watches = watches;
    this.#newestReading = newestReading;
    for (const rule of rules.values()) {
      const { recipeId, pointId } = rule.definition;
      if (rule.kind === "noData") this.#silence.set(recipeId, [...(this.#silence.get(recipeId) ?? []), rule]);
      if (rule.kind === "offline") this.#offline.set(recipeId, [...(this.#offline.get(recipeId) ?? []), rule]);
      else if (pointId !== null) {
        const known = this.#points.get(pointId);
        if (known) known.rules.push(rule);
        else this.#points.set(pointId, { rules: [rule], cells: new Map() });
      }
    }
  }

  /** Hot path: three look-ups, the first of which fails for a point without rules. */
  watchesOf(device: AlarmDevice, slave: number, pointId: string): readonly Watch[] | undefined {
    const point = this.#points.get(pointId);
    if (point === undefined) return undefined;
    let slaves = point.cells.get(device.id);
    if (slaves === undefined) {
      slaves = new Map();
      point.cells.set(device.id, slaves);
    }
    let watches = slaves.get(slave);
    if (watches === undefined) {
      watches = point.rules
        .filter(({ definition }) => definition.deviceId === null || definition.deviceId === device.id)
        .map((rule) => this.watch(rule, device, slave));
      slaves.set(slave, watches);
    }
    return watches;
  }

  offlineWatchesOf(device: AlarmDevice, recipeIds: Iterable<string>): Watch[] {
    const watches: Watch[] = [];
    for (const recipeId of new Set(recipeIds)) {
      for (const rule of this.#offline.get(recipeId) ?? []) {
        if (rule.definition.deviceId === null || rule.definition.deviceId === device.id) watches.push(this.watch(rule, device, 0));
      }
    }
    return watches;
  }

  /** `slaves`: the numbers of the device's slaves, by template. */
  silenceWatchesOf(device: AlarmDevice, slaves: ReadonlyMap<string, ReadonlySet<number>>): Watch[] {
    const watches: Watch[] = [];
    for (const [recipeId, numbers] of slaves) {
      for (const rule of this.#silence.get(recipeId) ?? []) {
        if (rule.definition.deviceId !== null && rule.definition.deviceId !== device.id) continue;
        for (const slave of numbers) watches.push(this.watch(rule, device, slave));
      }
    }
    return watches;
  }

  /** What the point has sent before anybody looked at it is known to a new watch. */
  watch(rule: Rule, device: AlarmDevice, slave: number): Watch {
    const key = watchKey(rule.definition.id, device.id, slave);
    let watch = this.#watches.get(key);
    if (!watch) {
      watch = newWatch(rule, device, slave);
      const { pointId } = rule.definition;
      const newest = pointId === null ? undefined : this.#newestReading(device.id, slave, pointId);
      if (newest) {
        watch.newest = newest.ts;
        watch.taken = newest.taken;
      }
      this.#watches.set(key, watch);
    }
    return watch;
  }
}
