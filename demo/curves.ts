import { between, chance, noise, oneOf } from "./chance.ts";
import { dayMs, type Gateway, hourMs, type Kind, minuteMs } from "./fleet.ts";
import { type Incident, type IncidentKind, strengthOf } from "./incidents.ts";
import { journeyOf } from "./roads.ts";

/** A set-point as it was written: values move from `before` to `value` in their own time. */
export interface SetPoint {
  readonly value: number;
  readonly before: number;
  readonly at: number;
}

/** What bears on a slave's values beside the time: incidents, and set-points that differ from the usual. */
export interface Circumstances {
  readonly incidents: readonly Incident[];
  readonly setPoints: ReadonlyMap<string, SetPoint>;
}

/** Engineering values by the points' keys, not rounded. */
export type PointValues = Readonly<Record<string, number | string>>;

export const undisturbed: Circumstances = { incidents: [], setPoints: new Map() };

/** Set-points before anybody writes them. */
export const usual = { setTemperature: -18, run: 1, setPressure: 0.42, currentLimit: 200 } as const;
type SetPointKey = keyof typeof usual;

/** A class, since functions made anew for every instant cost more than the sums do. */
class Moment {
  readonly gateway: Gateway;
  /** Of the slave. */
  readonly seed: number;
  readonly ts: number;
  readonly hour: number;
  readonly weekend: boolean;
  readonly #incidents: readonly Incident[];
  readonly #setPoints: ReadonlyMap<string, SetPoint>;

  constructor(gateway: Gateway, slave: number, ts: number, { incidents, setPoints }: Circumstances) {
    const local = ts + 8 * hourMs;
    this.gateway = gateway;
    this.seed = gateway.seed * 17 + slave * 7;
    this.ts = ts;
    this.hour = (local % dayMs) / hourMs;
    this.weekend = Math.floor(local / dayMs + 3) % 7 >= 5;
    this.#incidents = incidents.length === 0 ? incidents : incidents.filter((incident) => incident.slave === slave);
    this.#setPoints = setPoints;
  }

