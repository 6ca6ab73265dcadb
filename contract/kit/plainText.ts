import { z } from "zod";
import { codePoints } from "#contract/limits.ts";

const turning = "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069";

/** Controls, and what turns the direction of the text around it: no name acts on what it is shown in. */
const acting = new RegExp(`[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}${turning}]`, "u");

const joined = ["Arabic", "Syriac", "Mongolian", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada"];
const letters = [...joined, "Malayalam", "Sinhala", "Khmer", "Myanmar"].map((script) => `\\p{Script=${script}}`).join("");
const picture = "\\p{Extended_Pictographic}\\p{Emoji_Modifier}?\\ufe0f?";

/** What is seen nowhere by itself but has work to do where it stands: it makes a picture of several, and joins or parts letters where a script is written so. */
const working = [
  "\\u{1f3f4}[\\u{e0061}-\\u{e007a}]+\\u{e007f}",
  "[#*0-9]\\ufe0f\\u20e3",
  `(?<=[${letters}])[\\u200c\\u200d](?=[${letters}])`,
  "(?<=\\p{Script=Mongolian})[\\u180b-\\u180f]",
  `${picture}(?:\\u200d${picture})*`,
].join("|");

/** Everything else that is seen nowhere, and what annotates between lines: two names are not told apart by it. */
const unseen = `(?![${turning}])[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]`;

const workingOrUnseen = new RegExp(`(${working})|${unseen}`, "gu");

/** The text with something else for each sign that is seen nowhere and has no work to do. */
export const replaceUnseen = (text: string, instead: (sign: string) => string): string =>
  text.replace(workingOrUnseen, (found, working?: string) => working ?? instead(found));

const seen = (value: string): string => replaceUnseen(value, () => "");

/** Blanks that are drawn like the one between words, or nearly so. */
const blanks = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800]/g;

/** Looks like nothing, though it is a letter, a symbol or a mark: fillers, what only changes its neighbour. */
const blank = /[\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\p{M}]/gu;

/** More marks on one letter than any language has: they run into the lines around it, and hide what is below them. */
const stacked = /\p{M}{5}/u;

export const actsOnText = (text: string): boolean => acting.test(text);

const breaks = /[\n\t]/g;

/** The form in which text is kept: composed, without what is seen nowhere and without blanks around it. */
const kept = (value: string): string => seen(value).normalize("NFC").replace(blanks, " ").replace(/\r\n?/g, "\n").trim();

const isVisible = (value: string): boolean => value.replace(blank, "") !== "";

interface PlainText {
  max: number;
  /** The message that asks for it; without one it may be empty. */
  required?: string;
  /** Line breaks and tabs may be in it. */
  lines?: boolean;
}

/** Text that a person types and others read. Its length is counted in code points; blanks alone, or what looks like nothing, count as empty. */
export const plainText = ({ max, required, lines = false }: PlainText) =>
  z
    .string(required)
    .overwrite(kept)
    .min(required === undefined ? 0 : 1, required)
    .refine((value) => value === "" || isVisible(value), required ?? "rule.visible")
    .refine((value) => !actsOnText(lines ? value.replace(breaks, "") : value), "rule.controls")
    .refine((value) => !stacked.test(value), "rule.marks")
    .refine((value) => codePoints(value) <= max, { error: "rule.tooLong", params: { max } });

/** Part of an address that is written without blanks: nothing in it is unseen, or drawn like a blank. */
export const isSeen = (value: string): boolean =>
  !actsOnText(value) && seen(value) === value && value.replace(blanks, "") === value && isVisible(value);
