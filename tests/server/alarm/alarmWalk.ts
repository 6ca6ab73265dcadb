import { expect } from "vitest";
import { followMove } from "#server/devices/moveDevices.ts";
import { processRecords } from "#server/resources/alarmLog.ts";
import { AlarmModel, type ModelPlace, type Moment } from "./alarmModel.ts";
import { at, type Fleet, someday } from "./fleet.ts";
import type { ModelMask } from "./modelMasks.ts";
import { columnsOf, type ModelPoint, type ModelRule, modelPoints } from "./modelParts.ts";
import { readingOf } from "./registeredPoints.ts";

const saveEvery = 31;
const modelType = "model type";
const groupOf = (company: "root" | "north"): string => `model group of ${company}`;

/** What a mask names, by place, and when it runs: seconds from now on, and how long. */
export interface WalkMask {
  readonly company: "root" | "north";
  readonly device: number | null;
  readonly rule: number | null;
  readonly typed: boolean;
  readonly from: number;
  readonly lasts: number | null;
}

export type Step =
  | { kind: "readings"; device: number; readings: { values: Moment[1]; after: number }[] }
  | { kind: "late"; device: number; point: ModelPoint; value: number; before: number }
  | { kind: "behind"; device: number; point: ModelPoint; value: number; after: number }
  | { kind: "clock"; after: number }
  | { kind: "setBack"; by: number }
  | { kind: "restart" }
  | { kind: "edit"; rule: number; fields: ModelRule }
  | { kind: "switch"; rule: number }
  | { kind: "mask"; mask: WalkMask }
  | { kind: "unmask"; which: number }
  | { kind: "transfer"; device: number }
  | { kind: "process"; device: number };

/** What all walks have in common. */
export const openWalks = async (fleet: Fleet): Promise<void> => {
  const stamps = { created_at: 0, updated_at: 0, updated_by: "" };
  await fleet.recipe(
    "mill",
    "north",
    modelPoints.map((id) => ({ id })),
  );
  await fleet.db
    .insertInto("alarm_type")
    .values({ id: modelType, company_id: "root", name: "类", name_en: "Type", remark: "", remark_en: "", ...stamps })
    .execute();
  for (const company of ["root", "north"] as const) {
    const id = groupOf(company);
    await fleet.db
      .insertInto("alarm_group")
      .values({ id, company_id: company, name: id, message_types: "[]", ...stamps })
      .execute();
  }
  await fleet.start();
};

/** One walk: the engine over a real database and the reference, in step. */
export class Walk {
  readonly devices: readonly string[];
  readonly rules: readonly string[];
  readonly model: AlarmModel;
  readonly #limits: ModelRule[];
  readonly #inSouth = new Set<string>();
  readonly #masks: ModelMask[] = [];
  readonly #fleet: Fleet;
  #now = 0;
  /** Something has moved since the engine last saved what it does not write at once. */
  #unsaved = false;

