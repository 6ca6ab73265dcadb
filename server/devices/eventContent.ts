import { z } from "zod";
import { devicesWithHidden, seesEveryPoint, visiblePoints } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";

interface Row {
  readonly kind: string;
  readonly content: string;
  readonly deviceId: string;
}

/** Older rows know of a point only its name. */
const command = z.looseObject({ values: z.array(z.looseObject({ id: z.string().optional() })), message: z.string().optional() });
const fault = z.looseObject({
  values: z.looseObject({ address: z.unknown().optional() }).optional(),
  text: z.string().optional(),
  hex: z.string().optional(),
});

const read = <Schema extends z.ZodType>(schema: Schema, content: string): z.output<Schema> | undefined => {
  try {
    return schema.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
};

/** A row whose form is not known may hold anything. */
const unknownForm = JSON.stringify({ hidden: true });

/** The values of points that are seen, and that there were others; what the device answered may be about these. */
const commandShown = (content: string, visible: ReadonlySet<string>): string => {
  const sent = read(command, content);
  if (!sent) return unknownForm;
  const values = sent.values.filter(({ id }) => id !== undefined && visible.has(id));
  if (values.length === sent.values.length) return content;
  const { message: _, ...rest } = sent;
  return JSON.stringify({ ...rest, values, hidden: true });
};

/** Without the message, which holds all values, and without the address, which may be a point's name. */
const faultShown = (content: string): string => {
  const kept = read(fault, content);
  if (!kept) return unknownForm;
  const { text: _text, hex: _hex, values, ...rest } = kept;
  const told = values && "address" in values ? { ...values, address: "…" } : values;
  return JSON.stringify({ ...rest, ...(told ? { values: told } : {}), hidden: true });
};

/** Answers what the caller sees of each row's content: nothing of points that are kept from them. */
export const openEventContent = async (db: Db, caller: Caller, rows: readonly Row[]): Promise<(row: Row) => string> => {
  if (seesEveryPoint(caller)) return ({ content }) => content;
  const named = rows.flatMap(({ kind, content }) => (kind === "command" ? (read(command, content)?.values ?? []) : []));
  const visible = await visiblePoints(db, caller, [...new Set(named.flatMap(({ id }) => id ?? []))]);
  const faulty = rows.flatMap(({ kind, deviceId }) => (kind === "fault" ? [deviceId] : []));
  const keeping = await devicesWithHidden(db, caller, [...new Set(faulty)]);
  return ({ kind, content, deviceId }) => {
    if (kind === "command") return commandShown(content, visible);
    return kind === "fault" && keeping.has(deviceId) ? faultShown(content) : content;
  };
};
