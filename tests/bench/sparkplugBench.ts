import { rootCompanyId } from "#server/system/seed.ts";
import { openBenchSite } from "./benchSite.ts";
import type { Figure } from "./figures.ts";
import { pointAddresses, seedDevices, seedTemplate } from "./fleetSeed.ts";
import { contender, figuresOf, fleetOf, type Run, storedReadings, talking, warmMs } from "./ingestBench.ts";
import type { Speech } from "./publisherCalls.ts";

/** Births of all edge nodes are stored as well: three readings of each. */
const bornReadings = talking * pointAddresses.length;

const serverOf = (speaks: Speech) =>
  openBenchSite(async (db) => {
    await seedTemplate(db);
    await seedDevices(db, fleetOf(talking));
    if (speaks === "json") return;
    const model = { id: "model-bench", company_id: rootCompanyId, name: "Bench", model_id: "", transmission: "sparkplug-b" };
    await db.insertInto("device_model").values(model).execute();
    await db.updateTable("device").set({ model_id: model.id }).execute();
  });

/** Messages of three points that are stored and acknowledged: Sparkplug B by alias against the same in JSON, each with 1,000 devices. */
export const benchSparkplug = async (rounds: number, roundMs: number): Promise<Figure[]> => {
  const servers = [await serverOf("sparkplug"), await serverOf("json")] as const;
  try {
    const contenders = [
      await contender(servers[0].mqttPort, [servers[0].child], "sparkplug"),
      await contender(servers[1].mqttPort, [servers[1].child]),
    ] as const;
    for (const each of contenders) await each.run(warmMs);
    const runs: readonly [Run[], Run[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) for (const at of [0, 1] as const) runs[at].push(await contenders[at].run(roundMs));
    for (const each of contenders) await each.stop();
    await servers[0].end("SIGTERM");
    const stored = await storedReadings(servers[0].dataDir);
    const expected = contenders[0].acknowledged * pointAddresses.length + bornReadings;
    if (stored !== expected) throw new Error(`${expected} readings were acknowledged, ${stored} are stored`);
    console.log(`${contenders[0].acknowledged} messages of Sparkplug B were acknowledged; all of their readings are stored`);
    return figuresOf(runs[0], "the same in JSON", runs[1], "ratio ≥ 0.8");
  } finally {
    for (const server of servers) {
      await server.end("SIGKILL");
      await server.close();
    }
  }
};
