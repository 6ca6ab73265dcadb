import type { IntlShape } from "react-intl";
import { isMessageId } from "#contract/messages.ts";
import type { MessageKind, MessageRow } from "#contract/resources/deviceMessage.ts";
import type { EventRow } from "#contract/resources/log.ts";
import { shownText } from "#src/kit/value/shownText.ts";

export const kindWords = (kind: MessageKind, intl: IntlShape): string =>
  intl.formatMessage({ id: `messages.kind.${kind.replace("/", "_")}` });

/** What could not be read of a message, each part in the reader's language. */
export const faultWords = ({ faults, faultCount }: Pick<MessageRow, "faults" | "faultCount">, intl: IntlShape): string => {
  const told = faults.map(({ code, values }) => {
    const id = `fault.${code}`;
    return isMessageId(id) ? shownText(intl.formatMessage({ id }, values)) : code;
  });
  const more = faultCount - faults.length;
  return [...told, ...(more > 0 ? [intl.formatMessage({ id: "messages.moreFaults" }, { count: more })] : [])].join(" · ");
};

/** Which way what the log keeps went: a command to the device, all else from it. */
export const directionOf = ({ kind }: Pick<EventRow, "kind">): "up" | "down" => (kind === "command" ? "down" : "up");
