import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { connectAsync } from "mqtt";
import { device } from "#contract/resources/device.ts";
import { openBenchSite } from "./benchSite.ts";
import { type Figure, quantile } from "./figures.ts";
import { devicePassword, plainDevice, seedDevices, seedTemplate, tokenOf } from "./fleetSeed.ts";
import type { FloodAsk } from "./floodDevices.ts";
import { type HttpClient, httpClient } from "./httpClient.ts";
import { endingWithBench } from "./serverProcess.ts";

const flooders = Array.from({ length: 130 }, (_, index) => plainDevice(index));
const honest = plainDevice(flooders.length);
const bytes = 1_200_000;
const roundMs = 5000;

interface Times {
  page: number[];
  acknowledged: number[];
}

/** The page's list and the honest device's acknowledgements, one after the other for a round. */
const measure = async (client: HttpClient, publish: () => Promise<unknown>): Promise<Times> => {
  const times: Times = { page: [], acknowledged: [] };
  const end = performance.now() + roundMs;
  while (performance.now() < end) {
    times.page.push(await client.call(device.calls.query.path, { pageSize: 20 }));
    const sent = performance.now();
    await publish();
    times.acknowledged.push(performance.now() - sent);
  }
  return times;
};

const startFlood = async (ask: FloodAsk): Promise<ChildProcess> => {
  const child = endingWithBench(fork(fileURLToPath(new URL("./floodDevices.ts", import.meta.url))));
  child.send(ask);
  await once(child, "message");
  return child;
};

/** How long the page and another device wait while 130 devices send 1.2 MB each, again and again. */
export const benchFlood = async (rounds: number): Promise<Figure[]> => {
  const server = await openBenchSite(async (db) => {
    await seedTemplate(db);
    await seedDevices(db, [...flooders, honest]);
    return tokenOf(db);
  });
  try {
    const client = httpClient(server.httpPort, server.seeded);
    const publisher = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, { username: honest.sn, password: devicePassword });
    let turn = 0;
    const publish = () => {
      turn += 1;
      return publisher.publishAsync(`gw/${honest.sn}/telemetry`, `{"ts":${Date.now()},"values":{"n":${turn}}}`, { qos: 1 });
    };
    const quiet: Times[] = [];
    const beside = { pings: [] as Times[], messages: [] as Times[] };
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(await measure(client, publish));
      for (const kind of ["pings", "messages"] as const) {
        const devices = flooders.map(({ sn }) => sn);
        const flood = await startFlood({ port: server.mqttPort, devices, kind, bytes });
        beside[kind].push(await measure(client, publish));
        const gone = once(flood, "exit");
        flood.kill("SIGKILL");
        await gone;
      }
    }
    await publisher.endAsync();
    const figures = (what: string, times: readonly Times[]): Figure[] =>
      (["page", "acknowledged"] as const).flatMap((name) =>
        [0.5, 0.95, 1].map((q) => ({
          what: `${name === "page" ? "device list" : "another device's acknowledgement"}, ${what}, ${q === 1 ? "slowest" : `p${q * 100}`}`,
          unit: "ms",
          values: times.map((round) => quantile(round[name], q)),
          baseline: { what: "without a flood", values: quiet.map((round) => quantile(round[name], q)) },
        })),
      );
    return [...figures("beside PINGREQ", beside.pings), ...figures("beside messages of 3000 values", beside.messages)];
  } finally {
    await server.end("SIGKILL");
    await server.close();
  }
};
