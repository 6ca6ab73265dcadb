import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import type { Logger } from "pino";
import { limits } from "#contract/limits.ts";
import type { Language } from "#contract/messages.ts";
import { type Asker, countedAs } from "#server/auth/asker.ts";
import { openCodeWaits } from "#server/auth/codeWaits.ts";
import type { CodeChannel, Recipient } from "#server/delivery/codeProvider.ts";
import type { SendCode } from "#server/delivery/codeSender.ts";
import { addressBlock } from "#server/kit/addressBlock.ts";
import { Problem } from "#server/kit/problem.ts";

export type CodePurpose = "login" | "register" | "reset" | "auth";

export interface CodeRequest {
  readonly to: Recipient;
  readonly asker: Asker;
  readonly language: Language;
  readonly waitSeconds: number;
  /**
   * "awaited" answers when a provider took the code. "unseen" sends behind the answer and "never" does all but the sending: to strangers
   * neither what is answered nor when tells whether there is such an account.
   */
  readonly delivery?: "awaited" | "unseen" | "never";
}

export interface PhoneCodes {
  /** Sends a new code, which replaces the one that the same asker had before. Answers the seconds until there may be another. */
  send(purpose: CodePurpose, request: CodeRequest): Promise<number>;
  /** How the code that is open went out. */
  channelOf(purpose: CodePurpose, phone: string, asker: Asker): CodeChannel;
  /** Looks without using a right one up; a wrong one counts. */
  fits(purpose: CodePurpose, phone: string, code: string, asker: Asker): boolean;
  /** Single use. Wrong answers count against who gives them. */
  use(purpose: CodePurpose, phone: string, code: string, asker: Asker): boolean;
}

interface Open {
  readonly asker: string;
  readonly digest: Buffer;
  channel: CodeChannel;
  readonly until: number;
  /** Wrong answers by who answered; who asked for the code is stopped by their own alone. */
  readonly wrong: Map<string, number>;
}

/** Of one answerer, and of all together but the one who asked for the code. */
const wrongAllowed = { each: 5, others: 10 };
const most = 10_000;
/** For whom the code was made is known for sure, so that nobody else can answer with it. */
const bound: ReadonlySet<CodePurpose> = new Set(["login", "auth"]);
const digestOf = (code: string): Buffer => createHash("sha256").update(code).digest();

export interface PhoneCodeParts {
  readonly now: () => number;
  readonly log: Logger;
  readonly sendCode: SendCode;
  /** The platform's name, as it stands in the message. */
  readonly platform: () => Promise<string>;
}

/** False when this answer may not be judged; otherwise it counts as wrong until it is taken back. */
const counted = (open: Open, asker: Asker): string | undefined => {
  const own = countedAs(asker);
  // Another's browser marks cost nothing, their addresses do.
  const name = own === open.asker ? own : `other ${addressBlock(asker.address)}`;
  const others = [...open.wrong].reduce((sum, [each, times]) => (each === open.asker ? sum : sum + times), 0);
  const before = open.wrong.get(name) ?? 0;
  if (before >= wrongAllowed.each || (name !== open.asker && others >= wrongAllowed.others)) return undefined;
  open.wrong.set(name, before + 1);
  return name;
};

export const openPhoneCodes = ({ now, log, sendCode, platform }: PhoneCodeParts): PhoneCodes => {
  const open = new Map<string, Open[]>();
  const waits = openCodeWaits(now);
  const liveOf = (key: string): Open[] => (open.get(key) ?? []).filter(({ until }) => until > now());
  const put = (key: string, codes: Open[]): void => {
    if (codes.length > 0) open.set(key, codes);
    else open.delete(key);
  };
  const judged = (purpose: CodePurpose, phone: string, code: string, asker: Asker): Open | undefined => {
    const digest = digestOf(code);
    let right: Open | undefined;
    for (const held of liveOf(`${purpose} ${phone}`)) {
      if (bound.has(purpose) && held.asker !== countedAs(asker)) continue;
      const name = counted(held, asker);
      if (name === undefined || !timingSafeEqual(held.digest, digest)) continue;
      held.wrong.set(name, (held.wrong.get(name) ?? 1) - 1);
      right = held;
    }
    return right;
  };
  return {
    async send(purpose, { to, asker, language, waitSeconds, delivery = "awaited" }) {
      const { phone } = to;
      const key = `${purpose} ${phone}`;
      const asked = { purpose, phone, asker, waitSeconds };
      const seconds = waits.take(asked);
      if (delivery === "never") return seconds;
      if (open.size > most) for (const each of open.keys()) put(each, liveOf(each));
      const code = String(randomInt(0, 10 ** limits.phoneCode.length)).padStart(limits.phoneCode.length, "0");
      const until = now() + limits.phoneCode.ttlSeconds * 1000;
      const held: Open = { asker: countedAs(asker), digest: digestOf(code), channel: "sms", until, wrong: new Map() };
      put(key, [...liveOf(key).filter((each) => each.asker !== held.asker), held]);
      const deliver = async (): Promise<void> => {
        const message = { code, minutes: limits.phoneCode.ttlSeconds / 60, platform: await platform(), language };
        held.channel = await sendCode(to, message);
      };
      const refused = (fault: unknown): void => {
        put(
          key,
          liveOf(key).filter((each) => each !== held),
        );
        log.error({ part: "codes", purpose, fault: String(fault) }, "a code could not be delivered");
      };
      if (delivery === "unseen") {
        void deliver().catch(refused);
        return seconds;
      }
      try {
        await deliver();
      } catch (fault) {
        refused(fault);
        waits.release(asked);
        throw new Problem("deliveryFailed");
      }
      return seconds;
    },
    channelOf: (purpose, phone, asker) => liveOf(`${purpose} ${phone}`).find((each) => each.asker === countedAs(asker))?.channel ?? "sms",
    fits: (purpose, phone, code, asker) => judged(purpose, phone, code, asker) !== undefined,
    use(purpose, phone, code, asker) {
      const right = judged(purpose, phone, code, asker);
      const key = `${purpose} ${phone}`;
      if (right)
        put(
          key,
          liveOf(key).filter((each) => each !== right),
        );
      return right !== undefined;
    },
  };
};
