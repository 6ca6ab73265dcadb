import { describe, expect, it } from "vitest";
import { bandOf, curveFigure } from "#src/kit/chart/curves.ts";
import { decoration, type Figure } from "#src/kit/chart/figure.ts";
import { figureSummary } from "#src/kit/chart/figureSummary.ts";
import { figureTable } from "#src/kit/chart/figureTable.ts";
import type { Curve } from "#store/handles/deviceDataLog.ts";
import { curve, part, point, start, view } from "./curveSamples.ts";

describe("curves as traces", () => {
  it("keeps a gap a gap and draws in the local time of the zone given", () => {
    const figure = curveFigure([curve([1.5, null, 2.5, 3])], view);
    expect(part(figure, 0, "y")).toEqual([1.5, null, 2.5, 3]);
    expect(part(figure, 0, "connectgaps")).toBe(false);
    expect(part(figure, 0, "x")).toEqual([
      "2026-11-28 00:00:00.000",
      "2026-11-28 00:01:00.000",
      "2026-11-28 00:02:00.000",
      "2026-11-28 00:03:00.000",
    ]);
    expect(figure.layout.xaxis?.title?.text).toBe("Asia/Shanghai (UTC+08:00)");
  });

  it("gives each unit one axis, up to four beside one another", () => {
    const units = ["°C", "kW", "bar", "m³", "°C"];
    const figure = curveFigure(
      units.map((unit, place) => curve([1, 2], { pointId: `p${place}`, unit })),
      view,
    );
    expect(figure.data.map((trace) => Reflect.get(trace, "yaxis"))).toEqual(["y", "y2", "y3", "y4", "y"]);
    expect(Reflect.get(figure.layout, "yaxis4")).toMatchObject({ title: { text: "m³" }, overlaying: "y", side: "right" });
    expect(figure.leastHeight).toBeUndefined();
  });

  it("gives a point without a unit an axis of its own that names it, also beside others of the same labels", () => {
    const enumeration = [
      { value: 0, label: "关", labelEn: "Closed" },
      { value: 1, label: "开", labelEn: "Open" },
    ];
    const figure = curveFigure(
      [
        curve([0, 1], { pointId: "door", nameEn: "Door", unit: "", enumeration }),
        curve([1, 0], { pointId: "hatch", nameEn: "Hatch <1>", unit: "", enumeration }),
        curve([1, 2], { pointId: "count", nameEn: "Count", unit: "" }),
        curve([3, 4]),
      ],
      view,
    );
    expect(figure.data.map((trace) => Reflect.get(trace, "yaxis"))).toEqual(["y2", "y3", "y4", "y"]);
    const titles = ["yaxis", "yaxis2", "yaxis3", "yaxis4"].map((name) => Reflect.get(figure.layout, name).title.text);
    expect(titles).toEqual(["°C", "Door", "Hatch &lt;1>", "Count"]);
  });

  it("stacks more than four axes in panes that share the time and do not overlap, each with room to be read", () => {
    const units = ["°C", "kW", "bar", "m³", "A", "°C"];
    const figure = curveFigure(
      units.map((unit, place) => curve([1, 2], { pointId: `p${place}`, unit })),
      view,
    );
    expect(figure.data.map((trace) => Reflect.get(trace, "yaxis"))).toEqual(["y", "y2", "y3", "y4", "y5", "y"]);
    expect(figure.data.map((trace) => Reflect.get(trace, "xaxis"))).toEqual(units.map(() => undefined));
    const panes = ["yaxis", "yaxis2", "yaxis3", "yaxis4", "yaxis5"].map((name) => Reflect.get(figure.layout, name));
    expect(panes.map((pane) => pane.overlaying)).toEqual(panes.map(() => undefined));
    for (const [place, { domain }] of panes.entries()) {
      expect(domain[1] - domain[0]).toBeCloseTo(panes[0].domain[1] - panes[0].domain[0]);
      if (place > 0) expect(domain[1]).toBeLessThan(panes[place - 1].domain[0]);
    }
    expect([panes[0].domain[1], panes[4].domain[0]].map((bound) => Math.round(bound * 1000))).toEqual([1000, 0]);
    expect(figure.layout.xaxis).toMatchObject({ anchor: "y5" });
    expect(figure.leastHeight).toBeGreaterThan(5 * 96);
  });

  it("steps through the labels of an enumerated point and names them on the axis", () => {
    const enumeration = [
      { value: 0, label: "停机", labelEn: "Stopped" },
      { value: 1, label: "运行", labelEn: "" },
    ];
    const figure = curveFigure([curve([0, 1, 1], { unit: "", enumeration })], view);
    expect(part(figure, 0, "line")).toMatchObject({ shape: "hv" });
    expect(part(figure, 0, "customdata")).toEqual(["Stopped", "运行", "运行"]);
    expect(figure.layout.yaxis).toMatchObject({ tickvals: [0, 1], ticktext: ["Stopped", "运行"], range: [-0.5, 1.5] });
  });

  it("steps through a switch and slopes through numbers", () => {
    expect(part(curveFigure([curve([0, 1, 0])], view), 0, "line")).toMatchObject({ shape: "hv" });
    expect(part(curveFigure([curve([0, 1, 2])], view), 0, "line")).toMatchObject({ shape: "linear" });
  });

  it("puts words on the axis and keeps every digit of a 64-bit counter in what is said of it", () => {
    const words = curveFigure([curve(["ready", "fault", "ready"], { unit: "" })], view);
    expect(part(words, 0, "y")).toEqual([0, 1, 0]);
    const counter = curveFigure([curve(["18446744073709551615"], { unit: "kWh" })], view);
    expect(part(counter, 0, "customdata")).toEqual(["18446744073709551615 kWh"]);
  });

  it("gives every reading of a text point a place of its own on the axis, also one that looks like a number", () => {
    const texts = ["A1", "007", "B2", "12", "00012345", "-007", "1E5", "3-4", "1.10", "1.1", "007"];
    const figure = curveFigure([curve(texts, { unit: "", valueType: "text" })], view);
    expect(part(figure, 0, "y")).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1]);
    expect(figure.layout.yaxis).toMatchObject({
      ticktext: texts.slice(0, -1),
      tickvals: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      range: [-0.5, 9.5],
    });
    expect(part(figure, 0, "customdata")).toEqual(texts);
    const codes = curveFigure([curve(["000", "001", "006", "000"], { unit: "", valueType: "text" })], view);
    expect(part(codes, 0, "y")).toEqual([0, 1, 2, 0]);
    expect(codes.layout.yaxis).toMatchObject({ ticktext: ["000", "001", "006"] });
    expect(part(codes, 0, "line")).toMatchObject({ shape: "hv" });
  });

  it("draws the digits of a counter as a number, and everything as text where a reading of an older type is none", () => {
    const counter = { unit: "kWh", valueType: "uint64" };
    expect(part(curveFigure([curve(["9007199254740993", 5], counter)], view), 0, "y")).toEqual([Number("9007199254740993"), 5]);
    const mixed = curveFigure([curve(["A1", 12, "12"], counter)], view);
    expect(part(mixed, 0, "y")).toEqual([0, 1, 1]);
    expect(mixed.layout.yaxis).toMatchObject({ range: [-0.5, 1.5] });
  });

  it("draws a text point of many texts whole and names as many of them as can be read", () => {
    const texts = Array.from({ length: 50 }, (_, place) => `batch ${place}`);
    const figure = curveFigure([curve(texts, { unit: "", valueType: "text" })], view);
    expect(part(figure, 0, "y")).toEqual(texts.map((_text, place) => place));
    expect(figure.layout.yaxis).toMatchObject({ range: [-0.5, 49.5] });
    expect(Reflect.get(figure.layout.yaxis ?? {}, "ticktext")).toHaveLength(17);
  });

  it("draws a band from minimum to maximum that breaks where the curve breaks", () => {
    const aggregated: Curve = { ...curve([2, null, 5]), min: [1, null, 4], max: [3, null, 6], count: [60, 0, 60] };
    const figure = curveFigure([aggregated], view);
    expect(part(figure, 0, "meta")).toBe(decoration);
    expect(part(figure, 0, "fill")).toBe("toself");
    expect(part(figure, 0, "y")).toEqual([3, 1, null, 6, 4]);
    expect(part(figure, 1, "customdata")).toEqual(["2.0 °C (1.0 … 3.0)", "", "5.0 °C (4.0 … 6.0)"]);
    expect(bandOf(["a", "b"], [1, 2], [3, 4])).toEqual({ x: ["a", "b", "b", "a"], y: [3, 4, 2, 1] });
  });

  it("marks a reading that stands alone between two gaps", () => {
    const figure = curveFigure([curve([1, null, 2, null, 3, 3])], view);
    expect(part(figure, 1, "mode")).toBe("markers");
    expect(part(figure, 1, "y")).toEqual([1, 2]);
  });

  it("does not let a name become markup", () => {
    expect(part(curveFigure([curve([1], { nameEn: "<b>&" })], view), 0, "name")).toBe("&lt;b>&amp;");
  });

  it("names the slave where there are several", () => {
    const figure = curveFigure([curve([1]), curve([1], { slave: 2, slaveName: "Hall" })], view);
    expect(part(figure, 0, "name")).toBe("Cold room · Temperature");
    expect(part(figure, 2, "name")).toBe("Hall · Temperature");
  });
});

