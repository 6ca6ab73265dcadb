import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { type Config, ConfigFault } from "#server/config.ts";
import { startGatehouse } from "#server/gatehouse.ts";
import { processLog } from "#server/system/processLog.ts";
import { runUntilStopped } from "#server/system/runUntilStopped.ts";
import { startLineOf } from "#server/system/startLine.ts";
import { demoConfig } from "./demoConfig.ts";
import { ownGateways } from "./ownGateways.ts";
import { prepareDemo } from "./prepare.ts";
import type { SimulatorOrder } from "./simulation.ts";
import { startLines } from "./startLines.ts";
import { type StreamServer, startStreams } from "./video/streamServer.ts";

const size = 200;
const days = 30;

/** What stands in the way of listening there. */
const listenFault = (port: number, host: string): Promise<NodeJS.ErrnoException | undefined> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", resolve);
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });

/** Said before the history is made, not after. */
const checkPort = async (name: string, port: number, host: string): Promise<void> => {
  const fault = await listenFault(port, host);
  if (fault?.code === "EADDRINUSE") throw new ConfigFault(`Port ${port} is taken: stop what uses it, or set ${name} to another one`);
  if (fault) throw new ConfigFault(`${name}: ${fault.message}`);
};

/** It waits for its order, which comes when the server is up. */
const spawnSimulator = (): ChildProcess => {
  const script = fileURLToPath(new URL("./simulator.ts", import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ["pipe", "inherit", "inherit"] });
  child.stdin?.on("error", (fault) => console.error(`Simulator: ${fault.message}`));
  return child;
};

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : new Promise((resolve) => child.once("exit", () => resolve()));

/** So many ports behind the console's; 0 where there is none. */
const portBehind = (port: number, ports: number): number => (port === 0 || port + ports > 65_535 ? 0 : port + ports);

/** Where cameras stream. */
const streamPort = (port: number): number => portBehind(port, 10);

/** Where gateways that are polled dial in, unless it is said: any port that is free where that is taken. */
const dtuPort = async ({ port, mqttPort, mqtts, host }: Config): Promise<number> => {
  const wanted = portBehind(port, 20);
  const isOurs = wanted === mqttPort || wanted === mqtts?.port;
  return isOurs || (await listenFault(wanted, host)) ? 0 : wanted;
};

let config: Config | undefined;

const run = async (): Promise<void> => {
  config = demoConfig(process.env);
  await serve(config);
};

const serve = async (config: Config): Promise<void> => {
  const log = processLog(config.logLevel);
  await runUntilStopped({
    log,
    say: (line) => console.log(line),
    stopSeconds: config.stopSeconds,
    start: (signal) => startDemo(config, log, signal),
  });
};

const startDemo = async (config: Config, log: Logger, signal: AbortSignal): Promise<{ stop(): Promise<void> }> => {
  await checkPort("PORT", config.port, config.host);
  await checkPort("MQTT_PORT", config.mqttPort, config.host);
  if (config.dtuPort !== undefined) await checkPort("DTU_PORT", config.dtuPort, config.host);
  const streams = await startStreams(config.host, streamPort(config.port));
  try {
    return await startWith(config, log, signal, streams);
  } catch (fault) {
    await streams.stop();
    throw fault;
  }
};

const startWith = async (given: Config, log: Logger, signal: AbortSignal, streams: StreamServer): Promise<{ stop(): Promise<void> }> => {
  const cameras = `http://${given.publicUrl ? new URL(given.publicUrl).hostname : "localhost"}:${streams.port}`;
  const config = { ...given, dtuPort: given.dtuPort ?? (await dtuPort(given)), videoSources: [...given.videoSources, cameras] };
  const progress = (line: string): void => console.log(line);
  const seeded = await prepareDemo(config, log, { size, days, now: Date.now(), streams: cameras, progress });
  signal.throwIfAborted();
  const dist = fileURLToPath(new URL("../dist/console", import.meta.url));
  const simulator = spawnSimulator();
  let stopping = false;
  simulator.once("exit", (code, by) => {
    if (!stopping) console.error(`The simulator ended (${code ?? by}); the server goes on without it`);
  });
  const stopSimulator = async (): Promise<void> => {
    stopping = true;
    simulator.stdin?.end();
    await ended(simulator);
  };
  try {
    const gatehouse = await startGatehouse(config, log, { signal, ...(existsSync(dist) ? { console: dist } : {}) });
    const order: SimulatorOrder = {
      url: `mqtt://127.0.0.1:${gatehouse.mqttPort}`,
      secret: seeded.secret,
      size: seeded.size,
      sparkplug: await ownGateways(gatehouse.services.db, "sparkplug-b"),
      modbus: { port: gatehouse.dtuPort ?? config.dtuPort, sns: await ownGateways(gatehouse.services.db, "modbus-rtu-over-tcp") },
      every: [5_000, 15_000],
      firstAfter: 15_000,
    };
    simulator.stdin?.write(`${JSON.stringify(order)}\n`);
    const address = config.publicUrl ?? `http://localhost:${gatehouse.httpPort}`;
    const places = [`mqtt://localhost:${gatehouse.mqttPort}`, `localhost:${gatehouse.dtuPort} (Modbus)`];
    for (const line of startLines(config, address, places.join(", "))) console.log(line);
    process.send?.({ ready: true, httpPort: gatehouse.httpPort, mqttPort: gatehouse.mqttPort });
    return {
      async stop() {
        stopping = true;
        await gatehouse.stop();
        await stopSimulator();
        await streams.stop();
      },
    };
  } catch (fault) {
    await stopSimulator();
    throw fault;
  }
};

run().catch((fault: unknown) => {
  console.error(startLineOf(fault, config) ?? fault);
  process.exit(1);
});
