import type { Insertable } from "kysely";
import type { DevicePlaceTable } from "#server/db/schema.ts";
import { awayFrom } from "./deviceRows.ts";
import { dayMs, type Gateway, hourMs, minuteMs } from "./fleet.ts";
import { incidentsOf } from "./incidents.ts";
import { journeyOf } from "./roads.ts";

const keptMs = 2 * dayMs;

/** Where a vehicle was, each minute of the last two days of [from, now) in which it was connected. */
export const pastPlaces = (gateway: Gateway, from: number, now: number): Insertable<DevicePlaceTable>[] => {
  if (gateway.kind !== "vehicle" || gateway.standing === "inactive") return [];
  const until = gateway.standing === "away" ? awayFrom(gateway, now) : now;
  const first = Math.ceil(Math.max(from, until - keptMs) / minuteMs) * minuteMs;
  const away = incidentsOf(gateway, first - hourMs, until).filter(({ kind }) => kind === "offline");
  const rows: Insertable<DevicePlaceTable>[] = [];
  for (let at = first; at < until; at += minuteMs) {
    if (away.some((incident) => at >= incident.from && at < incident.to)) continue;
    const { lng, lat } = journeyOf(gateway, at);
    rows.push({ device_id: gateway.id, at, lng, lat });
  }
  return rows;
};
