import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { limits } from "#contract/limits.ts";
import { Problem } from "#server/kit/problem.ts";

export type CodePurpose = "login" | "register" | "reset" | "auth";

/** Brings a text to a phone; rejects when the provider refused it. */
export type SendText = (phone: string, text: string) => Promise<void>;

export interface PhoneCodes {
  /** Sends a new code, which replaces the one before. `deliver: false` does all but the sending: an unknown phone gets the same answer. */
  send(purpose: CodePurpose, phone: string, address: string, waitSeconds: number, deliver?: boolean): Promise<void>;
  /** Looks without using a right one up; a wrong one counts. */
  fits(purpose: CodePurpose, phone: string, code: string): boolean;
  /** Single use; five wrong answers use it up too. */
  use(purpose: CodePurpose, phone: string, code: string): boolean;
}

interface Open {
  digest: Buffer;
  until: number;
  wrong: number;
}

const hourMs = 3_600_000;
const wrongAllowed = 5;
const digestOf = (code: string): Buffer => createHash("sha256").update(code).digest();

export const openPhoneCodes = (now: () => number, sendText: SendText): PhoneCodes => {
  const open = new Map<string, Open>();
  const waits = new Map<string, number>();
  const sent = new Map<string, number[]>();
  const recent = (key: string): number[] => (sent.get(key) ?? []).filter((at) => now() - at < hourMs);
  const guard = (purpose: CodePurpose, phone: string, address: string): void => {
    const until = waits.get(`${purpose} ${phone}`) ?? 0;
    if (until > now()) throw new Problem("phoneCodeWait", { values: { seconds: Math.ceil((until - now()) / 1000) } });
    if (
      recent(`phone ${phone}`).length >= limits.phoneCode.perPhonePerHour ||
      recent(`address ${address}`).length >= limits.phoneCode.perAddressPerHour
    ) {
      throw new Problem("tooMany");
    }
  };
  const sweep = (): void => {
    for (const [key, until] of waits) if (until <= now()) waits.delete(key);
    for (const [key, code] of open) if (code.until <= now()) open.delete(key);
    for (const key of sent.keys()) if (recent(key).length === 0) sent.delete(key);
  };
  const judged = (purpose: CodePurpose, phone: string, code: string): boolean => {
    const key = `${purpose} ${phone}`;
    const held = open.get(key);
    if (!held || held.until <= now()) return false;
    const right = timingSafeEqual(held.digest, digestOf(code));
    held.wrong += right ? 0 : 1;
    if (held.wrong >= wrongAllowed) open.delete(key);
    return right;
  };
  return {
    async send(purpose, phone, address, waitSeconds, deliver = true) {
      guard(purpose, phone, address);
      if (waits.size > 10_000) sweep();
      const key = `${purpose} ${phone}`;
      waits.set(key, now() + waitSeconds * 1000);
      for (const counted of [`phone ${phone}`, `address ${address}`]) sent.set(counted, [...recent(counted), now()]);
      if (!deliver) return;
      const code = String(randomInt(0, 10 ** limits.phoneCode.length)).padStart(limits.phoneCode.length, "0");
      open.set(key, { digest: digestOf(code), until: now() + limits.phoneCode.ttlSeconds * 1000, wrong: 0 });
      try {
        await sendText(phone, code);
      } catch (fault) {
        open.delete(key);
        waits.delete(key);
        throw new Problem("deliveryFailed", { data: { reason: fault instanceof Error ? fault.message : String(fault) } });
      }
    },
    fits: judged,
    use(purpose, phone, code) {
      const right = judged(purpose, phone, code);
      if (right) open.delete(`${purpose} ${phone}`);
      return right;
    },
  };
};
