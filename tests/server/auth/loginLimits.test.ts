import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { type Answerer, factorLimits, type LoginLimits, openLoginLimits } from "#server/auth/loginLimits.ts";
import { holds } from "#tests/property.ts";

const { perAccount, perAddress, lockSeconds } = limits.login;
const owner = { account: "owner", address: "192.0.2.1" };

const wrong = (tries: LoginLimits, who: Answerer, times: number, at = 0): number =>
  Array.from({ length: times }, () => tries.begin(who, at)).filter(({ allowed }) => allowed).length;

describe("tries to sign in", () => {
  it("count before they are judged: of a hundred at once five are judged, whatever becomes of them", () => {
    const tries = openLoginLimits();
    const begun = Array.from({ length: 100 }, () => tries.begin(owner, 0));
    expect(begun.filter(({ allowed }) => allowed)).toHaveLength(perAccount);
  });

  it("are forgotten once one was right, and do not count when more is asked", () => {
    const tries = openLoginLimits();
    expect(wrong(tries, owner, perAccount - 1)).toBe(perAccount - 1);
    tries.begin(owner, 0).right();
    for (let steps = 0; steps < 20; steps += 1) {
      const attempt = tries.begin(owner, 0);
      expect(attempt.allowed).toBe(true);
      attempt.takeBack();
    }
    expect(wrong(tries, owner, 100)).toBe(perAccount);
  });

  it("lock for twice as long each time", () => {
    const tries = openLoginLimits();
    expect(wrong(tries, owner, 9)).toBe(perAccount);
    expect(wrong(tries, owner, 9, lockSeconds * 1000 - 1)).toBe(0);
    expect(wrong(tries, owner, 9, lockSeconds * 1000)).toBe(perAccount);
    expect(wrong(tries, owner, 1, lockSeconds * 3000 - 1)).toBe(0);
    expect(wrong(tries, owner, 1, lockSeconds * 3000)).toBe(1);
  });

  it("of strangers elsewhere leave the owner one, and stop no browser that is known", () => {
    const tries = openLoginLimits();
    for (let n = 0; n < 40; n += 1) wrong(tries, { account: "owner", address: `198.51.100.${n}` }, 9);
    expect(wrong(tries, owner, 9)).toBe(1);
    expect(wrong(tries, { account: "owner", address: "192.0.2.7" }, 9)).toBe(1);
    expect(tries.begin({ ...owner, address: "198.51.100.1", known: "b" }, 0).allowed).toBe(true);
  });

  it("of strangers behind the same address stop no browser that is known and nobody who signed in from there before", () => {
    const tries = openLoginLimits();
    for (let n = 0; n < 30; n += 1) wrong(tries, { account: `guess${n}`, address: owner.address }, 5);
    expect(tries.begin(owner, 0).allowed).toBe(false);
    expect(tries.begin({ ...owner, familiar: true }, 0).allowed).toBe(true);
    expect(tries.begin({ ...owner, known: "b" }, 0).allowed).toBe(true);
  });

  it("of the second factor, from anywhere but known browsers, are ten, whatever addresses they come from", () => {
    const tries = openLoginLimits(factorLimits);
    const from = (n: number) => ({ account: "owner", address: `2001:db8:${n.toString(16)}::1` });
    expect(Array.from({ length: 100 }, (_, n) => tries.begin(from(n), 0)).filter(({ allowed }) => allowed)).toHaveLength(10);
    expect(tries.begin({ ...owner, familiar: true }, 0).allowed).toBe(false);
    expect(tries.begin({ ...owner, known: "b" }, 0).allowed).toBe(true);
    expect(tries.begin(owner, lockSeconds * 1000).allowed).toBe(true);
  });

  it("are counted in bounded memory, the oldest forgotten first, at the same cost however many there are", () => {
    const tries = openLoginLimits();
    wrong(tries, { ...owner, known: "b" }, perAccount);
    for (let n = 0; n < 40_000; n += 1) tries.begin({ account: `guess${n}`, address: "192.0.2.9", familiar: true }, n);
    expect(tries.begin({ ...owner, known: "b" }, 0).allowed).toBe(true);
    wrong(tries, { ...owner, known: "b" }, perAccount);
    const began = performance.now();
    for (let n = 0; n < 20_000; n += 1) tries.begin({ account: `more${n}`, address: "192.0.2.9", familiar: true }, n);
    expect(performance.now() - began).toBeLessThan(5000);
    expect(tries.begin({ ...owner, known: "b" }, 0).allowed).toBe(false);
  });

  it("count for a whole /64 of IPv6, and for a known browser by itself", () => {
    const tries = openLoginLimits();
    const from = (n: number) => ({ account: "owner", address: `2001:db8:0:1::${n.toString(16)}` });
    expect(Array.from({ length: 100 }, (_, n) => tries.begin(from(n + 1), 0)).filter(({ allowed }) => allowed)).toHaveLength(perAccount);
    expect(wrong(tries, { ...from(1), known: "a" }, 9)).toBe(perAccount);
    expect(wrong(tries, { ...from(1), known: "b" }, 9)).toBe(perAccount);
  });

  it("that are right never lock an address, however many people are behind it", () => {
    const tries = openLoginLimits();
    for (let n = 0; n < perAddress * 3; n += 1) tries.begin({ account: `person${n}`, address: "192.0.2.9" }, 0).right();
    const together = Array.from({ length: perAddress }, (_, n) => tries.begin({ account: `person${n}`, address: "192.0.2.9" }, 0));
    for (const attempt of together) attempt.right();
    expect(tries.begin({ account: "late", address: "192.0.2.9" }, 0).allowed).toBe(true);
  });

  it("that are wrong are never judged more often than a lock allows, in whatever order they end", () => {
    holds(
      fc.property(fc.array(fc.constantFrom("wrong", "takeBack"), { maxLength: 60 }), (ends) => {
        const tries = openLoginLimits();
        const judged = ends.filter((end) => {
          const attempt = tries.begin(owner, 0);
          if (end === "takeBack") attempt.takeBack();
          return attempt.allowed && end === "wrong";
        });
        return judged.length <= perAccount;
      }),
    );
  });
});
