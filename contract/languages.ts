import type { Language } from "#contract/messages.ts";

export const languages: readonly Language[] = ["zh", "en"];
