import type { ExamplePoint, ExampleTemplate } from "#contract/resources/deviceConnection.ts";

type Values = ExampleTemplate["values"];

/** Of a device that is not chosen yet: a name for a point that stands for the data template's own. */
const placeholder: Values = { temp: 21.5 };
const inCommand = 3;
const templatesShown = 4;

const firstOf = (values: Values): Values => Object.fromEntries(Object.entries(values).slice(0, inCommand));

const firstSlave = (templates: readonly ExampleTemplate[]): { no: number; values: Values } => {
  const found = templates.find(({ values }) => Object.keys(values).length > 0);
  return { no: found?.slaves[0]?.no ?? 1, values: found?.values ?? placeholder };
};

/** A message that is short enough for a command: some points of one slave. */
export const shortMessage = (templates: readonly ExampleTemplate[]): string => {
  const { no, values } = firstSlave(templates);
  return JSON.stringify(no === 1 ? { values: firstOf(values) } : { slaves: [{ no, values: firstOf(values) }] });
};

/** A message with every point of one slave of each data template, to be read. */
export const wholeMessage = (templates: readonly ExampleTemplate[]): string => {
  const shown = templates.flatMap(({ slaves: [slave], values }) => (slave ? [{ no: slave.no, values }] : [])).slice(0, templatesShown);
  return JSON.stringify({ slaves: shown.length > 0 ? shown : [{ no: 1, values: placeholder }] }, null, 2);
};

/** A command as the device gets it, of the first point that may be written. */
export const commandMessage = (templates: readonly ExampleTemplate[]): string => {
  for (const { slaves, points } of templates) {
    const point = points.find(({ writable, raw }) => writable && raw !== null);
    if (point) return JSON.stringify({ id: "…", slave: slaves[0]?.no ?? 1, values: { [point.address]: point.raw } });
  }
  return JSON.stringify({ id: "…", slave: 1, values: placeholder });
};

/** How the bytes of a value follow one another, most significant first as A; empty for a coil. */
export const orderText = ({ type, count, byteOrder, wordOrder }: NonNullable<ExamplePoint["registers"]>): string => {
  if (type === "coil" || type === "discrete") return "";
  const words = Array.from({ length: Math.min(count, 4) }, (_, at) => {
    const pair = String.fromCharCode(65 + 2 * at, 66 + 2 * at);
    return byteOrder === "little" ? `${pair[1]}${pair[0]}` : pair;
  });
  return (wordOrder === "little" ? words.toReversed() : words).join(" ");
};

export const functionOf: Readonly<Record<NonNullable<ExamplePoint["registers"]>["type"], number>> = {
  ...{ coil: 1, discrete: 2, holding: 3, input: 4 },
};

/** Registers as hexadecimal digits; a coil as 0 or 1. */
export const contentText = ({ type, content }: NonNullable<ExamplePoint["registers"]>): string => {
  if (content === null) return "–";
  if (type === "coil" || type === "discrete") return content.join(" ");
  return content.map((register) => register.toString(16).padStart(4, "0").toUpperCase()).join(" ");
};
