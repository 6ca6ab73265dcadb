import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ResponseOf } from "#contract/kit/call.ts";
import { device } from "#contract/resources/device.ts";
import { cellOf, columnRowOf } from "#server/places/cell.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { addDevice, addTemplate, connectDevice } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

type Cells = ResponseOf<typeof device.calls.query_location_count>;

const world = { west: -180, east: 180, south: -90, north: 90, zoom: 3 };
/** Numbers from 0 to 1 that are the same each time. */
const chance = (seed: number): number => {
  const wave = Math.sin(seed * 12.9898) * 43_758.5453;
  return wave - Math.floor(wave);
};

const placed = Array.from({ length: 600 }, (_, index) => ({
  id: `map-${String(index).padStart(3, "0")}`,
  lng: Math.round((index % 3 === 0 ? chance(index) * 360 - 180 : 73 + chance(index) * 60) * 1e5) / 1e5,
  lat: Math.round((index % 3 === 0 ? chance(index + 0.5) * 170 - 85 : 18 + chance(index + 0.5) * 35) * 1e5) / 1e5,
  online: index % 4 === 0 ? 0 : 1,
  open_alarms: index % 10 === 0 ? 2 : 0,
  mobile: index % 7 === 0 ? "move" : "stop",
}));

let site: Site;
let token: string;
let north: string;
let south: string;
beforeAll(async () => {
  site = await openSite();
  token = await site.signIn("admin", adminPassword);
  [north, south] = [await site.addCompany("North"), await site.addCompany("South")];
  const rows = placed.map(({ id, lng, lat, ...row }, index) =>
    deviceRow({
      id,
      sn: id.toUpperCase(),
      name: `Device ${index}`,
      search: `device ${index}`,
      lng,
      lat,
      cell: cellOf({ lng, lat }),
      activated_at: 1,
      type_id: "type-general",
      company_id: index % 2 === 0 ? north : south,
      ...row,
    }),
  );
  const { db } = site.gatehouse.services;
  await db
    .insertInto("device")
    .values(deviceRow({ id: "nowhere", sn: "NOWHERE", type_id: "type-general", company_id: north }))
    .execute();
  await db.insertInto("device").values(rows).execute();
});
afterAll(() => site.close());

const count = async (asked: object, as = token): Promise<Cells> => {
  const answer = await site.ask(device.calls.query_location_count, { ...world, whole: true, ...asked }, { token: as });
  expect(answer.code).toBe(0);
  return answer.data;
};
const sum = ({ cells }: Cells) => {
  const of = (part: "count" | "online" | "alarmed"): number => cells.reduce((all, cell) => all + cell[part], 0);
  return [of("count"), of("online"), of("alarmed")];
};
const figures = (rows: typeof placed) => [
  rows.length,
  rows.filter(({ online }) => online === 1).length,
  rows.filter(({ open_alarms }) => open_alarms > 0).length,
];

