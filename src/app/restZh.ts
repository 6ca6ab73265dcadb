import { recordMessagesIn } from "#contract/recordMessages.ts";
import { messages as own } from "#locales/zh.ts";
import { restOf } from "./firstWords.ts";
import { laterSharedIn } from "./sharedIn.ts";

export const messages: Readonly<Record<string, string>> = { ...recordMessagesIn("zh"), ...laterSharedIn("zh"), ...restOf(own) };
