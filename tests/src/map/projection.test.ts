import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boxOf, dragged, fitted, placeAt, spotOf, steady, zoomedAt } from "#src/kit/map/projection.ts";
import { scaleOf } from "#src/kit/map/scale.ts";
import { tilesOf, tileUrl } from "#src/kit/map/tiles.ts";
import { holds } from "#tests/property.ts";

const size = { width: 900, height: 600 };
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const camera = fc.record({ x: number(0, 0.999), y: number(0.2, 0.8), zoom: number(2, 17) }).map((raw) => steady(raw, size));

describe("the map", () => {
  it("finds the place under a spot, and the spot of a place", () => {
    holds(
      fc.property(camera, number(0, 900), number(0, 600), (at, left, top) => {
        const spot = spotOf(at, size, placeAt(at, size, { left, top }));
        expect(spot.top).toBeCloseTo(top, 3);
        const world = 256 * 2 ** at.zoom;
        expect(Math.abs(Math.round((spot.left - left) / world) * world - (spot.left - left))).toBeLessThan(1e-3);
      }),
    );
  });

  it("keeps what is under the pointer where it is while it is zoomed", () => {
    const at = steady({ x: 0.8, y: 0.4, zoom: 6 }, size);
    const spot = { left: 120, top: 450 };
    const place = placeAt(at, size, spot);
    const there = spotOf(zoomedAt(at, size, 2, spot), size, place);
    expect([there.left, there.top]).toEqual([expect.closeTo(120, 3), expect.closeTo(450, 3)]);
  });

  it("shows all of a box that it is to show, with room around it, over the antimeridian too", () => {
    for (const box of [
      { west: 73, east: 136, south: 17, north: 54 },
      { west: 170, east: -170, south: -10, north: 10 },
    ]) {
      const at = fitted(box, size);
      for (const [lng, lat] of [
        [box.west, box.south],
        [box.east, box.north],
      ] as const) {
        const { left, top } = spotOf(at, size, { lng, lat });
        expect(left).toBeGreaterThanOrEqual(47);
        expect(left).toBeLessThanOrEqual(853);
        expect(top).toBeGreaterThanOrEqual(47);
        expect(top).toBeLessThanOrEqual(553);
      }
    }
    expect(fitted({ west: 120, east: 120, south: 30, north: 30 }, size).zoom).toBe(15);
  });

  it("goes on around the world, and never beyond its poles", () => {
    const at = steady({ x: 0.99, y: 0.5, zoom: 4 }, size);
    const east = dragged(at, size, -1000, 0);
    expect(east.x).toBeLessThan(0.3);
    const { west, east: to } = boxOf(east, size);
    expect(west).toBeLessThan(to);
    expect(boxOf(at, size).west).toBeGreaterThan(boxOf(at, size).east);
    expect(boxOf(dragged(at, size, 0, 1e9), size).north).toBeCloseTo(85.0511, 3);
    expect(boxOf(steady({ x: 0.5, y: 0.5, zoom: 1 }, size), size)).toMatchObject({ west: -180, east: 180 });
  });

  it("is covered by the tiles of its zoom, each from its place, with hosts by turns", () => {
    const source = { url: "https://{a-c}.example.com/{z}/{x}/{y}.png", gcj02: false, attribution: "", zoom: 5 };
    expect(tileUrl(source.url, 3, 1, 2)).toBe("https://a.example.com/3/1/2.png");
    expect(tileUrl("https://t{1-4}.example.com/?x={x}&y={y}&z={z}", 3, 1, 2)).toBe("https://t4.example.com/?x=1&y=2&z=3");
    const tiles = tilesOf(source, steady({ x: 0.5, y: 0.5, zoom: 2 }, size), size);
    expect(new Set(tiles.map(({ url }) => url)).size).toBe(16);
    expect(tilesOf(source, steady({ x: 0.5, y: 0.5, zoom: 8 }, size), size).every(({ side }) => side === 2048)).toBe(true);
  });

  it("says how long a round distance is", () => {
    const { metres, px } = scaleOf(steady({ x: 0.5, y: 0.5, zoom: 8 }, size));
    expect(metres).toBe(50_000);
    expect(px).toBeCloseTo(81.8, 0);
  });
});
