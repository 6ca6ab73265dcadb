import { toNestErrors } from "@hookform/resolvers";
import { type FieldError, type FieldValues, get, type Resolver } from "react-hook-form";
import type { z } from "zod";

const textsOf = (params: unknown): Record<string, string> =>
  typeof params === "object" && params !== null
    ? Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
    : {};

const valuesOf = (issue: z.core.$ZodIssue): Record<string, string> => {
  if (issue.code === "custom") return textsOf(issue.params);
  if (issue.code === "too_big") return { max: String(issue.maximum) };
  if (issue.code === "too_small") return { min: String(issue.minimum) };
  return {};
};

const messageId = /^[a-z][\w]*(\.\w+)+$/i;

const sizes: Readonly<Record<string, readonly [least: string, most: string]>> = {
  string: ["rule.tooShort", "rule.tooLong.most"],
  array: ["rule.fewest", "rule.most"],
  number: ["rule.least", "rule.greatest"],
  int: ["rule.least", "rule.greatest"],
};

/** What says the limit that a value passes. */
const sizeWords = (issue: z.core.$ZodIssue): string | undefined => {
  if (issue.code === "too_big") return sizes[issue.origin]?.[1];
  return issue.code === "too_small" ? sizes[issue.origin]?.[0] : undefined;
};

/** Words that any field may have: where there is a limit, it is said instead. */
const vague: ReadonlySet<string> = new Set(["rule.tooLong", "rule.number", "rule.invalid"]);

/** A schema without words of its own for this fault gets those that fit any field. */
const wordsFor = (issue: z.core.$ZodIssue, value: unknown): string => {
  const sized = sizeWords(issue);
  if (messageId.test(issue.message) && !vague.has(issue.message)) return issue.message;
  if (issue.message === "rule.tooLong" && issue.code === "custom" && "max" in valuesOf(issue)) return "rule.tooLong.most";
  if (value === undefined || value === null || value === "") return messageId.test(issue.message) ? issue.message : "rule.required";
  if (sized !== undefined) return sized;
  if (issue.code === "invalid_type" && String(issue.expected) === "int") return "rule.type.integer";
  return messageId.test(issue.message) ? issue.message : "rule.invalid";
};

export interface WordedIssue {
  path: string;
  /** A message id. */
  message: string;
  /** Filled into it. */
  values: Record<string, string>;
  code: string;
}

/** What the contract says of values, in messages; the first issue of a field is the one that counts. */
export const wordedIssues = (issues: readonly z.core.$ZodIssue[], values: FieldValues): WordedIssue[] => {
  const found = new Map<string, WordedIssue>();
  for (const issue of issues) {
    const path = issue.path.map(String).join(".");
    if (!found.has(path)) found.set(path, { path, message: wordsFor(issue, get(values, path)), values: valuesOf(issue), code: issue.code });
  }
  return [...found.values()];
};

/**
 * Checks a form by a schema of the contract. An error's `message` is a message id and its `types` are the values to fill in; the first
 * issue of a field is the one that counts. `faults` are what fields tell of themselves.
 */
export const contractResolver =
  (schema: z.ZodType, faults: ReadonlyMap<string, string>): Resolver<FieldValues> =>
  async (values, _context, options) => {
    const parsed = await schema.safeParseAsync(values);
    if (parsed.success && faults.size === 0) return { values: parsed.data as FieldValues, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const [path, message] of faults) errors[path] = { type: "server", message };
    for (const { path, message, values: types, code } of wordedIssues(parsed.error?.issues ?? [], values))
      errors[path] ??= { type: code, message, types };
    return { values: {}, errors: toNestErrors(errors, options) };
  };
