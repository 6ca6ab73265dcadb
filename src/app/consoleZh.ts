import { recordMessagesIn } from "#contract/recordMessages.ts";
import { messages as own } from "#locales/zh.ts";

export const messages: Readonly<Record<string, string>> = { ...recordMessagesIn("zh"), ...own };
