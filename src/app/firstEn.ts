import { messages as own } from "#locales/en.ts";
import { firstOf } from "./firstWords.ts";

export const messages: Readonly<Record<string, string>> = firstOf(own);
