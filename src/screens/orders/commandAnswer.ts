import type { IntlShape } from "react-intl";
import type { OrderAnswer } from "#contract/resources/order.ts";

/** What came of a command that was not refused. */
export const commandAnswer = (
  { state, message, milliseconds }: Pick<OrderAnswer, "state" | "message" | "milliseconds">,
  intl: IntlShape,
): string => {
  if (state === "planned" || state === "held") return intl.formatMessage({ id: `command.${state}` });
  return intl.formatMessage({ id: message ? "command.replied" : "command.done" }, { message, milliseconds: milliseconds ?? 0 });
};
