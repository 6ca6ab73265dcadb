import type { MessageId } from "#contract/messages.ts";
import { Problem } from "#server/kit/problem.ts";
import { TuyaRefusal, tokenCodes } from "./tuyaApi.ts";

const deviceOffline = 2001;
/** The project is not subscribed to the API service. */
const unsubscribed = 28_841_105;

/** What the refusals mean that an operator or a person can do something about. */
const meanings: ReadonlyMap<number, MessageId> = new Map([
  ...[1001, 1004, 1005].map((code) => [code, "tuya.access"] as const),
  [1013, "tuya.clock"],
  ...[1106, unsubscribed].map((code) => [code, "tuya.permission"] as const),
  ...[1103, 1109, 2008].map((code) => [code, "tuya.value"] as const),
  ...[1110, 1111].map((code) => [code, "tuya.busy"] as const),
]);

/** These are about the server, its project or the moment: any call would meet them, whatever device it is about. */
const ofAll: ReadonlySet<MessageId | undefined> = new Set(["tuya.access", "tuya.clock", "tuya.busy"] as const);

export const isOfAll = ({ code }: TuyaRefusal): boolean =>
  ofAll.has(meanings.get(code)) || tokenCodes.includes(code) || code === unsubscribed;

const longestTold = 200;

/** What the cloud answered, for who asked: in words where they are known, and with its own code and words always. */
export const tuyaProblem = (fault: unknown): Problem => {
  if (fault instanceof Problem) return fault;
  if (!(fault instanceof TuyaRefusal)) return new Problem("tuyaUnreachable");
  if (fault.code === deviceOffline) return new Problem("deviceOffline");
  const message = meanings.get(fault.code);
  return new Problem("tuyaRefused", { values: { reason: fault.message.slice(0, longestTold) }, ...(message ? { message } : {}) });
};
