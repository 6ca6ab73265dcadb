import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import type { Logger } from "pino";
import { limits } from "#contract/limits.ts";
import type { Language } from "#contract/messages.ts";
import type { CodeChannel, Recipient } from "#server/delivery/codeProvider.ts";
import type { SendCode } from "#server/delivery/codeSender.ts";
import { Problem } from "#server/kit/problem.ts";

export type CodePurpose = "login" | "register" | "reset" | "auth";

export interface CodeRequest {
  readonly to: Recipient;
  /** Of who asks. */
  readonly address: string;
  readonly language: Language;
  readonly waitSeconds: number;
  /**
   * "awaited" answers when a provider took the code. "unseen" sends behind the answer and "never" does all but the sending: to strangers
   * neither what is answered nor when tells whether there is such an account.
   */
  readonly delivery?: "awaited" | "unseen" | "never";
}

export interface PhoneCodes {
  /** Sends a new code, which replaces the one before. */
  send(purpose: CodePurpose, request: CodeRequest): Promise<void>;
  /** How the code that is open went out. */
  channelOf(purpose: CodePurpose, phone: string): CodeChannel;
  /** Looks without using a right one up; a wrong one counts. */
  fits(purpose: CodePurpose, phone: string, code: string): boolean;
  /** Single use; five wrong answers use it up too. */
  use(purpose: CodePurpose, phone: string, code: string): boolean;
}

interface Open {
  digest: Buffer;
  channel: CodeChannel;
  until: number;
  wrong: number;
}

const hourMs = 3_600_000;
const wrongAllowed = 5;
const digestOf = (code: string): Buffer => createHash("sha256").update(code).digest();

export interface PhoneCodeParts {
  readonly now: () => number;
  readonly log: Logger;
  readonly sendCode: SendCode;
  /** The platform's name, as it stands in the message. */
  readonly platform: () => Promise<string>;
}

export const openPhoneCodes = ({ now, log, sendCode, platform }: PhoneCodeParts): PhoneCodes => {
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
    async send(purpose, { to, address, language, waitSeconds, delivery = "awaited" }) {
      const { phone } = to;
      guard(purpose, phone, address);
      if (waits.size > 10_000) sweep();
      const key = `${purpose} ${phone}`;
      waits.set(key, now() + waitSeconds * 1000);
      for (const counted of [`phone ${phone}`, `address ${address}`]) sent.set(counted, [...recent(counted), now()]);
      if (delivery === "never") return;
      const code = String(randomInt(0, 10 ** limits.phoneCode.length)).padStart(limits.phoneCode.length, "0");
      const held: Open = { digest: digestOf(code), channel: "sms", until: now() + limits.phoneCode.ttlSeconds * 1000, wrong: 0 };
      open.set(key, held);
      const deliver = async (): Promise<void> => {
        const message = { code, minutes: limits.phoneCode.ttlSeconds / 60, platform: await platform(), language };
        held.channel = await sendCode(to, message);
      };
      const refused = (fault: unknown): void => {
        open.delete(key);
        log.error({ part: "codes", purpose, fault: String(fault) }, "a code could not be delivered");
      };
      if (delivery === "unseen") {
        void deliver().catch(refused);
        return;
      }
      try {
        await deliver();
      } catch (fault) {
        refused(fault);
        waits.delete(key);
        throw new Problem("deliveryFailed");
      }
    },
    channelOf: (purpose, phone) => open.get(`${purpose} ${phone}`)?.channel ?? "sms",
    fits: judged,
    use(purpose, phone, code) {
      const right = judged(purpose, phone, code);
      if (right) open.delete(`${purpose} ${phone}`);
      return right;
    },
  };
};
