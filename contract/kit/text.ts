import { z } from "zod";
import { codePoints } from "#contract/limits.ts";

/** Required text: surrounding blanks are cut, blanks alone are refused, length is counted in code points. */
export const text = (max: number, required = "rule.required") =>
  z
    .string(required)
    .trim()
    .min(1, required)
    .refine((value) => codePoints(value) <= max, { error: "rule.tooLong", params: { max } });

/** Text that may be empty. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .refine((value) => codePoints(value) <= max, { error: "rule.tooLong", params: { max } })
    .default("");

/** A filter: plain text in which no character is a wildcard. */
export const filterText = z.string().max(200, "rule.tooLong").optional();

/** A Chinese mobile number. */
export const mobile = z
  .string("rule.phone.required")
  .min(1, "rule.phone.required")
  .regex(/^[^.]*$/, { error: "rule.phone.decimal", abort: true })
  .regex(/^1[3-9]\d{9}$/, "rule.phone.format");

export const newPassword = z
  .string("rule.password.required")
  .min(1, { error: "rule.password.required", abort: true })
  .regex(/^[0-9A-Za-z]{6,18}$/, "rule.password.format");

export const phoneCode = z.string("rule.code.required").trim().min(1, "rule.code.required").max(12, "rule.tooLong");
