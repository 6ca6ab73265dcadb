import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { device } from "#contract/resources/device.ts";
import type { Db } from "#server/db/open.ts";
import { answerTimes, type Question } from "./answerTimes.ts";
import type { Figure } from "./figures.ts";
import { type FleetDevice, openSeeded, plainDevice, seedCompany, seedDevices, seedTemplate, tokenOf } from "./fleetSeed.ts";
import { type HttpClient, httpClient } from "./httpClient.ts";
import { startServer } from "./serverProcess.ts";

const count = 100_000;
const tenants = 50;
/** Every fifth device is of one large tenant. */
const largeTenant = "tenant-0";
const tenantUser = "user-tenant";
const places = ["泵站", "冷库", "锅炉房", "光伏逆变器", "配电室", "Cold store", "Pumping station", "Boiler house"];
const newest = Date.UTC(2026, 10, 1);

const companyOf = (index: number): string => (index % 5 === 0 ? largeTenant : `tenant-${1 + ((index * 7) % (tenants - 1))}`);

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
  };
};

const addTenantUser = async (db: Db): Promise<void> => {
  await db
    .insertInto("user")
    .values({
      id: tenantUser,
      company_id: largeTenant,
      account: "tenant",
      user_name: "tenant",
      nick_name: "tenant",
      phone: "",
      email: "",
      avatar: "",
      type: 1,
      password_hash: "",
      enabled: 1,
      second_factor: 0,
      created_at: 0,
      updated_at: 0,
      updated_by: "",
    })
    .execute();
  await db.insertInto("user_role").values({ user_id: tenantUser, role_id: "role-administrator" }).execute();
};

const aim = "p95 < 50 ms";
const pageSize = 20;

const questionsOf = (admin: HttpClient, tenant: HttpClient): Question[] => {
  const { path } = device.calls.query;
  const asked = (what: string, fields: (turn: number) => object, client = admin): Question => ({
    what,
    path,
    fields: (turn) => ({ pageSize, ...fields(turn) }),
    client,
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
    asked("tenant of 20,000: first page", () => ({}), tenant),
    asked("tenant of 20,000: search with few hits", (turn) => ({ search: `BENCH-00${String(100 + (turn % 900))}` }), tenant),
    asked("tenant of 20,000: newest communication first", () => ({ sortField: "communicationTime", sortOrder: "desc" }), tenant),
  ];
};

/** Answer times of the device list at 100,000 devices, asked over HTTP of the whole server. */
export const benchDeviceList = async (rounds: number): Promise<Figure[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const db = await openSeeded(dataDir);
  await seedTemplate(db);
  for (let tenant = 0; tenant < tenants; tenant += 1) await seedCompany(db, `tenant-${tenant}`);
  await addTenantUser(db);
  await seedDevices(
    db,
    Array.from({ length: count }, (_, index) => deviceAt(index)),
  );
  // The rules of the ingest part would be judged for devices that never report here.
  await db.deleteFrom("alarm_trigger").execute();
  const tokens = [await tokenOf(db), await tokenOf(db, tenantUser)] as const;
  await db.destroy();
  const server = await startServer({ dataDir });
  try {
    const [admin, tenant] = tokens;
    const questions = questionsOf(httpClient(server.httpPort, admin), httpClient(server.httpPort, tenant));
    return await answerTimes(questions, { rounds, asks: 40 });
  } finally {
    await server.end("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  }
};
