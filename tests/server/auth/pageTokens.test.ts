import { describe, expect, it } from "vitest";
import { openPageTokens } from "#server/auth/pageTokens.ts";
import { heldShortly } from "#tests/server/heldShortly.ts";

const home = "192.0.2.1";
const hour = 3_600_000;

describe("tokens of the page", () => {
  it("serve once, at their address, and are good again when they are given back", async () => {
    const tokens = await openPageTokens(await heldShortly(() => 1000));
    const token = tokens.give(home);
    expect(await tokens.take(token, "198.51.100.1")).toBeUndefined();
    const giveBack = await tokens.take(token, home);
    expect(await tokens.take(token, home)).toBeUndefined();
    await giveBack?.();
    expect(await tokens.take(token, home)).toBeDefined();
  });

  it("serve one of many that come at once", async () => {
    const tokens = await openPageTokens(await heldShortly(() => 1000));
    const token = tokens.give(home);
    const taken = await Promise.all(Array.from({ length: 100 }, () => tokens.take(token, home)));
    expect(taken.filter((each) => each !== undefined)).toHaveLength(1);
  });

  it("are good for another process over the same records, and used up for it", async () => {
    const shortLived = await heldShortly(() => 1000);
    const [one, other] = [await openPageTokens(shortLived), await openPageTokens(shortLived)];
    const token = one.give(home);
    expect(await other.take(token, home)).toBeDefined();
    expect(await one.take(token, home)).toBeUndefined();
  });

  it("that are used in great number within their life are forgotten, with all that were given until then, and none is good twice", async () => {
    let clock = 0;
    const tokens = await openPageTokens(await heldShortly(() => clock), 100);
    const early = Array.from({ length: 50 }, () => {
      clock += 1;
      return tokens.give(home);
    });
    for (const token of early.slice(1)) expect(await tokens.take(token, home)).toBeDefined();
    for (let n = 0; n < 1000; n += 1) {
      clock += 1;
      const token = tokens.give(home);
      expect(await tokens.take(token, home)).toBeDefined();
      expect(await tokens.take(token, home)).toBeUndefined();
    }
    for (const token of early) expect(await tokens.take(token, home)).toBeUndefined();
    clock += 12 * hour;
    const late = tokens.give(home);
    clock += 12 * hour;
    expect(await tokens.take(late, home)).toBeDefined();
  });
});
