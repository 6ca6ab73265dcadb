import type { Aggregation, HistoryPointInfo } from "#contract/resources/deviceDataLog.ts";
import { approximates } from "#server/catalog/pointRows.ts";
import type { Db } from "#server/db/open.ts";
import { deviceInScope, shownPoints, slavesOf } from "#server/devices/deviceRows.ts";
import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";

/** What every question about history names. */
export interface HistoryRequest {
  deviceId: string;
  points: readonly { slave: number; pointId: string }[];
  aggregation: Aggregation;
  from: string;
  to: string;
}

export interface ChosenPoint {
  info: HistoryPointInfo;
  address: string;
  /** Undefined when the point never sent anything. */
  series: number | undefined;
}

export interface HistoryChoice {
  device: { id: string; name: string; sn: string };
  /** The zone of the device's organisation: calendar buckets are cut in it. */
  zone: string;
  points: ChosenPoint[];
  aggregation: Aggregation;
  /** UTC ms, half-open. */
  from: number;
  to: number;
}

/** The device and points that are asked for, when the caller sees them on the device's page; otherwise they are not found. */
export const chooseHistory = async (
  db: Db,
  telemetry: Pick<Telemetry, "find">,
  caller: Caller,
  request: HistoryRequest,
): Promise<HistoryChoice> => {
  const device = await deviceInScope(db, caller, request.deviceId);
  const { zone } = await db.selectFrom("company").select("zone").where("id", "=", device.company_id).executeTakeFirstOrThrow();
  const slaves = new Map((await slavesOf(db, device.id)).map((slave) => [slave.no, slave]));
  const shown = await shownPoints(db, caller, [...new Set([...slaves.values()].map((slave) => slave.recipe_id))]);
  const points = request.points.map(({ slave: no, pointId }): ChosenPoint => {
    const slave = slaves.get(no);
    const point = slave && shown.get(slave.recipe_id)?.find((known) => known.id === pointId);
    if (!slave || !point) throw new Problem("notFound");
    return {
      info: {
        slave: no,
        slaveName: slave.name,
        pointId,
        name: point.name,
        nameEn: point.name_en,
        unit: point.unit,
        valueType: point.value_type,
        decimals: point.decimals,
        min: point.min,
        max: point.max,
        storeMode: point.store_mode,
        ...(approximates(point) ? { approximate: true as const } : {}),
        enumeration: point.enumeration,
      },
      address: point.address,
      series: telemetry.find(device.id, no, pointId),
    };
  });
  return {
    device: { id: device.id, name: device.name, sn: device.sn },
    zone,
    points,
    aggregation: request.aggregation,
    from: Date.parse(request.from),
    to: Date.parse(request.to),
  };
};
