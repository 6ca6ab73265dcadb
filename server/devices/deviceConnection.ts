import type { RequestOf } from "#contract/kit/call.ts";
import { entryOf } from "#contract/point/enumeration.ts";
import { registerCount } from "#contract/point/registers.ts";
import type { device } from "#contract/resources/device.ts";
import type { DeviceConnection, ExamplePoint, ExampleTemplate } from "#contract/resources/deviceConnection.ts";
import { transmissions } from "#contract/resources/deviceModel.ts";
import { isSeenBy } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { Problem } from "#server/kit/problem.ts";
import { usableCompanies } from "#server/records/usable.ts";
import type { Services } from "#server/services.ts";
import { joinedByAddress } from "#server/wire/joinedByAddress.ts";
import { readRequest } from "#server/wire/modbus/linePoller.ts";
import { isBits, type PolledSlave, polledSlaves } from "#server/wire/modbus/polling.ts";
import type { PollingSettings } from "#server/wire/modbus/pollingSettings.ts";
import { registersOf } from "#server/wire/modbus/registerValue.ts";
import type { WrittenPoint } from "#server/wire/pointWriter.ts";
import { mostPayload } from "#server/wire/protocol.ts";
import type { RegisteredDevice, RegisteredPoint, RegisteredSlave } from "#server/wire/registered.ts";
import { pollingOf } from "#server/wire/registry.ts";
import { type SampleReading, sampleReading } from "#server/wire/sampleReading.ts";
import { dataTypeName } from "#server/wire/sparkplug/dataTypes.ts";
import { birthOf, metricTypeOf } from "#server/wire/sparkplug/exampleBirth.ts";
import { valueBits } from "#server/wire/valueBits.ts";
import { deviceInScope } from "./deviceRows.ts";

type Request = RequestOf<typeof device.calls.connection>;
type Parts = Pick<Services, "config" | "db" | "registry" | "listening">;
type Raw = WrittenPoint["raw"];

/** How a device connects, or any of a model. The examples are of the points that the caller sees. */
export const connectionOf = async (parts: Parts, caller: Caller, { id, modelId }: Request): Promise<DeviceConnection> => {
  const row = id === "" ? undefined : await deviceInScope(parts.db, caller, id);
  const model = await modelOf(parts.db, caller, row ? row.model_id : modelId, row !== undefined);
  const transmission = transmissions.find((known) => known === model?.transmission) ?? "mqtt-json";
  const polling = model && transmission === "modbus-rtu-over-tcp" ? pollingOf(model) : undefined;
  const registered = row && (await parts.registry.byId(row.id));
  if (row && !registered) throw new Problem("notFound");
  return {
    ...{
      transmission,
      spoken: transmission !== "tuya" || parts.config.tuya !== undefined,
      modelName: model?.name ?? "",
      publicUrl: parts.config.publicUrl ?? null,
    },
    ports: parts.listening(),
    mostBytes: mostPayload,
    polling: polling ? { ...polling, heartbeat: polling.heartbeat.toString("hex") } : null,
    device:
      row && registered
        ? {
            ...{ id: row.id, name: row.name, sn: row.sn, tuyaId: row.tuya_id, version: row.version },
            ...(await examplesOf(parts.db, caller, registered, polling)),
          }
        : null,
  };
};

/** A device may have a model that came with it from elsewhere; one that is asked for by itself must be the caller's to use. */
const modelOf = async (db: Db, caller: Caller, modelId: string | null, ofDevice: boolean) => {
  if (modelId === null) return undefined;
  const model = await db
    .selectFrom("device_model")
    .selectAll()
    .where("id", "=", modelId)
    .$if(!ofDevice, (query) => query.where("company_id", "in", usableCompanies(db, caller)))
    .executeTakeFirst();
  if (!model && !ofDevice) throw new Problem("notFound");
  return model;
};

const examplesOf = async (db: Db, caller: Caller, whole: RegisteredDevice, polling: PollingSettings | undefined) => {
  const seen = seenPart(whole, caller);
  const slaves = [...seen.slaves.values()];
  const names = await namesOf(
    db,
    slaves.map(({ recipeId }) => recipeId),
  );
  const polled = polling ? polledSlaves(seen, polling).slaves : [];
  const templates = [...groupedBy(slaves, ({ recipeId }) => recipeId)].flatMap(([recipeId, users]): ExampleTemplate[] => {
    const [first] = users;
    if (!first) return [];
    const polls = polled.find(({ slave }) => slave.no === first.no);
    return [
      {
        ...{ recipeId, recipeName: names.get(recipeId) ?? "", slaves: users.map(({ no, name }) => ({ no, name })) },
        ...exampleOf(first, polls),
      },
    ];
  });
  const node = seen.slaves.get(1);
  return { templates, birth: node ? birthOf(sampled(node)).toString("base64") : null };
};

