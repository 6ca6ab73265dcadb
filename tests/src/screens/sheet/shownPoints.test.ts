import { describe, expect, it } from "vitest";
import { moveRow, type Rows, writeCell } from "#src/kit/sheet/sheetRows.ts";
import { namesOf, type PointNames } from "#src/screens/template/sheet/pointCells.ts";
import type { Base } from "#src/screens/template/sheet/pointChanges.ts";
import { openJudge } from "#src/screens/template/sheet/pointFaults.ts";
import { openShownPoints } from "#src/screens/template/sheet/shownPoints.ts";

const names: PointNames = { categoryId: namesOf([], "en"), iconGroupId: namesOf([], "en") };
const stored: Rows = Array.from({ length: 5 }, (_, at) => ({ key: `k${at}`, cells: { name: "n", address: `${at}` } }));
const base: Base = new Map(stored.map((row, place) => [row.key, { row, place, version: 1, sort: place }]));

const openSheet = () => {
  const [judge, show] = [openJudge(names).all, openShownPoints()];
  let last = show({ rows: stored, judged: judge(stored), base, refused: undefined });
  return (rows: Rows, refused?: ReadonlyMap<string, ReadonlyMap<string, string>>) => {
    const before = new Set(last);
    last = show({ rows, judged: judge(rows), base, refused });
    return { points: last, drawn: last.filter((point) => !before.has(point)).map(({ key }) => key) };
  };
};

describe("the rows that a sheet draws again", () => {
  it("are the one that is typed into, and those that clash with it from then on or no more", () => {
    const show = openSheet();
    expect(show(stored).drawn).toEqual([]);
    const typed = writeCell(stored, "k2", "unit", "kW");
    expect(show(typed).drawn).toEqual(["k2"]);
    const clashing = writeCell(typed, "k4", "address", "1");
    const { points, drawn } = show(clashing);
    expect(drawn).toEqual(["k1", "k4"]);
    expect(points.map(({ key, faults }) => [key, [...faults.keys()]]).filter(([, faults]) => faults?.length)).toEqual([
      ["k1", ["address"]],
      ["k4", ["address"]],
    ]);
    expect(show(typed).drawn).toEqual(["k1", "k4"]);
  });

  it("are those that stand elsewhere", () => {
    const { points, drawn } = openSheet()(moveRow(stored, 1, 3));
    expect(points.map(({ key, place }) => [key, place])).toEqual([
      ["k0", 1],
      ["k2", 2],
      ["k3", 3],
      ["k1", 4],
      ["k4", 5],
    ]);
    expect(drawn).toEqual(["k2", "k3", "k1"]);
  });

  it("are those that the server refused", () => {
    const show = openSheet();
    const refused = new Map([["k3", new Map([["address", "taken"]])]]);
    expect(show(stored, refused).drawn).toEqual(["k3"]);
    expect(show(stored, refused).drawn).toEqual([]);
    expect(show(stored).drawn).toEqual(["k3"]);
  });
});
