import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Call, ResponseOf } from "#contract/kit/call.ts";
import { encodeFields } from "#contract/kit/wire.ts";
import { device } from "#contract/resources/device.ts";
import { erasables } from "#contract/resources/deviceTransfer.ts";
import { deviceUserBind } from "#contract/resources/relations.ts";
import { user } from "#contract/resources/user.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { openEmbeddedTelemetry } from "#server/telemetry/embedded.ts";
import { openSeeded, plainDevice, seedCompany, seedDevices, seedTemplate, tokenOf } from "#tests/bench/fleetSeed.ts";
import { type ServerProcess, startServer } from "#tests/bench/serverProcess.ts";
import { alarmRow } from "#tests/server/alarmRow.ts";
import { until } from "#tests/server/fleet.ts";
import { goodPassword } from "#tests/server/people/people.ts";

const kills = 20;
const moving = 8;
const readings = 300;
const perRound = moving + 2;
const dealer = "dealer";

let dataDir: string;
let token: string;
let server: ServerProcess;
let consumer: string;

const fleet = Array.from({ length: kills * perRound }, (_, index) => plainDevice(index));
const ofRound = (kill: number) => {
  const ids = fleet.slice(kill * perRound, (kill + 1) * perRound).map(({ id }) => id);
  return { moved: ids.slice(0, moving), replaced: ids[moving] as string, left: ids[moving + 1] as string };
};

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "gatehouse-moves-"));
  const db = await openSeeded(dataDir);
  await seedTemplate(db);
  await seedCompany(db, dealer);
  await seedDevices(db, fleet);
  for (const { id } of fleet)
    await db
      .insertInto("alarm_log")
      .values(alarmRow({ id: `alarm-${id}`, company_id: rootCompanyId, device_id: id }))
      .execute();
  token = await tokenOf(db);
  const telemetry = await openEmbeddedTelemetry({ file: join(dataDir, "telemetry.db"), log: pino({ level: "error" }) });
  for (const { id } of fleet) {
    const series = telemetry.series(id, 1, "point-t");
    for (let place = 0; place < readings; place += 1) telemetry.append(series, 1_700_000_000_000 + place * 1000, place);
    await telemetry.committed();
  }
  await telemetry.stop();
  await db.destroy();
  server = await startServer({ dataDir });
  const request = { account: "holder", userName: "Holder", type: 3, password: goodPassword, companyId: rootCompanyId };
  consumer = (await ask(user.calls.add_child_company, request)).id;
  for (let kill = 0; kill < kills; kill += 1)
    await ask(deviceUserBind.calls.auth, { deviceId: ofRound(kill).left, userId: consumer, state: 0, version: 0 });
}, 120_000);
afterAll(async () => {
  await server.end("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

const ask = async <C extends Call>(call: C, request: object): Promise<ResponseOf<C>> => {
  const isJson = call.encoding === "json";
  const answer = await fetch(`http://127.0.0.1:${server.httpPort}${call.path}`, {
    method: "POST",
    headers: { token, ...(isJson ? { "content-type": "application/json" } : {}) },
    body: isJson ? JSON.stringify(request) : new URLSearchParams(encodeFields(request)),
  });
  const { code, data, message } = (await answer.json()) as { code: number; data: ResponseOf<C>; message: string };
  if (code !== 0) throw new Error(`${call.path}: ${code} ${message}`);
  return data;
};

const steps = {
  transfer: (kill: number) => ask(device.calls.change_user, { ids: ofRound(kill).moved, companyId: dealer, erase: [...erasables] }),
  exchange: (kill: number) =>
    ask(device.calls.update_device_sn, { id: ofRound(kill).replaced, version: 1, sn: `NEW-${kill}`, password: "anew-device" }),
  unbind: (kill: number) => ask(deviceUserBind.calls.removeAuth, { deviceId: ofRound(kill).left, userId: consumer }),
} as const;

/** What of a round has been done, as everybody sees it. */
const doneOf = async (kill: number) => {
  const { moved, replaced } = ofRound(kill);
  const owners = await Promise.all(moved.map(async (id) => (await ask(device.calls.get, { id })).companyId));
  const { sn } = await ask(device.calls.get, { id: replaced });
  const { list } = await ask(deviceUserBind.calls.queryUser, { deviceId: ofRound(kill).left });
  return { owners: [...new Set(owners)], exchange: sn === `NEW-${kill}`, unbind: list.length === 0 };
};

const readingsKept = async (): Promise<Map<string, number>> => {
  const db = openSqlite(join(dataDir, "telemetry.db"));
  try {
    await until(() => db.prepare("select 1 from doomed").get() === undefined, "the rows of what was erased to go");
    const rows = db
      .prepare(
        `select device_id as id, (select count(*) from obs where series = s.id) + (select count(*) from hot_a where series = s.id)
          + (select count(*) from hot_b where series = s.id) as n from series s`,
      )
      .all() as { id: string; n: number }[];
    return new Map(rows.map(({ id, n }) => [id, n]));
  } finally {
    db.close();
  }
};

it("transfers, exchanges and erases wholly or not at all at each of 20 kills, and what was left behind a commit is erased at the next start", async () => {
  const seen = { transfer: new Set<boolean>(), exchange: new Set<boolean>(), unbind: new Set<boolean>() };
  for (let kill = 0; kill < kills; kill += 1) {
    const asked = Promise.allSettled(Object.values(steps).map((step) => step(kill)));
    // Before anything is done, after some turns of the server, right behind the first commit, or behind all answers.
    if (kill === kills - 1) await asked;
    else if (kill % 2 === 1) await until(async () => (await doneOf(kill)).owners.includes(dealer), `the transfer ${kill}`);
    else for (let turn = 0; turn < kill; turn += 1) await fetch(`http://127.0.0.1:${server.httpPort}/healthz`);
    await server.end("SIGKILL");
    await asked;
    server = await startServer({ dataDir });
    const done = await doneOf(kill);
    expect(done.owners).toHaveLength(1);
    const { moved, replaced, left } = ofRound(kill);
    const transferred = done.owners[0] === dealer;
    const kept = await readingsKept();
    const has = (ids: readonly string[]): number[] => [...new Set(ids.map((id) => kept.get(id) ?? 0))];
    expect([has(moved), has([replaced]), has([left])]).toEqual([[transferred ? 0 : readings], [readings], [done.unbind ? 0 : readings]]);
    seen.transfer.add(transferred);
    seen.exchange.add(done.exchange);
    seen.unbind.add(done.unbind);
    if (!transferred) await steps.transfer(kill);
    if (!done.exchange) await steps.exchange(kill);
    if (!done.unbind) await steps.unbind(kill);
  }
  expect(seen).toEqual({ transfer: new Set([false, true]), exchange: new Set([false, true]), unbind: new Set([false, true]) });
  await server.end("SIGTERM");
  const db = await openSeeded(dataDir);
  const alarms = new Set((await db.selectFrom("alarm_log").select("device_id").execute()).map(({ device_id }) => device_id));
  const noted = await db.selectFrom("device_event").select(["device_id", "kind"]).execute();
  const owed = await db.selectFrom("device_erasure").selectAll().execute();
  await db.destroy();
  const rounds = Array.from({ length: kills }, (_, kill) => ofRound(kill));
  expect([...alarms].sort()).toEqual(rounds.map(({ replaced }) => replaced).sort());
  // One event each: nothing was done twice.
  const expected = rounds.flatMap(({ moved, replaced, left }) => [
    ...moved.map((id) => `${id} transfer`),
    `${replaced} replacement`,
    `${left} unbinding`,
  ]);
  expect(noted.map(({ device_id, kind }) => `${device_id} ${kind}`).sort()).toEqual(expected.sort());
  expect(owed).toEqual([]);
}, 300_000);
