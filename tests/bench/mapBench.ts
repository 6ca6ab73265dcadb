import { device } from "#contract/resources/device.ts";
import { answerTimes, type Question } from "./answerTimes.ts";
import { type BenchSite, openBenchSite } from "./benchSite.ts";
import { type Askers, aim, askersOf, seedFleet, type Tokens } from "./deviceListBench.ts";
import { type Engine, embedded } from "./engines.ts";
import type { Figure } from "./figures.ts";
import { benchMapPaint } from "./mapPaint.ts";

const china = { west: 73, east: 136, south: 17, north: 54, zoom: 4 };
const town = { west: 107.3, east: 108.2, south: 26.1, north: 26.8, zoom: 11 };

const questionsOf = (askers: Askers, beside: Askers | undefined): Question[] => {
  const { path } = device.calls.query_location_count;
  /** Each asking looks a little further east. */
  const asked = (what: string, box: typeof china, fields: object = {}, who: keyof Askers = "admin"): Question => ({
    what,
    path,
    fields: (turn) => ({ ...box, west: box.west + (turn % 40) / 1000, ...fields }),
    client: askers[who],
    ...(beside ? { beside: { what: "embedded", client: beside[who] } } : {}),
    aim,
  });
  return [
    asked("all of China", china),
    asked("the whole world", { west: -179, east: 180, south: -85, north: 85, zoom: 2 }),
    asked("all of China, with how many there are", china, { whole: true }),
    asked("a town of 5,000", town),
    asked("all of China, online only", china, { presence: "online" }),
    asked("all of China, in alarm", china, { alarmed: true }),
    asked("all of China, search with 10 hits", china, { search: "BENCH-01234" }),
    asked("all of China, search with 12,500 hits", china, { search: "Cold store" }),
    asked("tenant of 20,000: all of China", china, {}, "tenant"),
  ];
};

/** Answer times of devices counted on the map at 100,000 devices, asked over HTTP of the whole server, and how soon the first are on the map. */
export const benchMap = async (rounds: number, engine: Engine): Promise<Figure[]> => {
  const sites: BenchSite<Tokens>[] = [];
  try {
    for (const each of new Set([engine, embedded])) sites.push(await openBenchSite(seedFleet, each));
    const [asked, beside] = sites.map(askersOf);
    if (!asked) throw new Error("no server was started");
    const times = await answerTimes(questionsOf(asked, beside), { rounds, asks: 40 });
    const [site] = sites;
    if (!site) return times;
    return [...times, await benchMapPaint({ httpPort: site.httpPort, token: site.seeded[0] }, rounds)];
  } finally {
    for (const site of sites) await site.close();
  }
};
