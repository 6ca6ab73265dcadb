import { device } from "#contract/resources/device.ts";
import type { Db } from "#server/db/open.ts";
import { answerTimes, type Question } from "./answerTimes.ts";
import { type BenchSite, openBenchSite } from "./benchSite.ts";
import { type Engine, embedded } from "./engines.ts";
import type { Figure } from "./figures.ts";
import {
  type FleetDevice,
  plainDevice,
  quietPresence,
  seedCompany,
  seedDevices,
  seedTemplate,
  seedUser,
  settle,
  tokenOf,
} from "./fleetSeed.ts";
import { type HttpClient, httpClient } from "./httpClient.ts";

const count = 100_000;
const tenants = 50;
/** Every fifth device is of one large tenant. */
const largeTenant = "tenant-0";
const tenantUser = "user-tenant";
const places = ["泵站", "冷库", "锅炉房", "光伏逆变器", "配电室", "Cold store", "Pumping station", "Boiler house"];
const newest = Date.UTC(2026, 10, 1);

const companyOf = (index: number): string => (index % 5 === 0 ? largeTenant : `tenant-${1 + ((index * 7) % (tenants - 1))}`);

/** Half of them lie thick around ten towns, the others all over China. */
const placeOf = (index: number): { lng: number; lat: number } => {
  const [one, other] = [(index * 7919) % 100_003, (index * 104_729) % 100_019];
  const [east, north] = [one / 100_003, other / 100_019];
  if (index % 2 === 0) return { lng: 75 + 55 * east, lat: 20 + 30 * north };
  const town = (index >> 1) % 10;
  return { lng: 104 + 1.7 * town + east / 2, lat: 23 + 1.6 * town + north / 2 };
};

/** Seven in ten online, two offline, one never connected; one in fifty in alarm. */
const deviceAt = (index: number): FleetDevice => {
  const mixed = (index * 7919) % 100;
  const activated = mixed < 90;
  return {
    ...plainDevice(index),
    name: `${places[(index * 31) % places.length]} ${(index * 7919) % count}`,
    companyId: companyOf(index),
    online: mixed < 70,
    activatedAt: activated ? newest - index * 1000 : null,
    communicationTime: activated ? newest - ((index * 104_729) % count) * 100 : null,
    openAlarms: index % 50 === 0 ? 1 + (index % 3) : 0,
    place: placeOf(index),
  };
};

export const aim = "p95 < 50 ms";
const pageSize = 20;

export interface Askers {
  readonly admin: HttpClient;
  readonly tenant: HttpClient;
}

const questionsOf = (askers: Askers, beside: Askers | undefined): Question[] => {
  const { path } = device.calls.query;
  const asked = (what: string, fields: (turn: number) => object, who: keyof Askers = "admin"): Question => ({
    what,
    path,
    fields: (turn) => ({ pageSize, ...fields(turn) }),
    client: askers[who],
    ...(beside ? { beside: { what: "embedded", client: beside[who] } } : {}),
    aim,
  });
  return [
    asked("first page", () => ({})),
    asked("page 4000 of 5000", (turn) => ({ pageNo: 4000 + (turn % 10) })),
    asked("search with 10 hits, by SN", (turn) => ({ search: `BENCH-0${String(1000 + (turn % 9000)).slice(0, 4)}` })),
    asked("search with 12,500 hits, by name", () => ({ search: "Cold store" })),
    asked("search without a hit", (turn) => ({ search: `nowhere ${turn}` })),
    asked("online only", () => ({ presence: "online" })),
    asked("online only, page 3000", (turn) => ({ presence: "online", pageNo: 3000 + (turn % 10) })),
    asked("in alarm, most alarms first", () => ({ alarmed: true, sortField: "openAlarms", sortOrder: "desc" })),
    asked("newest communication first", () => ({ sortField: "communicationTime", sortOrder: "desc" })),
    asked("by SN, page 2500", (turn) => ({ sortField: "sn", sortOrder: "asc", pageNo: 2500 + (turn % 10) })),
    asked("by organisation, page 2500", (turn) => ({ sortField: "companyName", sortOrder: "asc", pageNo: 2500 + (turn % 10) })),
    asked("tenant of 20,000: first page", () => ({}), "tenant"),
    asked("tenant of 20,000: search with few hits", (turn) => ({ search: `BENCH-00${String(100 + (turn % 900))}` }), "tenant"),
    asked("tenant of 20,000: newest communication first", () => ({ sortField: "communicationTime", sortOrder: "desc" }), "tenant"),
  ];
};

export type Tokens = readonly [admin: string, tenant: string];

/** All devices that are online have just sent something. */
export const seedFleet = async (db: Db): Promise<Tokens> => {
  await seedTemplate(db);
  for (let tenant = 0; tenant < tenants; tenant += 1) await seedCompany(db, `tenant-${tenant}`);
  await seedUser(db, tenantUser, largeTenant);
  const devices = Array.from({ length: count }, (_, index) => deviceAt(index));
  await seedDevices(db, devices);
  // The rules of the ingest part would be judged for devices that never report here.
  await db.deleteFrom("alarm_trigger").execute();
  await settle(db);
  const presence = await quietPresence(db);
  for (const { id, communicationTime, online } of devices) if (online) presence.communicated(id, (communicationTime ?? 0) + 1);
  await presence.stop();
  return [await tokenOf(db), await tokenOf(db, tenantUser)];
};

export const askersOf = ({ httpPort, seeded: [admin, tenant] }: BenchSite<Tokens>): Askers => ({
  admin: httpClient(httpPort, admin),
  tenant: httpClient(httpPort, tenant),
});

/** Answer times of the device list at 100,000 devices, asked over HTTP of the whole server; on PostgreSQL in turns with an embedded one. */
export const benchDeviceList = async (rounds: number, engine: Engine): Promise<Figure[]> => {
  const sites: BenchSite<Tokens>[] = [];
  try {
    for (const each of new Set([engine, embedded])) sites.push(await openBenchSite(seedFleet, each));
    const [asked, beside] = sites.map(askersOf);
    if (!asked) throw new Error("no server was started");
    return await answerTimes(questionsOf(asked, beside), { rounds, asks: 40 });
  } finally {
    for (const site of sites) await site.close();
  }
};
