import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MqttClient } from "mqtt";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dict } from "#contract/resources/dict.ts";
import { checkedManifest } from "#server/backup/manifest.ts";
import { restoreBackup } from "#server/backup/restore.ts";
import { readConfig } from "#server/config.ts";
import { startGatehouse } from "#server/gatehouse.ts";
import { verifyLog } from "#server/log/logHead.ts";
import { restoreMark } from "#server/system/dataFolder.ts";
import { addDevice, addTemplate, connectDevice, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { adminCommand } from "./adminCommand.ts";

const start = Date.UTC(2026, 0, 1);
const picture = "files/abcdefghijklmnopqrstuvwx.png";
const point = { name: "N", address: "n", valueType: "float64", storeMode: 1, display: true, sort: 0 };

let site: Site;
let spare: string;
let deviceId: string;
let pointId: string;
let client: MqttClient;
beforeAll(async () => {
  site = await openSite();
  spare = mkdtempSync(join(tmpdir(), "backup-"));
  const token = await site.signIn("admin", adminPassword);
  const { recipeId, points } = await addTemplate(site, token, "Drill", [point]);
  pointId = points.n ?? "";
  deviceId = await addDevice(site, token, { sn: "DRILL-1", recipeId });
  mkdirSync(join(site.folder, "files"), { recursive: true });
  writeFileSync(join(site.folder, picture), "a picture");
  client = await connectDevice(site, "DRILL-1");
});
afterAll(async () => {
  await client.endAsync();
  await site.close();
  rmSync(spare, { recursive: true, force: true });
});

/** Publishes one reading after the other until it is told to end; counts what was acknowledged. */
const publishing = () => {
  const told = { acknowledged: 0, ending: false };
  const run = async (): Promise<void> => {
    for (let count = 0; !told.ending; count += 1) {
      await client.publishAsync("gw/DRILL-1/telemetry", JSON.stringify({ ts: start + count * 1000, values: { n: count } }), { qos: 1 });
      told.acknowledged = count + 1;
    }
  };
  return { told, ended: run() };
};

/** What a server finds on a data folder. */
const found = async (dataDir: string) => {
  const config = readConfig({ DATA_DIR: dataDir, PORT: "0", MQTT_PORT: "0", HOST: "127.0.0.1" }, join(spare, "none"));
  const gatehouse = await startGatehouse(config, pino({ level: "silent" }));
  const { db, telemetry } = gatehouse.services;
  const series = telemetry.find(deviceId, 1, pointId) ?? -1;
  const readings = await telemetry.raw({ series, from: start, to: start + 1e9, limit: 1_000_000 });
  const calls = await db.selectFrom("operation_log").select("call").orderBy("seq", "desc").execute();
  const entries = await db.selectFrom("dict").select("value").where("name", "=", "drill").execute();
  const events = await db.selectFrom("device_event").select(["kind", "content"]).where("device_id", "=", deviceId).execute();
  const rows = await verifyLog(db, config.logHead);
  await gatehouse.stop();
  return {
    ...{ values: readings.map(({ value }) => value), calls: calls.map(({ call }) => call), rows, madeUp: gatehouse.madeUpPassword },
    ...{ entries: entries.map(({ value }) => value), events: events.map(({ kind, content }) => [kind, content]) },
  };
};

it("brings back, from a backup taken while devices send, every reading, record, event and row of the log that was acknowledged before it began", async () => {
  const { told, ended } = publishing();
  await until(async () => told.acknowledged > 100, "readings");
  const token = await site.signIn("admin", adminPassword);
  const kept = join(spare, "kept");
  mkdirSync(kept);
  chmodSync(kept, 0o755);
  await client.publishAsync("gw/DRILL-1/event", JSON.stringify({ type: "door", content: "opened" }), { qos: 1 });
  expect((await site.ask(dict.calls.post, { name: "drill", value: "last" }, { token })).code).toBe(0);
  const before = told.acknowledged;
  expect(await adminCommand(site.folder, "backup", kept)).toMatch(new RegExp(`^${kept} holds a backup of \\d+ files, \\d+ MB`));
  await until(async () => told.acknowledged > before + 20, "readings after the backup");
  told.ending = true;
  await ended;
  const fresh = join(spare, "fresh");
  expect(await adminCommand(fresh, "restore", kept)).toMatch(new RegExp(`^${fresh} is as it was backed up at 20\\S+Z: start the server$`));
  const { values, calls, rows, madeUp, entries, events } = await found(fresh);
  expect(values.slice(0, before)).toEqual(Array.from({ length: before }, (_, count) => count));
  expect(values).toEqual(values.map((_, count) => count));
  expect([calls.slice(0, 3), madeUp]).toEqual([["admin restore", "admin backup", dict.calls.post.path], undefined]);
  expect([entries, events]).toEqual([["last"], [["event", JSON.stringify({ type: "door", content: "opened" })]]]);
  expect(rows).toBeGreaterThan(2);
  expect(readFileSync(join(fresh, picture), "utf8")).toBe("a picture");
  expect([kept, fresh, join(fresh, "app.db"), join(fresh, "log-key.pem")].map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual(
    ["700", "700", "600", "600"],
  );
}, 120_000);

it("refuses places that a backup may not go to, and leaves them as they are", async () => {
  const inside = join(site.folder, "backup");
  await expect(adminCommand(site.folder, "backup", inside)).rejects.toThrow("hold each other: name a folder elsewhere");
  await expect(adminCommand(site.folder, "backup", join(site.folder, ".."))).rejects.toThrow("hold each other");
  expect(existsSync(inside)).toBe(false);
  const full = join(spare, "full");
  mkdirSync(full);
  writeFileSync(join(full, "other"), "x");
  await expect(adminCommand(site.folder, "backup", full)).rejects.toThrow(`${full} is not empty`);
  await expect(adminCommand(site.folder, "backup", join(full, "other"))).rejects.toThrow(
    `${join(full, "other")} is no folder: name another one`,
  );
  await expect(adminCommand(join(spare, "nothing"), "backup", join(spare, "empty"))).rejects.toThrow(/^There is no \S+app\.db/);
}, 120_000);

it("restores into an empty folder that nobody holds alone, from a whole backup alone, and again after it was interrupted", async () => {
  const kept = join(spare, "kept-2");
  await adminCommand(site.folder, "backup", kept);
  await expect(adminCommand(site.folder, "restore", kept)).rejects.toThrow(`${site.folder} is in use by process ${process.pid} on `);
  const target = join(spare, "target");
  mkdirSync(target);
  writeFileSync(join(target, "app.db"), "something");
  const config = readConfig({ DATA_DIR: target, PORT: "0", MQTT_PORT: "0", HOST: "127.0.0.1" }, join(spare, "none"));
  await expect(restoreBackup(config, kept, async () => undefined)).rejects.toThrow(`${target} is not empty, it holds app.db`);
  expect(readFileSync(join(target, "app.db"), "utf8")).toBe("something");
  writeFileSync(join(target, restoreMark), "{}");
  await expect(startGatehouse(config, pino({ level: "silent" }))).rejects.toThrow("holds half of a backup");
  await adminCommand(target, "restore", kept);
  expect((await found(target)).calls[0]).toBe("admin restore");
  appendFileSync(join(kept, "telemetry.db"), "x");
  const other = join(spare, "other");
  await expect(adminCommand(other, "restore", kept)).rejects.toThrow(`${join(kept, "telemetry.db")} is missing or not as it was backed up`);
  rmSync(join(kept, "backup.json"));
  await expect(adminCommand(other, "restore", kept)).rejects.toThrow(`${kept} holds no whole backup`);
  expect(existsSync(other)).toBe(false);
}, 180_000);

it("goes to a disk that was just mounted, and comes back from there to another one", async () => {
  const [kept, fresh] = [join(spare, "mounted"), join(spare, "mounted-too")];
  // The system's own, which the server's account may not read.
  for (const disk of [kept, fresh]) mkdirSync(join(disk, "lost+found"), { recursive: true, mode: 0o700 });
  writeFileSync(join(kept, "lost+found", "#12"), "a leftover");
  chmodSync(join(kept, "lost+found"), 0o000);
  await adminCommand(site.folder, "backup", kept);
  expect(Object.keys((await checkedManifest(kept)).files).filter((name) => name.startsWith("lost"))).toEqual([]);
  await adminCommand(fresh, "restore", kept);
  expect((await found(fresh)).calls[0]).toBe("admin restore");
  chmodSync(join(kept, "lost+found"), 0o700);
  const full = join(spare, "not-empty");
  mkdirSync(join(full, "lost+found", "below"), { recursive: true });
  writeFileSync(join(full, "other"), "x");
  await expect(adminCommand(site.folder, "backup", full)).rejects.toThrow(`${full} is not empty`);
}, 120_000);

it("refuses a backup of a newer version, and keeps a head of the log that came after the backup aside", async () => {
  const kept = join(spare, "kept-3");
  await adminCommand(site.folder, "backup", kept);
  const manifest = JSON.parse(readFileSync(join(kept, "backup.json"), "utf8"));
  const place = { DATA_DIR: join(spare, "aside"), LOG_HEAD_FILE: join(spare, "head.json"), LOG_KEY_FILE: join(spare, "key.pem") };
  writeFileSync(place.LOG_HEAD_FILE, "a later head");
  Object.assign(process.env, place);
  try {
    await adminCommand(place.DATA_DIR, "restore", kept);
  } finally {
    for (const name of Object.keys(place)) delete process.env[name];
  }
  expect(readFileSync(`${place.LOG_HEAD_FILE}.before-restore`, "utf8")).toBe("a later head");
  expect(JSON.parse(readFileSync(place.LOG_HEAD_FILE, "utf8")).seq).toBeGreaterThan(1);
  expect(existsSync(join(place.DATA_DIR, "log-key.pem"))).toBe(false);
  writeFileSync(join(kept, "backup.json"), JSON.stringify({ ...manifest, migrations: [...manifest.migrations, "9999_later"] }));
  await expect(adminCommand(join(spare, "newer"), "restore", kept)).rejects.toThrow("holds a backup of a newer version of Gatehouse");
  for (const path of ["../stray", "files/../../stray", "/stray", "files//x", ""]) {
    const files = { ...manifest.files, [path]: { bytes: 1, sha256: "x" } };
    writeFileSync(join(kept, "backup.json"), JSON.stringify({ ...manifest, files }));
    await expect(checkedManifest(kept)).rejects.toThrow("holds no backup that this version of Gatehouse can read");
  }
}, 120_000);
