import { z } from "zod";
import { oneScript } from "#contract/kit/accountLook.ts";
import { isSeen, plainText } from "#contract/kit/plainText.ts";
import { limits } from "#contract/limits.ts";

/** Required text of one line. */
export const text = (max: number, required = "rule.required") => plainText({ max, required });

/** Text of one line that may be empty. */
export const optionalText = (max: number) => plainText({ max }).default("");

/** Text that may have several lines, or be empty. */
export const paragraph = (max: number) => plainText({ max, lines: true }).default("");

/** A filter: plain text in which no character is a wildcard. */
export const filterText = z.string().normalize().max(200, "rule.tooLong").optional();

const mobilePattern = /^1[3-9]\d{9}$/;

const plainDigits = (value: string): string => value.normalize("NFKC").trim();

/** A Chinese mobile number, read whatever the width of its digits and the blanks around it. */
export const mobile = z
  .string("rule.phone.required")
  .overwrite(plainDigits)
  .min(1, "rule.phone.required")
  .regex(/^[^.]*$/, "rule.phone.decimal")
  .regex(mobilePattern, "rule.phone.format");

/** A mobile number that may be left out. */
export const optionalMobile = z
  .string()
  .overwrite(plainDigits)
  .regex(/^[^.]*$/, "rule.phone.decimal")
  .regex(/^(1[3-9]\d{9})?$/, "rule.phone.format")
  .default("");

const emailPattern = /^[^\s@,;<>"]{1,64}@[^\s@,;<>"]{1,190}\.[A-Za-z]{2,24}$/;

const isEmail = (value: string): boolean => emailPattern.test(value) && isSeen(value);

export const email = z.string("rule.email.required").trim().min(1, "rule.email.required").refine(isEmail, "rule.email.format");

export const optionalEmail = z
  .string()
  .trim()
  .refine((value) => value === "" || isEmail(value), "rule.email.format")
  .default("");

/**
 * What one signs in with: no blanks, so that nothing invisible tells two accounts apart, and letters of one script in their plain form. A
 * phone number is an account only of who has answered a code from it, which registering asks for.
 */
export const accountName = z
  .string("rule.account.required")
  .trim()
  .min(1, "rule.account.required")
  .max(limits.account, "rule.tooLong")
  .regex(/^[\p{L}\p{N}._@-]+$/u, "rule.account.format")
  .refine(oneScript, "rule.account.script")
  .refine((value) => !mobilePattern.test(value), "rule.account.phone");

const zoneKnown = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

/** An IANA time zone. */
export const timeZone = z.string().max(60).refine(zoneKnown, "rule.zone").default("Asia/Shanghai");

/** Hours of one part of the day, `08:00-12:00`, or empty. */
export const workingHours = z
  .string()
  .refine((value) => {
    const found = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/.test(value);
    return value === "" || (found && value.slice(0, 5) < value.slice(6));
  }, "rule.workingHours")
  .default("");

/** A time of day, `22:00`, or empty. */
export const timeOfDay = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, "rule.timeOfDay")
  .default("");

export const isWebAddress = (value: string): boolean => /^https?:\/\/[^\s/$.?#]\S+$/i.test(value);

/** A web address, or empty. */
export const website = z
  .string()
  .trim()
  .max(200, "rule.tooLong")
  .refine((value) => value === "" || (isWebAddress(value) && isSeen(value)), "rule.website")
  .default("");

/** The address of a picture that `image_file/upload` answered, or empty. */
export const pictureAddress = z
  .string()
  .max(200)
  .regex(/^(\/files\/[\w-]+\.(png|jpg|gif))?$/, "rule.invalid")
  .default("");

/** A calendar day, yyyy-MM-dd, or empty. */
const anyDay = z.union([z.literal(""), z.iso.date("rule.date")]);
export const day = anyDay.default("");
/** A day that a list may be narrowed to. */
export const filterDay = anyDay.optional();

export const newPassword = z
  .string("rule.password.required")
  .min(1, "rule.password.required")
  .regex(/^[0-9A-Za-z]{6,18}$/, "rule.password.format");

/** The present password and a code of the second factor, of who changes what leads into an account; empty where neither is asked for. */
export const presentPassword = z.string().max(limits.typedPassword, "rule.tooLong").default("");
export const factorAnswer = z.string().trim().max(20, "rule.tooLong").default("");

export const phoneCode = z.string("rule.code.required").trim().min(1, "rule.code.required").max(12, "rule.tooLong");

/** A refinement: the second entry repeats the first. Judged whatever else is wrong. */
export const repeats = <First extends string, Second extends string>(
  first: First,
  second: Second,
): [(form: Readonly<Record<First | Second, string>>) => boolean, { error: string; path: string[]; when(): boolean }] => [
  (form) => form[first] === form[second],
  { error: "rule.password.differs", path: [second], when: () => true },
];