  /** 0 to 1. */
  strength(kind: IncidentKind): number {
    let most = 0;
    for (const incident of this.#incidents) if (incident.kind === kind) most = Math.max(most, strengthOf(incident, this.ts));
    return most;
  }

  underway(kind: IncidentKind): boolean {
    return this.#incidents.some((incident) => incident.kind === kind && this.ts >= incident.from && this.ts < incident.to);
  }

  set(key: SetPointKey): number {
    return this.#setPoints.get(key)?.value ?? usual[key];
  }

  /** The set-point as the process follows it. */
  followed(key: SetPointKey, within: number): number {
    const written = this.#setPoints.get(key);
    return written ? written.value + (written.before - written.value) * Math.exp((written.at - this.ts) / within) : usual[key];
  }
}

type Model = (moment: Moment) => PointValues;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
const flag = (on: boolean): number => (on ? 1 : 0);
const wave = (hour: number, peak: number): number => Math.cos(((hour - peak) / 12) * Math.PI);

/** Around the year and the day, by latitude. */
const airTemperature = ({ gateway, seed, ts, hour }: Moment): number => {
  const mean = 24 - 0.45 * (gateway.site.lat - 22);
  const yearly = (5 + 0.5 * (gateway.site.lat - 22)) * Math.cos(((ts / dayMs - 200) / 365.25) * 2 * Math.PI);
  return mean + yearly + 4.2 * wave(hour, 15) + 2.6 * noise(gateway.site.lat * 100, ts, 1.5 * dayMs) + 0.4 * noise(seed, ts, 25 * minuteMs);
};

const loads = [
  [22, 20, 19, 19, 20, 24, 32, 48, 74, 88, 92, 90, 76, 84, 92, 93, 90, 82, 62, 48, 40, 34, 28, 24],
  [58, 55, 54, 54, 56, 60, 68, 80, 92, 97, 98, 95, 86, 90, 96, 97, 95, 90, 84, 80, 76, 70, 64, 60],
  [30, 26, 24, 23, 23, 26, 38, 46, 40, 34, 34, 40, 46, 38, 34, 36, 44, 60, 78, 86, 82, 70, 52, 38],
] as const;
const weekendLoad = [0.42, 0.8, 1.12] as const;
const water = [26, 20, 17, 16, 18, 30, 58, 86, 92, 76, 66, 68, 74, 66, 58, 58, 64, 78, 92, 96, 84, 66, 48, 34] as const;

const hourly = (day: readonly number[], hour: number): number => {
  const start = Math.floor(hour) % 24;
  const one = day[start] ?? 0;
  return (one + ((day[(start + 1) % 24] ?? 0) - one) * (hour - Math.floor(hour))) / 100;
};

/** Sums of a week hour by hour, Monday first: what a counter has counted since the epoch follows from them. */
const counterOf = (day: readonly number[], weekend: number): ((ts: number) => number) => {
  const sums = [0];
  for (let hour = 0; hour < 168; hour += 1) {
    const mean = ((day[hour % 24] ?? 0) + (day[(hour + 1) % 24] ?? 0)) / 200;
    sums.push((sums[hour] ?? 0) + mean * (hour >= 120 ? weekend : 1));
  }
  const week = sums[168] ?? 0;
  return (ts) => {
    // The first Monday of the epoch in UTC+8.
    const hours = (ts + 8 * hourMs - 4 * dayMs) / hourMs;
    const into = hours % 168;
    const start = Math.floor(into);
    const one = sums[start] ?? 0;
    return Math.floor(hours / 168) * week + one + ((sums[start + 1] ?? one) - one) * (into - start);
  };
};
const loadCounters = loads.map((day, index) => counterOf(day, weekendLoad[index] ?? 1));
const waterCounter = counterOf(water, 1);
const countedSince = Date.UTC(2025, 5, 1);

const weather: Model = (moment) => {
  const { seed, ts, hour } = moment;
  const temperature = airTemperature(moment);
  const rain = Math.max(0, noise(seed + 9, ts, 5 * hourMs) - 0.55) * 18;
  const sun = Math.max(0, wave(hour, 12));
  return {
    temperature,
    humidity: clamp(62 - 12 * wave(hour, 15) + 14 * noise(seed + 1, ts, 18 * hourMs) + 4 * rain, 12, 99),
    pressure: 1015 - 0.35 * temperature + 7 * noise(moment.gateway.site.lat * 10, ts, 3 * dayMs),
    wind: Math.max(0, 2.8 + 2 * noise(seed + 2, ts, 6 * hourMs) + 0.9 * noise(seed + 3, ts, 8 * minuteMs) + 17.5 * moment.strength("gust")),
    direction: (3600 + 360 * chance(seed, 4) + 80 * noise(seed + 4, ts, 9 * hourMs)) % 360,
    rain,
    pm25: clamp(42 + 22 * noise(seed + 5, ts, 14 * hourMs) + 5 * noise(seed + 6, ts, hourMs) + 145 * moment.strength("haze"), 3, 480),
    solar: sun * 880 * (0.75 + 0.25 * noise(seed + 7, ts, 40 * minuteMs)),
    battery: 12.5 + 0.9 * sun + 0.1 * noise(seed + 8, ts, 3 * hourMs),
  };
};

const tariffOf = (hour: number): number => {
  if (hour < 7 || hour >= 23) return 0;
  if (hour >= 10 && hour < 12) return 3;
  return (hour >= 8 && hour < 10) || (hour >= 18 && hour < 21) ? 2 : 1;
};

const phaseVoltage = (grid: number, { seed, ts }: Moment, phase: number): number => grid + 1.1 * noise(seed + 10 + phase, ts, 5 * minuteMs);
const phaseCurrent = (mean: number, { seed, ts }: Moment, phase: number): number =>
  mean * (1 + 0.06 * noise(seed + 20 + phase, ts, 30 * minuteMs));

const meter: Model = (moment) => {
  const { seed, ts, hour, weekend } = moment;
  const user = Math.floor(chance(seed, 1) * loads.length);
  const rated = between(40, 380, seed, 2);
  const share = hourly(loads[user] ?? water, hour) * (weekend ? (weekendLoad[user] ?? 1) : 1);
  const load = Math.max(0.02, share * (1 + 0.05 * noise(seed + 1, ts, 15 * minuteMs) + 0.06 * noise(seed + 2, ts, 7 * hourMs)));
  const grid = 225 - 4 * load + 2.6 * noise(seed + 3, ts, 3 * hourMs) + 24 * moment.strength("overVoltage");
  const factor = clamp(0.9 + 0.06 * load + 0.02 * noise(seed + 4, ts, hourMs), 0, 0.99);
  const power = rated * load;
  const mean = (power * 1000) / (3 * 220 * factor);
  const lost = moment.underway("phaseLoss");
  const ua = phaseVoltage(grid, moment, 0);
  const counter = loadCounters[user] ?? waterCounter;
  const energy = rated * (counter(ts) - counter(countedSince));
  const overVoltage = flag(ua > 242);
  const tariff = tariffOf(hour);
  return {
    ua,
    ub: phaseVoltage(grid, moment, 1),
    uc: lost ? 1.5 : phaseVoltage(grid, moment, 2),
    ia: phaseCurrent(mean, moment, 0),
    ib: phaseCurrent(mean, moment, 1),
    ic: lost ? 0 : phaseCurrent(mean, moment, 2),
    power,
    factor,
    frequency: 50 + 0.04 * noise(7, ts, 2 * minuteMs),
    energy,
    pulses: Math.floor(energy * 6400),
    status: 1 | (overVoltage << 1) | (flag(lost) << 2) | (tariff << 4),
    breaker: 1,
    overVoltage,
    phaseLoss: flag(lost),
    tariff,
  };
};

const coldRoom: Model = (moment) => {
  const { seed, ts } = moment;
  const period = (22 + 10 * chance(seed, 1)) * minuteMs;
  const phase = (ts / period + chance(seed, 2)) % 1;
  const cooling = phase < 0.6;
  const swing = cooling ? 0.7 - (phase / 0.6) * 1.4 : -0.7 + ((phase - 0.6) / 0.4) * 1.4;
  const intoHalfDay = (ts + chance(seed, 3) * 12 * hourMs) % (12 * hourMs);
  const defrost = intoHalfDay < 20 * minuteMs;
  const defrosted = intoHalfDay < 50 * minuteMs ? 1.6 * Math.sin((intoHalfDay / (50 * minuteMs)) * Math.PI) : 0;
  const warm = moment.strength("doorOpen");
  const temperature =
    moment.followed("setTemperature", 90_000) +
    swing +
    defrosted +
    0.2 * noise(seed + 4, ts, 40 * minuteMs) +
    warm * between(9, 13, seed, 5);
  const compressor = !defrost && (cooling || warm > 0.1);
  return {
    temperature,
    humidity: clamp(80 + 5 * noise(seed + 6, ts, 3 * hourMs) + 12 * warm, 0, 99),
    evaporator: temperature - (compressor ? 7.5 : 2) + (defrost ? 9 : 0),
    setTemperature: moment.set("setTemperature"),
    door: flag(moment.underway("doorOpen")),
    compressor: flag(compressor),
    defrost: flag(defrost),
  };
};

const pump: Model = (moment) => {
  const { seed, ts, hour } = moment;
  const tripped = moment.underway("trip");
  const running = !tripped && moment.set("run") === 1;
  const demand = hourly(water, hour) * (1 + 0.06 * noise(seed + 1, ts, 12 * minuteMs));
  const rated = between(30, 110, seed, 2);
  const idle = moment.set("run") === 1 ? 1 : 0.62;
  const pressure =
    moment.followed("setPressure", 20_000) * idle * (1 - 0.78 * moment.strength("trip")) + 0.006 * noise(seed + 3, ts, 3 * minuteMs);
  return {
    pressure,
    flow: running ? rated * demand : 0,
    frequency: running ? 28 + 20 * demand : 0,
    current: running ? (rated / 3) * (0.35 + 0.65 * demand) : 0,
    level: clamp(2.6 + 1.1 * noise(seed + 4, ts, 5 * hourMs), 0.2, 4.8),
    volume: rated * (waterCounter(ts) - waterCounter(countedSince)),
    state: tripped ? 2 : flag(running),
    run: moment.set("run"),
    setPressure: moment.set("setPressure"),
  };
};

const pile: Model = (moment) => {
  const { seed, ts, hour } = moment;
  const slot = 2 * hourMs;
  const at = ts + chance(seed, 1) * slot;
  const session = Math.floor(at / slot);
  const into = at - session * slot;
  const comes = chance(seed + 1, session) < 0.3 + 0.5 * Math.max(0, wave(hour, 15));
  const plugged = between(2, 25, seed + 2, session) * minuteMs;
  const starts = plugged + minuteMs;
  const lasts = between(40, 75, seed + 3, session) * minuteMs;
  const leaves = starts + lasts + between(3, 15, seed + 4, session) * minuteMs;
  const hot = moment.strength("overTemperature");
  const failed = hot > 0.9;
  const charging = comes && into >= starts && into < starts + lasts;
  const done = comes ? clamp((into - starts) / lasts, 0, 1) : 0;
  const first = between(12, 45, seed + 5, session);
  const soc = comes && into >= plugged && into < leaves ? first + (96 - first) * done ** 0.85 : 0;
  const capacity = between(45, 95, seed + 6, session);
  const taper = soc < 80 ? 1 : clamp((100 - soc) / 20, 0.18, 1);
  const current = charging && !failed ? Math.min(moment.set("currentLimit"), between(120, 190, seed, 7) * taper) : 0;
  const voltage = charging ? 360 + 0.7 * soc : 0;
  const state = comes && into >= plugged && into < leaves ? (into < starts ? 1 : charging ? 2 : 3) : 0;
  return {
    state: failed ? 4 : state,
    voltage,
    current,
    power: (voltage * current) / 1000,
    energy: soc > 0 ? (capacity * (soc - first)) / 100 : 0,
    soc,
    temperature: airTemperature(moment) + 0.12 * current + 74 * hot,
    currentLimit: moment.set("currentLimit"),
  };
};

const vehicle: Model = (moment) => {
  const { gateway, seed, ts, hour } = moment;
  const { driving, driven } = journeyOf(gateway, ts);
  const road = 42 + 12 * noise(seed + 1, ts, 90_000) + 6 * noise(seed + 2, ts, 20_000);
  return {
    speed: driving ? road + 78 * moment.strength("speeding") : 0,
    odometer: (driven - journeyOf(gateway, countedSince).driven) / 1000,
    fuel: 96 - 70 * ((ts / (4 * dayMs) + chance(seed, 3)) % 1),
    cargo: -17 + 1.2 * noise(seed + 4, ts, 2 * hourMs) + 0.5 * wave(hour, 14) + 0.3 * noise(seed + 6, ts, 10 * minuteMs),
    coolant: driving ? 86 + 3 * noise(seed + 5, ts, 10 * minuteMs) : 58,
    battery: (driving ? 13.9 : 12.6) + 0.1 * noise(seed + 7, ts, hourMs) - 3.4 * moment.strength("lowBattery"),
    ignition: flag(driving),
    vin: `LGH${oneOf(["A", "B", "C", "D"], seed)}${String(seed * 7919).padStart(13, "0")}`,
  };
};

const models: Readonly<Record<Kind, Model>> = { weather, meter, coldRoom, pump, pile, vehicle };

/** All values of one slave at an instant; the same whenever they are asked for under the same circumstances. */
export const valuesAt = (gateway: Gateway, slave: number, ts: number, circumstances: Circumstances = undisturbed): PointValues =>
  models[gateway.kind](new Moment(gateway, slave, ts, circumstances));
