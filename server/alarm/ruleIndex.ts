import type { Newest } from "#server/telemetry/newest.ts";
import type { AlarmDevice, Rule } from "./rule.ts";
import { newWatch, type Watch, watchKey } from "./watch.ts";
import type { Watches } from "./watches.ts";

/** The newest reading that is stored of a point. */
export type NewestReading = (deviceId: string, slave: number, pointId: string) => Newest | undefined;

interface PointRules {
  rules: readonly Rule[];
  /** By device and slave. */
  readonly cells: Map<string, Map<number, readonly Watch[]>>;
}

const none: readonly Rule[] = [];

/** The rules that are switched on: finds those of a reading by its point and those of a change of presence by the device's templates. */
export class RuleIndex {
  readonly #rules = new Map<string, Rule>();
  readonly #watches: Watches;
  readonly #newestReading: NewestReading;
  readonly #points = new Map<string, PointRules>();
  /** Rules of a whole template: those of absence, and those of silence. */
  readonly #offline = new Map<string, readonly Rule[]>();
  readonly #silence = new Map<string, readonly Rule[]>();

  constructor(watches: Watches, newestReading: NewestReading) {
    this.#watches = watches;
    this.#newestReading = newestReading;
  }

  get rules(): ReadonlyMap<string, Rule> {
    return this.#rules;
  }

  /** A rule that is new, or the edited one in place of the one before. */
  put(rule: Rule): void {
    this.remove(rule.definition.id);
    this.#rules.set(rule.definition.id, rule);
    const { recipeId, pointId } = rule.definition;
    if (rule.kind === "noData") this.#silence.set(recipeId, [...(this.#silence.get(recipeId) ?? none), rule]);
    if (rule.kind === "offline") this.#offline.set(recipeId, [...(this.#offline.get(recipeId) ?? none), rule]);
    else if (pointId !== null)
      this.#points.set(pointId, { rules: [...(this.#points.get(pointId)?.rules ?? none), rule], cells: new Map() });
  }

  remove(ruleId: string): void {
    const rule = this.#rules.get(ruleId);
    if (!rule) return;
    this.#rules.delete(ruleId);
    const { recipeId, pointId } = rule.definition;
    without(this.#silence, recipeId, rule);
    without(this.#offline, recipeId, rule);
    const point = pointId === null ? undefined : this.#points.get(pointId);
    if (!point || pointId === null) return;
    const rules = point.rules.filter((other) => other !== rule);
    if (rules.length > 0) this.#points.set(pointId, { rules, cells: new Map() });
    else this.#points.delete(pointId);
  }

  /** The device is gone, or other templates stand on it. */
  forgetDevice(deviceId: string): void {
    for (const { cells } of this.#points.values()) cells.delete(deviceId);
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
      watches = point.rules.filter((rule) => isOf(rule, device)).map((rule) => this.watch(rule, device, slave));
      slaves.set(slave, watches);
    }
    return watches;
  }

  offlineWatchesOf(device: AlarmDevice, recipeIds: Iterable<string>): Watch[] {
    const watches: Watch[] = [];
    for (const recipeId of new Set(recipeIds)) {
      for (const rule of this.#offline.get(recipeId) ?? none) if (isOf(rule, device)) watches.push(this.watch(rule, device, 0));
    }
    return watches;
  }

  /** `slaves`: the numbers of the device's slaves, by template. */
  silenceWatchesOf(device: AlarmDevice, slaves: ReadonlyMap<string, ReadonlySet<number>>): Watch[] {
    const watches: Watch[] = [];
    for (const [recipeId, numbers] of slaves) {
      for (const rule of this.#silence.get(recipeId) ?? none) {
        if (isOf(rule, device)) for (const slave of numbers) watches.push(this.watch(rule, device, slave));
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
      this.#watches.add(watch);
    }
    return watch;
  }
}

/** Whether the organisation is one of those of a path such as `root/north/`. */
const isIn = (path: string, companyId: string): boolean => path.startsWith(`${companyId}/`) || path.includes(`/${companyId}/`);

/**
 * Whether the rule is one of this device, or of all devices of its type, or of every type, of an organisation that it is in: a template may
 * be used by others as well.
 */
export const isOf = ({ definition: { deviceId, deviceTypeId, companyId } }: Rule, device: AlarmDevice): boolean =>
  deviceId === null
    ? (deviceTypeId === null || deviceTypeId === device.typeId) && isIn(device.companyPath, companyId)
    : deviceId === device.id;

const without = (rulesOf: Map<string, readonly Rule[]>, recipeId: string, rule: Rule): void => {
  const rules = rulesOf.get(recipeId)?.filter((other) => other !== rule) ?? none;
  if (rules.length > 0) rulesOf.set(recipeId, rules);
  else rulesOf.delete(recipeId);
};
