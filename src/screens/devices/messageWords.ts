import type { IntlShape } from "react-intl";
import { isMessageId } from "#contract/messages.ts";
import type { MessageKind, MessageOutcome, MessageRow, MessageValue } from "#contract/resources/deviceMessage.ts";
import type { EventRow } from "#contract/resources/log.ts";
import { pointLine, pointName } from "#src/kit/value/pointText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
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

/** What came of a message where nothing is to be mended. */
export const calmOutcomes: readonly MessageOutcome[] = ["stored", "taken", "waiting", "online", "offline"];

/** What a message brought of a point, with its name. */
export const valueWords = (read: MessageValue, intl: IntlShape): string => {
  const { value, unit, decimals, label, labelEn, outside } = read;
  const language = languageOf(intl);
  const enumeration = label === "" ? [] : [{ value: Number(value), label, labelEn }];
  const line = `${shownText(pointName(read, language))} ${pointLine(value, { unit, decimals, enumeration }, language)}`;
  return outside ? intl.formatMessage({ id: "messages.outside" }, { line }) : line;
};

/** The values of a message, as many as the record has. */
export const valuesWords = ({ values, valueCount }: Pick<MessageRow, "values" | "valueCount">, intl: IntlShape): string => {
  const more = valueCount - values.length;
  return [
    ...values.map((value) => valueWords(value, intl)),
    ...(more > 0 ? [intl.formatMessage({ id: "messages.moreFaults" }, { count: more })] : []),
  ].join(" · ");
};

/** What became of a message; of readings that failed whether anything of it was stored. */
export const outcomeWords = ({ kind, outcome, valueCount }: Pick<MessageRow, "kind" | "outcome" | "valueCount">, intl: IntlShape): string =>
  intl.formatMessage({
    id: kind === "telemetry" && outcome === "faulty" && valueCount === 0 ? "messages.outcome.unread" : `messages.outcome.${outcome}`,
  });

/** What is to be mended where a part could not be read, of the faults that have one thing to do. */
export const mendingWords = ({ faults }: Pick<MessageRow, "faults">, intl: IntlShape): string[] => {
  const ids = faults.map(({ code }) => mendings[code]).filter((id) => id !== undefined);
  return [...new Set(ids)].map((id) => intl.formatMessage({ id: `messages.mend.${id}` }));
};

/** By fault, what mends it. */
const mendings: Readonly<Record<string, string>> = {
  ...{ json: "json", notObject: "json", noValues: "values", noValuesAt: "values", shape: "shape" },
  ...{ unknownSlave: "slave", slave: "slave", unknownPoint: "point", type: "type", fraction: "type", overflow: "type", bits: "type" },
  ...{ notFinite: "type", empty: "type", definition: "template", notRegister: "template", longRegisters: "model" },
  ...{
    time: "time",
    future: "time",
    metricTime: "time",
    metricFuture: "time",
    foreignTopic: "topic",
    messageTooLong: "size",
    postTooLong: "size",
    notSparkplug: "model",
  },
  ...{ slaveSilent: "wiring", slaveGarbled: "line", slaveFunction: "register", slaveAddress: "register", slaveValue: "register" },
  ...{
    logInPassword: "password",
    logInNoPassword: "password",
    logInNotPolled: "model",
    unborn: "birth",
    sharedSn: "shared",
    unaskedReply: "reply",
  },
};

/** Which way what the log keeps went: a command to the device, all else from it. */
export const directionOf = ({ kind }: Pick<EventRow, "kind">): "up" | "down" => (kind === "command" ? "down" : "up");
