import type { Selectable, SqlBool } from "kysely";
import { compilePoint } from "#contract/point/decode.ts";
import { type Coding, type Order, type RegisterType, registerPlace } from "#contract/point/registers.ts";
import type { ValueType } from "#contract/pointValue.ts";
import { keptFromApp } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import type { DeviceModelTable, PointTable } from "#server/db/schema.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import type { FramingName } from "#server/wire/modbus/framing.ts";
import type { PointRegisters, PollingSettings } from "#server/wire/modbus/pollingSettings.ts";
import { protocolOf } from "#server/wire/protocols/protocols.ts";
import type { RegisteredDevice, RegisteredPoint, RegisteredSlave } from "#server/wire/registered.ts";

type Enumeration = { value: number; label: string; labelEn: string }[];

/** Devices compiled from the database at first use, kept until they or their data template change. */
export interface DeviceRegistry {
  byId(id: string): Promise<RegisteredDevice | undefined>;
  bySn(sn: string): Promise<RegisteredDevice | undefined>;
  /** The same where it is compiled already. */
  heldBySn(sn: string): RegisteredDevice | undefined;
  forget(deviceIds: readonly string[]): void;
  forgetRecipe(recipeId: string): void;
  /** Devices of these models. */
  forgetModels(modelIds: readonly string[]): void;
}

/** A data point compiled from its row, without a device. */
export type CompiledRow = Omit<RegisteredPoint, "series">;

const registersOf = (row: Selectable<PointTable>): PointRegisters => ({
  place: registerPlace(row.address, row.register_type as RegisterType | null),
  valueType: row.value_type as ValueType,
  startBit: row.start_bit,
  endBit: row.end_bit,
  byteOrder: row.byte_order as Order,
  wordOrder: row.word_order as Order,
  coding: row.coding as Coding,
  registers: row.registers,
  pollSeconds: row.poll_seconds,
});

type Polling = Pick<
  Selectable<DeviceModelTable>,
  "framing" | "registration" | "heartbeat" | "poll_seconds" | "timeout_ms" | "most_registers" | "most_gap"
>;

/** What a model says of how its gateways are polled. */
export const pollingOf = (model: Polling): PollingSettings => ({
  framing: model.framing as FramingName,
  registration: model.registration as PollingSettings["registration"],
  heartbeat: Buffer.from(model.heartbeat, "hex"),
  pollSeconds: model.poll_seconds,
  timeoutMs: model.timeout_ms,
  mostRegisters: model.most_registers,
  mostGap: model.most_gap,
});

export const compiledPoint = (row: Selectable<PointTable> & { kept: SqlBool }): CompiledRow => ({
  id: row.id,
  name: row.name,
  nameEn: row.name_en,
  unit: row.unit,
  reach: { auth: row.auth, keptFromApp: Boolean(row.kept) },
  registers: registersOf(row),
  compiled: compilePoint({
    id: row.id,
    address: row.address,
    name: row.name,
    nameEn: row.name_en,
    valueType: row.value_type as ValueType,
    startBit: row.start_bit,
    endBit: row.end_bit,
    integerDigits: row.integer_digits,
    decimals: row.decimals,
    min: row.min,
    max: row.max,
    receiveFormula: row.receive_formula,
    sendFormula: row.send_formula,
    enumeration: JSON.parse(row.enumeration) as Enumeration,
    storeMode: row.store_mode as 0 | 1 | 2,
    writable: row.writable === 1,
  }),
});

/** By address, and by English name where that is no address. */
export const keyed = <P extends Pick<RegisteredPoint, "compiled" | "nameEn">>(points: readonly P[]): ReadonlyMap<string, readonly P[]> => {
  const byKey = new Map<string, P[]>();
  const add = (key: string, point: P): void => {
    const held = byKey.get(key);
    if (held) held.push(point);
    else byKey.set(key, [point]);
  };
  for (const point of points) add(point.compiled.definition.address, point);
  for (const point of points) if (point.nameEn !== "" && !byKey.has(point.nameEn)) add(point.nameEn, point);
  return byKey;
};

/** How long loads may follow one another without letting messages and calls in between. */
const loadingMs = 5;

