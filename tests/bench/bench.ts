import { parseArgs } from "node:util";
import { benchDeviceList } from "./deviceListBench.ts";
import { benchEdits } from "./editBench.ts";
import { type Figure, printFigures, printMachine } from "./figures.ts";
import { benchFirstLoad } from "./firstLoadBench.ts";
import { benchFlood } from "./floodBench.ts";
import { benchHistory } from "./historyBench.ts";
import { benchIngest } from "./ingestBench.ts";
import { benchPeople } from "./people/peopleBench.ts";
import { benchTreeScreen } from "./people/treeScreenBench.ts";
import { benchScroll } from "./scrollBench.ts";

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string" }, seconds: { type: "string" }, profile: { type: "string" } },
});
const rounds = Number(given.rounds ?? 5);
const seconds = Number(given.seconds ?? 5);

const parts: Readonly<Record<string, () => Promise<Figure[]>>> = {
  list: () => benchDeviceList(rounds),
  people: () => benchPeople(rounds),
  tree: () => benchTreeScreen(rounds),
  edits: () => benchEdits(rounds),
  history: () => benchHistory(rounds),
  load: () => benchFirstLoad(),
  scroll: () => benchScroll(rounds),
  flood: () => benchFlood(rounds),
  ingest: () => benchIngest({ rounds, roundMs: seconds * 1000, profile: given.profile }),
};

const chosen = positionals.length > 0 ? positionals : Object.keys(parts);
const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`no part ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}`);
  process.exit(1);
}
process.setMaxListeners(0);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
for (const name of chosen) {
  console.log(`\n## ${name}\n`);
  printMachine();
  const figures = (await parts[name]?.()) ?? [];
  console.log("");
  printFigures(figures);
}
