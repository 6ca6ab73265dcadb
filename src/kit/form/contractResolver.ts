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

/** A schema without words of its own for this fault gets those that fit any field. */
const wordsFor = (issue: z.core.$ZodIssue, value: unknown): string => {
  if (messageId.test(issue.message)) return issue.message;
  if (value === undefined || value === null || value === "") return "rule.required";
  return issue.code === "too_big" && issue.origin === "string" ? "rule.tooLong" : "rule.invalid";
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
    for (const issue of parsed.error?.issues ?? []) {
      const path = issue.path.map(String).join(".");
      errors[path] ??= { type: issue.code, message: wordsFor(issue, get(values, path)), types: valuesOf(issue) };
    }
    return { values: {}, errors: toNestErrors(errors, options) };
  };
