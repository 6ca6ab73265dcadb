import type { IntlShape } from "react-intl";
import { codes } from "#contract/codes.ts";
import { shownText } from "#src/kit/value/shownText.ts";
import type { Refusal } from "#store/transport.ts";

export interface RefusalText {
  kind: "warning" | "error";
  text: string;
}

const ownMessages: Readonly<Record<string, string>> = {
  network: "code.network",
  late: codes.fault.message,
  lateWrite: "code.proxyTimeout",
  unreadable: codes.fault.message,
  proxyTooLarge: "code.proxyTooLarge",
  proxyUnreachable: "code.proxyUnreachable",
  proxyTimeout: "code.proxyTimeout",
  [codes.fault.code]: codes.fault.message,
  [codes.forbidden.code]: codes.forbidden.message,
  [codes.badRequest.code]: codes.badRequest.message,
  [codes.nameExists.code]: codes.nameExists.message,
};

/**
 * What a person is told of a refusal, in the interface's language; a code without words of its own carries the server's message as a
 * warning. Undefined for an ended session, which the session itself tells of.
 */
export const refusalText = (refusal: Refusal, intl: IntlShape): RefusalText | undefined => {
  if (refusal.code === codes.sessionEnded.code) return undefined;
  const id = ownMessages[refusal.code];
  if (id === undefined) return { kind: "warning", text: shownText(refusal.message) || intl.formatMessage({ id: codes.fault.message }) };
  return { kind: refusal.code === codes.nameExists.code ? "warning" : "error", text: intl.formatMessage({ id }) };
};

/** The same within a message that says what it was that failed, where there is one. */
export const failureText = (refusal: Refusal, intl: IntlShape, failed: string | undefined): RefusalText | undefined => {
  const told = refusalText(refusal, intl);
  return told && failed !== undefined ? { ...told, text: intl.formatMessage({ id: failed }, { why: told.text }) } : told;
};

/** The refusal in what a call of the store gave back; anything else that went wrong counts as an answer that could not be read. */
export const asRefusal = (error: unknown): Refusal =>
  typeof error === "object" && error !== null && "code" in error && "message" in error && "data" in error
    ? (error as Refusal)
    : { code: "unreadable", message: "", data: null };
