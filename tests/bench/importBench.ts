import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { device } from "#contract/resources/device.ts";
import { job } from "#contract/resources/job.ts";
import { sheetImport } from "#contract/resources/sheetImport.ts";
import { installationOf, signLicence } from "#server/licence/licence.ts";
import { writeSetting } from "#server/system/settingTable.ts";
import { tableOf } from "#tests/server/imports/tables.ts";
import { openBenchSite } from "./benchSite.ts";
import { type Engine, embedded } from "./engines.ts";
import { type Figure, quantile } from "./figures.ts";
import { plainDevice, seedDevices, seedTemplate, settle, tokenOf } from "./fleetSeed.ts";
import { type HttpClient, httpClient } from "./httpClient.ts";

const rows = 10_000;
const fleet = 100_000;
const postsAtOnce = 300;
const pauseMs = 250;

const pause = (): Promise<void> => new Promise((resume) => setTimeout(resume, pauseMs));

/** MiB that the process holds now, and at the most so far. */
const memoryOf = (pid: number): { now: number; most: number } => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const of = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { now: of("VmRSS"), most: of("VmHWM") };
};

const named = (round: number, place: number) => ({
  ...{ sn: `IMP-${round}-${String(place).padStart(5, "0")}`, name: `Imported ${place}`, type: "通用设备", industry: "水务" },
  ...{ slaveNo: 1, slaveName: "Main", recipe: "Bench", lng: 108.9, lat: 34.2, address: "1 Main Street", remark: "bench" },
});

/**
 * A table of 10,000 devices into a fleet of 100,000: how long it takes to be judged and taken over, what a page waits meanwhile, and what the
 * server holds; beside as many devices that are added one by one.
 */
export const benchImport = async (rounds: number, engine: Engine = embedded): Promise<Figure[]> => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const site = await openBenchSite(
    async (db) => {
      await seedTemplate(db);
      await seedDevices(
        db,
        Array.from({ length: fleet }, (_, index) => plainDevice(index)),
      );
      await settle(db);
      const limits = { companies: 100, users: 1000, devices: 1_000_000 };
      const licence = {
        installation: await installationOf(db),
        holder: "bench",
        issuedAt: new Date().toISOString(),
        expiresAt: null,
        limits,
      };
      await writeSetting(db, "licence", signLicence(licence, pem));
      return tokenOf(db);
    },
    engine,
    { more: { LICENCE_PUBLIC_KEY: publicKey.export({ type: "spki", format: "der" }).toString("base64") } },
  );
  const figures = {
    judged: [] as number[],
    taken: [] as number[],
    posted: [] as number[],
    waits: [] as number[],
    idle: [] as number[],
    memory: [] as number[],
  };
  try {
    const base = `http://127.0.0.1:${site.httpPort}`;
    const headers = { token: site.seeded, "Accept-Language": "en-US" };
    const asked = async (
      path: string,
      body: FormData | URLSearchParams,
    ): Promise<{ data: { id: string; list: { id: string; state: string; failed: number }[] } }> => {
      const answer = (await (await fetch(base + path, { method: "POST", headers, body })).json()) as {
        code: number;
        message: string;
        data: never;
      };
      if (answer.code !== 0) throw new Error(`${path}: ${answer.message}`);
      return answer;
    };
    // A connection that rests too long is closed by the server: each step has its own.
    const client = () => httpClient(site.httpPort, site.seeded);
    const list = (page: HttpClient): Promise<number> => page.call(device.calls.query.path, { pageSize: 20 });
    for (let round = 0; round < rounds; round += 1) {
      const idle: number[] = [];
      const adder = client();
      for (let turn = 0; turn < 20; turn += 1) idle.push(await list(adder));
      figures.idle.push(quantile(idle, 0.95));
      const postStart = performance.now();
      for (let place = 0; place < postsAtOnce; place += 1)
        await adder.call(device.calls.post.path, {
          ...{
            name: "Added",
            sn: `ADD-${round}-${place}`,
            typeId: "type-general",
            industry: "水务",
            remark: "bench",
            address: "1 Main Street",
          },
          slaves: [{ no: 1, name: "Main", recipeId: "bench-recipe" }],
        });
      figures.posted.push(((performance.now() - postStart) / postsAtOnce) * (rows / 1000));
      const table = await tableOf(
        "devices",
        Array.from({ length: rows }, (_, place) => named(round, place)),
      );
      const before = memoryOf(site.child.pid ?? 0);
      const form = new FormData();
      form.append("kind", "devices");
      form.append("file", new File([new Uint8Array(table)], "bench.xlsx"));
      const judging = performance.now();
      const { data } = await asked(sheetImport.calls.upload.path, form);
      figures.judged.push((performance.now() - judging) / 1000);
      const taking = performance.now();
      const begun = (await asked(device.calls.import.path, new URLSearchParams({ id: data.id }))).data.id;
      const waits: number[] = [];
      const page = client();
      for (;;) {
        waits.push(await list(page));
        const found = (await asked(job.calls.query.path, new URLSearchParams())).data.list.find(({ id }) => id === begun);
        if (found?.state === "failed" || (found?.failed ?? 0) > 0) throw new Error("rows were not imported");
        if (found?.state === "done") break;
        await pause();
      }
      figures.taken.push((performance.now() - taking) / 1000);
      figures.waits.push(quantile(waits, 0.95));
      figures.memory.push(memoryOf(site.child.pid ?? 0).most - before.now);
    }
  } finally {
    await site.close();
  }
  return [
    { what: "10,000 rows read and judged", unit: "s", values: figures.judged },
    {
      what: "10,000 rows taken over",
      unit: "s",
      values: figures.taken,
      baseline: { what: "added one by one", values: figures.posted },
      aim: "≤ 60 s",
    },
    {
      what: "a page of the device list meanwhile, p95",
      unit: "ms",
      values: figures.waits,
      baseline: { what: "idle", values: figures.idle },
    },
    { what: "memory beyond that of before, at the most", unit: "MiB", values: figures.memory },
  ];
};
