import type { Newest } from "#server/telemetry/newest.ts";
import { Cell } from "./cell.ts";
import { type Known, type Parts, unseen } from "./parts.ts";
import type { AlarmDevice, Rule } from "./rule.ts";
import { RulesBy } from "./rulesBy.ts";
import { newWatch, type Watch, watchKey } from "./watch.ts";
import type { Watches } from "./watches.ts";

/** The newest reading that is stored of a point. */
export interface StoredReading extends Newest {
  readonly value: number | string;
}
export type NewestReading = (deviceId: string, slave: number, pointId: string) => StoredReading | undefined;

/** The points whose readings the rule looks at, of a rule of single points. */
const pointsOf = ({ kind, parts, definition: { pointId } }: Rule): readonly string[] =>
  parts?.points ?? (kind === "offline" || pointId === null ? [] : [pointId]);

/** By device and slave. */
type Cells = Map<string, Map<number, Cell>>;

const empty = new Cell([]);

/** The rules that are switched on: finds those of a reading by its point and those of a change of presence by the device's templates. */
export class RuleIndex {
  readonly #rules = new Map<string, Rule>();
  readonly #watches: Watches;
  readonly #newestReading: NewestReading;
  /** By point; beside them what was found of each device. */
  readonly #points = new RulesBy();
  readonly #cells = new Map<string, Cells>();
  /** By template: rules of absence, and those of silence. */
  readonly #offline = new RulesBy();
  readonly #silence = new RulesBy();

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
    const { recipeId } = rule.definition;
    if (rule.kind === "noData") this.#silence.add(recipeId, rule);
    if (rule.kind === "offline") this.#offline.add(recipeId, rule);
    for (const pointId of pointsOf(rule)) {
      this.#points.add(pointId, rule);
      this.#forgetCells(pointId, rule);
    }
  }

  remove(ruleId: string): void {
    const rule = this.#rules.get(ruleId);
    if (!rule) return;
    this.#rules.delete(ruleId);
    const { recipeId } = rule.definition;
    this.#silence.delete(recipeId, rule);
    this.#offline.delete(recipeId, rule);
    for (const pointId of pointsOf(rule)) {
      this.#points.delete(pointId, rule);
      this.#forgetCells(pointId, rule);
    }
  }

  /** What was found before the rule came or went: of its device, or of all. */
  #forgetCells(pointId: string, { definition: { deviceId } }: Rule): void {
    const cells = this.#cells.get(pointId);
    if (!this.#points.has(pointId)) this.#cells.delete(pointId);
    else if (cells && deviceId !== null) cells.delete(deviceId);
    else this.#cells.set(pointId, new Map());
  }

  /** The device is gone, or other templates stand on it. */
  forgetDevice(deviceId: string): void {
    for (const cells of this.#cells.values()) cells.delete(deviceId);
  }

  /** Hot path: three look-ups, the first of which fails for a point without rules. */
  cellOf(device: AlarmDevice, slave: number, pointId: string): Cell | undefined {
    const cells = this.#cells.get(pointId);
    if (cells === undefined) return undefined;
    let slaves = cells.get(device.id);
    if (slaves === undefined) {
      slaves = new Map();
      cells.set(device.id, slaves);
    }
    let cell = slaves.get(slave);
    if (cell === undefined) {
      const watches = this.#points.of(pointId, device).map((rule) => this.watch(rule, device, slave));
      cell = watches.length === 0 ? empty : new Cell(watches);
      slaves.set(slave, cell);
    }
    return cell;
  }

  offlineWatchesOf(device: AlarmDevice, recipeIds: Iterable<string>): Watch[] {
    const watches: Watch[] = [];
    for (const recipeId of new Set(recipeIds))
      for (const rule of this.#offline.of(recipeId, device)) watches.push(this.watch(rule, device, 0));
    return watches;
  }

  /** `slaves`: the numbers of the device's slaves, by template. */
  silenceWatchesOf(device: AlarmDevice, slaves: ReadonlyMap<string, ReadonlySet<number>>): Watch[] {
    const watches: Watch[] = [];
    for (const [recipeId, numbers] of slaves)
      for (const rule of this.#silence.of(recipeId, device)) for (const slave of numbers) watches.push(this.watch(rule, device, slave));
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
    if (watch.rule.parts) this.#look(watch, watch.rule.parts);
    return watch;
  }

  /** Of points that the watch has not heard of it knows what is stored. What a text stands for the store does not tell. */
  #look(watch: Watch, { points }: Parts): void {
    const found = points.flatMap((pointId): [string, Known][] => {
      if (watch.seen?.points.has(pointId)) return [];
      const stored = this.#newestReading(watch.device.id, watch.slave, pointId);
      if (!stored || typeof stored.value === "string") return [];
      return [[pointId, { ts: stored.ts, taken: stored.taken, value: stored.value, textual: false, reach: undefined }]];
    });
    if (found.length === 0) return;
    const { points: known, windows } = watch.seen ?? unseen;
    watch.seen = { points: new Map([...known, ...found]), windows };
  }
}
