import type { Call } from "#contract/kit/call.ts";

/** How long the console waits without hearing anything before it says that the server does not answer, in milliseconds. */
export const timeLimits = {
  call: 30_000,
  /** The server takes no longer over a request that comes in. */
  upload: 130_000,
  /** Until a file begins, and between its parts. */
  file: 120_000,
} as const;

export const patienceFor = ({ encoding, answer }: Call): number =>
  encoding === "multipart" ? timeLimits.upload : answer === "file" ? timeLimits.file : timeLimits.call;
