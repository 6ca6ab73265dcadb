import pino from "pino";
import { runUntilStopped } from "#server/system/runUntilStopped.ts";

/** A program that is up only after it was told to stop (`late`), that does not end when it is (`stuck`), or that says when it is up (`told`). */
const [way] = process.argv.slice(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

setInterval(() => undefined, 1000);
await runUntilStopped({
  log: pino({ level: "silent" }),
  say,
  stopSeconds: 1,
  async start(signal) {
    process.send?.("starting");
    if (way === "late") await new Promise((resolve) => signal.addEventListener("abort", resolve));
    else process.send?.("up");
    if (way === "told") say(`up ${process.pid}`);
    return { stop: async () => (way === "stuck" ? new Promise(() => undefined) : say("stopped")) };
  },
});