/** The device with the points that the caller sees alone. */
const seenPart = (whole: RegisteredDevice, caller: Caller): RegisteredDevice => ({
  ...whole,
  slaves: new Map(
    [...whole.slaves].map(([no, slave]) => [no, { ...slave, points: slave.points.filter(({ reach }) => isSeenBy(caller, reach)) }]),
  ),
});

const namesOf = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("recipe").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

interface Sampled {
  readonly points: readonly WrittenPoint[];
  readonly values: Record<string, Raw>;
  readonly readings: ReadonlyMap<string, SampleReading>;
}

/** A message has one value for each address: a point that shares bits of it with others reads what these make of it. */
const sampled = ({ points }: RegisteredSlave): Sampled => {
  const readings = new Map<string, SampleReading>();
  const sent: WrittenPoint[] = [];
  for (const point of points) {
    const reading = sampleReading(point.compiled);
    if (!reading) continue;
    readings.set(point.id, reading);
    sent.push({ point, raw: reading.raw });
  }
  const isWhole = ({ point }: WrittenPoint): boolean => valueBits(point) === undefined;
  const { values, overlapping } = joinedByAddress([...sent.filter((part) => !isWhole(part)), ...sent.filter(isWhole)]);
  for (const { id, compiled } of overlapping) {
    const raw = values[compiled.definition.address];
    if (raw === undefined) continue;
    const read = compiled.decode(raw);
    if (read.ok) readings.set(id, { raw, value: read.value });
    else readings.delete(id);
  }
  return { points: sent, values: inOrderOf(sent, values), readings };
};

const inOrderOf = (sent: readonly WrittenPoint[], values: Readonly<Record<string, Raw>>): Record<string, Raw> => {
  const addresses = new Set(sent.map(({ point }) => point.compiled.definition.address));
  return Object.fromEntries([...addresses].flatMap((address) => (values[address] === undefined ? [] : [[address, values[address]]])));
};

const exampleOf = (slave: RegisteredSlave, polls: PolledSlave | undefined): Pick<ExampleTemplate, "points" | "values" | "reads"> => {
  const { values, readings } = sampled(slave);
  const reads = (polls?.reads ?? []).map((read) => ({ ...readRequest(read), seconds: read.seconds, points: read.parts.length }));
  const seconds = new Map((polls?.reads ?? []).flatMap((read) => read.parts.map(({ point }) => [point.id, read.seconds] as const)));
  return { values, reads, points: slave.points.map((point) => examplePoint(point, readings.get(point.id), values, seconds.get(point.id))) };
};

const examplePoint = (
  point: RegisteredPoint,
  reading: SampleReading | undefined,
  values: Readonly<Record<string, Raw>>,
  seconds: number | undefined,
): ExamplePoint => {
  const { definition } = point.compiled;
  const entry = reading && entryOf(definition.enumeration, Number(reading.value));
  return {
    ...{ id: point.id, address: definition.address, name: point.name, nameEn: point.nameEn, unit: point.unit },
    ...{ valueType: definition.valueType, decimals: definition.decimals, startBit: definition.startBit, endBit: definition.endBit },
    ...{ writable: definition.writable, min: definition.min, max: definition.max },
    ...{ value: reading?.value ?? null, label: entry?.label ?? "", labelEn: entry?.labelEn ?? "", raw: reading?.raw ?? null },
    metricType: dataTypeName(metricTypeOf(point)),
    registers: seconds === undefined ? null : registersIn(point, values[definition.address], seconds),
  };
};

const registersIn = ({ registers }: RegisteredPoint, raw: Raw | undefined, seconds: number): ExamplePoint["registers"] => {
  const { place, byteOrder, wordOrder, coding } = registers;
  if (!place) return null;
  const bits = isBits(place.type);
  const content = raw === undefined ? undefined : bits ? [Number(raw) === 0 ? 0 : 1] : registersOf(raw, registers);
  return { ...place, count: bits ? 1 : registerCount(registers), byteOrder, wordOrder, coding, seconds, content: content ?? null };
};
