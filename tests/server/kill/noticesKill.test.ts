import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { type Db, openDatabase } from "#server/db/open.ts";
import { writeNoticeEvents } from "#server/notices/noticeEvents.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { openSeeded, plainDevice, seedDevices, seedTemplate } from "#tests/bench/fleetSeed.ts";
import { type ServerProcess, startServer } from "#tests/bench/serverProcess.ts";
import { alarmRow } from "#tests/server/alarmRow.ts";
import { until } from "#tests/server/fleet.ts";

const kills = 6;
const alarms = 90;

let dataDir = "";
let server: ServerProcess | undefined;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  await server?.end("SIGKILL");
  for (const close of closing.splice(0)) await close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Answers each delivery a moment later, so that many are on their way whenever the server dies. */
const openReceiver = async () => {
  const deliveries: string[] = [];
  const receiver = createServer((request, response) => {
    request.resume().on("end", () => {
      deliveries.push(String(request.headers["x-gatehouse-delivery"]));
      setTimeout(() => response.writeHead(204).end(), 200);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  closing.push(
    () => receiver.closeAllConnections(),
    () => receiver.close(),
  );
  return { deliveries, url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` };
};

/** Alarms of one group each, and what is to be told of them, as the engine leaves them. */
const seed = async (db: Db, webhook_url: string): Promise<void> => {
  const now = Date.now();
  const stamps = { created_at: 0, updated_at: 0, updated_by: "" };
  await db.transaction().execute(async (trx) => {
    for (let place = 0; place < alarms; place += 1) {
      const [id, groupId] = [`alarm-${place}`, `group-${place}`];
      const kept = { message_types: '["webhook"]', webhook_url, webhook_secret: "s".repeat(32) };
      await trx
        .insertInto("alarm_group")
        .values({ id: groupId, company_id: rootCompanyId, name: groupId, ...kept, ...stamps })
        .execute();
      const record = alarmRow({ id, company_id: rootCompanyId, device_id: "device-0", raised_at: now, content: id, content_en: id });
      await trx.insertInto("alarm_log").values(record).execute();
      const told = { id, level: 1, content: id, content_en: id, raised_at: now, repeated_at: null };
      await writeNoticeEvents(trx, [{ group: { groupId, now, released: { zh: "", en: "" } }, record: told, fresh: true }], []);
    }
  });
};

it("sends each notice at least once and at most twice when the server is killed six times while it sends, and says which may have come twice", async () => {
  dataDir = mkdtempSync(join(tmpdir(), "gatehouse-notices-kill-"));
  const receiver = await openReceiver();
  const db = await openSeeded(dataDir);
  await seedTemplate(db);
  await seedDevices(db, [plainDevice(0)]);
  await seed(db, receiver.url);
  await db.destroy();
  const variables = { WEBHOOK_HOSTS: "127.0.0.1" };
  for (let kill = 1; kill <= kills; kill += 1) {
    const before = receiver.deliveries.length;
    server = await startServer({ dataDir, variables });
    // Each life ends at another depth.
    await until(() => receiver.deliveries.length >= before + 3 + ((kill * 7) % 11), `deliveries of life ${kill}`, 30_000);
    await server.end("SIGKILL");
  }
  server = await startServer({ dataDir, variables });
  await until(() => new Set(receiver.deliveries).size === alarms, "the last delivery", 60_000);
  await server.end("SIGTERM");
  const told = new Map<string, number>();
  for (const id of receiver.deliveries) told.set(id, (told.get(id) ?? 0) + 1);
  expect([...told.values()].filter((times) => times > 2)).toEqual([]);
  const kept = await openDatabase(join(dataDir, "app.db"));
  const notices = await kept.selectFrom("alarm_notice").select(["id", "state"]).execute();
  const attempts = await kept.selectFrom("alarm_notice_attempt").select(["notice_id", "outcome"]).execute();
  await kept.destroy();
  expect(notices.map(({ id }) => id).sort()).toEqual([...told.keys()].sort());
  const lost = new Set(attempts.filter(({ outcome }) => outcome === "lost").map(({ notice_id }) => notice_id));
  expect(lost.size).toBeGreaterThan(kills);
  expect([...told].filter(([id, times]) => times === 2 && !lost.has(id))).toEqual([]);
}, 300_000);
