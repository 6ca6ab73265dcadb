import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface Said {
  type: "connected" | "closed" | "command" | "acknowledged";
  command?: { id: string; slave: number; values: Record<string, unknown> };
  fault?: string;
}

export interface Gateway {
  /** Publishes and resolves when the broker acknowledged. */
  publish(kind: string, payload: unknown): Promise<void>;
  /** The next thing of this kind that the gateway says, or has said and nobody took. */
  next(type: Said["type"]): Promise<Said>;
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL("./gateway.mjs", import.meta.url));

/** A real MQTT client in a process of its own, connected as this gateway. */
export const startGateway = async (port: number, sn: string, password: string): Promise<Gateway> => {
  const child = spawn(process.execPath, [program, `mqtt://127.0.0.1:${port}`, sn, password], { stdio: ["pipe", "pipe", "inherit"] });
  const said: Said[] = [];
  const waiting: { type: Said["type"]; done(said: Said): void }[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    const event = JSON.parse(line) as Said;
    const at = waiting.findIndex(({ type }) => type === event.type);
    if (at >= 0) waiting.splice(at, 1)[0]?.done(event);
    else said.push(event);
  });
  const next = (type: Said["type"]): Promise<Said> => {
    const at = said.findIndex((event) => event.type === type);
    const [event] = at >= 0 ? said.splice(at, 1) : [];
    return event ? Promise.resolve(event) : new Promise((done) => waiting.push({ type, done }));
  };
  await next("connected");
  return {
    next,
    async publish(kind, payload) {
      child.stdin.write(`${JSON.stringify({ kind, payload })}\n`);
      const { fault } = await next("acknowledged");
      if (fault) throw new Error(fault);
    },
    stop: () =>
      new Promise((done) => {
        child.once("exit", () => done());
        child.kill("SIGTERM");
      }),
  };
};
