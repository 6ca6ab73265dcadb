import type { IntlShape } from "react-intl";
import { z } from "zod";
import { codes } from "#contract/codes.ts";
import { waitingResults } from "#contract/commandTiming.ts";
import { numberOf } from "#contract/pointValue.ts";
import type { EventRow } from "#contract/resources/log.ts";
import { withUnit } from "#contract/withUnit.ts";
import { pointLine, pointName } from "#src/kit/value/pointText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { shownText } from "#src/kit/value/shownText.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { eventText } from "./eventText.ts";
import { faultText } from "./faultText.ts";

/** Older rows know of a point only its name. */
const written = z.object({
  name: z.string(),
  nameEn: z.string().default(""),
  value: z.union([z.string(), z.number(), z.boolean()]),
  unit: z.string().default(""),
  label: z.string().optional(),
  labelEn: z.string().default(""),
});
const command = z.object({
  slave: z.number(),
  values: z.array(written),
  code: z.number().optional(),
  message: z.string().optional(),
  milliseconds: z.number().optional(),
  /** When it is to be sent, until when it is valid, when it was sent where that was later, and who called it off. */
  ...{ dueAt: z.string().optional(), until: z.string().optional(), sentAt: z.string().optional(), calledOffBy: z.string().optional() },
});
/** Of commands and faults something may be kept from the reader, or all. */
const partly = z.object({ hidden: z.literal(true) });
const wholly = z.strictObject({ hidden: z.literal(true) });
const transfer = z.object({ from: z.string(), to: z.string() });
const location = z.object({ lng: z.number(), lat: z.number() });
const told = z.record(z.string(), z.union([z.string(), z.number()]));
const happened = z.object({ type: z.string(), content: z.string().default("") });

const facts: Readonly<Record<string, string>> = {
  softwareVersion: "device.fact.software",
  hardwareVersion: "device.fact.hardware",
  parameterVersion: "device.fact.parameter",
  signal: "device.fact.signal",
  iccid: "device.fact.iccid",
};

const read = <Schema extends z.ZodType>(schema: Schema, content: string): z.output<Schema> | undefined => {
  try {
    return schema.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
};

const valueLine = ({ value, unit, label, labelEn }: z.output<typeof written>, intl: IntlShape): string => {
  if (typeof value === "boolean" && label === undefined) return intl.formatMessage({ id: value ? "command.on" : "command.off" });
  const number = numberOf(value);
  const enumeration = label === undefined || number === undefined ? [] : [{ value: number, label, labelEn }];
  return pointLine(value, { unit, decimals: null, enumeration }, languageOf(intl));
};

/** What was sent or came, in the reader's words; what is kept in a form of its own is shown as it is. */
const wordsOf = ({ kind, content }: Pick<EventRow, "kind" | "content">, intl: IntlShape): string => {
  if (kind === "command") {
    const sent = read(command, content);
    const language = languageOf(intl);
    if (!sent) return eventText(content);
    const values = sent.values.map((point) => `${pointName(point, language)} = ${valueLine(point, intl)}`);
    return [intl.formatMessage({ id: "events.slave" }, { slave: sent.slave }), ...values].join(" · ");
  }
  if (kind === "unbinding") return intl.formatMessage({ id: "events.unbinding" });
  if (kind === "transfer" || kind === "replacement") {
    const moved = read(transfer, content);
    return moved ? intl.formatMessage({ id: "events.transfer" }, moved) : eventText(content);
  }
  if (kind === "location") {
    const place = read(location, content);
    return place ? intl.formatMessage({ id: "events.location" }, { lng: String(place.lng), lat: String(place.lat) }) : eventText(content);
  }
  if (kind === "info") {
    const parts = read(told, content);
    const label = (name: string) => (facts[name] ? intl.formatMessage({ id: facts[name] }) : name);
    return parts
      ? Object.entries(parts)
          .map(([name, part]) => `${label(name)}: ${name === "signal" ? withUnit(String(part), "dBm") : part}`)
          .join(" · ")
      : eventText(content);
  }
  if (kind === "event") {
    const event = read(happened, content);
    return event ? [event.type, event.content].filter(Boolean).join(": ") : eventText(content);
  }
  return (kind === "fault" ? faultText(content, intl) : undefined) ?? eventText(content);
};

const isCode = (name: string): name is keyof typeof codes => Object.hasOwn(codes, name);

export const eventWords = (event: Pick<EventRow, "kind" | "content">, intl: IntlShape): string => {
  const { kind, content } = event;
  if ((kind !== "command" && kind !== "fault") || !read(partly, content)) return shownText(wordsOf(event, intl));
  const hidden = intl.formatMessage({ id: "events.hidden" });
  return read(wholly, content) ? hidden : `${shownText(wordsOf(event, intl))} · ${hidden}`;
};

const waits: readonly string[] = waitingResults;

/** It is yet to be sent. */
export const isWaiting = ({ result }: Pick<EventRow, "result">): boolean => waits.includes(result);

/** It came to nothing. */
export const hasFailed = ({ result }: Pick<EventRow, "result">): boolean => result !== "" && result !== "ok" && !waits.includes(result);

/** What it waits for; undefined where it does not. */
const waitWords = (sent: z.output<typeof command> | undefined, result: string, intl: IntlShape, zone: string): string | undefined => {
  const [due, until] = [formatInstant(zone, sent?.dueAt), formatInstant(zone, sent?.until)];
  if (result === "commandHeld" && sent?.until) return intl.formatMessage({ id: "events.result.held" }, { until });
  if (result !== "commandPlanned" || !sent?.dueAt) return undefined;
  return intl.formatMessage({ id: sent.until ? "events.result.plannedUntil" : "events.result.planned" }, { due, until });
};

/** How it ended: done, or why not; an en dash for what has no end of its own. */
export const resultWords = (row: Pick<EventRow, "kind" | "content" | "result">, intl: IntlShape, zone: string): string => {
  const sent = row.kind === "command" ? read(command, row.content) : undefined;
  if (sent?.calledOffBy) return intl.formatMessage({ id: "events.result.calledOff" }, { account: sent.calledOffBy });
  const words = endWords(row, sent, intl);
  const later = sent?.sentAt && intl.formatMessage({ id: "events.result.sent" }, { result: words, at: formatInstant(zone, sent.sentAt) });
  return waitWords(sent, row.result, intl, zone) ?? (later || words);
};

const endWords = ({ result }: Pick<EventRow, "result">, sent: z.output<typeof command> | undefined, intl: IntlShape): string => {
  if (result === "") return "–";
  if (result === "ok") {
    const done = intl.formatMessage({ id: "events.result.ok" });
    const milliseconds = sent?.milliseconds;
    return milliseconds === undefined ? done : intl.formatMessage({ id: "events.result.timed" }, { result: done, milliseconds });
  }
  if (result === "fault") return intl.formatMessage({ id: "events.result.fault" });
  const reason = shownText(sent?.message || String(sent?.code ?? ""));
  return isCode(result) ? intl.formatMessage({ id: codes[result].message }, { reason }) : result;
};
