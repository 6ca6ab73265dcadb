import { beforeEach, describe, expect, it, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { type Attempts, openAttempts } from "#server/auth/attempts.ts";
import { type Answerer, type LoginLimits, openLoginLimits } from "#server/auth/loginLimits.ts";
import { passwordFits } from "#server/auth/password.ts";
import type { ShortLived } from "#server/shortLived/shortLived.ts";
import { heldShortly } from "#tests/server/heldShortly.ts";

const verified = vi.hoisted(() => [] as string[]);
// The library behind the edge, told of what it is asked to compare.
vi.mock("@node-rs/argon2", async (importOriginal) => {
  const argon2 = await importOriginal<typeof import("@node-rs/argon2")>();
  return {
    ...argon2,
    verify: (hash: string, password: string) => {
      verified.push(`${hash.split("$").slice(0, 4).join("$")} ${password}`);
      return argon2.verify(hash, password);
    },
  };
});

const { perAccount, perAddress, lockSeconds, lockMaxSeconds } = limits.login;

describe("wrong passwords", () => {
  let clock = 0;
  let shortLived: ShortLived;
  beforeEach(async () => {
    clock = 0;
    shortLived = await heldShortly(() => clock);
  });
  const allowed = async (tries: LoginLimits, who: Answerer): Promise<boolean> => (await tries.begin(who)).allowed;

  it("of fifty accounts from one address lock the address for accounts that it does not know, at the fiftieth and not before", async () => {
    const tries = openLoginLimits(shortLived);
    const address = "192.0.2.9";
    for (let n = 0; n < perAddress - 1; n += 1) expect(await allowed(tries, { account: `guess${n}`, address })).toBe(true);
    const last = await tries.begin({ account: "last", address });
    expect(last.allowed).toBe(true);
    expect(await allowed(tries, { account: "after", address })).toBe(false);
    await last.takeBack();
    expect(await allowed(tries, { account: "after", address })).toBe(true);
    clock = lockSeconds * 1000 - 1;
    expect(await allowed(tries, { account: "after2", address })).toBe(false);
    clock += 1;
    expect(await allowed(tries, { account: "after2", address })).toBe(true);
    expect(perAddress).toBe(50);
  });

  it("for one account from fifty addresses lock it for an address that was wrong before, at the fiftieth and not before", async () => {
    const tries = openLoginLimits(shortLived);
    const from = (n: number) => ({ account: "Owner", address: `198.51.${Math.floor(n / 200)}.${n % 200}` });
    for (let n = 0; n < 10 * perAccount - 1; n += 1) expect(await allowed(tries, from(n))).toBe(true);
    expect(await allowed(tries, from(0))).toBe(true);
    expect(await allowed(tries, from(0))).toBe(false);
    expect(await allowed(tries, { ...from(1), account: "oWNER" })).toBe(false);
    expect(await allowed(tries, from(900))).toBe(true);
    expect(await allowed(tries, { ...from(0), account: "other" })).toBe(true);
  });

  const counted = [{ key: "owner", allowed: perAccount, cleared: true }];
  /** What stands of the owner, asked for without counting. */
  const seen = async (attempts: Attempts): Promise<{ locked: boolean; failures: number }> => {
    let found = { locked: false, failures: 0 };
    await attempts.begin(counted, ({ isLocked, failures }) => {
      found = { locked: isLocked("owner"), failures: failures("owner") };
      return true;
    });
    return found;
  };

  it("lock for 60, 120, 240, 480 and from then on 900 seconds", async () => {
    const attempts = openAttempts(shortLived, "test");
    const waits: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      for (let n = 0; n < perAccount; n += 1) await attempts.begin(counted, () => false);
      const from = clock;
      while ((await seen(attempts)).locked) clock += 1000;
      waits.push((clock - from) / 1000);
    }
    expect(waits).toEqual([60, 120, 240, 480, 900, 900, 900]);
    expect([lockSeconds, lockMaxSeconds]).toEqual([60, 900]);
  });

  it("are forgotten after an hour without another", async () => {
    const attempts = openAttempts(shortLived, "test");
    for (let n = 0; n < perAccount - 1; n += 1) await attempts.begin(counted, () => false);
    clock = 3_599_999;
    expect((await seen(attempts)).failures).toBe(perAccount - 1);
    clock += 1;
    expect((await seen(attempts)).failures).toBe(0);
  });

  it("cost the same work whether or not there is such an account", async () => {
    const { hashPassword } = await import("#server/auth/password.ts");
    const stored = await hashPassword("secret1");
    expect(await passwordFits(stored, "secret1")).toBe(true);
    expect(await passwordFits(stored, "wrong")).toBe(false);
    expect(await passwordFits(undefined, "wrong")).toBe(false);
    expect(await passwordFits(undefined, "no account has this password")).toBe(false);
    const cost = "$argon2id$v=19$m=19456,t=2,p=1";
    expect(verified).toEqual([`${cost} secret1`, `${cost} wrong`, `${cost} wrong`, `${cost} no account has this password`]);
  });
});
