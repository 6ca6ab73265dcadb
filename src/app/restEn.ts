import { recordMessagesIn } from "#contract/recordMessages.ts";
import { messages as own } from "#locales/en.ts";
import { restOf } from "./firstWords.ts";
import { laterSharedIn } from "./sharedIn.ts";

export const messages: Readonly<Record<string, string>> = { ...recordMessagesIn("en"), ...laterSharedIn("en"), ...restOf(own) };
