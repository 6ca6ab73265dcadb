import { describe, expect, it } from "vitest";
import { metresBetween, type Place } from "#contract/place.ts";
import { firstMotion, judgePlace, type PlaceAt } from "#server/places/movement.ts";

const home: Place = { lng: 108.94, lat: 34.26 };
const metre = 1 / 111_195;
/** So many metres north and east of home. */
const off = (north: number, east = 0): Place => ({
  lat: home.lat + north * metre,
  lng: home.lng + (east * metre) / Math.cos((home.lat * Math.PI) / 180),
});

type Seen = readonly [seconds: number, place: Place];

/** What a device is said to have begun and ceased to do, after these places. */
const told = (places: readonly Seen[], moves = false): [moves: boolean, seconds: number][] => {
  const [[firstAt, first] = [0, home], ...others] = places;
  let motion = firstMotion({ at: firstAt * 1000, ...first });
  let now = moves;
  const changes: [boolean, number][] = [];
  for (const [seconds, place] of others) {
    const at: PlaceAt = { at: seconds * 1000, ...place };
    const judged = judgePlace(motion, now, at);
    motion = judged.motion;
    now = judged.moves;
    if (judged.since !== undefined) changes.push([now, judged.since / 1000]);
  }
  return changes;
};

const every = (seconds: number, from: number, count: number, place: (index: number) => Place): Seen[] =>
  Array.from({ length: count }, (_, index) => [from + index * seconds, place(index)] as const);

describe("a device that stands", () => {
  it("is not said to move by what its receiver is wrong by, however long", () => {
    const jitter = every(10, 0, 2000, (index) => off(70 * Math.sin(index * 1.7), 65 * Math.cos(index * 2.3)));
    expect(told(jitter)).toEqual([]);
  });

  it("is not said to move by one place elsewhere, nor by two, near or far", () => {
    for (const far of [150, 900, 4000, 2_000_000]) {
      expect(
        told([
          [0, home],
          [60, off(far)],
          [120, home],
          [180, off(0, far)],
          [240, off(far)],
          [300, home],
        ]),
      ).toEqual([]);
    }
  });

  it("that is somewhere else at once stands there, without having been seen to move", () => {
    expect(told([[0, home], ...every(60, 60, 30, () => off(50_000))])).toEqual([]);
    expect(told([[0, home], [7200, off(50_000)], ...every(60, 7260, 30, () => off(50_000, 20))])).toEqual([]);
  });

  it("begins to move when it gets on, and is said to have done so when it left", () => {
    const drive = every(30, 60, 20, (index) => off(300 * (index + 1)));
    expect(told([[0, home], ...drive])).toEqual([[true, 60]]);
  });

  it("begins to move also where it says its place every second, or every ten minutes", () => {
    expect(told([[0, home], ...every(1, 1, 120, (index) => off(10 * (index + 1)))])).toEqual([[true, 10]]);
    expect(told([[0, home], ...every(600, 600, 6, (index) => off(6000 * (index + 1)))])).toEqual([[true, 600]]);
  });
});

describe("a device that moves", () => {
  const drive = every(30, 60, 20, (index) => off(300 * (index + 1)));
  const arrived = 60 + 19 * 30;
  const there = off(6000);

  it("has stopped after five minutes around one place, and is said to have done so when it came there", () => {
    expect(told([[0, home], ...drive, ...every(30, arrived + 30, 9, () => there)])).toEqual([[true, 60]]);
    expect(told([[0, home], ...drive, ...every(30, arrived + 30, 12, () => there)])).toEqual([
      [true, 60],
      [false, arrived],
    ]);
  });

  it("stops also when a single place elsewhere comes in between, and at no light", () => {
    const standing = every(30, arrived + 30, 24, (index) => (index === 5 ? off(9000) : there));
    expect(told([[0, home], ...drive, ...standing])).toEqual([
      [true, 60],
      [false, arrived],
    ]);
    const light = every(30, arrived + 30, 4, () => there);
    expect(told([[0, home], ...drive, ...light, ...every(30, arrived + 150, 20, (index) => off(6300 + 300 * index))])).toEqual([
      [true, 60],
    ]);
  });

  it("is told of once each time", () => {
    const back = every(30, 3000, 20, (index) => off(6000 - 300 * index));
    expect(
      told([[0, home], ...drive, ...every(60, arrived + 60, 20, () => there), ...back, ...every(60, 3660, 20, () => off(300))]),
    ).toEqual([
      [true, 60],
      [false, arrived],
      [true, 3030],
      [false, 3570],
    ]);
  });
});

it("a place that is not newer than those before says nothing", () => {
  const late = every(30, -600, 20, (index) => off(500 * index));
  expect(told([[0, home], ...late, [0, off(5000)], [0, off(9000)]])).toEqual([]);
});

it("distances are along the surface", () => {
  expect(metresBetween({ lng: 0, lat: 0 }, { lng: 1, lat: 0 })).toBeCloseTo(111_195, 0);
  expect(metresBetween({ lng: 121.4737, lat: 31.2304 }, { lng: 116.4074, lat: 39.9042 })).toBeCloseTo(1_067_000, -4);
  expect(metresBetween({ lng: 179.9, lat: 0 }, { lng: -179.9, lat: 0 })).toBeCloseTo(22_239, 0);
});
