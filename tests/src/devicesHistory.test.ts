import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import type { SlaveNow } from "#contract/resources/device.ts";
import { awaySince } from "#src/screens/devices/awaySince.ts";
import { cutElsewhere } from "#src/screens/devices/bucketZone.ts";
import { firstPoints, readChosen, toggleChosen, writeChosen } from "#src/screens/devices/chosenPoints.ts";
import { faultOf, type HistoryAsk, rangeOf, readAsk, writeAsk } from "#src/screens/devices/historyAsk.ts";
import { headingWidth, silentPoints } from "#src/screens/devices/historyNotes.ts";
import { fittingAggregation, type Preset, presetRange } from "#src/screens/devices/historyRange.ts";
import { addSample, withTail } from "#src/screens/devices/liveCurve.ts";
import type { Curve } from "#store/handles/deviceDataLog.ts";

const zone = "Asia/Shanghai";
const now = Date.parse("2026-08-31T02:30:15.250Z");
const bounds = (preset: Preset, at = now, where = zone): [string, string] => {
  const { from, to } = presetRange(preset, where, at);
  return [new Date(from).toISOString(), new Date(to).toISOString()];
};
const end = "2026-08-31T02:30:15.250Z";

describe("what a period is shown by", () => {
  const hours = (count: number) => ({ from: now - count * 3_600_000, to: now });

  it("is a step of about as many buckets as a chart has pixels: an hour for a month, a day for half a year, none for an hour", () => {
    expect(fittingAggregation(hours(5))).toBeUndefined();
    expect(fittingAggregation(hours(24))).toBe("minute");
    expect(fittingAggregation(hours(24 * 7))).toBe("ten_minutes");
    expect(fittingAggregation(hours(24 * 14))).toBe("thirty_minutes");
    expect(fittingAggregation(hours(24 * 30))).toBe("one_hour");
    expect(fittingAggregation(hours(24 * 180))).toBe("day");
  });

  it("holds values up to when a device that is not there spoke last", () => {
    expect(awaySince({ presence: "online", communicationTime: end })).toBeUndefined();
    expect(awaySince({ presence: "offline", communicationTime: end })).toBe(now);
    expect(awaySince({ presence: "inactive", communicationTime: null })).toBeUndefined();
  });
});

describe("time presets", () => {
  it("sets exactly the recent hour, 24 hours, week and month of 30 days [S9.025]", () => {
    expect(bounds("hour")).toEqual(["2026-08-31T01:30:15.250Z", end]);
    expect(bounds("day")).toEqual(["2026-08-30T02:30:15.250Z", end]);
    expect(bounds("week")).toEqual(["2026-08-24T02:30:15.250Z", end]);
    expect(bounds("month")).toEqual(["2026-08-01T02:30:15.250Z", end]);
  });

  it("sets exactly this month, January to present and the last six months in the organisation's zone [S9.026]", () => {
    expect(bounds("thisMonth")).toEqual(["2026-07-31T16:00:00.000Z", end]);
    expect(bounds("thisYear")).toEqual(["2025-12-31T16:00:00.000Z", end]);
    expect(bounds("halfYear")).toEqual(["2026-02-28T02:30:15.250Z", end]);
  });

  it("counts a month by the local date, on the first of it and over a change of the clock", () => {
    const first = Date.parse("2025-12-31T16:00:00Z");
    expect(bounds("thisMonth", first)[0]).toBe("2025-12-31T16:00:00.000Z");
    expect(bounds("thisYear", first)[0]).toBe("2025-12-31T16:00:00.000Z");
    const summer = Date.parse("2026-07-15T16:00:00Z");
    expect(bounds("halfYear", summer, "America/New_York")[0]).toBe("2026-01-15T17:00:00.000Z");
    expect(bounds("thisYear", summer, "America/New_York")[0]).toBe("2026-01-01T05:00:00.000Z");
  });
});

