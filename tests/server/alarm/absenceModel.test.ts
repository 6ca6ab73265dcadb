import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import { holds } from "#tests/property.ts";
import { AbsenceModel, type AbsenceRule } from "./absenceModel.ts";
import { at, type Fleet, openFleet, someday } from "./fleet.ts";
import { readingOf } from "./registeredPoints.ts";
import { walked } from "./walked.ts";

/** Walks of some 30 steps, as those of values have them. */
const walks = Number(process.env.ALARM_WALKS ?? 20);
/** The clock looks so often, and nothing happens in between. */
const beat = 5;
const saveEvery = 30;

let fleet: Fleet;
beforeAll(async () => {
  fleet = await openFleet();
  await fleet.start();
});
afterAll(() => fleet.close());

type Step =
  | { kind: "presence"; device: number; online: boolean }
  | { kind: "reading"; device: number; before: number }
  | { kind: "clock"; beats: number }
  | { kind: "restart" }
  | { kind: "edit"; rule: number; rules: readonly AbsenceRule[] };

const delay = fc.constantFrom(0, 0, 5, 30);
const offline = fc.record({ kind: fc.constant("offline" as const), minutes: fc.constant(1), hold: delay, release: delay });
const silence = fc.record({ kind: fc.constant("noData" as const), minutes: fc.constantFrom(1, 2), hold: delay, release: delay });
const rules: fc.Arbitrary<readonly AbsenceRule[]> = fc.tuple(offline, silence);
const device = fc.constantFrom(0, 1);
const of = <K extends Step["kind"]>(kind: K) => ({ kind: fc.constant(kind) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ ...of("presence"), device, online: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ ...of("reading"), device, before: fc.constantFrom(0, 0, 0, 10, 60, 90) }) },
  { weight: 8, arbitrary: fc.record({ ...of("clock"), beats: fc.constantFrom(1, 2, 6, 12, 24) }) },
  { weight: 2, arbitrary: fc.record(of("restart")) },
  { weight: 1, arbitrary: fc.record({ ...of("edit"), rule: device, rules }) },
);

class Walk {
  readonly #devices: readonly string[];
  readonly #rules: readonly string[];
  readonly #model: AbsenceModel;
  readonly #asked: readonly AbsenceRule[];
  #now = 0;

  constructor(run: number, asked: readonly AbsenceRule[]) {
    this.#devices = ["a", "b"].map((name) => `absence${run}${name}`);
    this.#rules = ["away", "silent"].map((name) => `absence${run}${name}`);
    this.#asked = asked;
    this.#model = new AbsenceModel(this.#devices, new Map(this.#rules.map((id, place) => [id, this.#askedOf(asked, place)])), 0);
  }

  async begin(): Promise<void> {
    fleet.now = someday;
    await fleet.cut();
    for (const id of this.#devices) await fleet.device(id, "north", { 1: "boiler" });
    for (const [place, id] of this.#rules.entries()) {
      const rule = this.#askedOf(this.#asked, place);
      await fleet.rule({ id, condition: rule.kind, point_id: rule.kind === "noData" ? "temp" : null, ...columnsOf(rule) });
    }
    await fleet.changed({ devices: this.#devices, rules: this.#rules });
    await this.#pass(saveEvery);
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case "presence":
        await this.#pass(beat);
        await this.#presence(this.#deviceOf(step.device), step.online);
        break;
      case "reading":
        await this.#pass(beat);
        await this.#reading(this.#deviceOf(step.device), step.before);
        break;
      case "clock":
        await this.#pass(step.beats * beat);
        break;
      case "restart":
        // What the clock alone has moved is written every so often.
        await this.#pass(saveEvery);
        await fleet.cut();
        this.#model.restart(this.#now);
        break;
      case "edit": {
        const id = this.#rules[step.rule] ?? "";
        const rule = this.#askedOf(step.rules, step.rule);
        await fleet.db.updateTable("alarm_trigger").set(columnsOf(rule)).where("id", "=", id).execute();
        this.#model.edit(id, rule);
        await fleet.changed({ rules: [id] });
        break;
      }
    }
    await this.#clock();
  }

  async found() {
    const records = (await fleet.records()).filter(({ device_id }) => this.#devices.includes(device_id));
    return {
      records: records
        .map(({ rule_id, device_id, raised_at, released_at, repeats }) => [rule_id, device_id, raised_at, released_at, repeats].join(" "))
        .sort(),
      open: await Promise.all(this.#devices.map((id) => fleet.openAlarms(id))),
    };
  }

  expected() {
    const { records } = this.#model;
    const when = (seconds: number | null): number | null => (seconds === null ? null : at(seconds));
    return {
      records: records
        .map(({ rule, device: of, raised, released, repeats }) => [rule, of, at(raised), when(released), repeats].join(" "))
        .sort(),
      open: this.#devices.map((id) => records.filter(({ device: of, released }) => of === id && released === null).length),
    };
  }

  async end(): Promise<void> {
    await fleet.db.deleteFrom("device").where("id", "in", this.#devices).execute();
    await fleet.db.deleteFrom("alarm_trigger").where("id", "in", this.#rules).execute();
    await fleet.changed({ devices: this.#devices, rules: this.#rules });
  }

  #askedOf(asked: readonly AbsenceRule[], place: number): AbsenceRule {
    const rule = asked[place];
    if (!rule) throw new Error(`no rule ${place}`);
    return rule;
  }
  #deviceOf(place: number): string {
    return this.#devices[place] ?? "";
  }

  async #clock(): Promise<void> {
    fleet.now = at(this.#now);
    await fleet.engine.tick(at(this.#now));
    this.#model.clock(this.#now);
  }

  async #pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += beat) {
      this.#now += beat;
      await this.#clock();
    }
  }

  async #presence(id: string, online: boolean): Promise<void> {
    await fleet.db
      .updateTable("device")
      .set({ online: online ? 1 : 0 })
      .where("id", "=", id)
      .execute();
    await fleet.engine.presenceChanged(await fleet.registered(id), online, at(this.#now));
    this.#model.presence(id, online, this.#now);
  }

  async #reading(id: string, before: number): Promise<void> {
    const [ts, registered] = [at(this.#now - before), await fleet.registered(id)];
    const key = `${id} 1 temp`;
    if (ts > (fleet.stored.get(key)?.ts ?? Number.NEGATIVE_INFINITY)) fleet.stored.set(key, { ts, taken: ts, value: 1 });
    await fleet.engine.evaluate(registered, [readingOf(registered, 1, "temp", 1, ts)], at(this.#now));
    this.#model.reading(id, before, this.#now);
  }
}

const columnsOf = ({ kind, minutes, hold, release }: AbsenceRule) => ({
  ...{ a: kind === "noData" ? minutes : null, hold_seconds: hold, release_seconds: release },
});

let run = 0;

test(
  "raises and releases absence and silence as a plain reference does, over any walk of devices that come and go, readings, restarts and edits",
  async () => {
    await holds(
      fc.asyncProperty(rules, fc.array(step, { minLength: 10, maxLength: 50, size: "max" }), async (asked, steps) => {
        run += 1;
        await walked(new Walk(run, asked), steps);
      }),
      { numRuns: walks },
    );
  },
  Math.max(120_000, walks * 5000),
);
