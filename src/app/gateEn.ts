import { messages as gate } from "#locales/gateEn.ts";
import { sharedIn } from "./sharedIn.ts";

export const messages: Readonly<Record<string, string>> = { ...sharedIn("en"), ...gate };
