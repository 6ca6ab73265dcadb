import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Insertable } from "kysely";
import { afterEach, beforeEach } from "vitest";
import type { ValueType } from "#contract/pointValue.ts";
import { type AlarmEngine, openAlarmEngine } from "#server/alarm/alarmEngine.ts";
import type { AlarmEvent } from "#server/alarm/alarmEvent.ts";
import type { Touched } from "#server/alarm/following.ts";
import { type Db, openDatabase } from "#server/db/open.ts";
import type { AlarmTriggerTable } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import { openTroubles } from "#server/system/troubles.ts";
import type { Newest } from "#server/telemetry/newest.ts";
import { protocolOf } from "#server/wire/protocols/protocols.ts";
import type { RegisteredDevice, RegisteredSlave } from "#server/wire/registered.ts";
import { type OwnDatabase, ownDatabase } from "#tests/server/database.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { readingOf, registeredPoint, storeModeOf } from "./registeredPoints.ts";

const stamp = { updated_at: 0, updated_by: "builder" };
export const someday = 1_700_000_000_000;

/** Two organisations, root and its child `north`, in a real database; engines over it, one at a time. */
export class Fleet {
  readonly db: Db;
  readonly events: AlarmEvent[] = [];
  /** The newest readings that a store of readings would know, by device, slave and point. */
  readonly stored = new Map<string, Newest>();
  /** What the engine takes for the present. */
  now = someday;
  /** Lines of the server's log that tell of troubles. */
  readonly lines: string[] = [];
  readonly troubles = openTroubles(
    { info: (_, message) => this.lines.push(message), error: (_, message) => this.lines.push(message) },
    () => this.now,
    () => this.now,
  );
  readonly #folder: string;
  readonly #database: OwnDatabase;
  #arrivedAt = 0;
  #engine: AlarmEngine | undefined;

  constructor(db: Db, folder: string, database: OwnDatabase) {
    this.db = db;
    this.#folder = folder;
    this.#database = database;
  }

