import { recordMessagesIn } from "#contract/recordMessages.ts";
import { messages as own } from "#locales/en.ts";

export const messages: Readonly<Record<string, string>> = { ...recordMessagesIn("en"), ...own };
