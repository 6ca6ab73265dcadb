import pino, { type Logger } from "pino";

const redact = { paths: ["*.password", "*.token", "req.headers.token", "req.headers.cookie"], censor: "***" };

/** JSON lines on stdout. Where they cannot be written, for a reader that went away or a full disk, the process goes on without them. */
export const processLog = (level: string): Logger => {
  const output = pino.destination({ fd: 1, sync: true });
  output.on("error", () => undefined);
  return pino({ level, redact }, output);
};
