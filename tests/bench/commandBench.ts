import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { device } from "#contract/resources/device.ts";
import { deviceChange } from "#contract/resources/deviceChange.ts";
import { type JobRow, job } from "#contract/resources/job.ts";
import { openBenchSite } from "./benchSite.ts";
import type { CommandAsk, CommandTold } from "./commandDevices.ts";
import { type Figure, quantile } from "./figures.ts";
import { devicePassword, plainDevice, seedDevices, seedTemplate, settle, tokenOf } from "./fleetSeed.ts";
import { httpClient } from "./httpClient.ts";
import { endingWithBench } from "./serverProcess.ts";
import { siteAsker } from "./siteAsker.ts";

const commanded = 10_000;
const answering = 9_000;
const silent = 100;
const pauseMs = 250;

/** A command to 10,000 devices that a filter lets through: 9,000 answer, 100 take it and say nothing, the others are not there. What a page waits meanwhile. */
export const benchCommands = async (rounds: number): Promise<Figure[]> => {
  const fleet = Array.from({ length: commanded }, (_, index) => plainDevice(index));
  const site = await openBenchSite(async (db) => {
    await seedTemplate(db);
    await sql`update point set writable = 1`.execute(db);
    await seedDevices(db, fleet);
    await settle(db);
    return tokenOf(db);
  });
  const child = endingWithBench(fork(fileURLToPath(new URL("./commandDevices.ts", import.meta.url))));
  const heard = async (): Promise<CommandTold> => ((await once(child, "message")) as [CommandTold])[0];
  const taken = async (): Promise<{ answered: number; kept: number }> => {
    child.send("taken");
    const told = await heard();
    if ("connected" in told) throw new Error("the devices connected twice");
    return told;
  };
  const figures = { job: [] as number[], waits: [] as number[], idle: [] as number[] };
  try {
    const sns = fleet.map(({ sn }) => sn);
    const ask: CommandAsk = {
      ...{ port: site.mqttPort, password: devicePassword },
      ...{ answering: sns.slice(0, answering), silent: sns.slice(answering, answering + silent) },
    };
    child.send(ask);
    await heard();
    const call = siteAsker(site.httpPort, site.seeded);
    const list = (page: ReturnType<typeof httpClient>): Promise<number> => page.call(device.calls.query.path, { pageSize: 20 });
    for (let round = 0; round < rounds; round += 1) {
      const before = await taken();
      // A connection that rests too long is closed by the server: each round has its own.
      const page = httpClient(site.httpPort, site.seeded);
      const [idle, waits]: [number[], number[]] = [[], []];
      for (let turn = 0; turn < 20; turn += 1) idle.push(await list(page));
      const start = performance.now();
      const action = { kind: "command", pointId: "point-n", value: round } as const;
      const { id } = await call(deviceChange.calls.post, { filter: { search: "BENCH" }, count: commanded, action });
      let row: JobRow | undefined;
      while (row?.state !== "done") {
        if (row?.state === "failed") throw new Error(`the job failed: ${row.message}`);
        await new Promise((resume) => setTimeout(resume, pauseMs));
        waits.push(await list(page));
        row = (await call(job.calls.query, {})).list.find((one) => one.id === id);
      }
      figures.job.push((performance.now() - start) / 1000);
      const { answered, kept } = await taken();
      const expected = { done: commanded, failed: commanded - answering, answered: answering, kept: silent };
      const found = { done: row.done, failed: row.failed, answered: answered - before.answered, kept: kept - before.kept };
      if (JSON.stringify(found) !== JSON.stringify(expected))
        throw new Error(`${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
      figures.waits.push(quantile(waits, 0.95));
      figures.idle.push(quantile(idle, 0.95));
    }
  } finally {
    child.kill("SIGKILL");
    await site.close();
  }
  return [
    { what: "a command to 10,000 devices by a filter, until each is accounted for", unit: "s", values: figures.job },
    {
      what: "a page of the device list meanwhile, p95",
      unit: "ms",
      values: figures.waits,
      baseline: { what: "idle", values: figures.idle },
    },
  ];
};
