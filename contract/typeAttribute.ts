import { limits } from "#contract/limits.ts";
import type { MessageId } from "#contract/messages.ts";

/** What an attribute of a device type holds; every value is text on the wire, empty for none. */
export const attributeKinds = ["text", "number", "boolean", "date", "choice"] as const;
export type AttributeKind = (typeof attributeKinds)[number];

interface Attribute {
  readonly name: string;
  readonly kind: AttributeKind;
  readonly choices: string;
  readonly defaultValue: string;
}

/** What can be chosen, as it was written with commas between: `,`, `，` or `、`. */
export const choicesOf = (choices: string): string[] =>
  choices
    .split(/[,，、]/)
    .map((choice) => choice.trim())
    .filter((choice) => choice !== "");

const isDay = (value: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value);

/** The message of why an attribute cannot have the value; nothing where it can. Decimal digits with a point, `1` and `0` for yes and no, yyyy-MM-dd. */
export const attributeFault = ({ kind, choices }: Pick<Attribute, "kind" | "choices">, value: string): MessageId | undefined => {
  if (value === "") return undefined;
  if ([...value].length > limits.type.value) return "rule.tooLong";
  switch (kind) {
    case "text":
      return undefined;
    case "number":
      return /^-?\d+(\.\d+)?$/.test(value) ? undefined : "rule.number";
    case "boolean":
      return value === "1" || value === "0" ? undefined : "rule.invalid";
    case "date":
      return isDay(value) ? undefined : "rule.date";
    case "choice":
      return choicesOf(choices).includes(value) ? undefined : "rule.attribute.choice";
  }
};

interface Fault {
  path: (string | number)[];
  message: MessageId;
}

/** What is wrong with the attributes of a type beside each field alone. */
export const attributesFaults = (attributes: readonly Attribute[]): Fault[] => {
  const names = attributes.map(({ name }) => name.toLowerCase());
  return attributes.flatMap((attribute, place) => {
    const found: Fault[] = [];
    const choices = choicesOf(attribute.choices);
    if (names.indexOf(names[place] ?? "") < place) found.push({ path: [place, "name"], message: "rule.attribute.nameTwice" });
    if (attribute.kind === "choice" && choices.length === 0) found.push({ path: [place, "choices"], message: "rule.attribute.choices" });
    else if (attribute.kind === "choice" && new Set(choices).size < choices.length)
      found.push({ path: [place, "choices"], message: "rule.attribute.choiceTwice" });
    const fault = attributeFault(attribute, attribute.defaultValue);
    if (fault) found.push({ path: [place, "defaultValue"], message: fault });
    return found;
  });
};
