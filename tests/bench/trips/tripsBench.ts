import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { alarmLog } from "#contract/resources/alarm.ts";
import { openBenchSite } from "#tests/bench/benchSite.ts";
import { type Figure, quantile } from "#tests/bench/figures.ts";
import { devicePassword, plainDevice, pointAddresses, seedDevices, seedTemplate, settle, tokenOf } from "#tests/bench/fleetSeed.ts";
import { seedOwnRules } from "#tests/bench/rules/ruleSeed.ts";
import { endingWithBench } from "#tests/bench/serverProcess.ts";
import { siteAsker } from "#tests/bench/siteAsker.ts";
import type { TripAsk, TripReply, TripsSent } from "./tripCalls.ts";
import { openTripPage, type PageSeen, type Painted } from "./tripPage.ts";

interface Trips {
  readonly devices: number;
  readonly rules: number;
}

const withinMs = 4_000;
const cases: readonly Trips[] = [
  { devices: 8_000, rules: 3 },
  { devices: 20_000, rules: 10_000 },
];

/** Files that the server has open beside the connections of its devices. */
const otherFiles = 1_500;
const mostDevices = (): number => {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | "unlimited" } } };
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isFinite(limit) ? limit - otherFiles : Number.POSITIVE_INFINITY;
};

interface Round extends PageSeen, TripsSent {
  readonly untilPainted: readonly number[];
}

/** Of each message in its order, ms until notices of as many alarms as there were messages by then are painted. */
const untilPainted = (sentAt: readonly number[], painted: readonly Painted[]): number[] => {
  let at = 0;
  return sentAt.map((sent, nth) => {
    while (at < painted.length && (painted[at]?.alarms ?? 0) < nth + 1) at += 1;
    return (painted[at]?.at ?? Number.POSITIVE_INFINITY) - sent;
  });
};

const round = async ({ devices, rules }: Trips, profile: string | undefined): Promise<Round> => {
  const fleet = Array.from({ length: devices }, (_, index) => plainDevice(index));
  // Those of the template are there in any case.
  const own = Math.min(devices, rules - pointAddresses.length);
  const site = await openBenchSite(
    async (db) => {
      await seedTemplate(db);
      await seedDevices(db, fleet);
      await seedOwnRules(db, { count: own, deviceOf: (nth) => fleet[nth]?.id ?? "" });
      await settle(db);
      return tokenOf(db);
    },
    undefined,
    { nodeArguments: profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`] },
  );
  const publishers = endingWithBench(fork(fileURLToPath(new URL("./tripDevices.ts", import.meta.url))));
  const asked = async (ask: TripAsk): Promise<TripReply> => {
    publishers.send(ask);
    const [reply] = (await once(publishers, "message")) as [TripReply];
    if ("failed" in reply) throw new Error(reply.failed);
    return reply;
  };
  const sent = async (ask: Extract<TripAsk, { send: object }>): Promise<TripsSent> => {
    const reply = await asked(ask);
    if (!("sentAt" in reply)) throw new Error("the devices did not send");
    return reply;
  };
  try {
    await asked({ connect: { port: site.mqttPort, devices: fleet.map(({ sn }) => sn), password: devicePassword } });
    await sent({ send: { milliseconds: withinMs * 2, trips: false, own } });
    const page = await openTripPage({ httpPort: site.httpPort, token: site.seeded });
    try {
      await page.watch();
      const trips = await sent({ send: { milliseconds: withinMs, trips: true, own } });
      const seen = await page.seen(devices);
      const { total } = await siteAsker(site.httpPort, site.seeded)(alarmLog.calls.query, {});
      if (total !== devices) throw new Error(`${devices} devices tripped, there are ${total} records`);
      return { ...trips, ...seen, untilPainted: untilPainted(trips.sentAt, seen.painted) };
    } finally {
      await page.close();
    }
  } finally {
    const gone = once(publishers, "exit");
    publishers.kill("SIGKILL");
    await gone;
    await site.close();
  }
};

interface TripsOptions {
  readonly rounds: number;
  readonly devices: number | undefined;
  readonly rules: number | undefined;
  /** Folder for processor profiles of the server. */
  readonly profile: string | undefined;
}

/** Devices that trip within four seconds while a page has the list of alarms open: how soon it is told, and what that costs whoever works there. */
export const benchTrips = async ({ rounds, devices, rules, profile }: TripsOptions): Promise<Figure[]> => {
  const asked = devices === undefined && rules === undefined ? cases : [{ devices: devices ?? 8_000, rules: rules ?? 3 }];
  const most = mostDevices();
  const figures: Figure[] = [];
  for (const trips of asked) {
    const fitting = { ...trips, devices: Math.min(trips.devices, most) };
    if (fitting.devices < trips.devices) console.log(`${most} devices at the most: a process may have no more files open`);
    const runs: Round[] = [];
    for (let nth = 0; nth < rounds; nth += 1) runs.push(await round(fitting, profile));
    const said = `${fitting.devices.toLocaleString("en-US")} devices, ${fitting.rules.toLocaleString("en-US")} rules`;
    const figure = (what: string, unit: string, of: (run: Round) => number, aim?: string): Figure => ({
      ...{ what: `${said}: ${what}`, unit, values: runs.map(of) },
      ...(aim ? { aim } : {}),
    });
    figures.push(
      figure("first notice, publish to paint", "ms", (run) => run.untilPainted[0] ?? Number.NaN),
      figure("publish to paint, p50", "ms", (run) => quantile(run.untilPainted, 0.5)),
      figure("publish to paint, p99", "ms", (run) => quantile(run.untilPainted, 0.99), "< 500 ms"),
      figure("slowest interaction", "ms", (run) => Math.max(0, ...run.interactions), "< 100 ms"),
      figure("notices of a user", "", (run) => run.notices, "≤ 10"),
      figure("alarms that they tell of", "", (run) => run.told, fitting.devices.toLocaleString("en-US")),
      figure("acknowledged after, p99", "ms", (run) => quantile(run.acknowledgedAfter, 0.99)),
    );
  }
  return figures;
};
