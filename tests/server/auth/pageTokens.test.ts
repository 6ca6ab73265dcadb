import { describe, expect, it } from "vitest";
import { openPageTokens } from "#server/auth/pageTokens.ts";

const home = "192.0.2.1";
const hour = 3_600_000;

describe("tokens of the page", () => {
  it("serve once, at their address, and are good again when they are given back", () => {
    const tokens = openPageTokens(() => 1000);
    const token = tokens.give(home);
    expect(tokens.take(token, "198.51.100.1")).toBeUndefined();
    const giveBack = tokens.take(token, home);
    expect(tokens.take(token, home)).toBeUndefined();
    giveBack?.();
    expect(tokens.take(token, home)).toBeDefined();
  });

  it("that are used in great number within their life are forgotten, with all that were given until then, and none is good twice", () => {
    let clock = 0;
    const tokens = openPageTokens(() => clock, 100);
    const early = Array.from({ length: 50 }, () => {
      clock += 1;
      return tokens.give(home);
    });
    for (const token of early.slice(1)) expect(tokens.take(token, home)).toBeDefined();
    for (let n = 0; n < 1000; n += 1) {
      clock += 1;
      const token = tokens.give(home);
      expect(tokens.take(token, home)).toBeDefined();
      expect(tokens.take(token, home)).toBeUndefined();
    }
    expect(early.filter((token) => tokens.take(token, home) !== undefined)).toEqual([]);
    clock += 12 * hour;
    const late = tokens.give(home);
    clock += 12 * hour;
    expect(tokens.take(late, home)).toBeDefined();
  });

  it("cost the same to take however many were taken before", () => {
    let clock = 0;
    const tokens = openPageTokens(() => clock);
    const taken = (times: number): number => {
      const began = performance.now();
      for (let n = 0; n < times; n += 1) {
        clock += 1;
        expect(tokens.take(tokens.give(home), home)).toBeDefined();
      }
      return (performance.now() - began) / times;
    };
    taken(2000);
    const first = taken(5000);
    taken(50_000);
    expect(taken(5000)).toBeLessThan(first * 10);
  });
});