  get engine(): AlarmEngine {
    if (!this.#engine) throw new Error("no engine is running");
    return this.#engine;
  }

  async start(): Promise<void> {
    this.#engine = await openAlarmEngine({
      db: this.db,
      log: quiet,
      troubles: this.troubles,
      now: () => this.now,
      notify: (event) => this.events.push(event),
      newestReading: (deviceId, slave, pointId) => this.stored.get(`${deviceId} ${slave} ${pointId}`),
    });
  }

  /** An edit, followed to its end. */
  async changed(touched: Touched): Promise<void> {
    await this.engine.changed(touched);
    await this.engine.idle();
  }

  /** Drops the engine as a power cut would: what it has only in memory is gone. */
  async cut(): Promise<void> {
    const dying = this.engine;
    await this.start();
    const kept = await this.db.selectFrom("alarm_pending").selectAll().execute();
    await dying.stop();
    await this.db.deleteFrom("alarm_pending").execute();
    if (kept.length > 0) await this.db.insertInto("alarm_pending").values(kept).execute();
  }

  async close(): Promise<void> {
    await this.#engine?.stop();
    await this.db.destroy();
    await this.#database.drop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async company(id: string, parent: string | null): Promise<void> {
    const path = parent === null ? `${id}/` : `${parent}/${id}/`;
    await this.db
      .insertInto("company")
      .values({ id, parent_id: parent, path, name: id, enabled: 1, expires_at: null, zone: "Asia/Shanghai", created_at: 0, ...stamp })
      .execute();
    await this.db
      .insertInto("device_type")
      .values({ id: `type-${id}`, company_id: id, name: id, name_en: id, description: "" })
      .execute();
    await this.db
      .insertInto("user")
      .values({
        id: `user-${id}`,
        company_id: id,
        account: `account-${id}`,
        user_name: `Person of ${id}`,
        nick_name: "",
        phone: "",
        email: "",
        avatar: "",
        type: 1,
        password_hash: "",
        enabled: 1,
        second_factor: 0,
        created_at: 0,
        ...stamp,
      })
      .execute();
  }

  caller(company: "root" | "north" | "south"): Caller {
    return {
      userId: `user-${company}`,
      sessionId: "session",
      account: `account-${company}`,
      userName: `Person of ${company}`,
      type: 1,
      companyId: company,
      companyPath: company === "root" ? "root/" : `root/${company}/`,
      zone: "Asia/Shanghai",
      grants: new Set(),
    };
  }

  async recipe(id: string, company: string, points: readonly { id: string; valueType?: ValueType; unit?: string }[]): Promise<void> {
    await this.db
      .insertInto("recipe")
      .values({ id, company_id: company, name: id, description: "", created_at: 0, ...stamp })
      .execute();
    for (const point of points)
      await this.db
        .insertInto("point")
        .values({
          id: point.id,
          recipe_id: id,
          name: `点${point.id}`,
          name_en: point.id,
          address: point.id,
          default_value: "",
          value_type: point.valueType ?? "float64",
          integer_digits: null,
          decimals: null,
          unit: point.unit ?? "",
          min: null,
          max: null,
          start_bit: null,
          end_bit: null,
          enumeration: "[]",
          receive_formula: "",
          send_formula: "",
          store_mode: 1,
          display: 1,
          writable: 0,
          data_source: "",
          auth: 0,
          sort: 0,
          ...stamp,
        })
        .execute();
  }

  async device(id: string, company: string, slaves: Readonly<Record<number, string>>, online = 1): Promise<void> {
    await this.db
      .insertInto("device")
      .values(
        deviceRow({
          id,
          company_id: company,
          name: `Device ${id}`,
          sn: `SN-${id}`,
          search: `device ${id} sn-${id}`.toLowerCase(),
          type_id: `type-${company}`,
          online,
          activated_at: 1,
          ...stamp,
        }),
      )
      .execute();
    for (const [no, recipe] of Object.entries(slaves))
      await this.db
        .insertInto("slave")
        .values({ id: randomUUID(), device_id: id, no: Number(no), name: `Slave ${no}`, recipe_id: recipe })
        .execute();
  }

  /** Answers the rule's id; `above 10` on point temp of template boiler unless said otherwise. */
  async rule(differences: Partial<Insertable<AlarmTriggerTable>> = {}): Promise<string> {
    const id = differences.id ?? randomUUID();
    await this.db.insertInto("alarm_trigger").values(ruleValues(id, differences)).execute();
    return id;
  }

  /** `series`: where the readings of its points are stored; somewhere unless said. */
  async registered(id: string, series = (slave: number, _pointId: string, index = 0) => slave * 1000 + index): Promise<RegisteredDevice> {
    const row = await this.db
      .selectFrom("device")
      .innerJoin("company", "company.id", "device.company_id")
      .select(["device.id", "device.sn", "device.name", "device.company_id", "device.type_id", "device.alarm_notice", "company.path"])
      .where("device.id", "=", id)
      .executeTakeFirstOrThrow();
    const slaves = new Map<number, RegisteredSlave>();
    for (const slave of await this.db.selectFrom("slave").selectAll().where("device_id", "=", id).execute()) {
      const points = (
        await this.db
          .selectFrom("point")
          .select(["id", "value_type", "unit", "store_mode"])
          .where("recipe_id", "=", slave.recipe_id)
          .execute()
      ).map((point, index) =>
        registeredPoint(
          point.id,
          point.value_type === "text" ? "text" : "float64",
          point.unit,
          series(slave.no, point.id, index),
          storeModeOf(point.store_mode),
        ),
      );
      const byKey = new Map(points.map((point) => [point.id, [point]]));
      slaves.set(slave.no, { no: slave.no, name: slave.name, recipeId: slave.recipe_id, points, byKey });
    }
    return {
      id: row.id,
      sn: row.sn,
      name: row.name,
      companyId: row.company_id,
      companyPath: row.path,
      typeId: row.type_id,
      passwordHash: "",
      alarmNotice: row.alarm_notice === 1,
      modelId: null,
      tuyaId: "",
      protocol: protocolOf(null),
      polling: undefined,
      slaves,
    };
  }

  /** One reading of one device, waited for until it is committed. */
  async send(
    device: RegisteredDevice,
    value: number | string,
    ts: number,
    { slave = 1, point = "temp", arrivedAt = Math.max(ts, this.#arrivedAt) } = {},
  ): Promise<void> {
    this.#arrivedAt = arrivedAt;
    await this.engine.evaluate(device, [readingOf(device, slave, point, value, ts)], arrivedAt);
  }

  /** Readings of one message, by time. */
  async sendTogether(
    device: RegisteredDevice,
    readings: readonly (readonly [ts: number, value: number | string])[],
    point = "temp",
  ): Promise<void> {
    this.#arrivedAt = Math.max(this.now, this.#arrivedAt, ...readings.map(([ts]) => ts));
    await this.engine.evaluate(
      device,
      readings.map(([ts, value]) => readingOf(device, 1, point, value, ts)),
      this.#arrivedAt,
    );
  }

  records() {
    return this.db.selectFrom("alarm_log").selectAll().orderBy("raised_at").orderBy("released_at").execute();
  }

  async openAlarms(id: string): Promise<number> {
    return (await this.db.selectFrom("device").select("open_alarms").where("id", "=", id).executeTakeFirstOrThrow()).open_alarms;
  }

  said(): string[] {
    return this.events.map((event) => `${event.kind}${event.masked ? " masked" : ""} ${event.device.id}`);
  }
}

const quiet = { warn: () => undefined, error: () => undefined };

export const ruleValues = (id: string, differences: Partial<Insertable<AlarmTriggerTable>>): Insertable<AlarmTriggerTable> => ({
  id,
  company_id: "north",
  name: id,
  recipe_id: "boiler",
  point_id: "temp",
  device_id: null,
  level: 2,
  condition: "above",
  a: 10,
  b: null,
  min: null,
  max: null,
  hold_seconds: 0,
  push_content: "",
  push_content_en: "",
  release_content: "",
  release_content_en: "",
  save_data: 1,
  enabled: 1,
  created_at: 0,
  ...stamp,
  ...differences,
});

/** root over north and south; north has template boiler (temp °C, state text, flags) and device d1 with two slaves of it. */
export const openFleet = async (): Promise<Fleet> => {
  const folder = await mkdtemp(join(tmpdir(), "alarm-"));
  const database = await ownDatabase(folder);
  const fleet = new Fleet(await openDatabase(database.place), folder, database);
  await fleet.company("root", null);
  await fleet.company("north", "root");
  await fleet.company("south", "root");
  await fleet.recipe("boiler", "north", [
    { id: "temp", unit: "°C" },
    { id: "state", valueType: "text" },
    { id: "flags", valueType: "uint64" },
  ]);
  await fleet.device("d1", "north", { 1: "boiler", 2: "boiler" });
  return fleet;
};

/** The fleet of the test that runs, and its device d1. */
export let fleet: Fleet;
export let d1: RegisteredDevice;

/** Gives each test of a file a fleet of its own. */
export const eachWithFleet = (): void => {
  beforeEach(async () => {
    fleet = await openFleet();
    d1 = await fleet.registered("d1");
  });
  afterEach(() => fleet.close());
};

export const at = (seconds: number): number => someday + seconds * 1000;