export const openRegistry = (db: Db, telemetry: Pick<Telemetry, "series">): DeviceRegistry => {
  const devices = new Map<string, RegisteredDevice>();
  const ids = new Map<string, string>();
  const recipes = new Map<string, readonly CompiledRow[]>();
  /** The devices that were compiled with a data template. */
  const users = new Map<string, Set<RegisteredDevice>>();
  /** Raised by every change, so that what was read before it is not kept after it. */
  let epoch = 0;

  const pointsOf = async (recipeId: string): Promise<readonly CompiledRow[]> => {
    const held = recipes.get(recipeId);
    if (held) return held;
    const before = epoch;
    const rows = await db
      .selectFrom("point")
      .selectAll()
      .select(keptFromApp.as("kept"))
      .where("recipe_id", "=", recipeId)
      .orderBy("sort")
      .orderBy("id")
      .execute();
    const points = rows.map(compiledPoint);
    if (before === epoch) recipes.set(recipeId, points);
    return points;
  };
  let turn: Promise<unknown> = Promise.resolve();
  let yieldedAt = performance.now();
  /**
   * One load at a time, with a breath for everything else in between: the database answers without leaving the turn of the event loop,
   * and its lock wakes all that wait whenever it is let go, so that the log-ins of n devices at once cost n² wakings.
   */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(async () => {
      if (performance.now() - yieldedAt > loadingMs) {
        await new Promise((resume) => setImmediate(resume));
        yieldedAt = performance.now();
      }
      return work();
    });
    turn = done.catch(() => undefined);
    return done;
  };
  const load = async (column: "device.id" | "device.sn", value: string): Promise<RegisteredDevice | undefined> => {
    const before = epoch;
    const row = await db
      .selectFrom("device")
      .innerJoin("company", "company.id", "device.company_id")
      .leftJoin("device_model as model", "model.id", "device.model_id")
      .select(["device.id", "device.sn", "device.name", "device.company_id", "device.type_id", "device.model_id", "device.password_hash"])
      .select(["device.alarm_notice", "device.tuya_id", "company.path", "model.transmission"])
      .where(column, "=", value)
      .executeTakeFirst();
    if (!row) return undefined;
    const slaves = new Map<number, RegisteredSlave>();
    for (const slave of await db.selectFrom("slave").selectAll().where("device_id", "=", row.id).orderBy("no").execute()) {
      const compiled = await pointsOf(slave.recipe_id);
      const points = compiled.map((point) => ({ ...point, series: telemetry.series(row.id, slave.no, point.id) }));
      slaves.set(slave.no, { no: slave.no, name: slave.name, recipeId: slave.recipe_id, points, byKey: keyed(points) });
    }
    const protocol = protocolOf(row.transmission);
    const model =
      protocol.name === "modbus-rtu-over-tcp"
        ? await db.selectFrom("device_model").selectAll().where("id", "=", row.model_id).executeTakeFirst()
        : undefined;
    const device: RegisteredDevice = {
      id: row.id,
      sn: row.sn,
      name: row.name,
      companyId: row.company_id,
      companyPath: row.path,
      typeId: row.type_id,
      passwordHash: row.password_hash,
      alarmNotice: row.alarm_notice === 1,
      modelId: row.model_id,
      tuyaId: row.tuya_id,
      protocol,
      polling: model && pollingOf(model),
      slaves,
    };
    if (before === epoch) {
      devices.set(device.id, device);
      ids.set(device.sn, device.id);
      for (const { recipeId } of slaves.values()) users.set(recipeId, (users.get(recipeId) ?? new Set()).add(device));
    }
    return device;
  };
  const drop = (device: RegisteredDevice): void => {
    devices.delete(device.id);
    ids.delete(device.sn);
    for (const { recipeId } of device.slaves.values()) users.get(recipeId)?.delete(device);
  };
  const byId = (id: string): RegisteredDevice | undefined => devices.get(id);
  const bySn = (sn: string): RegisteredDevice | undefined => devices.get(ids.get(sn) ?? "");
  return {
    byId: async (id) => byId(id) ?? (await inTurn(async () => byId(id) ?? load("device.id", id))),
    bySn: async (sn) => bySn(sn) ?? (await inTurn(async () => bySn(sn) ?? load("device.sn", sn))),
    heldBySn: bySn,
    forget(deviceIds) {
      epoch += 1;
      for (const id of deviceIds) {
        const device = devices.get(id);
        if (device) drop(device);
      }
    },
    forgetModels(modelIds) {
      epoch += 1;
      for (const device of devices.values()) if (device.modelId !== null && modelIds.includes(device.modelId)) drop(device);
    },
    forgetRecipe(recipeId) {
      epoch += 1;
      recipes.delete(recipeId);
      for (const device of users.get(recipeId) ?? []) drop(device);
      users.delete(recipeId);
    },
  };
};