  constructor(fleet: Fleet, run: number, limits: readonly ModelRule[]) {
    this.#fleet = fleet;
    this.devices = [`walk${run}a`, `walk${run}b`];
    this.rules = ["x", "y", "z"].map((name) => `walk${run}${name}`);
    this.#limits = [...limits];
    this.model = new AlarmModel(this.devices, new Map(this.rules.map((id, place) => [id, this.#placeOf(place)])));
  }

  async begin(): Promise<void> {
    this.#fleet.now = someday;
    this.#fleet.events.length = 0;
    for (const device of this.devices) await this.#fleet.device(device, "north", { 1: "mill" });
    for (const [number, id] of this.rules.entries()) {
      const limits = this.#limitsOf(number);
      const { company, device, isTyped, step } = this.#placeOf(number);
      const place = { company_id: company, device_id: device, alarm_type_id: isTyped ? modelType : null };
      await this.#fleet.rule({ id, recipe_id: "mill", point_id: "m1", ...place, ...columnsOf(limits) });
      if (step) {
        const row = { rule_id: id, place: 0, minutes: step.minutes, group_id: groupOf(step.group) };
        await this.#fleet.db.insertInto("alarm_trigger_step").values(row).execute();
      }
      this.model.put(id, limits);
    }
    await this.#fleet.changed({ rules: this.rules });
  }

  async take(step: Step): Promise<void> {
    const { engine, db } = this.#fleet;
    switch (step.kind) {
      case "readings":
        await this.#send(this.#device(step.device), step.readings);
        break;
      case "late":
        await this.#sendOld(this.#device(step.device), step.point, step.value, (newest) => newest - step.before);
        break;
      case "behind":
        await this.#sendOld(this.#device(step.device), step.point, step.value, (newest) => newest + step.after);
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
        await this.#fleet.changed({ rules: [id] });
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
        await this.#fleet.changed({ rules: [id] });
        break;
      }
      case "mask":
        await this.#mask(step.mask);
        break;
      case "unmask":
        await this.#unmask(step.which);
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
    const records = (await this.#fleet.records()).filter(({ device_id }) => this.devices.includes(device_id));
    const told = this.#fleet.events.filter(({ kind, masked }) => kind === "raised" && !masked);
    const steps = await this.#fleet.db.selectFrom("alarm_escalation").selectAll().execute();
    return {
      records: records
        .map((record) => {
          const { rule_id, device_id, raised_at, released_at, repeats, state, masked, reminders, reminds_at } = record;
          const step = steps.find(({ record_id }) => record_id === record.id);
          const escalation = step ? [step.state, step.due_at, step.told_at] : [];
          return [rule_id, device_id, raised_at, released_at, repeats, state, masked, reminders, reminds_at, ...escalation].join(" ");
        })
        .sort(),
      open: await Promise.all(this.devices.map((id) => this.#fleet.openAlarms(id))),
      told: this.devices.map((id) => told.filter(({ device }) => device.id === id).length),
    };
  }

  expected() {
    const { records, told } = this.model;
    const when = (seconds: number | null): number | null => (seconds === null ? null : at(seconds));
    return {
      records: records
        .map(({ rule, device, raised, released, repeats, processed, masked, reminders, reminds, step }) => {
          const escalation = step ? [step.state, at(step.due), when(step.told)] : [];
          const states = [repeats, processed ? 1 : 0, masked ? 1 : 0, reminders, when(reminds)];
          return [rule, device, at(raised), when(released), ...states, ...escalation].join(" ");
        })
        .sort(),
      open: this.devices.map((id) => records.filter(({ device, released }) => device === id && released === null).length),
      told: this.devices.map((id) => told.get(id) ?? 0),
    };
  }

  async end(): Promise<void> {
    await this.#fleet.db.deleteFrom("device").where("id", "in", this.devices).execute();
    await this.#fleet.db.deleteFrom("alarm_trigger").where("id", "in", this.rules).execute();
    await this.#fleet.db
      .deleteFrom("alarm_mask")
      .where(
        "id",
        "in",
        this.#masks.map(({ id }) => id),
      )
      .execute();
    await this.#fleet.engine.masksChanged();
    await this.#fleet.changed({ devices: this.devices, rules: this.rules });
  }

  /** The first is of all devices of north, the second of those of the root, the third of the first device alone. */
  #placeOf(number: number): ModelPlace {
    const places: readonly ModelPlace[] = [
      { company: "north", device: null, isTyped: true, step: { minutes: 10, group: "north" } },
      { company: "root", device: null, isTyped: false, step: null },
      { company: "north", device: this.#device(0), isTyped: true, step: { minutes: 20, group: "root" } },
    ];
    const place = places[number];
    if (!place) throw new Error(`no rule ${number}`);
    return place;
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
    this.#fleet.now = at(this.#now);
    await this.#fleet.engine.tick(at(this.#now));
    this.model.clock(this.#now);
  }

  async #send(device: string, readings: readonly { values: Moment[1]; after: number }[]): Promise<void> {
    const moments: Moment[] = [];
    for (const { values: read, after: passed } of readings) {
      this.#now += passed;
      moments.push([this.#now, read]);
    }
    await this.#evaluate(device, moments);
  }

  async #evaluate(device: string, moments: readonly Moment[]): Promise<void> {
    const registered = await this.#fleet.registered(device);
    // With nothing awaited in between: the engine's own clock looks whenever it can.
    this.#fleet.now = at(this.#now);
    await this.#fleet.engine.evaluate(
      registered,
      moments.flatMap(([seconds, read]) => Object.entries(read).map(([id, one]) => readingOf(registered, 1, id, one, at(seconds)))),
      at(this.#now),
    );
    this.model.readings(device, moments, this.#now);
    this.#unsaved = true;
  }

  /** A reading of a point that comes behind others. Which of them is late is known only where the newest is; one that is long past would be told in silence. */
  async #sendOld(device: string, of: ModelPoint, read: number, when: (newest: number) => number): Promise<void> {
    const newest = this.model.newestOf(device, of);
    const taken = newest === null ? undefined : when(newest);
    if (taken === undefined || taken > this.#now || (newest !== null && taken > newest && taken < this.#now - 200)) return;
    await this.#evaluate(device, [[taken, { [of]: read }]]);
  }

  /** What the clock alone has moved is written every so often. */
  async #restart(): Promise<void> {
    if (this.#unsaved) {
      this.#now += saveEvery;
      await this.#clock();
      this.#unsaved = false;
    }
    await this.#fleet.cut();
    this.model.restart();
  }

  async #mask({ company, device, rule, typed, from, lasts }: WalkMask): Promise<void> {
    const starts = this.#now + from;
    const mask: ModelMask = {
      ...{ id: `${this.rules[0]} mask ${this.#masks.length}`, company, typed, starts },
      ...{ device: device === null ? null : this.#device(device), rule: rule === null ? null : this.#ruleId(rule) },
      ends: lasts === null ? Number.POSITIVE_INFINITY : starts + lasts,
    };
    this.#masks.push(mask);
    this.model.masks.begin(mask);
    const by = { created_at: at(this.#now), created_by: "me", updated_at: at(this.#now), updated_by: "me" };
    const span = { starts_at: at(starts), ends_at: lasts === null ? null : at(starts + lasts) };
    await this.#fleet.db
      .insertInto("alarm_mask")
      .values({
        ...{ id: mask.id, company_id: company, device_id: mask.device, rule_id: mask.rule, alarm_type_id: typed ? modelType : null },
        ...{ reason: "work", ...span, ...by },
      })
      .execute();
    await this.#fleet.engine.masksChanged([mask.id]);
  }

  /** Somebody ends one that runs or is planned. */
  async #unmask(which: number): Promise<void> {
    const standing = this.model.masks.unended(this.#now);
    const mask = standing[which % standing.length];
    if (!mask) return;
    this.model.masks.end(mask, this.#now);
    await this.#fleet.db
      .updateTable("alarm_mask")
      .set({ starts_at: at(mask.starts), ends_at: at(mask.ends) })
      .where("id", "=", mask.id)
      .execute();
    await this.#fleet.engine.masksChanged([mask.id]);
  }

  async #transfer(device: string): Promise<void> {
    const goes = !this.#inSouth.delete(device);
    if (goes) this.#inSouth.add(device);
    const [from, to] = goes ? ["north", "south"] : ["south", "north"];
    await this.#fleet.db.transaction().execute(async (trx) => {
      await trx.updateTable("device").set({ company_id: to }).where("id", "=", device).execute();
      await followMove(trx, this.#fleet.caller("root"), [{ id: device, company_id: from }], to, at(this.#now));
    });
    this.model.transfer(device, this.#now);
    await this.#fleet.engine.masksChanged();
    await this.#fleet.changed({ devices: [device] });
  }

  /** Two process the same record: one of them is told that it is. */
  async #process(device: string): Promise<void> {
    const record = this.model.unprocessed(device);
    if (!record) return;
    const rows = (await this.#fleet.records()).filter(({ device_id, rule_id, raised_at, state }) => {
      return device_id === device && rule_id === record.rule && raised_at === at(record.raised) && state === 0;
    });
    const [row] = rows;
    if (!row) throw new Error(`the engine has no record of ${device} raised at ${record.raised}`);
    const both = await Promise.allSettled(
      ["by one", "by the other"].map((remark) =>
        processRecords(this.#fleet.db, this.#fleet.caller("root"), { ids: [row.id], state: 1, remark }, at(this.#now)),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    record.processed = true;
  }
}
