import { messages as gate } from "#locales/gateZh.ts";
import { sharedIn } from "./sharedIn.ts";

export const messages: Readonly<Record<string, string>> = { ...sharedIn("zh"), ...gate };
