import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pino from "pino";
import { openEmbeddedTelemetry } from "#server/telemetry/embedded.ts";
import { type BenchSite, openBenchSite } from "./benchSite.ts";
import { type Engine, embedded } from "./engines.ts";
import type { Figure } from "./figures.ts";
import { devicePassword, plainDevice, pointAddresses, seedDevices, seedTemplate, settle } from "./fleetSeed.ts";
import type { PublisherAsk, PublisherReply, PublisherRun, Speech } from "./publisherCalls.ts";
import { endingWithBench } from "./serverProcess.ts";

/** Those that talk; beside an embedded installation they are of a large fleet. */
export const talking = 1000;
const largeFleet = 100_000;
export const fleetOf = (size: number) => Array.from({ length: size }, (_, index) => plainDevice(index));
const inFlight = 4;
export const warmMs = 4000;

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

export interface Run extends PublisherRun {
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
export const contender = async (port: number, processes: readonly ChildProcess[], speaks: Speech = "json"): Promise<Contender> => {
  const publishers = start("./publishers.ts");
  await ask(publishers, { connect: { port, devices: fleetOf(talking).map(({ sn }) => sn), password: devicePassword, speaks } });
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

interface Baseline {
  readonly what: string;
  readonly running: Contender;
  stop(): Promise<void>;
}

const bareBroker = async (qos: 0 | 1): Promise<Baseline> => {
  const broker = start("./bareBroker.ts");
  const { port } = (await answer(broker)) as { port: number };
  const subscriber = start("./idleSubscriber.ts", String(port), String(qos));
  await answer(subscriber);
  const running = await contender(port, [broker, subscriber]);
  return {
    what: `bare broker, subscriber QoS ${qos}`,
    running,
    async stop() {
      await running.stop();
      for (const child of [subscriber, broker]) child.kill("SIGKILL");
    },
  };
};

const serverOf = (engine: Engine, size: number, nodeArguments: readonly string[] = []): Promise<BenchSite<void>> =>
  openBenchSite(
    async (db) => {
      await seedTemplate(db);
      await seedDevices(db, fleetOf(size));
      await settle(db);
    },
    engine,
    { nodeArguments },
  );

const embeddedServer = async (): Promise<Baseline> => {
  const server = await serverOf(embedded, largeFleet);
  const running = await contender(server.mqttPort, [server.child]);
  return {
    what: embedded.name,
    running,
    async stop() {
      await running.stop();
      await server.close();
    },
  };
};

export const storedReadings = async (dataDir: string): Promise<number> => {
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
  engine: Engine;
}

export const figuresOf = (own: readonly Run[], what: string, beside: readonly Run[], aim?: string): Figure[] =>
  (
    [
      ["rate", "messages stored and acknowledged", "/s"],
      ["cpu", "processor time a message (all threads of the server; the subscriber's for the bare broker)", "µs"],
      ["p50", "acknowledged after, p50", "ms"],
      ["p95", "acknowledged after, p95", "ms"],
    ] as const
  ).map(([name, said, unit]) => ({
    what: said,
    unit,
    values: own.map((run) => run[name]),
    baseline: { what, values: beside.map((run) => run[name]) },
    ...(aim && name === "rate" ? { aim } : {}),
  }));

/**
 * Messages of three points that are stored and acknowledged: against what the bare broker passes on to a subscriber; on PostgreSQL against
 * an embedded installation, both with 100,000 devices of which 1,000 talk.
 */
export const benchIngest = async ({ rounds, roundMs, profile, engine }: IngestOptions): Promise<Figure[]> => {
  const isEmbedded = engine === embedded;
  const server = await serverOf(engine, isEmbedded ? talking : largeFleet, profile ? ["--cpu-prof", `--cpu-prof-dir=${profile}`] : []);
  const baselines = isEmbedded ? [await bareBroker(1), await bareBroker(0)] : [await embeddedServer()];
  try {
    const own = await contender(server.mqttPort, [server.child]);
    const contenders = [own, ...baselines.map(({ running }) => running)];
    for (const each of contenders) await each.run(warmMs);
    const runs: Run[][] = contenders.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, each] of contenders.entries()) runs[at]?.push(await each.run(roundMs));
    }
    await own.stop();
    await server.end("SIGTERM");
    const stored = await storedReadings(server.dataDir);
    const expected = own.acknowledged * pointAddresses.length;
    if (stored !== expected) throw new Error(`${expected} readings were acknowledged, ${stored} are stored`);
    console.log(`${own.acknowledged} messages were acknowledged; their ${stored} readings are stored`);
    const [ours = [], ...others] = runs;
    return baselines.flatMap(({ what }, at) => figuresOf(ours, what, others[at] ?? [], isEmbedded ? "ratio ≥ 0.5" : undefined));
  } finally {
    for (const baseline of baselines) await baseline.stop();
    await server.end("SIGKILL");
    await server.close();
  }
};
