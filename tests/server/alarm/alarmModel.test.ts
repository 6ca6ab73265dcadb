import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processRecords } from "#server/resources/alarmLog.ts";
import { holds } from "#tests/property.ts";
import { AlarmModel, type ModelRule } from "./alarmModel.ts";
import { at, type Fleet, openFleet, someday } from "./fleet.ts";
import { readingOf } from "./registeredPoints.ts";
import { valueLimits } from "./valueLimits.ts";

/** Walks of some 30 steps; `ALARM_WALKS=3400` makes some 100,000 steps of it. */
const walks = Number(process.env.ALARM_WALKS ?? 40);
const saveEvery = 31;

let fleet: Fleet;
beforeAll(async () => {
  fleet = await openFleet();
  await fleet.start();
});
afterAll(() => fleet.close());

const which = fc.constantFrom(0, 1);
const value = fc.integer({ min: 0, max: 12 });
const after = fc.integer({ min: 1, max: 20 });

const rule: fc.Arbitrary<ModelRule> = fc
  .tuple(valueLimits, fc.constantFrom(0, 0, 5, 30))
  .map(([limits, release]) => ({ ...limits, release }));

type Step =
  | { kind: "readings"; device: number; readings: { value: number; after: number }[] }
  | { kind: "late"; device: number; value: number; before: number }
  | { kind: "clock"; after: number }
  | { kind: "setBack"; by: number }
  | { kind: "restart" }
  | { kind: "edit"; rule: number; fields: ModelRule }
  | { kind: "switch"; rule: number }
  | { kind: "maskRule"; rule: number }
  | { kind: "maskDevice"; device: number }
  | { kind: "transfer"; device: number }
  | { kind: "process"; device: number };

const of = <K extends Step["kind"]>(kind: K) => ({ kind: fc.constant(kind) });
const readings = fc.array(fc.record({ value, after }), { minLength: 1, maxLength: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 24, arbitrary: fc.record({ ...of("readings"), device: which, readings }) },
  { weight: 3, arbitrary: fc.record({ ...of("late"), device: which, value, before: after }) },
  { weight: 5, arbitrary: fc.record({ ...of("clock"), after: fc.oneof(after, fc.constantFrom(60, 700, 4000)) }) },
  { weight: 1, arbitrary: fc.record({ ...of("setBack"), by: after }) },
  { weight: 2, arbitrary: fc.record(of("restart")) },
  { weight: 2, arbitrary: fc.record({ ...of("edit"), rule: which, fields: rule }) },
  { weight: 1, arbitrary: fc.record({ ...of("switch"), rule: which }) },
  { weight: 1, arbitrary: fc.record({ ...of("maskRule"), rule: which }) },
  { weight: 1, arbitrary: fc.record({ ...of("maskDevice"), device: which }) },
  { weight: 1, arbitrary: fc.record({ ...of("transfer"), device: which }) },
  { weight: 3, arbitrary: fc.record({ ...of("process"), device: which }) },
);

const columnsOf = ({ condition, a, b, min, max, hold, release }: ModelRule) => ({
  ...{ condition, a, b, min, max, hold_seconds: hold, release_seconds: release },
});

/** One walk: the engine over a real database and the reference, in step. */
class Walk {
  readonly devices: readonly string[];
  readonly rules: readonly string[];
  readonly model: AlarmModel;
  readonly #limits: ModelRule[];
  readonly #inSouth = new Set<string>();
  #now = 0;
  /** The clock was set back since what it moved was last saved. */
  #unsaved = false;

  constructor(run: number, limits: readonly ModelRule[]) {
    this.devices = [`walk${run}a`, `walk${run}b`];
    this.rules = [`walk${run}x`, `walk${run}y`];
    this.#limits = [...limits];
    this.model = new AlarmModel(this.devices);
  }

