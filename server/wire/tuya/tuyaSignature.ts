import { createHash, createHmac } from "node:crypto";
import type { TuyaAccess } from "./tuyaAccess.ts";

export interface SignedCall {
  method: "GET" | "POST";
  /** With its query, the names of which stand in the order of the alphabet. */
  path: string;
  /** JSON; empty where there is none. */
  body: string;
  /** Empty for the calls that ask for one. */
  token: string;
  /** UTC milliseconds. The cloud takes what is five minutes off at the most. */
  t: number;
  nonce: string;
}

/**
 * The headers of a call under Tuya's signature of 2021: HMAC-SHA256, in upper-case digits, over access id, token, time, nonce and the text
 * of method, digest of the body, signed headers (none) and address.
 * Source: developer.tuya.com, "Sign Requests" (Kbw0q34cs2e5g).
 */
export const signedHeaders = (access: Pick<TuyaAccess, "id" | "secret">, call: SignedCall): Record<string, string> => {
  const { method, path, body, token, t, nonce } = call;
  const digest = createHash("sha256").update(body).digest("hex");
  const signed = `${access.id}${token}${t}${nonce}${[method, digest, "", path].join("\n")}`;
  return {
    client_id: access.id,
    sign: createHmac("sha256", access.secret).update(signed).digest("hex").toUpperCase(),
    sign_method: "HMAC-SHA256",
    t: String(t),
    nonce,
    ...(token === "" ? {} : { access_token: token }),
    ...(body === "" ? {} : { "Content-Type": "application/json" }),
  };
};
