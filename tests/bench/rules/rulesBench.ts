import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { alarmTrigger, ruleFields } from "#contract/resources/alarm.ts";
import { type BenchSite, openBenchSite } from "#tests/bench/benchSite.ts";
import { type Figure, quantile } from "#tests/bench/figures.ts";
import { seedDevices, seedTemplate, settle, tokenOf } from "#tests/bench/fleetSeed.ts";
import { httpClient } from "#tests/bench/httpClient.ts";
import { contender, figuresOf, fleetOf, type Run, talking, warmMs } from "#tests/bench/ingestBench.ts";
import { endingWithBench } from "#tests/bench/serverProcess.ts";
import { siteAsker } from "#tests/bench/siteAsker.ts";
import { ownRuleId, seedOwnRules } from "./ruleSeed.ts";

const editsPerRound = 20;

/** Rules of the devices that talk, as many of each, on two of the three points of a message. */
const openSite = (rules: number): Promise<BenchSite<string>> =>
  openBenchSite(async (db) => {
    const fleet = fleetOf(talking);
    await seedTemplate(db);
    await db.deleteFrom("alarm_trigger").execute();
    await seedDevices(db, fleet);
    await seedOwnRules(db, {
      count: rules,
      deviceOf: (nth) => fleet[nth % talking]?.id ?? "",
      pointOf: (nth) => (Math.floor(nth / talking) % 2 === 0 ? "p" : "t"),
    });
    await settle(db);
    return tokenOf(db);
  });

interface Memory {
  readonly rule: number;
  readonly watch: number;
}

const memoryOf = async (rules: number): Promise<Memory> => {
  const file = fileURLToPath(new URL("./watchMemory.ts", import.meta.url));
  const probe = endingWithBench(fork(file, [String(rules), String(talking)], { execArgv: ["--expose-gc"] }));
  const [memory] = (await once(probe, "message")) as [Memory];
  return memory;
};

/** ms until the answer of edits of rules of single devices, each of another rule. */
const editsOf = async ({ httpPort, seeded }: BenchSite<string>, round: number): Promise<number[]> => {
  const client = httpClient(httpPort, seeded);
  const ask = siteAsker(httpPort, seeded);
  const times: number[] = [];
  for (let nth = 0; nth < editsPerRound; nth += 1) {
    const { id, name, recipeId, pointId, deviceId, condition, max, version } = await ask(alarmTrigger.calls.get, {
      id: ownRuleId(round * editsPerRound + nth),
    });
    const edited = ruleFields.parse({ name, recipeId, pointId, deviceId, condition, a: 950, max });
    times.push(await client.send(alarmTrigger.calls.put, { ...edited, id, version }));
  }
  return times;
};

interface RulesOptions {
  readonly rounds: number;
  readonly roundMs: number;
  readonly rules: number | undefined;
}

/** What many rules cost: readings a second beside a server without any, memory, and how long an edit of one of them takes. */
export const benchRules = async ({ rounds, roundMs, rules = 100_000 }: RulesOptions): Promise<Figure[]> => {
  const memory = await memoryOf(rules);
  const start = performance.now();
  const site = await openSite(rules);
  const opened = (performance.now() - start) / 1000;
  const bare = await openSite(0);
  try {
    const own = await contender(site.mqttPort, [site.child]);
    const beside = await contender(bare.mqttPort, [bare.child]);
    for (const each of [own, beside]) await each.run(warmMs);
    const [ours, others]: [Run[], Run[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await own.run(roundMs));
      others.push(await beside.run(roundMs));
    }
    await own.stop();
    const edits: number[][] = [];
    for (let round = 0; round < rounds; round += 1) edits.push(await editsOf(site, round));
    await beside.stop();
    return [
      ...figuresOf(ours, "without rules", others, "ratio ≥ 0.8"),
      { what: "memory of a watch", unit: "bytes", values: [memory.watch] },
      { what: "memory of a rule of one device", unit: "bytes", values: [memory.rule] },
      { what: "seeded and started", unit: "s", values: [opened] },
      ...[0.5, 0.95].map((q) => ({
        ...{ what: `edit of a rule, p${q * 100}`, unit: "ms", values: edits.map((times) => quantile(times, q)) },
        aim: "< 50 ms",
      })),
    ];
  } finally {
    for (const each of [site, bare]) {
      await each.end("SIGKILL");
      await each.close();
    }
  }
};