  async begin(): Promise<void> {
    fleet.now = someday;
    fleet.events.length = 0;
    for (const device of this.devices) await fleet.device(device, "north", { 1: "boiler" });
    for (const [place, id] of this.rules.entries()) {
      const limits = this.#limitsOf(place);
      await fleet.rule({ id, ...columnsOf(limits) });
      this.model.put(id, limits);
    }
    await fleet.changed({ rules: this.rules });
  }

  async take(step: Step): Promise<void> {
    const { engine, db } = fleet;
    switch (step.kind) {
      case "readings":
        await this.#send(this.#device(step.device), step.readings);
        break;
      case "late":
        await this.#sendLate(this.#device(step.device), step.value, step.before);
        break;
      case "clock":
        this.#now += step.after;
        break;
      case "setBack":
        await engine.tick(at(this.#now - step.by));
        this.model.clock(this.#now - step.by);
        this.#unsaved = true;
        break;
      case "restart":
        await this.#restart();
        break;
      case "edit": {
        const id = this.#ruleId(step.rule);
        this.#limits[step.rule] = step.fields;
        await db.updateTable("alarm_trigger").set(columnsOf(step.fields)).where("id", "=", id).execute();
        if (this.model.isOn(id)) this.model.put(id, step.fields);
        await fleet.changed({ rules: [id] });
        break;
      }
      case "switch": {
        const id = this.#ruleId(step.rule);
        const wasOn = this.model.isOn(id);
        await db
          .updateTable("alarm_trigger")
          .set({ enabled: wasOn ? 0 : 1 })
          .where("id", "=", id)
          .execute();
        if (wasOn) this.model.off(id, this.#now);
        else this.model.put(id, this.#limitsOf(step.rule));
        await fleet.changed({ rules: [id] });
        break;
      }
      case "maskRule":
        await this.#mask({ rule_id: this.#ruleId(step.rule) }, this.#ruleId(step.rule));
        break;
      case "maskDevice":
        await this.#mask({ device_id: this.#device(step.device) }, this.#device(step.device));
        break;
      case "transfer":
        await this.#transfer(this.#device(step.device));
        break;
      case "process":
        await this.#process(this.#device(step.device));
        break;
    }
    await this.#clock();
  }

  async found() {
    const records = (await fleet.records()).filter(({ device_id }) => this.devices.includes(device_id));
    const told = fleet.events.filter(({ kind, masked }) => kind === "raised" && !masked);
    return {
      records: records
        .map(({ rule_id, device_id, raised_at, released_at, repeats, state, masked }) =>
          [rule_id, device_id, raised_at, released_at, repeats, state, masked].join(" "),
        )
        .sort(),
      open: await Promise.all(this.devices.map((id) => fleet.openAlarms(id))),
      told: this.devices.map((id) => told.filter(({ device }) => device.id === id).length),
    };
  }

  expected() {
    const { records, told } = this.model;
    return {
      records: records
        .map(({ rule, device, raised, released, repeats, processed, masked }) =>
          [rule, device, at(raised), released === null ? "" : at(released), repeats, processed ? 1 : 0, masked ? 1 : 0].join(" "),
        )
        .sort(),
      open: this.devices.map((id) => records.filter(({ device, released }) => device === id && released === null).length),
      told: this.devices.map((id) => told.get(id) ?? 0),
    };
  }

  async end(): Promise<void> {
    await fleet.db.deleteFrom("device").where("id", "in", this.devices).execute();
    await fleet.db.deleteFrom("alarm_trigger").where("id", "in", this.rules).execute();
    await fleet.changed({ devices: this.devices, rules: this.rules });
  }

  #device(place: number): string {
    return this.devices[place] ?? "";
  }
  #ruleId(place: number): string {
    return this.rules[place] ?? "";
  }
  #limitsOf(place: number): ModelRule {
    const limits = this.#limits[place];
    if (!limits) throw new Error(`no rule ${place}`);
    return limits;
  }

  async #clock(): Promise<void> {
    fleet.now = at(this.#now);
    await fleet.engine.tick(at(this.#now));
    this.model.clock(this.#now);
  }

  async #send(device: string, readings: readonly { value: number; after: number }[]): Promise<void> {
    const timed: [number, number][] = [];
    for (const { value: read, after: passed } of readings) {
      this.#now += passed;
      timed.push([this.#now, read]);
    }
    const registered = await fleet.registered(device);
    // With nothing awaited in between: the engine's own clock looks whenever it can.
    fleet.now = at(this.#now);
    await fleet.engine.evaluate(
      registered,
      timed.map(([seconds, read]) => readingOf(registered, 1, "temp", read, at(seconds))),
      at(this.#now),
    );
    this.model.readings(device, timed, this.#now);
  }

  /** Which of them is late is known only where the newest is. */
  async #sendLate(device: string, read: number, before: number): Promise<void> {
    const newest = this.model.newestOf(device);
    if (newest === null) return;
    await fleet.send(await fleet.registered(device), read, at(newest - before), { arrivedAt: at(this.#now) });
    this.model.readings(device, [[newest - before, read]], this.#now);
  }

  /** What the clock alone has moved is written every so often. */
  async #restart(): Promise<void> {
    if (this.#unsaved) {
      this.#now += saveEvery;
      await this.#clock();
      this.#unsaved = false;
    }
    await fleet.cut();
    this.model.restart();
  }

  async #mask(of: { rule_id: string } | { device_id: string }, subject: string): Promise<void> {
    const now = at(this.#now);
    const id = `mask ${subject}`;
    if (this.model.mask(subject)) {
      const kept = { id, company_id: "north", starts_at: now, ends_at: null, reason: "work", ...of };
      await fleet.db.deleteFrom("alarm_mask").where("id", "=", id).execute();
      await fleet.db
        .insertInto("alarm_mask")
        .values({ ...kept, created_at: now, created_by: "me", updated_at: now, updated_by: "me" })
        .execute();
    } else await fleet.db.updateTable("alarm_mask").set({ ends_at: now }).where("id", "=", id).execute();
    await fleet.engine.masksChanged([id]);
  }

  async #transfer(device: string): Promise<void> {
    const goes = !this.#inSouth.delete(device);
    if (goes) this.#inSouth.add(device);
    await fleet.db
      .updateTable("device")
      .set({ company_id: goes ? "south" : "north" })
      .where("id", "=", device)
      .execute();
    this.model.transfer(device, this.#now);
    await fleet.changed({ devices: [device] });
  }

  /** Two process the same record: one of them is told that it is. */
  async #process(device: string): Promise<void> {
    const record = this.model.unprocessed(device);
    if (!record) return;
    const rows = (await fleet.records()).filter(({ device_id, rule_id, raised_at, state }) => {
      return device_id === device && rule_id === record.rule && raised_at === at(record.raised) && state === 0;
    });
    const [row] = rows;
    if (!row) throw new Error(`the engine has no record of ${device} raised at ${record.raised}`);
    const both = await Promise.allSettled(
      ["by one", "by the other"].map((remark) =>
        processRecords(fleet.db, fleet.caller("root"), { ids: [row.id], state: 1, remark }, at(this.#now)),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    record.processed = true;
  }
}

let run = 0;

test(
  "raises, repeats, releases and tells as a plain reference does, over any walk of readings, clocks, restarts, edits, masks, transfers and processing by two",
  async () => {
    await holds(
      fc.asyncProperty(rule, rule, fc.array(step, { minLength: 10, maxLength: 50, size: "max" }), async (one, other, steps) => {
        run += 1;
        const walk = new Walk(run, [one, other]);
        await walk.begin();
        try {
          for (const each of steps) await walk.take(each);
          expect(await walk.found()).toEqual(walk.expected());
        } finally {
          await walk.end();
        }
      }),
      { numRuns: walks },
    );
  },
  Math.max(120_000, walks * 5000),
);
