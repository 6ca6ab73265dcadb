import type { IntlShape } from "react-intl";
import { z } from "zod";
import { isMessageId } from "#contract/messages.ts";

const kept = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  text: z.string().optional(),
  hex: z.string().optional(),
  repeats: z.number().optional(),
  before: z.number().optional(),
});

const parsed = (content: string): unknown => {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
};

/** What a device sent that could not be read, in the reader's language, with the message behind it; undefined for what was kept without a code. */
export const faultText = (content: string, intl: IntlShape): string | undefined => {
  const fault = kept.safeParse(parsed(content)).data;
  const id = `fault.${fault?.code}`;
  if (!fault || !isMessageId(id)) return undefined;
  const { values, text, hex, repeats, before } = fault;
  return [
    intl.formatMessage({ id }, values),
    repeats && intl.formatMessage({ id: "device.fault.repeats" }, { count: repeats }),
    before && intl.formatMessage({ id: "device.fault.before" }, { count: before }),
    text ?? hex,
  ]
    .filter(Boolean)
    .join(" · ");
};
