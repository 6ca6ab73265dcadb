import { createHash, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import type { Logger } from "pino";
import { limits } from "#contract/limits.ts";
import type { Language } from "#contract/messages.ts";
import { type Asker, countedAs } from "#server/auth/asker.ts";
import { openCodeWaits } from "#server/auth/codeWaits.ts";
import type { CodeChannel, Recipient } from "#server/delivery/codeProvider.ts";
import type { SendCode } from "#server/delivery/codeSender.ts";
import { addressBlock, addressNetwork } from "#server/kit/addressBlock.ts";
import { Problem } from "#server/kit/problem.ts";
import type { Kind, ShortLived } from "#server/shortLived/shortLived.ts";

export type CodePurpose = "login" | "register" | "reset" | "auth" | "bind";

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
  channelOf(purpose: CodePurpose, phone: string, asker: Asker): Promise<CodeChannel>;
  /** Looks without using a right one up; a wrong one counts. */
  fits(purpose: CodePurpose, phone: string, code: string, asker: Asker, account?: string): Promise<boolean>;
  /** Single use. Wrong answers count against who gives them. Answers how a right one had gone out. */
  use(purpose: CodePurpose, phone: string, code: string, asker: Asker, account?: string): Promise<CodeChannel | undefined>;
  /** Resolves when nothing is on its way behind an answer. */
  idle(): Promise<void>;
}

interface Open {
  readonly id: string;
  readonly asker: string;
  readonly digest: string;
  readonly channel: CodeChannel;
  readonly until: number;
  /** Wrong answers by who answered, by their network, and of all strangers. */
  readonly wrong: Readonly<Record<string, number>>;
}

/**
 * Of one answerer, of one network of strangers and of all of them together. A network has many addresses for nothing, but few have many
 * networks: so all together are many enough that nobody uses them up cheaply, and few against a million codes.
 */
const wrongAllowed = { each: 5, network: 10, strangers: 100 };
/** The codes that are open for one purpose, phone and account. */
const kind: Kind<readonly Open[]> = { name: "phoneCode" };
/** For whom the code was made is known for sure, so that nobody else can answer with it. */
const bound: ReadonlySet<CodePurpose> = new Set(["login", "auth", "bind"]);
const digestOf = (code: string): Buffer => createHash("sha256").update(code).digest();

export interface PhoneCodeParts {
  readonly shortLived: ShortLived;
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

/** Whether the answer is this code, and what is known of the code behind it; a code for which it may not be judged is left as it is. */
const judgedBy = (open: Open, digest: Buffer, asker: Asker): { right: boolean; open: Open } => {
  const counts = countsOf(open, asker);
  if (counts.some(([name, allowed]) => (open.wrong[name] ?? 0) >= allowed)) return { right: false, open };
  if (timingSafeEqual(Buffer.from(open.digest, "base64"), digest)) return { right: true, open };
  const wrong = Object.fromEntries(counts.map(([name]) => [name, (open.wrong[name] ?? 0) + 1]));
  return { right: false, open: { ...open, wrong: { ...open.wrong, ...wrong } } };
};

const keyOf = (purpose: CodePurpose, phone: string, account = ""): string => `${purpose} ${phone} ${account}`;

export const openPhoneCodes = ({ shortLived, log, sendCode, platform }: PhoneCodeParts): PhoneCodes => {
  const { now } = shortLived;
  const waits = openCodeWaits(shortLived);
  const onTheirWay = new Set<Promise<void>>();
  /** Changes the codes that are open under a key, as one step. */
  const change = <R>(key: string, decide: (live: readonly Open[]) => { readonly codes: readonly Open[]; readonly result: R }): Promise<R> =>
    shortLived.step(kind, [key], (held) => {
      const { codes, result } = decide((held.of(key) ?? []).filter(({ until }) => until > now()));
      if (codes.length === 0) held.drop(key);
      else held.put(key, codes, Math.max(...codes.map(({ until }) => until)));
      return result;
    });
  /** Answers the right one. An answer that is judged counts within the same step, so that no number of answers at once passes a limit. */
  const judge = (purpose: CodePurpose, key: string, code: string, asker: Asker, isUsedUp: boolean): Promise<Open | undefined> => {
    const digest = digestOf(code);
    return change(key, (live) => {
      let right: Open | undefined;
      const codes = live.map((each) => {
        if (bound.has(purpose) && each.asker !== countedAs(asker)) return each;
        const judged = judgedBy(each, digest, asker);
        if (judged.right) right = each;
        return judged.open;
      });
      return { codes: isUsedUp ? codes.filter(({ id }) => id !== right?.id) : codes, result: right };
    });
  };
  const deliver = async (key: string, id: string, { to, language }: CodeRequest, code: string): Promise<void> => {
    const message = { code, minutes: limits.phoneCode.ttlSeconds / 60, platform: await platform(), language };
    const channel = await sendCode(to, message);
    await change(key, (live) => ({ codes: live.map((each) => (each.id === id ? { ...each, channel } : each)), result: undefined }));
  };
  return {
    async send(purpose, request) {
      const { to, asker, account, waitSeconds, delivery = "awaited" } = request;
      const { phone } = to;
      const key = keyOf(purpose, phone, account);
      const asked = { purpose, phone, asker, waitSeconds };
      const seconds = await waits.take(asked);
      if (delivery === "never") return seconds;
      const code = String(randomInt(0, 10 ** limits.phoneCode.length)).padStart(limits.phoneCode.length, "0");
      const made: Open = {
        ...{ id: randomUUID(), asker: countedAs(asker), digest: digestOf(code).toString("base64"), channel: "sms", wrong: {} },
        until: now() + limits.phoneCode.ttlSeconds * 1000,
      };
      await change(key, (live) => ({ codes: [...live.filter((each) => each.asker !== made.asker), made], result: undefined }));
      const refused = async (fault: unknown): Promise<void> => {
        log.error({ part: "codes", purpose, fault: String(fault) }, "a code could not be delivered");
        await change(key, (live) => ({ codes: live.filter(({ id }) => id !== made.id), result: undefined }));
      };
      if (delivery === "unseen") {
        const delivered = deliver(key, made.id, request, code)
          .catch(refused)
          .catch((fault: unknown) => log.error({ part: "codes", purpose, fault: String(fault) }, "a code could not be taken back"))
          .finally(() => onTheirWay.delete(delivered));
        onTheirWay.add(delivered);
        return seconds;
      }
      try {
        await deliver(key, made.id, request, code);
      } catch (fault) {
        await refused(fault);
        await waits.release(asked);
        throw new Problem("deliveryFailed");
      }
      return seconds;
    },
    async channelOf(purpose, phone, asker) {
      const codes = (await shortLived.read(kind, keyOf(purpose, phone))) ?? [];
      return codes.find((each) => each.asker === countedAs(asker) && each.until > now())?.channel ?? "sms";
    },
    fits: async (purpose, phone, code, asker, account) =>
      (await judge(purpose, keyOf(purpose, phone, account), code, asker, false)) !== undefined,
    use: async (purpose, phone, code, asker, account) => (await judge(purpose, keyOf(purpose, phone, account), code, asker, true))?.channel,
    async idle() {
      await Promise.all(onTheirWay);
    },
  };
};
