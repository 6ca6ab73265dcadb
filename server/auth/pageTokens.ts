import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { addressBlock } from "#server/kit/addressBlock.ts";
import { type Kind, lasting, type ShortLived } from "#server/shortLived/shortLived.ts";

/**
 * What a page before the log-in gets with its texts, in a cookie, and gives away for one code: a script that asks for codes has to fetch a
 * new one for each, from the address that asks.
 */
export interface PageTokens {
  give(address: string): string;
  /** Uses a token up, once. Answers what gives it back while nothing came of it; undefined for one that is not good. */
  take(token: string, address: string): Promise<(() => Promise<void>) | undefined>;
}

export const pageCookie = "page";
const lifeMs = 12 * 3_600_000;
const keyKind: Kind<string> = { name: "pageKey" };
/** Of what was given until then it is not known any more whether it was used, so that none of it is good. */
const forgottenUntil = "forgotten until";

export const openPageTokens = async (shortLived: ShortLived, most = 50_000): Promise<PageTokens> => {
  const { now } = shortLived;
  const key = await shortLived.step(keyKind, [""], (held) => {
    const kept = held.of("") ?? randomBytes(32).toString("base64");
    held.put("", kept, lasting);
    return Buffer.from(kept, "base64");
  });
  /** When each that was used was given. */
  const used: Kind<number> = {
    ...{ name: "pageUsed", most },
    dropped: (until) => ({ key: forgottenUntil, value: until - lifeMs, until: lasting }),
  };
  const signed = (text: string, address: string): Buffer =>
    createHmac("sha256", key)
      .update(`${text} ${addressBlock(address)}`)
      .digest();
  return {
    give(address) {
      const text = `${now().toString(36)}.${randomBytes(12).toString("base64url")}`;
      return `${text}.${signed(text, address).toString("base64url")}`;
    },
    async take(token, address) {
      const [at = "", nonce = "", signature = ""] = token.split(".");
      const given = Buffer.from(signature, "base64url");
      const right = signed(`${at}.${nonce}`, address);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      const since = Number.parseInt(at, 36);
      if (now() - since > lifeMs) return undefined;
      const taken = await shortLived.step(used, [nonce, forgottenUntil], (held) => {
        if (since <= (held.of(forgottenUntil) ?? Number.NEGATIVE_INFINITY) || held.of(nonce) !== undefined) return false;
        held.put(nonce, since, since + lifeMs);
        return true;
      });
      return taken ? () => shortLived.step(used, [nonce], (held) => held.drop(nonce)) : undefined;
    },
  };
};
