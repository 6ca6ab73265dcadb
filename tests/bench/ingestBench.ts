import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pino from "pino";
import { openEmbeddedTelemetry } from "#server/telemetry/embedded.ts";
import type { Figure } from "./figures.ts";
import { devicePassword, openSeeded, plainDevice, pointAddresses, seedDevices, seedTemplate } from "./fleetSeed.ts";
import type { PublisherAsk, PublisherReply, PublisherRun } from "./publisherCalls.ts";
import { endingWithBench, startServer } from "./serverProcess.ts";

const fleet = Array.from({ length: 1000 }, (_, index) => plainDevice(index));
const inFlight = 4;
const warmMs = 4000;

const start = (script: string, ...words: string[]): ChildProcess =>
  endingWithBench(fork(fileURLToPath(new URL(script, import.meta.url)), words));

const answer = async (child: ChildProcess): Promise<unknown> => {
  const [message] = await once(child, "message");
  return message;
};

const ask = async (child: ChildProcess, question: PublisherAsk): Promise<PublisherReply> => {
  const answered = answer(child);
  child.send(question);
  const reply = (await answered) as PublisherReply;
  if ("failed" in reply) throw new Error(reply.failed);
  return reply;
};

interface Run extends PublisherRun {
  /** Microseconds of processor time that the broker's processes took for a message; NaN where the system does not tell. */
  cpu: number;
}

interface Contender {
  readonly acknowledged: number;
  run(milliseconds: number): Promise<Run>;
  stop(): Promise<void>;
}

/** Processor time of a process and its threads in microseconds. Ticks of Linux are a hundredth of a second. */
const cpuOf = ({ pid }: ChildProcess): number => {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  const [user, system] = (readFileSync(file, "utf8").split(") ")[1] ?? "").split(" ").slice(11, 13);
  return (Number(user) + Number(system)) * 10_000;
};

const cpuOfAll = (processes: readonly ChildProcess[]): number => processes.reduce((sum, child) => sum + cpuOf(child), 0);

/** Publishers with their broker. Between its rounds the broker stands still, so that what it has left to do costs the other nothing. */
const contender = async (port: number, processes: readonly ChildProcess[]): Promise<Contender> => {
  const publishers = start("./publishers.ts");
  await ask(publishers, { connect: { port, devices: fleet.map(({ sn }) => sn), password: devicePassword } });
  let acknowledged = 0;
  for (const child of processes) child.kill("SIGSTOP");
  return {
    get acknowledged() {
      return acknowledged;
    },
    async run(milliseconds) {
      for (const child of processes) child.kill("SIGCONT");
      const before = cpuOfAll(processes);
      const run = await ask(publishers, { run: { milliseconds, inFlight } });
      for (const child of processes) child.kill("SIGSTOP");
      if (!("rate" in run)) throw new Error("the publishers did not run");
      acknowledged += run.acknowledged;
      return { ...run, cpu: (cpuOfAll(processes) - before) / run.acknowledged };
    },
    async stop() {
      for (const child of processes) child.kill("SIGCONT");
      const gone = once(publishers, "exit");
      publishers.kill("SIGKILL");
      await gone;
    },
  };
};

const bareBroker = async (qos: 0 | 1) => {
  const broker = start("./bareBroker.ts");
  const { port } = (await answer(broker)) as { port: number };
  const subscriber = start("./idleSubscriber.ts", String(port), String(qos));
  await answer(subscriber);
  const running = await contender(port, [broker, subscriber]);
  return {
    running,
    async stop() {
      await running.stop();
      for (const child of [subscriber, broker]) child.kill("SIGKILL");
    },
  };
};

const storedReadings = async (dataDir: string): Promise<number> => {
  const telemetry = await openEmbeddedTelemetry({ file: join(dataDir, "telemetry.db"), log: pino({ level: "silent" }) });
  const { readings } = await telemetry.stats();
  await telemetry.stop();
  return readings;
};

export interface IngestOptions {
  rounds: number;
  roundMs: number;
  /** Folder for a CPU profile of the server. */
  profile?: string | undefined;
}

/** Messages of three points that are stored and acknowledged, against what the bare broker passes on to a subscriber. */
export const benchIngest = async ({ rounds, roundMs, profile }: IngestOptions): Promise<Figure[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const db = await openSeeded(dataDir);
  await seedTemplate(db);
  await seedDevices(db, fleet);
  await db.destroy();
  const nodeArguments = profile ? ["--cpu-prof", `--cpu-prof-dir=${profile}`] : [];
  const server = await startServer({ dataDir, nodeArguments });
  const brokers = [await bareBroker(1), await bareBroker(0)];
  try {
    const own = await contender(server.mqttPort, [server.child]);
    const contenders = [own, ...brokers.map(({ running }) => running)];
    for (const each of contenders) await each.run(warmMs);
    const runs: Run[][] = contenders.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, each] of contenders.entries()) runs[at]?.push(await each.run(roundMs));
    }
    await own.stop();
    await server.end("SIGTERM");
    const stored = await storedReadings(dataDir);
    const expected = own.acknowledged * pointAddresses.length;
    if (stored !== expected) throw new Error(`${expected} readings were acknowledged, ${stored} are stored`);
    console.log(`${own.acknowledged} messages were acknowledged; their ${stored} readings are stored`);
    const of = (at: number, name: keyof Run) => (runs[at] ?? []).map((run) => run[name]);
    return [
      {
        what: "messages stored and acknowledged",
        unit: "/s",
        values: of(0, "rate"),
        baseline: { what: "bare broker, subscriber QoS 1", values: of(1, "rate") },
        aim: "ratio ≥ 0.5",
      },
      {
        what: "the same",
        unit: "/s",
        values: of(0, "rate"),
        baseline: { what: "bare broker, subscriber QoS 0", values: of(2, "rate") },
      },
      {
        what: "processor time a message (all threads; the subscriber's for the bare broker)",
        unit: "µs",
        values: of(0, "cpu"),
        baseline: { what: "bare broker, subscriber QoS 1", values: of(1, "cpu") },
      },
      {
        what: "acknowledged after, p50",
        unit: "ms",
        values: of(0, "p50"),
        baseline: { what: "bare broker, subscriber QoS 1", values: of(1, "p50") },
      },
      {
        what: "acknowledged after, p95",
        unit: "ms",
        values: of(0, "p95"),
        baseline: { what: "bare broker, subscriber QoS 1", values: of(1, "p95") },
      },
    ];
  } finally {
    for (const broker of brokers) await broker.stop();
    await server.end("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  }
};
