import { describe, expect, it, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { openAttempts } from "#server/auth/attempts.ts";
import { openLoginLimits } from "#server/auth/loginLimits.ts";
import { passwordFits } from "#server/auth/password.ts";

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
  it("of fifty accounts from one address lock the address for accounts that it does not know, at the fiftieth and not before", () => {
    const tries = openLoginLimits();
    const address = "192.0.2.9";
    for (let n = 0; n < perAddress - 1; n += 1) expect(tries.begin({ account: `guess${n}`, address }, 0).allowed).toBe(true);
    const last = tries.begin({ account: "last", address }, 0);
    expect(last.allowed).toBe(true);
    expect(tries.begin({ account: "after", address }, 0).allowed).toBe(false);
    last.takeBack();
    expect(tries.begin({ account: "after", address }, 0).allowed).toBe(true);
    expect(tries.begin({ account: "after2", address }, lockSeconds * 1000 - 1).allowed).toBe(false);
    expect(tries.begin({ account: "after2", address }, lockSeconds * 1000).allowed).toBe(true);
    expect(perAddress).toBe(50);
  });

  it("for one account from fifty addresses lock it for an address that was wrong before, at the fiftieth and not before", () => {
    const tries = openLoginLimits();
    const from = (n: number) => ({ account: "Owner", address: `198.51.${Math.floor(n / 200)}.${n % 200}` });
    for (let n = 0; n < 10 * perAccount - 1; n += 1) expect(tries.begin(from(n), 0).allowed).toBe(true);
    expect(tries.begin(from(0), 0).allowed).toBe(true);
    expect(tries.begin(from(0), 0).allowed).toBe(false);
    expect(tries.begin({ ...from(1), account: "oWNER" }, 0).allowed).toBe(false);
    expect(tries.begin(from(900), 0).allowed).toBe(true);
    expect(tries.begin({ ...from(0), account: "other" }, 0).allowed).toBe(true);
  });

  it("lock for 60, 120, 240, 480 and from then on 900 seconds", () => {
    const attempts = openAttempts();
    let at = 0;
    const waits = Array.from({ length: 7 }, () => {
      for (let n = 0; n < perAccount; n += 1) attempts.begin([{ key: "owner", allowed: perAccount, cleared: true }], at);
      const from = at;
      while (attempts.isLocked("owner", at)) at += 1000;
      return (at - from) / 1000;
    });
    expect(waits).toEqual([60, 120, 240, 480, 900, 900, 900]);
    expect([lockSeconds, lockMaxSeconds]).toEqual([60, 900]);
  });

  it("are forgotten after an hour without another", () => {
    const attempts = openAttempts();
    const counted = [{ key: "owner", allowed: perAccount, cleared: true }];
    for (let n = 0; n < perAccount - 1; n += 1) attempts.begin(counted, 0);
    expect(attempts.failures("owner", 3_599_999)).toBe(perAccount - 1);
    expect(attempts.failures("owner", 3_600_000)).toBe(0);
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
