import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import type { Logger } from "pino";
import { limits } from "#contract/limits.ts";
import type { Language } from "#contract/messages.ts";
import { type Asker, countedAs } from "#server/auth/asker.ts";
import { openCodeWaits } from "#server/auth/codeWaits.ts";
import type { CodeChannel, Recipient } from "#server/delivery/codeProvider.ts";
import type { SendCode } from "#server/delivery/codeSender.ts";
import { addressBlock, addressNetwork } from "#server/kit/addressBlock.ts";
import { Problem } from "#server/kit/problem.ts";

export type CodePurpose = "login" | "register" | "reset" | "auth";

export interface CodeRequest {
  readonly to: Recipient;
  readonly asker: Asker;
  /** Whose account the code opens, where the phone may be more than one user's: it is right for no other. */
  readonly account?: string | undefined;
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
  fits(purpose: CodePurpose, phone: string, code: string, asker: Asker, account?: string): boolean;
  /** Single use. Wrong answers count against who gives them. Answers how a right one had gone out. */
  use(purpose: CodePurpose, phone: string, code: string, asker: Asker, account?: string): CodeChannel | undefined;
  /** Resolves when nothing is on its way behind an answer. */
  idle(): Promise<void>;
}

interface Open {
  readonly asker: string;
  readonly digest: Buffer;
  channel: CodeChannel;
  readonly until: number;
  /** Wrong answers by who answered, by their network, and of all strangers. */
  readonly wrong: Map<string, number>;
}

/**
 * Of one answerer, of one network of strangers and of all of them together. A network has many addresses for nothing, but few have many
 * networks: so all together are many enough that nobody uses them up cheaply, and few against a million codes.
 */
const wrongAllowed = { each: 5, network: 10, strangers: 100 };
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

/** Where an answer counts: who asked for the code and who is known count alone, strangers' browser marks cost nothing and do not count. */
const countsOf = (open: Open, asker: Asker): (readonly [name: string, allowed: number])[] => {
  const own = countedAs(asker);
  if (own === open.asker || asker.known !== undefined) return [[own, wrongAllowed.each]];
  return [
    [`other ${addressBlock(asker.address)}`, wrongAllowed.each],
    [`network ${addressNetwork(asker.address)}`, wrongAllowed.network],
    ["strangers", wrongAllowed.strangers],
  ];
};

/** Undefined when this answer may not be judged; otherwise it counts as wrong until it is taken back. */
const counted = (open: Open, asker: Asker): (() => void) | undefined => {
  const counts = countsOf(open, asker);
  if (counts.some(([name, allowed]) => (open.wrong.get(name) ?? 0) >= allowed)) return undefined;
  const add = (more: number): void => {
    for (const [name] of counts) open.wrong.set(name, (open.wrong.get(name) ?? 0) + more);
  };
  add(1);
  return () => add(-1);
};

const keyOf = (purpose: CodePurpose, phone: string, account = ""): string => `${purpose} ${phone} ${account}`;

export const openPhoneCodes = ({ now, log, sendCode, platform }: PhoneCodeParts): PhoneCodes => {
  const open = new Map<string, Open[]>();
  const waits = openCodeWaits(now);
  const onTheirWay = new Set<Promise<void>>();
  /** Not before twice as many are there as were left. */
  let sweepAt = most;
  const liveOf = (key: string): Open[] => (open.get(key) ?? []).filter(({ until }) => until > now());
  const put = (key: string, codes: Open[]): void => {
    if (codes.length > 0) open.set(key, codes);
    else open.delete(key);
  };
  const sweep = (): void => {
    for (const key of open.keys()) put(key, liveOf(key));
    sweepAt = Math.max(most, open.size * 2);
  };
  const judged = (purpose: CodePurpose, key: string, code: string, asker: Asker): Open | undefined => {
    const digest = digestOf(code);
    let right: Open | undefined;
    for (const held of liveOf(key)) {
      if (bound.has(purpose) && held.asker !== countedAs(asker)) continue;
      const takeBack = counted(held, asker);
      if (takeBack === undefined || !timingSafeEqual(held.digest, digest)) continue;
      takeBack();
      right = held;
    }
    return right;
  };
  return {
    async send(purpose, { to, asker, account, language, waitSeconds, delivery = "awaited" }) {
      const { phone } = to;
      const key = keyOf(purpose, phone, account);
      const asked = { purpose, phone, asker, waitSeconds };
      const seconds = waits.take(asked);
      if (delivery === "never") return seconds;
      if (open.size > sweepAt) sweep();
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
        const delivered = deliver()
          .catch(refused)
          .finally(() => onTheirWay.delete(delivered));
        onTheirWay.add(delivered);
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
    channelOf: (purpose, phone, asker) => liveOf(keyOf(purpose, phone)).find((each) => each.asker === countedAs(asker))?.channel ?? "sms",
    fits: (purpose, phone, code, asker, account) => judged(purpose, keyOf(purpose, phone, account), code, asker) !== undefined,
    use(purpose, phone, code, asker, account) {
      const key = keyOf(purpose, phone, account);
      const right = judged(purpose, key, code, asker);
      if (right)
        put(
          key,
          liveOf(key).filter((each) => each !== right),
        );
      return right?.channel;
    },
    async idle() {
      await Promise.all(onTheirWay);
    },
  };
};
