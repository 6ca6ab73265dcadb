import type { Logger } from "pino";

interface Program {
  stop(): Promise<void>;
}

interface Run {
  readonly log: Logger;
  say(line: string): void;
  /** Seconds that stopping may take; then the process ends whatever is left. */
  readonly stopSeconds: number;
  /** Rejects, with everything closed that it had opened, once the signal says so. */
  start(signal: AbortSignal): Promise<Program>;
}

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** Whoever read what is printed here may go away, and its disk may be full: that is no reason to end. */
const outliveOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
};

/**
 * Starts the program and stops it in order at a signal, which may come before it is up. Ends the process, by its time at the latest. Whatever the
 * process makes meanwhile is its owner's alone.
 */
export const runUntilStopped = async ({ log, say, stopSeconds, start }: Run): Promise<void> => {
  process.umask(0o077);
  outliveOutput();
  const asked = new AbortController();
  let program: Program | undefined;
  let exitCode = 0;
  const end = async (): Promise<void> => {
    try {
      await program?.stop();
    } catch (fault) {
      log.error({ err: fault }, "stopping failed");
      exitCode = 1;
    }
    process.exit(exitCode);
  };
  const stop = (why: string): void => {
    if (asked.signal.aborted) return;
    say("Gatehouse is stopping");
    log.info({ why }, "stopping");
    setTimeout(() => {
      log.error({ seconds: stopSeconds }, "stopping took too long, the process ends");
      process.exit(1);
    }, stopSeconds * 1000);
    asked.abort();
    if (program) void end();
  };
  for (const signal of signals) process.on(signal, () => stop(signal));
  process.on("uncaughtException", (fault) => {
    log.fatal({ err: fault }, "an error that nobody caught: the server stops, so that it can be started again");
    exitCode = 1;
    stop("uncaught error");
  });
  try {
    program = await start(asked.signal);
  } catch (fault) {
    if (!asked.signal.aborted) throw fault;
    if (fault !== asked.signal.reason) log.error({ err: fault }, "the start was not ended in order");
    process.exit(exitCode);
  }
  if (asked.signal.aborted) await end();
};
