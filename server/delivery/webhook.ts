import { createHmac } from "node:crypto";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { addressFault, ForbiddenAddress, hostOf, publicLookup } from "#server/delivery/outgoingAddress.ts";
import { answerRead, NotTaken } from "./codeProvider.ts";

export interface WebhookPost {
  readonly url: string;
  readonly secret: string;
  /** The same whenever the same delivery is tried again. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
  /** UTC ms: the time of the signature. */
  readonly at: number;
}

/** The receiver says that it is gone: it is not asked again. */
export class Gone extends NotTaken {}

/**
 * `t=<seconds since 1970>,v1=<HMAC-SHA256 of "t.body" in hex>`: the scheme of https://docs.stripe.com/webhooks#verify-manually, so that what
 * receivers have for it fits.
 */
export const signatureOf = (secret: string, at: number, body: string): string => {
  const seconds = Math.floor(at / 1000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
};

/** Reads no further than it has to, and lets go of what is longer. */
const readAnswer = async (response: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response) {
    parts.push(part);
    length += part.length;
    if (length >= answerRead) break;
  }
  response.destroy();
  return Buffer.concat(parts).subarray(0, answerRead).toString("utf8");
};

const responseOf = (request: ClientRequest, body: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once("response", resolve);
    // Behind the answer as well: a connection that breaks then ends its reading.
    request.on("error", reject);
    request.end(body);
  });

/**
 * Posts JSON to an address that a user entered, and answers what was answered. Only an answer of 2xx is taken for one; a redirection is none,
 * since it would lead the server elsewhere. `hosts`: those that may be of inner networks.
 */
export const postWebhook = async (
  { url, secret, id, body, at }: WebhookPost,
  hosts: readonly string[],
  signal: AbortSignal,
): Promise<string> => {
  const target = new URL(url);
  const host = hostOf(target);
  if (addressFault(url, hosts) !== undefined) throw new ForbiddenAddress(host);
  const request = (target.protocol === "https:" ? requestHttps : requestHttp)(target, {
    method: "POST",
    signal,
    // One connection each: a receiver that holds them open holds none of ours.
    agent: false,
    ...(hosts.includes(host) ? {} : { lookup: publicLookup }),
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
      "User-Agent": "Gatehouse",
      "X-Gatehouse-Delivery": id,
      "X-Gatehouse-Signature": signatureOf(secret, at, body),
    },
  });
  try {
    const response = await responseOf(request, body);
    const { statusCode: status = 0 } = response;
    const answer = `${status} ${await readAnswer(response)}`.trim();
    if (status === 410) throw new Gone("the webhook is gone", answer);
    if (status < 200 || status > 299) throw new NotTaken(`the webhook answered ${status}`, answer);
    return answer;
  } finally {
    request.destroy();
  }
};