describe("devices on the map", () => {
  it("are counted square by square, with how many are online and in alarm, and where they lie", async () => {
    for (const zoom of [0, 2, 3]) {
      const { cells, placed: all, bounds } = await count({ zoom });
      const squares = new Map<string, typeof placed>();
      for (const one of placed) {
        const key = columnRowOf(one, zoom + 2).join("/");
        squares.set(key, [...(squares.get(key) ?? []), one]);
      }
      expect(all).toBe(placed.length);
      expect(cells.length).toBe(squares.size);
      const [lngs, lats] = [placed.map(({ lng }) => lng), placed.map(({ lat }) => lat)];
      expect(bounds).toEqual({ west: Math.min(...lngs), east: Math.max(...lngs), south: Math.min(...lats), north: Math.max(...lats) });
      const told = cells
        .map((cell) => [cell.count, cell.online, cell.alarmed, cell.west, cell.east, cell.south, cell.north].join(" "))
        .sort();
      const meant = [...squares.values()].map((rows) => {
        const [x, y] = [rows.map(({ lng }) => lng), rows.map(({ lat }) => lat)];
        return [...figures(rows), Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y)].join(" ");
      });
      expect(told).toEqual(meant.sort());
      for (const cell of cells) {
        expect(cell.lng).toBeGreaterThanOrEqual(cell.west - 1e-6);
        expect(cell.lng).toBeLessThanOrEqual(cell.east + 1e-6);
      }
    }
  });

  it("are those of the box alone, over the antimeridian too", async () => {
    const china = { west: 100, east: 120, south: 25, north: 40, zoom: 5 };
    expect(sum(await count(china))).toEqual(figures(placed.filter(({ lng, lat }) => lng >= 100 && lng <= 120 && lat >= 25 && lat <= 40)));
    const ocean = { west: 150, east: -150, south: -60, north: 60, zoom: 3 };
    const there = placed.filter(({ lng, lat }) => (lng >= 150 || lng <= -150) && Math.abs(lat) <= 60);
    expect(there.length).toBeGreaterThan(5);
    expect(sum(await count(ocean))).toEqual(figures(there));
    expect((await count({ ...china, zoom: 17 })).cells.length).toBeLessThanOrEqual(2000);
  });

  it("are counted once each in a box that begins where it ends, around the world", async () => {
    const around = placed.filter(({ lng }) => lng >= 100.1 || lng <= 100);
    for (const zoom of [0, 3, 17]) expect(sum(await count({ west: 100.1, east: 100, zoom }))).toEqual(figures(around));
  });

  it("are the ones that the list's filters let through [S2.172]", async () => {
    expect(sum(await count({ alarmed: true }))).toEqual(figures(placed.filter(({ open_alarms }) => open_alarms > 0)));
    expect(sum(await count({ presence: "offline" }))).toEqual(figures(placed.filter(({ online }) => online === 0)));
    expect(sum(await count({ mobile: "move", presence: "online" }))).toEqual(
      figures(placed.filter((one) => one.mobile === "move" && one.online === 1)),
    );
    expect(sum(await count({ companyId: south }))).toEqual(figures(placed.filter((_, index) => index % 2 === 1)));
    expect(sum(await count({ search: "device 59" }))).toEqual(
      figures(placed.filter((_, index) => `device ${index}`.includes("device 59"))),
    );
    expect(await count({ search: "no such device" })).toEqual({ cells: [], placed: 0, bounds: null });
  });

  it("are those of the asker's organisations; a single one is named", async () => {
    await site.addUser({ account: "south.staff", companyId: south, roles: ["role-staff"], password: adminPassword });
    const staff = await site.signIn("south.staff", adminPassword);
    const theirs = placed.filter((_, index) => index % 2 === 1);
    const seen = await count({ zoom: 6, west: 73, east: 135, south: 18, north: 54 }, staff);
    expect(seen.placed).toBe(theirs.length);
    for (const { count: each, device: one } of seen.cells) {
      expect(one === null).toBe(each !== 1);
      if (one) expect(theirs.some(({ id }) => id === one.id)).toBe(true);
    }
    expect((await count({ companyId: north }, staff)).placed).toBe(0);
  });

  it("are in another square once they are somewhere else, by hand or by what they send", async () => {
    const { recipeId } = await addTemplate(site, token, "Moving", []);
    const id = await addDevice(site, token, { sn: "MOVER-1", name: "mover", recipeId });
    const at = async () =>
      (await count({ search: "mover", zoom: 5 })).cells.map(({ lng, lat, count: each, device: one }) => [lng, lat, each, one?.id]);
    expect(await at()).toEqual([]);
    const { data } = await site.ask(device.calls.get, { id }, { token });
    const slaves = data.slaves.map(({ id: slave, no, name, recipeId: recipe }) => ({ id: slave, no, name, recipeId: recipe }));
    await site.ask(device.calls.put, { ...data, slaves, lng: 121.5, lat: 31.25 }, { token });
    expect(await at()).toEqual([[121.5, 31.25, 1, id]]);
    const client = await connectDevice(site, "MOVER-1");
    await client.publishAsync("gw/MOVER-1/location", JSON.stringify({ lng: -70.5, lat: -33.25 }), { qos: 1 });
    expect(await at()).toEqual([[-70.5, -33.25, 1, id]]);
    await client.endAsync();
  });
});
