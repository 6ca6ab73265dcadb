import { randomBytes } from "node:crypto";

/** An opaque id that sorts roughly by the time it was made: 9 characters of time, 14 of chance. */
export const newId = (now: number = Date.now()): string => now.toString(36).padStart(9, "0") + randomBytes(9).toString("hex").slice(0, 14);
