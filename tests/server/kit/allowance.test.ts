import { describe, expect, it } from "vitest";
import { Allowance } from "#server/kit/allowance.ts";

describe("an allowance", () => {
  it("lets through what it was given back, and never more than at once after a rest", () => {
    const allowance = new Allowance({ perSecond: 1, burst: 2 });
    const ask = () => allowance.ask("a", 0);
    expect([ask(), ask(), ask()]).toEqual([0, 0, 1000]);
    allowance.giveBack("a");
    expect([ask(), ask()]).toEqual([0, 1000]);
    for (let n = 0; n < 5; n += 1) allowance.giveBack("a");
    expect([ask(), ask(), ask()]).toEqual([0, 0, 1000]);
    allowance.giveBack("nobody");
    expect(allowance.ask("nobody", 0)).toBe(0);
  });
});
