import { parseArgs } from "node:util";
import { benchAlarms } from "./alarmBench.ts";
import { benchChange } from "./changeBench.ts";
import { benchCommands } from "./commandBench.ts";
import { benchDeviceList } from "./deviceListBench.ts";
import { benchEdits } from "./editBench.ts";
import { type Engine, embedded, openPostgres } from "./engines.ts";
import { type Figure, printFigures, printMachine } from "./figures.ts";
import { benchFirstLoad } from "./firstLoadBench.ts";
import { benchFlood } from "./floodBench.ts";
import { benchHistory } from "./historyBench.ts";
import { benchImport } from "./importBench.ts";
import { benchIngest } from "./ingestBench.ts";
import { benchMap } from "./mapBench.ts";
import { benchModbus } from "./modbusBench.ts";
import { benchPeople } from "./people/peopleBench.ts";
import { benchTreeScreen } from "./people/treeScreenBench.ts";
import { benchRules } from "./rules/rulesBench.ts";
import { benchScroll } from "./scrollBench.ts";
import { benchSheet } from "./sheetBench.ts";
import { benchSparkplug } from "./sparkplugBench.ts";
import { benchTimes } from "./timesBench.ts";
import { benchTransfer } from "./transferBench.ts";
import { benchTrips } from "./trips/tripsBench.ts";

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ rounds: { type: "string" }, seconds: { type: "string" }, profile: { type: "string" }, postgres: { type: "boolean" } },
    ...{ devices: { type: "string" }, rules: { type: "string" } },
  },
});
const rounds = Number(given.rounds ?? 5);
const seconds = Number(given.seconds ?? 5);
const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

type Part = (engine: Engine) => Promise<Figure[]>;

/** Parts that are measured on either engine. */
const onEither: Readonly<Record<string, Part>> = {
  alarms: (engine) => benchAlarms(rounds, engine),
  map: (engine) => benchMap(rounds, engine),
  list: (engine) => benchDeviceList(rounds, engine),
  edits: (engine) => benchEdits(rounds, engine),
  times: (engine) => benchTimes(rounds, engine),
  change: (engine) => benchChange(rounds, engine),
  transfer: (engine) => benchTransfer(rounds, engine),
  import: (engine) => benchImport(rounds, engine),
  ingest: (engine) => benchIngest({ rounds, roundMs: seconds * 1000, profile: given.profile, engine }),
};
const parts: Readonly<Record<string, Part>> = {
  ...onEither,
  people: () => benchPeople(rounds),
  tree: () => benchTreeScreen(rounds),
  history: () => benchHistory(rounds),
  load: () => benchFirstLoad(),
  scroll: () => benchScroll(rounds),
  commands: () => benchCommands(rounds),
  modbus: () => benchModbus(rounds, seconds * 1000, given.profile),
  sheet: () => benchSheet(rounds),
  sparkplug: () => benchSparkplug(rounds, seconds * 1000),
  flood: () => benchFlood(rounds),
  rules: () => benchRules({ rounds, roundMs: seconds * 1000, rules: numberOf(given.rules) }),
  trips: () => benchTrips({ rounds, devices: numberOf(given.devices), rules: numberOf(given.rules), profile: given.profile }),
};

const offered = Object.keys(given.postgres ? onEither : parts);
const chosen = positionals.length > 0 ? positionals : offered;
const unknown = chosen.filter((name) => !offered.includes(name));
if (unknown.length > 0) {
  console.error(`no part ${unknown.join(", ")}${given.postgres ? " on PostgreSQL" : ""}; there are ${offered.join(", ")}`);
  process.exit(1);
}
process.setMaxListeners(0);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
const postgres = given.postgres ? await openPostgres() : undefined;
try {
  for (const name of chosen) {
    console.log(`\n## ${name}${given.postgres ? " on PostgreSQL" : ""}\n`);
    printMachine();
    const figures = (await parts[name]?.(postgres ?? embedded)) ?? [];
    console.log("");
    printFigures(figures);
  }
} finally {
  await postgres?.stop();
}
