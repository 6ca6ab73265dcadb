import { type Bound, passedBound } from "#contract/pointLimits.ts";
import type { DataRow, ReadingKind } from "#contract/resources/deviceData.ts";
import type { Db } from "#server/db/open.ts";
import { deviceInScope, shownPoints, slavesOf } from "#server/devices/deviceRows.ts";
import type { Caller } from "#server/kit/caller.ts";
import { searchText } from "#server/kit/page.ts";
import type { Sample, Telemetry } from "#server/telemetry/telemetry.ts";
import { chooseHistory } from "./historyChoice.ts";
import { invalidReadings } from "./invalidReadings.ts";

export interface DataRequest {
  deviceIds: readonly string[];
  point?: string | undefined;
  from: string;
  to: string;
}

export interface Narrowing {
  kind: ReadingKind;
  least?: number | undefined;
  most?: number | undefined;
}

/** A row with its instant in UTC milliseconds. */
export type DataReading = Omit<DataRow, "ts"> & { ts: number };

type PointPart = Omit<DataRow, "ts" | "value" | "beyond" | "code">;

/** A point of a device that is asked for; `series` is undefined where nothing of it was ever stored. */
export interface DataSeries {
  readonly point: PointPart;
  readonly series: number | undefined;
}

/** What stands for a series in a cursor, whatever else is asked for with it. */
export const keyOf = ({ point: { deviceId, slave, pointId } }: { point: Pick<PointPart, "deviceId" | "slave" | "pointId"> }): string =>
  `${deviceId}/${slave}/${pointId}`;

/** The points of one device that the caller sees and that are stored, in their order. */
export const seriesOfDevice = async (
  db: Db,
  telemetry: Pick<Telemetry, "find">,
  caller: Caller,
  deviceId: string,
  text: string | undefined,
): Promise<DataSeries[]> => {
  const device = await deviceInScope(db, caller, deviceId);
  const slaves = await slavesOf(db, deviceId);
  const shown = await shownPoints(db, caller, [...new Set(slaves.map((slave) => slave.recipe_id))]);
  const part = searchText(text ?? "");
  const fits = (...names: string[]): boolean => part === "" || names.some((name) => searchText(name).includes(part));
  return slaves.flatMap((slave) =>
    (shown.get(slave.recipe_id) ?? [])
      .filter(({ store_mode, name, name_en, address }) => store_mode !== 0 && fits(name, name_en, address))
      .map((point) => ({
        point: {
          ...{ deviceId, deviceName: device.name, sn: device.sn, slave: slave.no, slaveName: slave.name },
          ...{ pointId: point.id, name: point.name, nameEn: point.name_en, unit: point.unit, valueType: point.value_type },
          ...{ decimals: point.decimals, min: point.min, max: point.max, enumeration: point.enumeration },
        },
        series: telemetry.find(deviceId, slave.no, point.id),
      })),
  );
};

/** Those of all devices that are asked for; one that the caller does not see makes all of them not found. */
export const chooseData = async (
  db: Db,
  telemetry: Pick<Telemetry, "find">,
  caller: Caller,
  { deviceIds, point }: DataRequest,
): Promise<DataSeries[]> => {
  const all: DataSeries[] = [];
  for (const id of new Set(deviceIds)) all.push(...(await seriesOfDevice(db, telemetry, caller, id, point)));
  return all;
};

const counter = /^-?\d{1,40}$/;

const numberOf = (value: number | string): number | bigint | undefined =>
  typeof value === "number" ? value : counter.test(value) ? BigInt(value) : undefined;

/** The row of a reading, where it is asked for. */
export const rowOf = ({ point }: DataSeries, { ts, value }: Sample, { kind, least, most }: Narrowing): DataReading | undefined => {
  const number = point.valueType === "text" ? undefined : numberOf(value);
  const beyond: Bound | undefined = number === undefined ? undefined : passedBound(number, point);
  if (kind === "beyond" && beyond === undefined) return undefined;
  if (least !== undefined && (number === undefined || number < least)) return undefined;
  if (most !== undefined && (number === undefined || number > most)) return undefined;
  return { ...point, ts, value, ...(beyond ? { beyond } : {}) };
};

/** What the devices sent of these points that could not be read, newest first of each device; the newest 2,000 of each at the most. */
export const invalidRows = async (
  db: Db,
  telemetry: Pick<Telemetry, "find">,
  caller: Caller,
  request: DataRequest,
  chosen: readonly DataSeries[],
): Promise<DataReading[]> => {
  const rows: DataReading[] = [];
  for (const deviceId of new Set(request.deviceIds)) {
    const points = chosen.filter(({ point }) => point.deviceId === deviceId).map(({ point }) => point);
    const choice = await chooseHistory(db, telemetry, caller, {
      ...{ deviceId, aggregation: "raw", from: request.from, to: request.to },
      points: points.map(({ slave, pointId }) => ({ slave, pointId })),
    });
    const invalid = await invalidReadings(db, choice, choice.from, choice.to);
    for (const { ts, place, code } of invalid.reverse()) {
      const point = points[place];
      if (point) rows.push({ ...point, ts, value: null, code });
    }
  }
  return rows;
};
