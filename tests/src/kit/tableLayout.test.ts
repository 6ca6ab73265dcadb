import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnNeeds } from "#src/kit/table/columnNeeds.ts";
import {
  columnWidths,
  defaultLayout,
  fileColumns,
  firstLayout,
  type LayoutStep,
  layoutReducer,
  orderedColumns,
  shownColumns,
  type TableLayout,
} from "#src/kit/table/tableLayout.ts";
import { holds } from "#tests/property.ts";

const columns = ["a", "b", "c", "d"].map((id) => ({ id }));
const arranged = (...steps: LayoutStep[]) =>
  steps.reduce<TableLayout>((layout, step) => layoutReducer(columns, layout, step), defaultLayout);
const shown = (layout: TableLayout) => shownColumns(columns, layout).map((c) => c.id);

describe("arranging columns", () => {
  it("moves a column among the shown ones", () => {
    expect(shown(arranged({ type: "move", id: "a", to: 2 }))).toEqual(["b", "c", "a", "d"]);
    expect(shown(arranged({ type: "hide", id: "b" }, { type: "move", id: "d", to: 1 }, { type: "show", id: "b" }))).toEqual([
      "a",
      "b",
      "d",
      "c",
    ]);
  });

  it("pins to the end of what is pinned and unpins to the front of the rest", () => {
    const pinned = arranged({ type: "pin", id: "c" });
    expect([shown(pinned), pinned.pinned]).toEqual([["a", "c", "b", "d"], 2]);
    const unpinned = layoutReducer(columns, pinned, { type: "unpin", id: "a" });
    expect([shown(unpinned), unpinned.pinned]).toEqual([["c", "a", "b", "d"], 1]);
  });

  it("keeps at least one column in sight", () => {
    const layout = arranged(...["a", "b", "c", "d"].map((id): LayoutStep => ({ type: "hide", id })));
    expect(shown(layout)).toEqual(["d"]);
  });

  it("counts a hidden pinned column out", () => {
    expect(arranged({ type: "hide", id: "a" }).pinned).toBe(0);
  });

  it("keeps widths inside sensible bounds", () => {
    expect(arranged({ type: "resize", id: "a", width: 3 }).widths).toEqual({ a: 56 });
    expect(arranged({ type: "resize", id: "a", width: 9000 }).widths).toEqual({ a: 800 });
  });

  it("puts a column that came with a new version where the screen has it, and forgets one that went", () => {
    const old: TableLayout = { order: ["d", "gone", "a", "b"], hidden: [], widths: {}, pinned: 1 };
    expect(orderedColumns(columns, old).map((c) => c.id)).toEqual(["d", "a", "b", "c"]);
  });

  it("loses and doubles no column, whatever is done", () => {
    const id = fc.constantFrom("a", "b", "c", "d");
    const step: fc.Arbitrary<LayoutStep> = fc.oneof(
      fc.record({ type: fc.constant("move" as const), id, to: fc.integer({ min: -2, max: 6 }) }),
      fc.record({ type: fc.constantFrom("hide" as const, "show" as const, "pin" as const, "unpin" as const), id }),
    );
    holds(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const layout = arranged(...steps);
        expect(
          orderedColumns(columns, layout)
            .map((c) => c.id)
            .sort(),
        ).toEqual(["a", "b", "c", "d"]);
        expect(layout.pinned).toBeGreaterThanOrEqual(0);
        expect(layout.pinned).toBeLessThanOrEqual(shown(layout).length);
      }),
    );
  });
});

