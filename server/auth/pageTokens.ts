import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { addressBlock } from "#server/kit/addressBlock.ts";

/**
 * What a page before the log-in gets with its texts, in a cookie, and gives away for one code: a script that asks for codes has to fetch a
 * new one for each, from the address that asks.
 */
export interface PageTokens {
  give(address: string): string;
  /** True once for each token. */
  take(token: string, address: string): boolean;
}

export const pageCookie = "page";
const lifeMs = 12 * 3_600_000;
const most = 50_000;

export const openPageTokens = (now: () => number): PageTokens => {
  const key = randomBytes(32);
  const used = new Map<string, number>();
  const signed = (text: string, address: string): Buffer =>
    createHmac("sha256", key)
      .update(`${text} ${addressBlock(address)}`)
      .digest();
  return {
    give(address) {
      const text = `${now().toString(36)}.${randomBytes(12).toString("base64url")}`;
      return `${text}.${signed(text, address).toString("base64url")}`;
    },
    take(token, address) {
      const [at = "", nonce = "", signature = ""] = token.split(".");
      const given = Buffer.from(signature, "base64url");
      const right = signed(`${at}.${nonce}`, address);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return false;
      if (now() - Number.parseInt(at, 36) > lifeMs || used.has(nonce)) return false;
      if (used.size > most) for (const [each, since] of used) if (now() - since > lifeMs) used.delete(each);
      used.set(nonce, now());
      return true;
    },
  };
};
