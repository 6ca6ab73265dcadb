import { z } from "zod";
import { codePoints } from "#contract/limits.ts";

/** What comes along with pasted text and is seen nowhere: zero-width space, word joiner, byte-order mark, soft hyphen. */
const unseen = /[\u200b\u2060\ufeff\u00ad]/g;

/** Controls, and what turns the direction of the text around it: no name acts on what it is shown in. */
const acting = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Looks like nothing, though it is a letter, a symbol or a mark: fillers, blank Braille, what only changes its neighbour. */
const blank = /[\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\p{M}\u2800]/gu;

export const actsOnText = (text: string): boolean => acting.test(text);

export const isUnseen = (text: string): boolean => text.replace(unseen, "") !== text;

const breaks = /[\n\t]/g;

/** The form in which text is kept: composed, without what is seen nowhere and without blanks around it. */
const kept = (value: string): string => value.normalize("NFC").replace(unseen, "").replace(/\r\n?/g, "\n").trim();

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
    .refine((value) => codePoints(value) <= max, { error: "rule.tooLong", params: { max } });

/** Part of an address that is written without blanks: nothing in it is unseen. */
export const isSeen = (value: string): boolean => !actsOnText(value) && !isUnseen(value);