describe("what history is asked for", () => {
  const ask: HistoryAsk = {
    deviceId: "d1",
    points: [
      { slave: 1, pointId: "a" },
      { slave: 2, pointId: "b/c" },
    ],
    aggregation: "one_hour",
    period: { from: now - 1000, to: now },
  };

  it("comes back from its address", () => {
    expect(readAsk(writeAsk(ask))).toEqual(ask);
    const preset: HistoryAsk = { ...ask, aggregation: "raw", period: { preset: "week" } };
    expect(readAsk(writeAsk(preset))).toEqual(preset);
  });

  it("is sensible whatever the address says", () => {
    expect(readAsk(new URLSearchParams("points=x,1/a,1/a,9999/b&by=century&preset=never&from=soon"))).toEqual({
      deviceId: "",
      points: [{ slave: 1, pointId: "a" }],
      aggregation: "raw",
      period: { preset: "day" },
    });
  });

  it("is refused without a device, without a point and with its bounds the wrong way round", () => {
    const range = { from: 1, to: 2 };
    expect(faultOf({ ...ask, deviceId: "" }, range)).toBe("rule.history.device");
    expect(faultOf({ ...ask, points: [] }, range)).toBe("rule.history.point");
    expect(faultOf(ask, { from: 2, to: 2 })).toBe("rule.period");
    expect(faultOf(ask, { to: 2 })).toBe("history.bounds");
    expect(faultOf(ask, { from: 1 })).toBe("history.bounds");
    expect(faultOf(ask, range)).toBeUndefined();
    expect(rangeOf({ ...ask, period: { preset: "hour" } }, zone, now)).toEqual({ from: now - 3_600_000, to: now });
  });

  it("takes ten points and not an eleventh", () => {
    let chosen: ReturnType<typeof readChosen> = [];
    for (let place = 0; place < limits.history.points; place += 1) {
      chosen = [...(toggleChosen(chosen, { slave: 1, pointId: `p${place}` }) ?? [])];
    }
    expect(chosen).toHaveLength(10);
    expect(toggleChosen(chosen, { slave: 1, pointId: "p10" })).toBeUndefined();
    expect(toggleChosen(chosen, { slave: 1, pointId: "p3" })).toHaveLength(9);
    expect(readChosen(`${writeChosen(chosen)},1/p10`)).toEqual(chosen);
  });
});

describe("what a device's chart starts with", () => {
  const slave = (no: number, points: readonly Partial<SlaveNow["points"][number]>[]): SlaveNow => ({
    ...{ id: `s${no}`, no, name: `Slave ${no}`, recipeId: "r", recipeName: "R" },
    points: points.map((fields, place) => ({
      ...{ id: `p${no}${place}`, name: "n", nameEn: "", unit: "", address: "1", valueType: "float32", decimals: 1, min: null, max: null },
      ...{ writable: false, storeMode: 1, enumeration: [], value: null, ts: null, status: "" },
      ...fields,
    })),
  });

  it("is its first three numbers that are stored", () => {
    const slaves = [slave(1, [{ storeMode: 0 }, { valueType: "bool" }, {}, {}]), slave(2, [{}, {}])];
    expect(writeChosen(firstPoints(slaves))).toBe("1/p12,1/p13,2/p20");
  });

  it("is its first points of any kind where none is a number, and never one without a history", () => {
    expect(writeChosen(firstPoints([slave(1, [{ storeMode: 0 }, { valueType: "bool" }, { valueType: "text" }])]))).toBe("1/p11,1/p12");
    expect(firstPoints([slave(1, [{ storeMode: 0 }])])).toEqual([]);
  });
});

describe("the zone of buckets", () => {
  const range = { from: Date.parse("2026-08-01T00:00:00Z"), to: Date.parse("2026-08-08T00:00:00Z") };

  it("is told of where their starts differ from the reader's own, and only there", () => {
    expect(cutElsewhere("day", "Asia/Shanghai", "Europe/Berlin", range)).toBe(true);
    expect(cutElsewhere("day", "Asia/Shanghai", "Asia/Singapore", range)).toBe(false);
    expect(cutElsewhere("one_hour", "Asia/Shanghai", "Europe/Berlin", range)).toBe(false);
    expect(cutElsewhere("hour", "Asia/Kolkata", "Europe/Berlin", range)).toBe(true);
    expect(cutElsewhere("thirty_minutes", "Asia/Kolkata", "Europe/Berlin", range)).toBe(false);
    expect(cutElsewhere("raw", "Asia/Kolkata", "Europe/Berlin", range)).toBe(false);
  });

  it("differs where the clocks of only one of the two change within the period", () => {
    const autumn = { from: Date.parse("2026-10-20T00:00:00Z"), to: Date.parse("2026-10-28T00:00:00Z") };
    expect(cutElsewhere("day", "Africa/Johannesburg", "Europe/Berlin", autumn)).toBe(true);
    expect(cutElsewhere("day", "Africa/Johannesburg", "Europe/Berlin", range)).toBe(false);
  });
});

