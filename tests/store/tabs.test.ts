import { describe, expect, test } from "vitest";
import { afterClosing, type Tab, tabsSlice } from "#store/tabs.ts";

const { visited, searched, fixed, refresh, close, closeOthers, closeLeft, closeRight, closeAll, cleared } = tabsSlice.actions;
const reduce = tabsSlice.reducer;
type State = ReturnType<typeof reduce>;

const tab = (path: string, more: Partial<Tab> = {}): Tab => ({
  path,
  search: "",
  name: path,
  nameEn: path,
  affix: false,
  noCache: false,
  ...more,
});
const start = (tabs: Tab[]): State => ({ owner: "u1", tabs, revisions: {}, subjects: {}, titles: {} });
const paths = (state: State): string[] => state.tabs.map((one) => one.path);

const five = start([tab("/monitor", { affix: true }), tab("/a"), tab("/b"), tab("/pinned", { affix: true }), tab("/c")]);

describe("tabs", () => {
  test("list a view once, with its latest query", () => {
    const state = [tab("/a"), tab("/b"), tab("/a", { search: "?id=2" })].reduce((before, one) => reduce(before, visited(one)), start([]));
    expect(state.tabs).toEqual([tab("/a", { search: "?id=2" }), tab("/b")]);
  });

  test("close others keeps the chosen and the fixed ones [S2.153]", () => {
    expect(paths(reduce(five, closeOthers("/b")))).toEqual(["/monitor", "/b", "/pinned"]);
  });

  test("close left removes what is not fixed left of the chosen [S2.154]", () => {
    expect(paths(reduce(five, closeLeft("/c")))).toEqual(["/monitor", "/pinned", "/c"]);
  });

  test("close right removes what is not fixed right of the chosen [S2.156]", () => {
    expect(paths(reduce(five, closeRight("/a")))).toEqual(["/monitor", "/a", "/pinned"]);
  });

  test("close all leaves the fixed ones [S2.158]", () => {
    expect(paths(reduce(five, closeAll()))).toEqual(["/monitor", "/pinned"]);
  });

  test("a fixed tab does not close, and a visit does not loosen it", () => {
    expect(paths(reduce(five, close("/pinned")))).toEqual(paths(five));
    expect(reduce(five, visited(tab("/pinned"))).tabs[3]?.affix).toBe(true);
  });

  test("a hidden view changes its own query", () => {
    expect(reduce(five, searched({ path: "/b", search: "?page=2" })).tabs[2]?.search).toBe("?page=2");
    expect(reduce(five, searched({ path: "/gone", search: "?page=2" }))).toEqual(five);
  });

  test("another user starts with the fixed tabs of its own menu", () => {
    const state = reduce(reduce(five, refresh("/a")), fixed({ owner: "u2", tabs: [tab("/monitor", { affix: true })] }));
    expect(state).toEqual({ owner: "u2", tabs: [tab("/monitor", { affix: true })], revisions: {}, subjects: {}, titles: {} });
  });

  test("fixed tabs stand in front and keep their query; those no longer fixed go", () => {
    const before = reduce(five, searched({ path: "/monitor", search: "?x=1" }));
    const state = reduce(before, fixed({ owner: "u1", tabs: [tab("/monitor", { affix: true }), tab("/c", { affix: true })] }));
    expect(state.tabs).toEqual([tab("/monitor", { affix: true, search: "?x=1" }), tab("/c", { affix: true }), tab("/a"), tab("/b")]);
  });

  test("refresh raises the revision, clearing forgets everything", () => {
    expect(reduce(reduce(five, refresh("/a")), refresh("/a")).revisions).toEqual({ "/a": 2 });
    expect(reduce(five, cleared())).toEqual({ owner: "", tabs: [], revisions: {}, subjects: {}, titles: {} });
  });

  test("after the active tab goes, the last remaining one is next, or the start", () => {
    expect(afterClosing(five.tabs, "/b")).toBeUndefined();
    expect(afterClosing([tab("/a"), tab("/c", { search: "?id=1" })], "/b")).toBe("/c?id=1");
    expect(afterClosing([], "/b")).toBe("/");
  });
});
