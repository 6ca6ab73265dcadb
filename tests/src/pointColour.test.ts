import { describe, expect, it } from "vitest";
import { contrast } from "#src/app/theme/color.ts";
import { curveFigure } from "#src/kit/chart/curves.ts";
import { faded, lineLooks, pointPalette } from "#src/kit/chart/pointColor.ts";
import { difference } from "./colorDifference.ts";
import { curve, part, view } from "./curveSamples.ts";

describe("colours of points", () => {
  const keys = Array.from({ length: 30 }, (_, place) => `1/p${place}`);
  const colors = (drawn: readonly string[], order: readonly string[] = keys) => drawn.map((key) => lineLooks(drawn, order).get(key)?.color);

  it("follow from the place among all that may be drawn, so that a point has one colour in every chart", () => {
    expect(colors(["1/p0", "1/p1", "1/p5"])).toEqual([pointPalette[0], pointPalette[1], pointPalette[5]]);
    expect(colors(["1/p5"])).toEqual([pointPalette[5]]);
    expect(colors(["2/a", "1/a"], [])).toEqual([pointPalette[0], pointPalette[1]]);
  });

  it("are never two alike in one chart of as many as a query takes", () => {
    const drawn = ["1/p1", "1/p13", "1/p25", "1/p2", "1/p14", "1/p0", "1/p3", "1/p4", "1/p5", "1/p6"];
    expect(new Set(colors(drawn)).size).toBe(drawn.length);
    expect(colors(drawn)[0]).toBe(pointPalette[1]);
    expect(colors(drawn)[3]).toBe(pointPalette[2]);
    expect(lineLooks(drawn, keys).get("1/p13")?.dash).toBe("dash");
  });

  it("of one point on two slaves differ", () => {
    const figure = curveFigure([curve([1]), curve([1], { slave: 2, slaveName: "Hall" })], view);
    const [one, other] = [part(figure, 0, "line"), part(figure, 2, "line")];
    expect(one).toMatchObject({ color: pointPalette[0] });
    expect(other).toMatchObject({ color: pointPalette[1] });
  });

  it("differ to the eye, every two of them", () => {
    const pairs = pointPalette.flatMap((one, place) => pointPalette.slice(place + 1).map((other) => difference(one, other)));
    expect(Math.min(...pairs)).toBeGreaterThanOrEqual(15);
  });

  it("can be told apart from the light and the dark ground", () => {
    for (const color of pointPalette) {
      expect(contrast(color, "#ffffff")).toBeGreaterThanOrEqual(3);
      expect(contrast(color, "#1c2127")).toBeGreaterThanOrEqual(3);
    }
    expect(faded("#ff8000", 0.5)).toBe("rgba(255, 128, 0, 0.5)");
  });
});