describe("curves at the edges of their period", () => {
  const period = { from: start, to: start + 3_600_000 };
  const late = start + 600_000;
  const door = { storeMode: 2, unit: "", nameEn: "Door", decimals: 0 };
  const before = { ts: start - 86_400_000, value: 1 };
  const said = "last value before the period, 2026-11-27 00:00:00";

  it("carry the last value before it in, marked, and hold the last one to its end, in no row of the table", () => {
    const figure = curveFigure([{ point: point(door), before, ts: [late], value: [0] }], { ...view, ...period });
    expect(part(figure, 0, "x")).toEqual(["2026-11-28 00:00:00.000", "2026-11-28 00:10:00.000", "2026-11-28 01:00:00.000"]);
    expect(part(figure, 0, "y")).toEqual([1, 0, 0]);
    expect(part(figure, 0, "line")).toMatchObject({ shape: "hv" });
    expect(part(figure, 0, "customdata")).toEqual([`1 (${said})`, "0", "0"]);
    expect(part(figure, 0, "name")).toBe("Door");
    expect(figureTable(figure).rows).toEqual([["2026-11-28 00:10:00", "0"]]);
  });

  it("say in the legend that only a value from before is shown", () => {
    const figure = curveFigure([{ point: point(door), before, ts: [], value: [] }], { ...view, ...period });
    expect(part(figure, 0, "y")).toEqual([1, 1]);
    expect(part(figure, 0, "name")).toBe(`Door (${said})`);
    expect(figureTable(figure).rows).toEqual([]);
    expect(figureSummary(figureTable(figure))).toEqual([{ name: `Door (${said})`, count: 0, first: "–", last: "–" }]);
  });

  it("stand in the legend without a reading too, and say so", () => {
    const figure = curveFigure([{ point: point(), ts: [], value: [] }], { ...view, ...period });
    expect(part(figure, 0, "x")).toEqual(["2026-11-28 00:00:00.000"]);
    expect(part(figure, 0, "y")).toEqual([null]);
    expect(part(figure, 0, "name")).toBe("Temperature (no data in this period)");
  });

  it("hold no further than what was read, and nothing at all for points that are stored at a pace", () => {
    const read = { from: start + 60_000, to: start + 1_200_000 };
    const held = curveFigure([{ point: point(door), before, ts: [late], value: [0] }], { ...view, ...period, read });
    expect(part(held, 0, "x")).toEqual(["2026-11-28 00:01:00.000", "2026-11-28 00:10:00.000", "2026-11-28 00:20:00.000"]);
    const away = curveFigure([{ point: point(door), before, ts: [], value: [] }], {
      ...view,
      ...period,
      read: { from: start, to: start - 1 },
    });
    expect(part(away, 0, "y")).toEqual([null]);
    const paced = curveFigure([{ point: point(), ts: [late], value: [0] }], { ...view, ...period });
    expect(part(paced, 0, "y")).toEqual([0]);
    const buckets: Curve = { point: point(door), ts: [late], value: [0], min: [0], max: [0], count: [1] };
    expect(part(curveFigure([buckets], { ...view, ...period }), 1, "y")).toEqual([0]);
  });
});

