import { Secret, TOTP } from "otpauth";
import { expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { openCaptchas } from "#server/auth/captchas.ts";
import { acceptTotp, beginTotp, confirmTotp } from "#server/auth/totp.ts";
import { openFleet, someday } from "#tests/server/alarm/fleet.ts";
import { heldShortly } from "#tests/server/heldShortly.ts";

it("takes a code of an authenticator once, the one that confirmed it included", async () => {
  const fleet = await openFleet();
  try {
    const user = { id: "user-north", account: "north" };
    const { secret } = await beginTotp(fleet.db, user, "Gatehouse");
    const codeAt = (timestamp: number): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
    await confirmTotp(fleet.db, user.id, codeAt(someday), someday);
    expect(await acceptTotp(fleet.db, user.id, codeAt(someday), someday)).toBe(false);
    const later = someday + 30_000;
    expect(await acceptTotp(fleet.db, user.id, codeAt(later), later)).toBe(true);
    expect(await acceptTotp(fleet.db, user.id, codeAt(later), later + 29_000)).toBe(false);
  } finally {
    await fleet.close();
  }
});

it("holds the twenty newest captchas for one account, and prolongs no others", async () => {
  let clock = 0;
  const shortLived = await heldShortly(() => clock);
  const captchas = openCaptchas(shortLived);
  const heldMs = (limits.resend.loginSeconds + limits.captcha.ttlSeconds) * 1000;
  const randoms = Array.from({ length: 25 }, (_, n) => `captcha${n}`);
  for (const random of randoms) await captchas.hold(random, "abcd", "holder");
  clock = heldMs - 1;
  expect(await captchas.prolong("holder")).toBe(true);
  clock = heldMs;
  const used: string[] = [];
  for (const random of randoms) if (await captchas.use(random, "abcd", "holder")) used.push(random);
  expect(used).toEqual(randoms.slice(5));
});
