import type { IntlShape } from "react-intl";

/** What a message says whoever it is said of: an ellipsis stands for each value. Undefined where there is no such message. */
export const messageText = (intl: Pick<IntlShape, "messages">, id: string): string | undefined => {
  const message = intl.messages[id];
  if (message === undefined || typeof message === "string") return message?.replace(/\{\w+[^}]*\}/g, "…");
  return message.map((part) => ("value" in part && part.type === 0 ? part.value : "…")).join("");
};