describe("the table of a history", () => {
  const info = {
    slave: 1,
    slaveName: "s",
    unit: "",
    valueType: "float64",
    decimals: 0,
    min: null,
    max: null,
    storeMode: 2,
    enumeration: [],
  };
  const points = [
    { ...info, pointId: "a", name: "甲", nameEn: "A" },
    { ...info, pointId: "b", name: "乙", nameEn: "B" },
    { ...info, pointId: "c", name: "丙", nameEn: "C", storeMode: 1 },
  ];

  it("names the points without a row, and the value that still held", () => {
    const before = [null, { ts: "2026-08-01T00:00:00.000Z", value: 1 }, null];
    expect(silentPoints({ points, before, rows: [{ values: [0, null, null] }] }, zone, "en")).toEqual([
      { key: "1/b", name: "B", held: { value: "1", at: "2026-08-01 08:00:00" } },
      { key: "1/c", name: "C", held: undefined },
    ]);
  });

  it("gives a column the room of its heading, within bounds", () => {
    expect(headingWidth("A")).toBe(120);
    expect(headingWidth("出水温度出水温度")).toBe(8 * 12 + 48);
    expect(headingWidth("W".repeat(100))).toBe(280);
  });
});

describe("a curve that goes on", () => {
  const minute = 60_000;
  const curve: Curve = {
    point: {
      slave: 1,
      slaveName: "s",
      pointId: "p",
      name: "n",
      nameEn: "",
      unit: "",
      valueType: "float64",
      decimals: null,
      min: null,
      max: null,
      storeMode: 1,
      enumeration: [],
    },
    ts: [0, minute, 2 * minute],
    value: [1, 2, 3],
  };

  it("leaves out what it holds already and takes on what is later", () => {
    const next = withTail(curve, [
      { ts: 2 * minute, value: 9 },
      { ts: 3 * minute, value: 4 },
    ]);
    expect([next.ts, next.value]).toEqual([
      [0, minute, 2 * minute, 3 * minute],
      [1, 2, 3, 4],
    ]);
    expect(withTail(curve, [])).toBe(curve);
    const before = { ts: -minute, value: 7 };
    expect(withTail({ ...curve, before }, [{ ts: 3 * minute, value: 4 }]).before).toEqual(before);
  });

  it("breaks at a silence longer than the point's own pace allows, and never where a value holds", () => {
    const paced = { ...curve, longest: 5 * minute };
    expect(withTail(paced, [{ ts: 7 * minute, value: 4 }]).value).toEqual([1, 2, 3, 4]);
    expect(withTail(paced, [{ ts: 7 * minute + 1, value: 4 }]).value).toEqual([1, 2, 3, null, 4]);
    expect(withTail(curve, [{ ts: 700 * minute, value: 4 }]).value).toEqual([1, 2, 3, 4]);
  });

  it("breaks only where readings lie apart, however far behind the curve they are", () => {
    const paced = { ...curve, longest: 10_000 };
    const end = 2 * minute;
    const behind = (...seconds: number[]) => seconds.map((second) => ({ ts: end + second * 1000, value: second }));
    expect(withTail(paced, behind(5, 10, 15, 20)).value).toEqual([1, 2, 3, 5, 10, 15, 20]);
    const broken = withTail(paced, behind(5, 10, 15, 20, 40, 45));
    expect(broken.value).toEqual([1, 2, 3, 5, 10, 15, 20, null, 40, 45]);
    expect(broken.ts[7]).toBe(end + 20_001);
  });

  it("keeps each reading once, in order, and the newest of too many", () => {
    const one = addSample([], { ts: 1, value: 1 }, 2);
    expect(addSample(one, { ts: 1, value: 5 }, 2)).toBe(one);
    expect(addSample(addSample(one, { ts: 2, value: 2 }, 2), { ts: 3, value: 3 }, 2).map(({ ts }) => ts)).toEqual([2, 3]);
  });
});
