import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { addressBlock } from "#server/kit/addressBlock.ts";

/**
 * What a page before the log-in gets with its texts, in a cookie, and gives away for one code: a script that asks for codes has to fetch a
 * new one for each, from the address that asks.
 */
export interface PageTokens {
  give(address: string): string;
  /** Uses a token up, once. Answers what gives it back while nothing came of it; undefined for one that is not good. */
  take(token: string, address: string): (() => void) | undefined;
}

export const pageCookie = "page";
const lifeMs = 12 * 3_600_000;

/** `now` only goes forward: no token lives longer than the process, whose key it is signed with. */
export const openPageTokens = (now: () => number, most = 50_000): PageTokens => {
  const key = randomBytes(32);
  /** When each that was used was given, in the order of their use. */
  const used = new Map<string, number>();
  /** Of what was given until then it is not known any more whether it was used, so that none of it is good. */
  let forgottenUntil = Number.NEGATIVE_INFINITY;
  const forget = (): void => {
    if (used.size <= most) return;
    // Many at once, so that walking past those that are gone pays off.
    for (const [nonce, given] of used) {
      const over = now() - given > lifeMs;
      if (!over && used.size <= most * 0.8) return;
      used.delete(nonce);
      if (!over) forgottenUntil = Math.max(forgottenUntil, given);
    }
  };
  const signed = (text: string, address: string): Buffer =>
    createHmac("sha256", key)
      .update(`${text} ${addressBlock(address)}`)
      .digest();
  return {
    give(address) {
      const text = `${Math.floor(now()).toString(36)}.${randomBytes(12).toString("base64url")}`;
      return `${text}.${signed(text, address).toString("base64url")}`;
    },
    take(token, address) {
      const [at = "", nonce = "", signature = ""] = token.split(".");
      const given = Buffer.from(signature, "base64url");
      const right = signed(`${at}.${nonce}`, address);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      const since = Number.parseInt(at, 36);
      if (now() - since > lifeMs || since <= forgottenUntil || used.has(nonce)) return undefined;
      used.set(nonce, since);
      forget();
      return () => used.delete(nonce);
    },
  };
};
