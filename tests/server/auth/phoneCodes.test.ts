import { pino } from "pino";
import { beforeEach, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import type { Asker } from "#server/auth/asker.ts";
import { openPhoneCodes, type PhoneCodes } from "#server/auth/phoneCodes.ts";
import { Problem } from "#server/kit/problem.ts";
import { heldShortly } from "#tests/server/heldShortly.ts";

const phone = "13800138000";

describe("a phone code", () => {
  let clock = 0;
  let last = "";
  let codes: PhoneCodes;
  beforeEach(async () => {
    clock = 1_000_000;
    codes = openPhoneCodes({
      shortLived: await heldShortly(() => clock),
      log: pino({ level: "silent" }),
      sendCode: async (_to, { code }) => {
        last = code;
        return "sms";
      },
      platform: async () => "Gatehouse",
    });
  });
  const at = (address: string, browser = ""): Asker => ({ address, browser });
  const known = (name: string): Asker => ({ address: "192.0.2.1", browser: "", known: name });
  const send = (to: string, asker: Asker, waitSeconds = 0): Promise<number> =>
    codes.send("reset", { to: { phone: to }, asker, language: "zh", waitSeconds });
  const use = async (code: string, asker: Asker): Promise<boolean> => (await codes.use("reset", phone, code, asker)) !== undefined;
  const refusal = (sending: Promise<unknown>): Promise<string> =>
    sending.then(
      () => "",
      (fault: unknown) => (fault instanceof Problem ? `${fault.code} ${fault.detail.values?.seconds ?? ""}`.trim() : String(fault)),
    );
  const wrong = (): string => String((Number(last) + 1) % 1_000_000).padStart(6, "0");

  it("is of no use after five wrong answers, whichever call gave them", async () => {
    await send(phone, at("a"));
    for (let tries = 0; tries < 4; tries += 1) expect(await codes.fits("reset", phone, wrong(), at("a"))).toBe(false);
    expect(await codes.fits("reset", phone, last, at("a"))).toBe(true);
    expect(await use(wrong(), at("a"))).toBe(false);
    expect(await use(last, at("a"))).toBe(false);
  });

  it("is burned by no stranger's wrong answers: they count against who gives them, wherever they come from", async () => {
    for (const owner of [at("192.0.2.1"), at("192.0.2.1", "owner's browser"), known("owner's browser")]) {
      await send(phone, owner);
      for (let n = 0; n < 40; n += 1) for (let tries = 0; tries < 9; tries += 1) await use(wrong(), at(`198.51.100.${n}`, `made up ${n}`));
      expect(await use(last, at("198.51.100.99"))).toBe(false);
      expect(await use(last, owner)).toBe(true);
      clock += 3_600_001;
    }
  });

  it("may be answered from another address than it was asked from, whatever strangers of a few networks got wrong before", async () => {
    for (const strangers of [(n: number) => `198.51.100.${n}`, (n: number) => `2001:db8:1:${n.toString(16)}::1`]) {
      await send(phone, at("198.51.100.200", "who asked"));
      for (let n = 0; n < 100; n += 1) for (let tries = 0; tries < 5; tries += 1) await use(wrong(), at(strangers(n)));
      expect(await use(wrong(), at("203.0.113.9"))).toBe(false);
      expect(await use(last, at("203.0.113.9"))).toBe(true);
    }
  });

  it("is guessed a hundred times by strangers of many networks, which stops neither who asked for it nor a browser that is known", async () => {
    for (const owner of [at("192.0.2.1"), known("owner's browser")]) {
      clock += 3_600_001;
      await send(phone, at("192.0.2.1"));
      for (let n = 0; n < 100; n += 1) expect(await use(wrong(), at(`203.0.${n}.7`))).toBe(false);
      expect(await use(last, at("198.51.100.7"))).toBe(false);
      expect(await use(last, owner)).toBe(true);
    }
  });

  it("is right for the account alone that it was sent for", async () => {
    await codes.send("reset", { to: { phone }, asker: at("a"), account: "one", language: "zh", waitSeconds: 0 });
    expect(await codes.use("reset", phone, last, at("a"), "other")).toBeUndefined();
    expect(await codes.use("reset", phone, last, at("a"))).toBeUndefined();
    expect(await codes.use("reset", phone, last, at("a"), "one")).toBe("sms");
  });

  it("of strangers stays beside the owner's, whose own next one replaces it", async () => {
    await send(phone, at("192.0.2.1"));
    const own = last;
    do {
      clock += 1;
      await send(phone, at("198.51.100.1"));
    } while (last === own);
    expect(await codes.fits("reset", phone, own, at("192.0.2.1"))).toBe(true);
    await send(phone, at("192.0.2.1"));
    expect(own === last || !(await use(own, at("192.0.2.1")))).toBe(true);
  });

  it("to sign in or to prove a phone serves the account alone that asked for it", async () => {
    for (const purpose of ["login", "auth"] as const) {
      await codes.send(purpose, { to: { phone }, asker: known("one"), language: "zh", waitSeconds: 0 });
      expect(await codes.use(purpose, phone, last, known("other"))).toBeUndefined();
      expect(await codes.use(purpose, phone, last, known("one"))).toBe("sms");
    }
  });

  it("counts once, for the phone and purpose that it was sent for, and not after the next one", async () => {
    await send(phone, at("a"));
    const first = last;
    expect(await codes.use("register", phone, first, at("a"))).toBeUndefined();
    expect(await codes.use("reset", "13800138001", first, at("a"))).toBeUndefined();
    do await send(phone, at("a"));
    while (last === first);
    expect(await use(first, at("a"))).toBe(false);
    expect([await use(last, at("a")), await use(last, at("a"))]).toEqual([true, false]);
  });

  it("lasts five minutes", async () => {
    await send(phone, at("a"));
    clock += limits.phoneCode.ttlSeconds * 1000;
    expect(await use(last, at("a"))).toBe(false);
  });

  it("is sent only so often to one phone, however many strangers ask, and the waits grow", async () => {
    const waits: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const seconds = await send(phone, at(`192.0.2.${n}`), 60);
      waits.push(seconds);
      expect(await refusal(send(phone, at("198.51.100.1"), 60))).toBe(`phoneCodeWait ${seconds}`);
      clock += seconds * 1000;
    }
    expect(waits).toEqual([60, 60, 120, 240, 480]);
    for (let n = 0; n < 20; n += 1) await send("13800138002", at(`192.0.2.${n}`)).catch(() => undefined);
    expect(await refusal(send("13800138002", at("another")))).toBe("tooMany");
  });

  it("is sent to who is known at the specified waits, which do not grow", async () => {
    for (let n = 0; n < 8; n += 1) {
      expect(await send(phone, known("account"), 300)).toBe(300);
      clock += 300_000;
    }
  });

  it("is there for a browser that is known and for another purpose, whatever strangers used up", async () => {
    for (let n = 0; n < 50; n += 1) {
      await send(phone, at(`198.51.100.${n}`)).catch(() => undefined);
      await send(`1390000${1000 + n}`, at("192.0.2.1")).catch(() => undefined);
    }
    expect(await refusal(send(phone, at("192.0.2.1")))).toBe("tooMany");
    expect(await send(phone, known("owner's browser"), 60)).toBe(60);
    await codes.send("register", { to: { phone }, asker: at("192.0.2.1"), language: "zh", waitSeconds: 300 });
    await codes.send("login", { to: { phone }, asker: known("account"), language: "zh", waitSeconds: 300 });
  });

  it("is sent for one address in waits that grow, which block nobody behind it for an hour", async () => {
    const { freePerAddress, longestAddressWaitSeconds, perAddressPerHour } = limits.phoneCode;
    let sent = 0;
    const next = () => {
      sent += 1;
      return send(`1390000${1000 + sent}`, at(`2001:db8:1:2::${sent.toString(16)}`));
    };
    for (let n = 0; n < freePerAddress; n += 1) await next();
    const began = clock;
    const waits: number[] = [];
    while (clock - began < 3_600_000) {
      const [, seconds = ""] = (await refusal(next())).split(" ");
      if (seconds !== "") {
        waits.push(Number(seconds));
        clock += Number(seconds) * 1000;
      } else if (sent > 200) break;
    }
    expect(waits.slice(0, 4)).toEqual([10, 20, 40, 80]);
    expect(Math.max(...waits)).toBeLessThanOrEqual(longestAddressWaitSeconds);
    expect(waits.length).toBeLessThanOrEqual(perAddressPerHour - freePerAddress + 2);
  });
});
