import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { type Answerer, factorLimits, type LoginLimits, openLoginLimits } from "#server/auth/loginLimits.ts";
import type { ShortLived } from "#server/shortLived/shortLived.ts";
import { holds } from "#tests/property.ts";
import { heldShortly } from "#tests/server/heldShortly.ts";

const { perAccount, perAddress, lockSeconds } = limits.login;
const owner = { account: "owner", address: "192.0.2.1" };

describe("tries to sign in", () => {
  let clock = 0;
  let shortLived: ShortLived;
  let tries: LoginLimits;
  beforeEach(async () => {
    clock = 0;
    shortLived = await heldShortly(() => clock);
    tries = openLoginLimits(shortLived);
  });
  const begun = (who: readonly Answerer[]) => Promise.all(who.map((each) => tries.begin(each)));
  const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
  const judged = async (who: readonly Answerer[]): Promise<number> => (await begun(who)).filter(({ allowed }) => allowed).length;
  const wrong = (who: Answerer, count: number): Promise<number> => judged(times(count, () => who));
  const isAllowed = async (who: Answerer): Promise<boolean> => (await tries.begin(who)).allowed;

  it("count before they are judged: of a hundred at once five are judged, whatever becomes of them", async () => {
    expect(await wrong(owner, 100)).toBe(perAccount);
  });

  it("are forgotten once one was right, and do not count when more is asked", async () => {
    expect(await wrong(owner, perAccount - 1)).toBe(perAccount - 1);
    await (await tries.begin(owner)).right();
    for (let steps = 0; steps < 20; steps += 1) {
      const attempt = await tries.begin(owner);
      expect(attempt.allowed).toBe(true);
      await attempt.takeBack();
    }
    expect(await wrong(owner, 100)).toBe(perAccount);
  });

  it("that end twice count once: what was right or taken back takes nothing back again", async () => {
    const attempt = await tries.begin(owner);
    await attempt.takeBack();
    expect(await wrong(owner, perAccount - 1)).toBe(perAccount - 1);
    await attempt.takeBack();
    await attempt.right();
    expect(await wrong(owner, 9)).toBe(1);
  });

  it("lock for twice as long each time", async () => {
    expect(await wrong(owner, 9)).toBe(perAccount);
    clock = lockSeconds * 1000 - 1;
    expect(await wrong(owner, 9)).toBe(0);
    clock = lockSeconds * 1000;
    expect(await wrong(owner, 9)).toBe(perAccount);
    clock = lockSeconds * 3000 - 1;
    expect(await wrong(owner, 1)).toBe(0);
    clock = lockSeconds * 3000;
    expect(await wrong(owner, 1)).toBe(1);
  });

  it("of strangers elsewhere leave the owner one, and stop no browser that is known", async () => {
    for (let n = 0; n < 40; n += 1) await wrong({ account: "owner", address: `198.51.100.${n}` }, 9);
    expect(await wrong(owner, 9)).toBe(1);
    expect(await wrong({ account: "owner", address: "192.0.2.7" }, 9)).toBe(1);
    expect(await isAllowed({ ...owner, address: "198.51.100.1", known: "b" })).toBe(true);
  });

  it("of strangers behind the same address stop no browser that is known and nobody who signed in from there before", async () => {
    for (let n = 0; n < 30; n += 1) await wrong({ account: `guess${n}`, address: owner.address }, 5);
    expect(await isAllowed(owner)).toBe(false);
    expect(await isAllowed({ ...owner, familiar: true })).toBe(true);
    expect(await isAllowed({ ...owner, known: "b" })).toBe(true);
  });

  it("of the second factor, from anywhere but known browsers, are ten, whatever addresses they come from", async () => {
    tries = openLoginLimits(shortLived, factorLimits);
    expect(await judged(times(100, (n) => ({ account: "owner", address: `2001:db8:${n.toString(16)}::1` })))).toBe(10);
    expect(await isAllowed({ ...owner, familiar: true })).toBe(false);
    expect(await isAllowed({ ...owner, known: "b" })).toBe(true);
    clock = lockSeconds * 1000;
    expect(await isAllowed(owner)).toBe(true);
  });

  it("of the second factor and of passwords count apart", async () => {
    expect(await wrong(owner, 9)).toBe(perAccount);
    expect((await openLoginLimits(shortLived, factorLimits).begin(owner)).allowed).toBe(true);
  });

  it("count for a whole /64 of IPv6, and for a known browser by itself", async () => {
    const from = (n: number) => ({ account: "owner", address: `2001:db8:0:1::${n.toString(16)}` });
    expect(await judged(times(100, (n) => from(n + 1)))).toBe(perAccount);
    expect(await wrong({ ...from(1), known: "a" }, 9)).toBe(perAccount);
    expect(await wrong({ ...from(1), known: "b" }, 9)).toBe(perAccount);
  });

  it("that are right never lock an address, however many people are behind it", async () => {
    const person = (n: number) => ({ account: `person${n}`, address: "192.0.2.9" });
    for (let n = 0; n < perAddress * 3; n += 1) await (await tries.begin(person(n))).right();
    for (const attempt of await begun(times(perAddress, person))) await attempt.right();
    expect(await isAllowed({ account: "late", address: "192.0.2.9" })).toBe(true);
  });

  it("that are right clear nothing that the address got wrong with others", async () => {
    const address = "192.0.2.9";
    const guess = (n: number) => ({ account: `guess${n}`, address });
    for (let n = 0; n < perAddress - 1; n += 1) expect(await isAllowed(guess(n))).toBe(true);
    await (await tries.begin({ account: "own", address })).right();
    expect(await isAllowed(guess(perAddress - 1))).toBe(true);
    expect(await isAllowed(guess(perAddress))).toBe(false);
  });

  it("that are right clear what was got wrong with the account from anywhere", async () => {
    const from = (n: number) => ({ account: "owner", address: `198.51.${Math.floor(n / 200)}.${n % 200}` });
    expect(await judged(times(10 * perAccount - 1, from))).toBe(10 * perAccount - 1);
    await (await tries.begin(from(0))).right();
    expect(await isAllowed(from(1))).toBe(true);
    expect(await isAllowed(from(1))).toBe(true);
  });

  it("that are wrong are never judged more often than a lock allows, in whatever order they end", async () => {
    await holds(
      fc.asyncProperty(fc.array(fc.constantFrom("wrong", "takeBack"), { maxLength: 30 }), async (ends) => {
        const fresh = openLoginLimits(await heldShortly());
        let count = 0;
        for (const end of ends) {
          const attempt = await fresh.begin(owner);
          if (end === "takeBack") await attempt.takeBack();
          else if (attempt.allowed) count += 1;
        }
        return count <= perAccount;
      }),
    );
  });

  it("are known after a restart, and to another process over the same records", async () => {
    expect(await wrong(owner, 9)).toBe(perAccount);
    expect((await openLoginLimits(shortLived).begin(owner)).allowed).toBe(false);
  });
});
