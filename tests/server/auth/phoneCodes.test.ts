import { pino } from "pino";
import { beforeEach, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { openPhoneCodes, type PhoneCodes } from "#server/auth/phoneCodes.ts";

const phone = "13800138000";

describe("a phone code", () => {
  let clock = 0;
  let last = "";
  let codes: PhoneCodes;
  beforeEach(() => {
    clock = 1_000_000;
    codes = openPhoneCodes({
      now: () => clock,
      log: pino({ level: "silent" }),
      sendCode: async (_to, { code }) => {
        last = code;
        return "sms";
      },
      platform: async () => "Gatehouse",
    });
  });
  const send = (to: string, address: string): Promise<void> =>
    codes.send("reset", { to: { phone: to }, address, language: "zh", waitSeconds: 0 });
  const wrong = (): string => String((Number(last) + 1) % 1_000_000).padStart(6, "0");

  it("is of no use after five wrong answers, whichever call gave them", async () => {
    await send(phone, "a");
    for (let tries = 0; tries < 4; tries += 1) expect(codes.fits("reset", phone, wrong())).toBe(false);
    expect(codes.fits("reset", phone, last)).toBe(true);
    expect(codes.use("reset", phone, wrong())).toBe(false);
    expect(codes.use("reset", phone, last)).toBe(false);
  });

  it("counts once, for the phone and purpose that it was sent for, and not after the next one", async () => {
    await send(phone, "a");
    const first = last;
    expect(codes.use("login", phone, first)).toBe(false);
    expect(codes.use("reset", "13800138001", first)).toBe(false);
    do await send(phone, "a");
    while (last === first);
    expect(codes.use("reset", phone, first)).toBe(false);
    expect([codes.use("reset", phone, last), codes.use("reset", phone, last)]).toEqual([true, false]);
  });

  it("lasts five minutes", async () => {
    await send(phone, "a");
    clock += limits.phoneCode.ttlSeconds * 1000;
    expect(codes.use("reset", phone, last)).toBe(false);
  });

  it("is sent only so often to one phone and for one address", async () => {
    for (let sent = 0; sent < limits.phoneCode.perPhonePerHour; sent += 1) await send(phone, `address ${sent}`);
    await expect(send(phone, "another")).rejects.toThrow("tooMany");
    for (let sent = 0; sent < limits.phoneCode.perAddressPerHour; sent += 1) await send(`1390000${1000 + sent}`, "one");
    await expect(send("13900009999", "one")).rejects.toThrow("tooMany");
    clock += 3_600_001;
    await send(phone, "one");
  });
});
