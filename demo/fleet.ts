import { between, oneOf } from "./chance.ts";
import { type Site, sites } from "./places.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const kinds = ["weather", "meter", "coldRoom", "pump", "pile", "vehicle"] as const;
export type Kind = (typeof kinds)[number];

/** live: simulated; inactive: registered, never connected; away: offline for days. */
export type Standing = "live" | "inactive" | "away";

export interface Gateway {
  readonly id: string;
  readonly sn: string;
  readonly name: string;
  readonly kind: Kind;
  readonly seed: number;
  readonly site: Site;
  readonly lng: number;
  readonly lat: number;
  readonly slaves: number;
  readonly standing: Standing;
}

interface KindOfFleet {
  readonly name: string;
  readonly code: string;
  /** Of every hundred gateways. */
  readonly share: number;
  readonly slaves: (index: number) => number;
}

export const kindsOfFleet: Readonly<Record<Kind, KindOfFleet>> = {
  weather: { name: "气象站", code: "WS", share: 15, slaves: () => 1 },
  meter: { name: "电表", code: "PM", share: 20, slaves: (index) => (index % 8 === 3 ? 2 : 1) },
  coldRoom: { name: "冷库", code: "CR", share: 20, slaves: (index) => (index % 4 === 1 ? 2 : 1) },
  pump: { name: "水泵", code: "WP", share: 15, slaves: () => 1 },
  pile: { name: "充电桩", code: "CP", share: 15, slaves: () => 2 },
  vehicle: { name: "冷藏车", code: "VT", share: 15, slaves: () => 1 },
};

const extras: readonly (readonly [Kind, Standing])[] = [
  ["weather", "inactive"],
  ["meter", "inactive"],
  ["meter", "inactive"],
  ["coldRoom", "inactive"],
  ["pile", "inactive"],
  ["vehicle", "inactive"],
  ["weather", "away"],
  ["meter", "away"],
  ["coldRoom", "away"],
  ["pump", "away"],
];

/** The simulated gateways, all kinds mixed by their shares, and behind them the few that are not there. */
export const fleetOf = (size: number): Gateway[] => {
  const made: Record<Kind, number> = { weather: 0, meter: 0, coldRoom: 0, pump: 0, pile: 0, vehicle: 0 };
  const add = (kind: Kind, standing: Standing): Gateway => {
    const { name, code, slaves } = kindsOfFleet[kind];
    const index = made[kind];
    made[kind] = index + 1;
    const no = String(index + 1).padStart(3, "0");
    const seed = 7919 * (kinds.indexOf(kind) + 1) + index * 101;
    const site = sites[(index + kinds.indexOf(kind)) % sites.length] ?? oneOf(sites, seed);
    return {
      id: `demo-${code.toLowerCase()}-${no}`,
      sn: `GH${code}26${no}`,
      name: `${site.short}${name} ${no}`,
      kind,
      seed,
      site,
      lng: Number((site.lng + between(-0.06, 0.06, seed, 1)).toFixed(6)),
      lat: Number((site.lat + between(-0.04, 0.04, seed, 2)).toFixed(6)),
      slaves: slaves(index),
      standing,
    };
  };
  const furthestBehind = (total: number): Kind => {
    const behind = (kind: Kind): number => (kindsOfFleet[kind].share * total) / 100 - made[kind];
    return kinds.reduce((best, kind) => (behind(kind) > behind(best) ? kind : best));
  };
  const live = Array.from({ length: size }, (_, index) => add(furthestBehind(index + 1), "live"));
  return [...live, ...extras.map(([kind, standing]) => add(kind, standing))];
};