describe("widths", () => {
  it("gives spare space to text nobody has sized and keeps numbers narrow", () => {
    const given = [
      { id: "a", width: 100 },
      { id: "n", width: 80, align: "end" as const },
      { id: "b", width: 200 },
    ];
    expect(columnWidths(given, defaultLayout, 680)).toEqual([200, 80, 400]);
    expect(columnWidths(given, { ...defaultLayout, widths: { a: 120 } }, 680)).toEqual([120, 80, 480]);
    expect(columnWidths(given, defaultLayout, 200)).toEqual([100, 80, 200]);
    // The pixel that is left over is the first one's of the widest that take some.
    const equal = ["a", "b", "c"].map((id) => ({ id }));
    expect(columnWidths(equal, { ...defaultLayout, widths: { a: 300 } }, 583)).toEqual([300, 142, 141]);
  });

  it("lets columns give up what they do not need before any text is cut, and then cuts the longest to one width", () => {
    const wide = [
      { id: "a", width: 180 },
      { id: "b", width: 140 },
      { id: "c", width: 320 },
    ];
    const needs = [150, 60, 320].map((width) => ({ width, heading: 40, whole: false, least: 0 }));
    expect(columnWidths(wide, defaultLayout, 600, needs)).toEqual([170, 110, 320]);
    expect(columnWidths(wide, defaultLayout, 460, needs)).toEqual([150, 60, 250]);
    expect(columnWidths(wide, defaultLayout, 340, needs)).toEqual([140, 60, 140]);
    expect(columnWidths(wide, defaultLayout, 210, needs)).toEqual([150, 60, 160]);
    const kept = needs.map((need, place) => ({ ...need, ...(place === 2 ? { least: 300 } : {}) }));
    expect(columnWidths(wide, defaultLayout, 460, kept)).toEqual([100, 60, 300]);
    expect(columnWidths(wide, defaultLayout, 340, kept)).toEqual([150, 60, 300]);
    const whole = needs.map((need, place) => ({ ...need, whole: place === 0 }));
    expect(columnWidths(wide, defaultLayout, 340, whole)).toEqual([150, 60, 130]);
    const sized: TableLayout = { ...defaultLayout, widths: { c: 320 } };
    expect(columnWidths(wide, sized, 480, needs)).toEqual([100, 60, 320]);
  });

  it("gives each column what its texts and then its heading need before the rest is shared out", () => {
    const columns = [
      { id: "a", width: 100 },
      { id: "n", width: 60, align: "end" as const },
      { id: "b", width: 100 },
    ];
    const needs = [
      { width: 160, heading: 60, whole: true, least: 0 },
      { width: 60, heading: 90, whole: true, least: 0 },
      { width: 80, heading: 60, whole: true, least: 0 },
    ];
    expect(columnWidths(columns, defaultLayout, 350, needs)).toEqual([160, 90, 100]);
    expect(columnWidths(columns, defaultLayout, 330, needs)).toEqual([167, 60, 103]);
    expect(columnWidths(columns, defaultLayout, 300, needs)).toEqual([160, 60, 80]);
    expect(columnWidths(columns, defaultLayout, 200, needs)).toEqual([160, 60, 80]);
    expect(columnWidths(columns, { ...defaultLayout, widths: { a: 90 } }, 290, needs)).toEqual([90, 90, 110]);
  });

  it("keeps what stands aside out of the table and in the file, until somebody shows or hides it", () => {
    const columns = [{ id: "a" }, { id: "b", aside: true }, { id: "c" }];
    const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
    const first = firstLayout(columns);
    expect(ids(shownColumns(columns, first))).toEqual(["a", "c"]);
    expect(ids(fileColumns(columns, first))).toEqual(["a", "b", "c"]);
    const shown = layoutReducer(columns, first, { type: "show", id: "b" });
    expect(ids(shownColumns(columns, shown))).toEqual(["a", "b", "c"]);
    expect(ids(fileColumns(columns, layoutReducer(columns, first, { type: "hide", id: "c" })))).toEqual(["a", "b"]);
    expect(layoutReducer(columns, shown, { type: "reset" })).toEqual(first);
  });

  it("gives an empty column the room of its heading on two lines, which is never cut, and a text that of nine of ten rows", () => {
    const column = (id: string, label: string, text: (row: string) => string) => ({ id, label, text });
    const given = [column("name", "Name", (row) => row), column("remark", "Remark of the organisation", () => "–")];
    const rows = [...Array<string>(18).fill("泵房泵房泵房泵房泵房"), "泵".repeat(50), "泵".repeat(60)];
    expect(columnNeeds(given, rows)).toEqual([
      { width: 138, heading: 45, whole: true, least: 56 },
      { width: 106, heading: 193, whole: false, least: 106 },
    ]);
    // Of two rows no one in ten is left out.
    expect(columnNeeds(given, ["泵", "泵房泵房泵房泵房泵房"])[0]?.width).toBe(138);
    expect(columnNeeds(given, [undefined]).map(({ width }) => width)).toEqual([56, 193]);
    // One sentence alone is no code, however alike all the rows are.
    expect(columnNeeds(given, ["泵".repeat(40)])[0]?.whole).toBe(false);
  });
});
