// @vitest-environment jsdom
import type { KeyboardEvent, MouseEvent } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { clickTree, type TreeActions, toggled, walkTree } from "#src/kit/tree/treeKeys.ts";

const tree = `
  <div role="tree">
    <div><div role="treeitem" tabindex="-1" data-item="a" aria-expanded="true"><button data-fold>v</button><b>A</b></div>
      <div class="gh-tree-below">
        <div><div role="treeitem" tabindex="-1" data-item="a1" aria-expanded="false"></div></div>
        <div><div role="treeitem" tabindex="-1" data-item="a2"></div></div>
      </div>
    </div>
    <div><div role="treeitem" tabindex="-1" data-item="b"></div></div>
    <p>under it</p>
  </div>`;

let told: string[];
const actions: TreeActions = {
  focus: (id) => told.push(`focus ${id}`),
  toggle: (id) => told.push(`toggle ${id}`),
  choose: (id) => told.push(`choose ${id}`),
};
const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};
const item = (id: string): HTMLElement => find(`[data-item="${id}"]`);
const focused = (): string | undefined => (document.activeElement as HTMLElement | null)?.dataset.item;

beforeEach(() => {
  document.body.innerHTML = tree;
  told = [];
});

/** What is done, where the focus is then, and whether the key was the tree's. */
const press = (from: string, key: string, more: Partial<KeyboardEvent> = {}): [string[], string | undefined, boolean] => {
  told = [];
  item(from).focus();
  let taken = false;
  const event = { key, currentTarget: find("[role=tree]"), preventDefault: () => (taken = true), ...more };
  walkTree(event as unknown as KeyboardEvent<HTMLElement>, actions);
  return [told, focused(), taken];
};

describe("the keys of a tree", () => {
  test.each([
    ["a", "ArrowDown", ["focus a1"], "a1"],
    ["a1", "ArrowUp", ["focus a"], "a"],
    ["a", "ArrowUp", [], "a"],
    ["b", "ArrowDown", [], "b"],
    ["b", "Home", ["focus a"], "a"],
    ["a1", "End", ["focus b"], "b"],
    ["a", "ArrowRight", ["focus a1"], "a1"],
    ["a1", "ArrowRight", ["toggle a1"], "a1"],
    ["a2", "ArrowRight", [], "a2"],
    ["a", "ArrowLeft", ["toggle a"], "a"],
    ["a1", "ArrowLeft", ["focus a"], "a"],
    ["a2", "ArrowLeft", ["focus a"], "a"],
    ["b", "ArrowLeft", [], "b"],
    ["a2", "Enter", ["choose a2"], "a2"],
    ["a2", " ", ["choose a2"], "a2"],
  ])("on %s: %s does %j and leaves the focus on %s", (from, key, done, to) => {
    expect(press(from, key)).toEqual([done, to, true]);
  });

  test.each<[string, Partial<KeyboardEvent>]>([
    ["x", {}],
    ["Tab", {}],
    ["ArrowDown", { altKey: true }],
    ["ArrowDown", { ctrlKey: true }],
    ["ArrowDown", { metaKey: true }],
  ])("leave %s with %o to others", (key, more) => {
    expect(press("a", key, more)).toEqual([[], "a", false]);
  });

  test("are nobody's while no item has the focus", () => {
    item("a").blur();
    let taken = false;
    const event = { key: "ArrowDown", currentTarget: find("[role=tree]"), preventDefault: () => (taken = true) };
    walkTree(event as unknown as KeyboardEvent<HTMLElement>, actions);
    expect([told, taken]).toEqual([[], false]);
  });
});

describe("a click in a tree", () => {
  const click = (target: EventTarget): [string[], string | undefined] => {
    clickTree({ target } as unknown as MouseEvent<HTMLElement>, actions);
    return [told, focused()];
  };

  test("chooses the item, from whatever stands in it", () => {
    expect(click(find("b"))).toEqual([["focus a", "choose a"], "a"]);
  });

  test("folds by the button, and the keys go on from there", () => {
    expect(click(find("button"))).toEqual([["focus a", "toggle a"], "a"]);
  });

  test("beside the items does nothing", () => {
    expect(click(find("p"))).toEqual([[], undefined]);
    expect(click(document)).toEqual([[], undefined]);
    item("b").removeAttribute("data-item");
    expect(click(find('[role="treeitem"]:not([data-item])'))).toEqual([[], undefined]);
  });
});

test("an item that is folded is unfolded, and the other way round, and what was is left alone", () => {
  const open: ReadonlySet<string> = new Set(["a"]);
  expect([[...toggled(open, "a")], [...toggled(open, "b")], [...open]]).toEqual([[], ["a", "b"], ["a"]]);
});
