import type { Data } from "plotly.js";
import { describe, expect, it } from "vitest";
import { curveFigure } from "#src/kit/chart/curves.ts";
import { decoration } from "#src/kit/chart/figure.ts";
import { figureSummary } from "#src/kit/chart/figureSummary.ts";
import { figureTable } from "#src/kit/chart/figureTable.ts";
import type { Curve } from "#store/handles/deviceDataLog.ts";
import { curve, part, point, start, view } from "./curveSamples.ts";

describe("the numbers of a chart", () => {
  it("are the curve's, by instant, with an en dash where there is none", () => {
    const early: Curve = { point: point(), ts: [start, start + 60_000], value: [0, 1.25] };
    const late: Curve = { point: point({ pointId: "p2", nameEn: "Power", unit: "kW" }), ts: [start + 60_000], value: [7] };
    const table = figureTable(curveFigure([early, late], view));
    expect(table).toEqual({
      columns: ["Asia/Shanghai (UTC+08:00)", "Temperature", "Power"],
      rows: [
        ["2026-11-28 00:00:00", "0.0 °C", "–"],
        ["2026-11-28 00:01:00", "1.3 °C", "7.0 kW"],
      ],
    });
    expect(figureSummary(table)).toEqual([
      { name: "Temperature", count: 2, first: "0.0 °C", last: "1.3 °C" },
      { name: "Power", count: 1, first: "7.0 kW", last: "7.0 kW" },
    ]);
  });

  it("are there for bars, pies and heat maps too", () => {
    expect(figureTable({ data: [{ type: "bar", name: "n", x: ["a", "b"], y: [1, 0] }], layout: {} }).rows).toEqual([
      ["a", "1"],
      ["b", "0"],
    ]);
    expect(figureTable({ data: [{ type: "pie", name: "n", labels: ["a"], values: [3] }], layout: {} }).rows).toEqual([["a", "3"]]);
    expect(figureTable({ data: [{ type: "heatmap", x: ["x"], y: ["y"], z: [[4]] }], layout: {} })).toEqual({
      columns: ["", "x"],
      rows: [["y", "4"]],
    });
  });

  it("of bars that lie stand by what these are named after", () => {
    const lying: Data = { type: "bar", orientation: "h", name: "n", x: [1, 0], y: ["a", "b"] };
    expect(figureTable({ data: [lying], layout: { xaxis: { title: { text: "a &amp; b" } } } })).toEqual({
      columns: ["a & b", "n"],
      rows: [
        ["a", "1"],
        ["b", "0"],
      ],
    });
  });

  it("stand in the order of numbers by which they are drawn, and of words as they come", () => {
    const at = (x: (string | number)[]) =>
      figureTable({ data: [{ type: "scatter", x, y: x.map(() => 1) }], layout: {} }).rows.map(([key]) => key);
    expect(at([10, 9, 100])).toEqual(["9", "10", "100"]);
    expect(at(["b", "a", 1])).toEqual(["b", "a", "1"]);
  });

  it("are none of what is only decoration, and of no chart at all", () => {
    const drawn: Data = { type: "scatter", name: "n", x: ["a"], y: [1] };
    expect(figureTable({ data: [{ ...drawn, meta: decoration }, drawn], layout: {} }).columns).toEqual(["", "n"]);
    expect(figureTable({ data: [], layout: {} })).toEqual({ columns: [""], rows: [] });
    expect(figureTable({ data: [{ ...drawn, meta: decoration }], layout: {} })).toEqual({ columns: [""], rows: [] });
  });

  it("are read from lists of any kind, and left out where there is no number or no place", () => {
    const traces: Data[] = [
      { type: "scatter", name: "one", x: new Float64Array([1, 2]), y: [5, null] },
      { type: "scatter", x: [2, null, 3], y: new Float64Array([6, 7, 8]), meta: { edges: [2] } },
      { type: "scatter", name: "none" },
    ];
    expect(figureTable({ data: traces, layout: { xaxis: { title: "t" as never } } })).toEqual({
      columns: ["t", "one", "", "none"],
      rows: [
        ["1", "5", "–", "–"],
        ["2", "–", "6", "–"],
      ],
    });
    expect(figureTable({ data: [{ type: "pie", labels: ["a", "b"], values: [3] }], layout: {} })).toEqual({
      columns: ["", ""],
      rows: [
        ["a", "3"],
        ["b", "–"],
      ],
    });
    const view = new DataView(new ArrayBuffer(8));
    expect(figureTable({ data: [{ type: "scatter", name: "n", x: view as never, y: [1] }], layout: {} }).rows).toEqual([]);
  });

  it("of times without a fraction have none, and stand in order of time", () => {
    const x = ["2026-10-25 02:30:00.000+01:00", "2026-10-25 02:30:00.000+02:00", "2026-10-25 02:30:00.500", "2026-10-25 01:00:00.000"];
    const trace: Data = { type: "scatter", name: "n", x, y: [1, 2, 3, 4] };
    expect(figureTable({ data: [trace], layout: { xaxis: { type: "date" } } }).rows).toEqual([
      ["2026-10-25 01:00:00", "4"],
      ["2026-10-25 02:30:00+02:00", "2"],
      ["2026-10-25 02:30:00+01:00", "1"],
      ["2026-10-25 02:30:00.500", "3"],
    ]);
  });

  it("marks what could not be read on an axis of its own, and tells it in the table", () => {
    const invalid = [{ ts: start + 60_000, code: "notFinite" as const }];
    const figure = curveFigure([{ ...curve([1, 2]), invalid }, curve([3, 4], { pointId: "p2", unit: "kW" })], view);
    expect(figure.data.at(-1)).toMatchObject({
      ...{ mode: "markers", yaxis: "y21", x: ["2026-11-28 00:01:00.000"], customdata: ["invalid: notFinite"] },
      marker: { symbol: "x" },
    });
    expect(Reflect.get(figure.layout, "yaxis21")).toMatchObject({ overlaying: "y", visible: false });
    expect(figureTable(figure).rows.map((row) => row.at(-1))).toEqual(["–", "invalid: notFinite"]);
    expect(Reflect.get(curveFigure([curve([1, 2])], view).layout, "yaxis21")).toBeUndefined();
  });

  it("marks the hour that comes twice in autumn, draws no line back over it and keeps both in the table", () => {
    const berlin = { ...view, zone: "Europe/Berlin" };
    const turn = Date.parse("2026-10-25T01:00:00Z");
    const half = 1_800_000;
    const twice = { ...curve([1, 2, 3, 4, 5]), ts: [-3, -1, 0, 1, 3].map((halves) => turn + halves * half) };
    for (const shown of [twice, { ...twice, min: [1, 2, 3, 4, 5], max: [1, 2, 3, 4, 5], count: [1, 1, 1, 1, 1] }]) {
      const figure = curveFigure([shown], berlin);
      const line = figure.data.findIndex((trace) => Reflect.get(trace, "mode") === "lines+markers");
      expect(part(figure, line, "y")).toEqual([1, 2, null, 3, 4, 5]);
      expect(part(figure, line, "x")).toEqual(
        ["01:30", "02:30", "02:00", "02:00", "02:30", "03:30"].map((time) => `2026-10-25 ${time}:00.000`),
      );
      expect(part(figure, line, "customdata")).toEqual(["1.0 °C", "2.0 °C (+02:00)", "", "3.0 °C (+01:00)", "4.0 °C (+01:00)", "5.0 °C"]);
      expect(figureTable(figure).rows.map(([time]) => time)).toEqual([
        "2026-10-25 01:30:00",
        "2026-10-25 02:00:00+01:00",
        "2026-10-25 02:30:00+02:00",
        "2026-10-25 02:30:00+01:00",
        "2026-10-25 03:30:00",
      ]);
      expect(figure.layout.shapes).toMatchObject([{ x0: "2026-10-25 02:00:00.000", x1: "2026-10-25 03:00:00.000" }]);
      expect(figure.layout.annotations).toMatchObject([{ text: "this time comes twice" }]);
    }
    expect(curveFigure([curve([1, 2])], berlin).layout.shapes).toBeUndefined();
  });

  it("gives no axis to a curve that has nothing to draw", () => {
    const figure = curveFigure([curve([1, 2]), { ...curve([]), point: { ...curve([]).point, pointId: "p2", unit: "A" } }], view);
    expect(Object.keys(figure.layout).filter((name) => name.startsWith("yaxis"))).toEqual(["yaxis"]);
  });
});

describe("values beyond their point's limits", () => {
  it("say so in the hover and in the table of the curve, and those of a bucket for the readings behind it", () => {
    const limited = { min: 0, max: 30 };
    const table = (drawn: Curve) => figureTable(curveFigure([drawn], view)).rows.map(([, value]) => value);
    expect(table(curve([31, 30, -1], limited))).toEqual(["31.0 °C (max °C)", "30.0 °C", "-1.0 °C (min °C)"]);
    const buckets = { ...curve([20, 20], limited), min: [10, 10], max: [31, 30], count: [2, 2] };
    expect(table(buckets)).toEqual(["20.0 °C (some max °C) (10.0 … 31.0)", "20.0 °C (10.0 … 30.0)"]);
  });
});
