import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";

export interface OwnProcess {
  readonly child: ChildProcess;
  /** What it printed that is no row of its log. */
  lines(): string[];
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;
}

/** The server as it is started in operation, in a process of its own; resolves when it is up or has ended. `words` are of Node's command line. */
export const startProcess = async (
  variables: Readonly<Record<string, string>>,
  [script = "", ...words]: readonly string[] = ["server/main.ts"],
): Promise<OwnProcess> => {
  const { ADMIN_PASSWORD: _, ...environment } = process.env;
  const child = fork(script, words, {
    execArgv: [],
    env: { ...environment, PORT: "0", MQTT_PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "silent", ...variables },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part: Buffer) => {
      printed += part.toString();
    });
  const ended = once(child, "close").then(([code]) => code as number | null);
  await Promise.race([once(child, "message"), ended]);
  return { child, ended, lines: () => printed.split("\n").filter((line) => line !== "" && !line.startsWith("{")) };
};
