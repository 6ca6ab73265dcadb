import { describe, expect, it } from "vitest";
import type { PanelElement } from "#contract/panelLayout.ts";
import { added, heldInside, noHistory, placedAt, redone, removed, stepped, undone } from "#src/screens/panels/layout.ts";

const text = (x: number, y: number, w = 4, h = 1): PanelElement => ({ kind: "text", x, y, w, h, text: "", large: false });
const areas = (changed: ReturnType<typeof placedAt>) =>
  "refused" in changed ? changed.refused : [changed.pushed, ...changed.elements.map(({ x, y, w, h }) => [x, y, w, h])];

describe("the layout of a panel", () => {
  it("takes a new element in the first free place, row by row", () => {
    expect(areas(added([text(0, 0, 22, 1)], "value", 3))).toEqual([0, [0, 0, 22, 1], [0, 1, 4, 2]]);
    expect(added([], "gauge", 3)).toMatchObject({ elements: [{ kind: "gauge", slave: 3, pointId: "", min: null, max: null }] });
    expect(areas(added([text(0, 0, 24, 200)], "text", 1))).toBe("full");
    expect(
      areas(
        added(
          Array.from({ length: 200 }, () => text(0, 0)),
          "text",
          1,
        ),
      ),
    ).toBe("full");
  });

  it("lets others give way downwards, and what those cover then", () => {
    const elements = [text(0, 0), text(8, 0), text(8, 1), text(16, 0)];
    expect(areas(placedAt(elements, 0, { x: 9 }))).toEqual([2, [9, 0, 4, 1], [8, 1, 4, 1], [8, 2, 4, 1], [16, 0, 4, 1]]);
    expect(areas(placedAt(elements, 0, { w: 9, h: 2 }))).toEqual([2, [0, 0, 9, 2], [8, 2, 4, 1], [8, 3, 4, 1], [16, 0, 4, 1]]);
  });

  it("refuses what would leave the panel, of the element itself and of those that would give way", () => {
    expect(areas(placedAt([text(20, 0)], 0, { x: 21 }))).toBe("outside");
    expect(areas(placedAt([text(0, 0)], 0, { x: -1 }))).toBe("outside");
    expect(areas(placedAt([text(0, 0)], 0, { w: 0 }))).toBe("outside");
    expect(areas(placedAt([text(0, 198), text(0, 199)], 0, { y: 199 }))).toBe("full");
  });

  it("holds what is dragged beyond an edge inside", () => {
    expect(heldInside({ x: -3, y: 250, w: 4, h: 2 })).toEqual({ x: 0, y: 198, w: 4, h: 2 });
    expect(heldInside({ x: 23, y: 0, w: 30, h: 1 })).toEqual({ x: 0, y: 0, w: 24, h: 1 });
  });

  it("goes back and forth over its steps, and forgets what was undone at the next one", () => {
    const [first, second, third] = [[text(0, 0)], [text(1, 0)], [text(2, 0)]];
    const two = stepped(stepped(noHistory, first), second);
    const back = undone(two, third);
    expect(back?.elements).toEqual(second);
    expect(redone(back?.history ?? noHistory, second)?.elements).toEqual(third);
    expect(undone(noHistory, first)).toBeUndefined();
    expect(redone(stepped(back?.history ?? noHistory, second), first)).toBeUndefined();
    expect(areas(removed([text(0, 0), text(8, 0)], 0))).toEqual([0, [8, 0, 4, 1]]);
  });
});
