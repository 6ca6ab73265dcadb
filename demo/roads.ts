import { chance } from "./chance.ts";
import { type Gateway, minuteMs } from "./fleet.ts";
import { sites } from "./places.ts";

type Place = readonly [lng: number, lat: number];

const metersPerDegree = 111_320;
/** On the way; the speed that a vehicle shows varies around it. */
const meanSpeed = 36 / 3.6;

const lengthOf = (one: Place, other: Place): number => {
  const east = (other[0] - one[0]) * Math.cos((one[1] * Math.PI) / 180);
  return Math.hypot(east, other[1] - one[1]) * metersPerDegree;
};

/** Where the road is `meters` from its start. */
const alongRoad = (road: readonly Place[], meters: number): Place => {
  let left = meters;
  for (const [index, start] of road.entries()) {
    const end = road[index + 1];
    if (!end) return start;
    const length = lengthOf(start, end);
    if (left <= length) {
      const part = left / length;
      return [start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part];
    }
    left -= length;
  }
  throw new Error("a road has no way points");
};

const totalOf = (road: readonly Place[]): number =>
  road.slice(1).reduce((sum, place, index) => sum + lengthOf(road[index] ?? place, place), 0);

const lengths = new Map(sites.map((site) => [site.id, totalOf(site.road)]));

export interface Journey {
  readonly driving: boolean;
  /** Since the beginning of the count, in meters. */
  readonly driven: number;
  readonly lng: number;
  readonly lat: number;
}

/** Tours to and fro on the site's road, with a rest after each; the same place whenever the same instant is asked for. */
export const journeyOf = ({ site, seed }: Gateway, ts: number): Journey => {
  const drive = (45 + 60 * chance(seed, 11)) * minuteMs;
  const rest = (6 + 14 * chance(seed, 12)) * minuteMs;
  const at = ts + chance(seed, 13) * (drive + rest);
  const tours = Math.floor(at / (drive + rest));
  const into = at - tours * (drive + rest);
  const driving = into < drive;
  const driven = ((tours * drive + Math.min(into, drive)) / 1000) * meanSpeed;
  const length = lengths.get(site.id) ?? totalOf(site.road);
  const place = driven % (2 * length);
  const [lng, lat] = alongRoad(site.road, Math.min(place, 2 * length - place));
  return { driving, driven, lng: Number(lng.toFixed(6)), lat: Number(lat.toFixed(6)) };
};
