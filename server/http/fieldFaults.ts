import type { z } from "zod";
import { limits } from "#contract/limits.ts";
import { isMessageId, type MessageId } from "#contract/messages.ts";
import type { FieldFault } from "#server/kit/problem.ts";

type Words = Pick<FieldFault, "message" | "values">;

/** What a field that holds another kind of value is asked for. */
const kinds: Readonly<Record<string, MessageId>> = {
  string: "rule.type.text",
  number: "rule.type.number",
  int: "rule.type.integer",
  boolean: "rule.type.boolean",
  array: "rule.type.list",
  object: "rule.type.object",
  record: "rule.type.object",
  file: "rule.file.required",
};

const sizes: Readonly<Record<string, readonly [least: MessageId, most: MessageId]>> = {
  string: ["rule.tooShort", "rule.tooLong.most"],
  array: ["rule.fewest", "rule.most"],
  number: ["rule.least", "rule.greatest"],
  int: ["rule.least", "rule.greatest"],
};

const formats: Readonly<Record<string, MessageId>> = { datetime: "rule.time", date: "rule.date" };

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (part, name) => (typeof part === "object" && part !== null ? (part as Readonly<Record<PropertyKey, unknown>>)[name] : undefined),
    value,
  );

/** The values that a field takes by name; an empty one is none of them. */
const choices = (values: readonly unknown[]): Words => {
  const named = values.filter((value) => value !== "");
  return named.length > 0 ? { message: "rule.oneOf", values: { values: named.join(", ") } } : { message: "rule.invalid" };
};

/** What a union takes: the values that its branches name, or what the first branch with words of its own says. */
const ofUnion = (branches: readonly (readonly z.core.$ZodIssue[])[]): Words => {
  const issues = branches.flat();
  const values = issues.flatMap((issue) => (issue.code === "invalid_value" ? issue.values : []));
  if (values.length > 0 && issues.every(({ code }) => code === "invalid_value")) return choices(values);
  const worded = issues.find(({ message }) => isMessageId(message));
  return worded ? wordsOf(worded, undefined) : { message: "rule.invalid" };
};

const paramsOf = (params: Readonly<Record<string, unknown>>): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string | number] => ["string", "number"].includes(typeof entry[1])),
  );

const limitsOf = (issue: z.core.$ZodIssue): Readonly<Record<string, string | number>> => {
  if (issue.code === "custom") return paramsOf(issue.params ?? {});
  if (issue.code === "too_big") return { max: Number(issue.maximum) };
  if (issue.code === "too_small") return { min: Number(issue.minimum) };
  return {};
};

const wordsOf = (issue: z.core.$ZodIssue, value: unknown): Words => {
  const values = limitsOf(issue);
  if (issue.message === "rule.tooLong" && "max" in values)
    return { message: issue.code === "too_big" && issue.origin === "array" ? "rule.most" : "rule.tooLong.most", values };
  if (issue.message === "rule.number") {
    const [least, most] = sizes.number ?? [];
    if (issue.code === "too_small" && least) return { message: least, values };
    if (issue.code === "too_big" && most) return { message: most, values };
    if (issue.code === "invalid_type" && String(issue.expected) === "int") return { message: "rule.type.integer" };
  }
  if (issue.message === "rule.invalid" && issue.code === "invalid_value") return choices(issue.values);
  if (isMessageId(issue.message)) return { message: issue.message, values };
  if (value === undefined && issue.code !== "custom") return { message: "rule.required" };
  switch (issue.code) {
    case "invalid_type":
      return { message: kinds[issue.expected] ?? "rule.invalid" };
    case "too_big":
      return { message: sizes[issue.origin]?.[1] ?? "rule.invalid", values };
    case "too_small":
      return value === "" ? { message: "rule.required" } : { message: sizes[issue.origin]?.[0] ?? "rule.invalid", values };
    case "invalid_format":
      return { message: formats[issue.format] ?? "rule.invalid" };
    case "invalid_value":
      return choices(issue.values);
    case "invalid_union":
      return ofUnion(issue.errors);
    default:
      return { message: "rule.invalid" };
  }
};

/** The first fault of each of the first fields that have one, in words that say its limit. */
export const fieldFaults = (error: z.core.$ZodError, asked: unknown): FieldFault[] => {
  const firsts = new Map<string, FieldFault>();
  for (const issue of error.issues) {
    if (firsts.size >= limits.request.faults) break;
    const path = issue.path.join(".");
    if (!firsts.has(path)) firsts.set(path, { path, ...wordsOf(issue, valueAt(asked, issue.path)) });
  }
  return [...firsts.values()];
};
