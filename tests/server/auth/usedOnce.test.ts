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

it("holds a captcha that is held again as long again, and no other of the account", async () => {
  let clock = 0;
  const captchas = openCaptchas(await heldShortly(() => clock));
  const heldMs = (limits.resend.loginSeconds + limits.captcha.ttlSeconds) * 1000;
  for (const random of ["one", "other"]) await captchas.hold(random, "abcd", "holder");
  clock = heldMs - 1;
  expect(await captchas.use("one", "abcd", "holder")).toBe(true);
  await captchas.hold("one", "abcd", "holder");
  clock = heldMs;
  expect(await captchas.use("other", "abcd", "holder")).toBe(false);
  clock = 2 * heldMs - 2;
  expect(await captchas.use("one", "abcd", "holder")).toBe(true);
});
