import type { Telemetry } from "#server/telemetry/telemetry.ts";
import { type Circumstances, valuesAt } from "./curves.ts";
import { awayFrom } from "./deviceRows.ts";
import { dayMs, type Gateway, hourMs, minuteMs } from "./fleet.ts";
import { type Incident, incidentsOf, isOver } from "./incidents.ts";
import { pointId } from "./templateRows.ts";
import { storedValue, templates } from "./templates.ts";

/** The console takes readings that are further apart than ten minutes for a gap. */
const usualStep = 10 * minuteMs;
const closeStep = 2 * minuteMs;
const closeToNow = 2 * hourMs;

type Store = Pick<Telemetry, "series" | "append" | "committed">;

/** Instants of readings: every ten minutes, closer around incidents and before the end, none while the gateway is offline. */
const instantsOf = (incidents: readonly Incident[], from: number, to: number): number[] => {
  const absences = incidents.filter(({ kind }) => kind === "offline");
  const faults = incidents.filter(({ kind }) => kind !== "offline");
  const instants: number[] = [];
  for (let ts = Math.ceil(from / minuteMs) * minuteMs; ts < to; ts += minuteMs) {
    const wanted =
      ts % usualStep === 0 ||
      ts > to - closeToNow ||
      (ts % closeStep === 0 && faults.some((incident) => ts >= incident.from && !isOver(incident, ts)));
    if (wanted && !absences.some((absence) => ts >= absence.from && ts < absence.to)) instants.push(ts);
  }
  return instants;
};

const fillSlave = (telemetry: Store, gateway: Gateway, slave: number, from: number, to: number): number => {
  const incidents = incidentsOf(gateway, from - dayMs, to);
  const instants = instantsOf(incidents, from, to);
  const setPoints: Circumstances["setPoints"] = new Map();
  const rows = instants.map((ts) => {
    const current = incidents.filter((incident) => incident.from <= ts && !isOver(incident, ts));
    return valuesAt(gateway, slave, ts, { incidents: current, setPoints });
  });
  const template = templates[gateway.kind];
  let count = 0;
  for (const point of template.points) {
    if (point.storeMode === 0) continue;
    const series = telemetry.series(gateway.id, slave, pointId(template, point));
    let last: number | string | undefined;
    for (const [index, ts] of instants.entries()) {
      const raw = rows[index]?.[point.key];
      if (raw === undefined) continue;
      const value = storedValue(point, raw);
      if (point.storeMode === 2 && value === last) continue;
      last = value;
      telemetry.append(series, ts, value);
      count += 1;
    }
  }
  return count;
};

/** Stores what the gateways would have sent in [from, to) and answers the number of readings. Done again it changes nothing. */
export const fillHistory = async (telemetry: Store, fleet: readonly Gateway[], from: number, to: number): Promise<number> => {
  let count = 0;
  let earlier = Promise.resolve();
  for (const gateway of fleet) {
    const end = gateway.standing === "away" ? Math.min(to, awayFrom(gateway, to)) : to;
    if (gateway.standing === "inactive" || end <= from) continue;
    for (let slave = 1; slave <= gateway.slaves; slave += 1) {
      count += fillSlave(telemetry, gateway, slave, from, end);
      const stored = telemetry.committed();
      await earlier;
      earlier = stored;
    }
  }
  await earlier;
  return count;
};
