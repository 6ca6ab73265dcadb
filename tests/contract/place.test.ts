import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromGcj02, isInChina, metresBetween, toGcj02 } from "#contract/place.ts";
import { holds } from "#tests/property.ts";

describe("places on Chinese maps", () => {
  it.each([
    [73.66, 3.86, true],
    [135.05, 53.55, true],
    [104, 35, true],
    [73.659, 35, false],
    [135.051, 35, false],
    [104, 3.859, false],
    [104, 53.551, false],
    [-104, 35, false],
  ])("longitude %d, latitude %d: in China %s [S9.027]", (lng, lat, inside) => {
    expect(isInChina({ lng, lat })).toBe(inside);
    const place = { lng, lat };
    expect(metresBetween(place, toGcj02(place)) > 1).toBe(inside);
    if (!inside) expect([toGcj02(place), fromGcj02(place)]).toEqual([place, place]);
  });

  it("are shifted by some hundreds of metres, as those maps are", () => {
    const square = toGcj02({ lng: 116.391_305, lat: 39.905_53 });
    expect(square.lng).toBeCloseTo(116.397_55, 4);
    expect(square.lat).toBeCloseTo(39.906_93, 4);
  });

  it("come back within a millimetre, wherever in China, and are untouched everywhere else", () => {
    const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    holds(
      fc.property(degrees(74, 135), degrees(4, 53), (lng, lat) => {
        const place = { lng, lat };
        expect(metresBetween(fromGcj02(toGcj02(place)), place)).toBeLessThan(0.001);
      }),
    );
    holds(
      fc.property(degrees(-180, 73), degrees(-85, 85), (lng, lat) => {
        expect(toGcj02({ lng, lat })).toEqual({ lng, lat });
      }),
    );
  });
});
