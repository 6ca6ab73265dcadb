import { between, chance, oneOf } from "./chance.ts";
import { dayMs, type Gateway, type Kind, minuteMs } from "./fleet.ts";

export type IncidentKind =
  | "offline"
  | "doorOpen"
  | "trip"
  | "overTemperature"
  | "overVoltage"
  | "phaseLoss"
  | "gust"
  | "haze"
  | "speeding"
  | "lowBattery";

/** Something out of the ordinary on one slave of a gateway (slave 0: the gateway itself). `rise` is how fast its effect grows. */
export interface Incident {
  readonly kind: IncidentKind;
  readonly slave: number;
  readonly from: number;
  readonly to: number;
  readonly rise: number;
}

/** How long after its end the effect can still be seen, as a multiple of its rise. */
const tail = 4;

const faults: Readonly<Record<Kind, readonly { kind: IncidentKind; minutes: readonly [number, number]; riseMinutes: number }[]>> = {
  coldRoom: [{ kind: "doorOpen", minutes: [18, 50], riseMinutes: 8 }],
  meter: [
    { kind: "overVoltage", minutes: [8, 40], riseMinutes: 1 },
    { kind: "overVoltage", minutes: [5, 20], riseMinutes: 1 },
    { kind: "phaseLoss", minutes: [10, 60], riseMinutes: 0.1 },
  ],
  pump: [{ kind: "trip", minutes: [12, 70], riseMinutes: 2 }],
  pile: [{ kind: "overTemperature", minutes: [10, 35], riseMinutes: 4 }],
  weather: [
    { kind: "gust", minutes: [20, 90], riseMinutes: 4 },
    { kind: "haze", minutes: [180, 500], riseMinutes: 40 },
  ],
  vehicle: [
    { kind: "speeding", minutes: [4, 12], riseMinutes: 0.5 },
    { kind: "lowBattery", minutes: [30, 120], riseMinutes: 5 },
  ],
};
const faultsPerDay = 0.05;
const absencesPerDay = 0.02;

const ofDay = (gateway: Gateway, day: number): Incident[] => {
  const found: Incident[] = [];
  const start = day * dayMs;
  for (let slave = 1; slave <= gateway.slaves; slave += 1) {
    const seed = gateway.seed * 31 + slave;
    if (chance(seed, day) >= faultsPerDay) continue;
    const { kind, minutes, riseMinutes } = oneOf(faults[gateway.kind], seed + 1, day);
    const from = Math.round(start + between(0, dayMs, seed + 2, day));
    const to = Math.round(from + between(...minutes, seed + 3, day) * minuteMs);
    found.push({ kind, slave, from, to, rise: riseMinutes * minuteMs });
  }
  if (chance(gateway.seed + 77, day) < absencesPerDay) {
    const from = Math.round(start + between(0, dayMs, gateway.seed + 78, day));
    found.push({ kind: "offline", slave: 0, from, to: Math.round(from + between(6, 90, gateway.seed + 79, day) * minuteMs), rise: 0 });
  }
  return found;
};

/** Every incident of the gateway that began in [from, to), in order; the same ones whenever it is asked. */
export const incidentsOf = (gateway: Gateway, from: number, to: number): Incident[] => {
  const found: Incident[] = [];
  for (let day = Math.floor(from / dayMs); day * dayMs < to; day += 1) found.push(...ofDay(gateway, day));
  return found.filter((incident) => incident.from >= from && incident.from < to).sort((one, other) => one.from - other.from);
};

/** When the incident can no longer be seen in any value. */
export const isOver = ({ to, rise }: Incident, ts: number): boolean => ts > to + tail * rise;

/** From 0 (nothing) to 1: grows from the start, fades after the end. */
export const strengthOf = ({ from, to, rise }: Incident, ts: number): number => {
  if (ts <= from) return 0;
  if (ts <= to) return 1 - Math.exp((from - ts) / rise);
  return (1 - Math.exp((from - to) / rise)) * Math.exp((to - ts) / rise);
};
