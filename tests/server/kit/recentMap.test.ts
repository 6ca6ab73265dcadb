import { describe, expect, it } from "vitest";
import { RecentMap } from "#server/kit/recentMap.ts";

describe("a map of what was put last", () => {
  it("keeps as many as it may, and drops the one that was put longest ago", () => {
    const map = new RecentMap<string, number>(2);
    map.put("a", 1);
    map.put("b", 2);
    expect([map.get("a"), map.get("b")]).toEqual([1, 2]);
    map.put("a", 3);
    map.put("c", 4);
    expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([3, undefined, 4]);
    expect([map.has("a"), map.has("b")]).toEqual([true, false]);
  });

  it("has room again for what was taken out", () => {
    const map = new RecentMap<string, number>(2);
    map.put("a", 1);
    map.put("b", 2);
    map.delete("a");
    map.put("c", 3);
    expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([undefined, 2, 3]);
  });
});
