import { device } from "#contract/resources/device.ts";
import { deviceChange } from "#contract/resources/deviceChange.ts";
import { job } from "#contract/resources/job.ts";
import { openBenchSite } from "./benchSite.ts";
import { type Engine, embedded } from "./engines.ts";
import { type Figure, quantile } from "./figures.ts";
import { plainDevice, seedDevices, seedTemplate, settle, tokenOf } from "./fleetSeed.ts";
import { httpClient } from "./httpClient.ts";
import { siteAsker } from "./siteAsker.ts";

const fleet = 100_000;
const changed = 10_000;
const alone = 200;
const pauseMs = 100;

const pause = (): Promise<void> => new Promise((resume) => setTimeout(resume, pauseMs));

/** Ten thousand of 100,000 devices that a filter lets through get another type by a job, what a page waits meanwhile, and the way back. */
export const benchChange = async (rounds: number, engine: Engine = embedded): Promise<Figure[]> => {
  const name = (index: number): string => (index < changed ? `Pump ${index}` : `Device ${index}`);
  const site = await openBenchSite(async (db) => {
    await seedTemplate(db);
    const { id: _, ...general } = await db.selectFrom("device_type").selectAll().where("id", "=", "type-general").executeTakeFirstOrThrow();
    await db
      .insertInto("device_type")
      .values({ ...general, id: "type-pump", name: "Pump" })
      .execute();
    await seedDevices(
      db,
      Array.from({ length: fleet }, (_, index) => ({ ...plainDevice(index), name: name(index) })),
    );
    await settle(db);
    return tokenOf(db);
  }, engine);
  const figures = { job: [] as number[], undo: [] as number[], posted: [] as number[], waits: [] as number[], idle: [] as number[] };
  try {
    const ask = siteAsker(site.httpPort, site.seeded);
    // A connection that rests too long is closed by the server: each step has its own.
    const client = () => httpClient(site.httpPort, site.seeded);
    const list = (page: ReturnType<typeof client>): Promise<number> => page.call(device.calls.query.path, { pageSize: 20 });
    const ended = async (id: string): Promise<number[]> => {
      const waits: number[] = [];
      const page = client();
      for (;;) {
        waits.push(await list(page));
        const row = (await ask(job.calls.query, {})).list.find((one) => one.id === id);
        if (row?.state === "failed" || (row?.failed ?? 0) > 0) throw new Error("devices were not changed");
        if (row?.state === "done") return waits;
        await pause();
      }
    };
    for (let round = 0; round < rounds; round += 1) {
      const poster = client();
      const idle: number[] = [];
      for (let turn = 0; turn < 20; turn += 1) idle.push(await list(poster));
      figures.idle.push(quantile(idle, 0.95));
      const posting = performance.now();
      for (let index = 0; index < alone; index += 1)
        await poster.call(device.calls.update_device_type.path, {
          ids: [plainDevice(changed + index).id],
          typeId: round % 2 ? "type-general" : "type-pump",
        });
      figures.posted.push(((performance.now() - posting) / alone) * (changed / 1000));
      const start = performance.now();
      const action = { kind: "type", typeId: "type-pump" } as const;
      const { id } = await ask(deviceChange.calls.post, { filter: { search: "Pump" }, count: changed, action });
      const waits = await ended(id);
      figures.job.push((performance.now() - start) / 1000);
      figures.waits.push(quantile(waits, 0.95));
      const back = performance.now();
      await ended((await ask(deviceChange.calls.undo, { id })).id);
      figures.undo.push((performance.now() - back) / 1000);
    }
  } finally {
    await site.close();
  }
  return [
    {
      what: "another type for 10,000 of 100,000 devices, by a filter",
      unit: "s",
      values: figures.job,
      baseline: { what: "each in a call of its own", values: figures.posted },
    },
    { what: "the way back", unit: "s", values: figures.undo },
    {
      what: "a page of the device list meanwhile, p95",
      unit: "ms",
      values: figures.waits,
      baseline: { what: "idle", values: figures.idle },
    },
  ];
};
