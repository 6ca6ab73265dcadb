import { join } from "node:path";
import pino from "pino";
import { device } from "#contract/resources/device.ts";
import { type Erasable, erasables } from "#contract/resources/deviceTransfer.ts";
import { openEmbeddedTelemetry } from "#server/telemetry/embedded.ts";
import { openBenchSite } from "./benchSite.ts";
import { type Engine, embedded } from "./engines.ts";
import type { Figure } from "./figures.ts";
import { plainDevice, seedCompany, seedDevices, seedTemplate, seedUser, settle, tokenOf } from "./fleetSeed.ts";
import { httpClient } from "./httpClient.ts";

const count = 1000;
const hour = 3_600_000;
const year = 365 * 24;
const companies = ["north", "south"] as const;
type Company = (typeof companies)[number];

/** A reading an hour of each device, for a year up to now. */
const fillYear = async (dataDir: string, ids: readonly string[]): Promise<void> => {
  const telemetry = await openEmbeddedTelemetry({ file: join(dataDir, "telemetry.db"), log: pino({ level: "error" }) });
  const from = Math.floor(Date.now() / hour) * hour - year * hour;
  for (const id of ids) {
    const series = telemetry.series(id, 1, "point-t");
    for (let place = 0; place < year; place += 1) {
      telemetry.append(series, from + place * hour, place % 97);
      if (telemetry.congested) await telemetry.committed();
    }
  }
  await telemetry.committed();
  await telemetry.stop();
};

/**
 * A thousand devices with a year of readings go from one organisation to another and back; two users, one of either, look at one device all the
 * while: how often both saw it, how often neither did.
 */
export const benchTransfer = async (rounds: number, engine: Engine = embedded): Promise<Figure[]> => {
  const fleet = Array.from({ length: count }, (_, index) => ({ ...plainDevice(index), companyId: "north" }));
  const ids = fleet.map(({ id }) => id);
  const watched = ids[count / 2] as string;
  const site = await openBenchSite(async (db, dataDir) => {
    await seedTemplate(db);
    for (const company of companies) {
      await seedCompany(db, company);
      await seedUser(db, `user-${company}`, company);
    }
    await seedDevices(db, fleet);
    await settle(db);
    await fillYear(dataDir, ids);
    const [admin, north, south] = [await tokenOf(db), await tokenOf(db, "user-north"), await tokenOf(db, "user-south")];
    return { admin, north, south };
  }, engine);
  const at = `http://127.0.0.1:${site.httpPort}`;
  const sees = async (company: Company): Promise<boolean> => {
    const answer = await fetch(at + device.calls.get.path, {
      method: "POST",
      headers: { token: site.seeded[company] },
      body: new URLSearchParams({ id: watched }),
    });
    const { code } = (await answer.json()) as { code: number };
    if (code !== 0 && code !== 404) throw new Error(`${device.calls.get.path}: ${code}`);
    return code === 0;
  };
  const whole: number[] = [];
  const alone: number[] = [];
  const erased: number[] = [];
  let [looks, both, neither] = [0, 0, 0];
  const move = async (moved: readonly string[], companyId: Company, erase: Erasable[] = []): Promise<number> =>
    httpClient(site.httpPort, site.seeded.admin).send(device.calls.change_user, { ids: [...moved], companyId, erase });
  /** Looks for it where it goes to and then where it was, and the other way round, until it is told to stop. */
  const watch = (from: Company, to: Company): (() => Promise<void>) => {
    let over = false;
    const done = (async () => {
      while (!over) {
        if ((await sees(to)) && (await sees(from))) both += 1;
        if (!(await sees(from)) && !(await sees(to))) neither += 1;
        looks += 1;
      }
    })();
    return () => {
      over = true;
      return done;
    };
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const stop = watch("north", "south");
      whole.push((await move(ids, "south")) / 1000);
      await stop();
      let sum = 0;
      for (const id of ids) sum += await move([id], "north");
      alone.push(sum / 1000);
    }
    const stop = watch("north", "south");
    erased.push((await move(ids, "south", [...erasables])) / 1000);
    await stop();
  } finally {
    await site.close();
  }
  return [
    {
      what: "1,000 devices with a year of hourly readings given to another organisation",
      unit: "s",
      values: whole,
      baseline: { what: "each in a call of its own", values: alone },
      aim: "≤ 10 s",
    },
    { what: "the same, with all that was kept erased", unit: "s", values: erased, aim: "≤ 10 s" },
    { what: `of ${looks} looks meanwhile, those in which both or neither saw one`, unit: "looks", values: [both + neither], aim: "0" },
  ];
};