describe("what is said of an instant", () => {
  const wall = (ts: number) => ts + 8 * 3_600_000;
  const none: ReadonlySet<string> = new Set();
  const period = { from: start, to: start + 3_600_000 };
  const rows = (figure: Figure, ts: number, hidden = none, reach = 0) =>
    figure.readout?.(wall(ts), reach, hidden).rows.map(({ name, text, since }) => [name, text, since]);
  const minute = 60_000;

  it("names every curve, those that hold with the time of their reading and those that are joined with the nearer one", () => {
    const figure = curveFigure(
      [
        curve([20, 21, 22]),
        { point: point({ pointId: "door", nameEn: "Door", unit: "", storeMode: 2, decimals: 0 }), ts: [start + minute], value: [1] },
      ],
      { ...view, ...period },
    );
    expect(figure.layout.hovermode).toBe("x");
    expect(rows(figure, start + minute)).toEqual([
      ["Temperature", "21.0 °C", undefined],
      ["Door", "1", undefined],
    ]);
    expect(rows(figure, start + 1.6 * minute)).toEqual([
      ["Temperature", "22.0 °C", "2026-11-28 00:02:00"],
      ["Door", "1", "2026-11-28 00:01:00"],
    ]);
    expect(rows(figure, start + 30 * minute)).toEqual([
      ["Temperature", "–", undefined],
      ["Door", "1", "2026-11-28 00:01:00"],
    ]);
    expect(rows(figure, start)).toEqual([
      ["Temperature", "20.0 °C", undefined],
      ["Door", "–", undefined],
    ]);
  });

  it("says nothing of a gap, and that a value is from before the period", () => {
    const before = { ts: start - 86_400_000, value: 1 };
    const figure = curveFigure(
      [curve([20, null, 22]), { point: point({ pointId: "door", nameEn: "Door", unit: "", storeMode: 2 }), before, ts: [], value: [] }],
      { ...view, ...period },
    );
    expect(rows(figure, start + 0.5 * minute)?.map(([, text]) => text)).toEqual(["–", "1.0"]);
  });

  it("means the reading that is near, says when it was and leaves out what the legend has taken out", () => {
    const figure = curveFigure([curve([20, 21]), curve([5, 6], { pointId: "p2", nameEn: "Power", unit: "kW" })], { ...view, ...period });
    const told = figure.readout?.(wall(start + minute + 900), 2_000, new Set(["1/p2"]));
    expect(told).toMatchObject({
      wall: wall(start + minute),
      time: "2026-11-28 00:01:00",
      rows: [{ name: "Temperature", text: "21.0 °C" }],
    });
    expect(figure.readout?.(wall(start + minute + 900), 500, none).time).toBe("2026-11-28 00:01:00");
    expect(figure.readout?.(wall(start + minute + 900), 500, none).wall).toBe(wall(start + minute + 900));
  });

  it("tells what could not be read, and shows markup as it was typed", () => {
    const invalid = [{ ts: start + 30_000, code: "notFinite" as const }];
    const texts = curveFigure([curve(["<b>", "&"], { unit: "" })], { ...view, ...period });
    expect(rows(texts, start)).toEqual([["Temperature", "<b>", undefined]]);
    const figure = curveFigure([{ ...curve([1, 2]), invalid }], { ...view, ...period });
    expect(rows(figure, start + 31_000, none, 5_000)).toEqual([["Temperature", "invalid: notFinite", undefined]]);
  });
});
