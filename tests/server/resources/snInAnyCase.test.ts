import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, onTestFinished, test } from "vitest";
import { migrations } from "#server/db/migrations.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { addDevice, editDevice } from "#server/devices/deviceEdit.ts";
import { sqliteDialect } from "#server/sqlite/dialect.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";
import { openRegistry } from "#server/wire/registry.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { addDeviceTo, addTemplate, callerOf, deviceRequest, licensed, morning, openTelemetry, openWorld, refusal } from "./world.ts";

const root = callerOf("root");
const north = callerOf("north");
const south = callerOf("south");
const snExists = { code: 1311, data: null, message: "Serial number already exists" };

test("an SN that differs by case alone is refused to a new device and to an edited one; the spelling of one's own may change", async () => {
  const world = await openWorld();
  const { db } = world;
  const recipe = await addTemplate(db, root);
  const id = await addDeviceTo(db, north, recipe, { sn: "Pump-0a" });
  const other = await addDeviceTo(db, south, recipe, { sn: "Pump-0b" });
  const edit = (version: number, sn: string) =>
    editDevice(db, north, { ...deviceRequest(recipe, { sn, name: `Version ${version}` }), id, version }, morning);
  expect(await refusal(addDevice(licensed(db), south, deviceRequest(recipe, { sn: "PUMP-0A" }), morning))).toEqual(snExists);
  expect(await refusal(edit(1, "PUMP-0B"))).toEqual(snExists);
  expect((await edit(1, "PUMP-0A")).credentials).toBe(true);
  expect((await edit(2, "PUMP-0A")).credentials).toBe(false);
  const registry = openRegistry(db, await openTelemetry(world));
  expect([(await registry.bySn("PUMP-0A"))?.id, await registry.bySn("Pump-0a")]).toEqual([id, undefined]);
  await expect(db.updateTable("device").set({ sn: "pump-0a" }).where("id", "=", other).execute()).rejects.toThrow(/unique/i);
});

test("devices that shared an SN but for its case before keep it, can be edited, and let no third one in", async () => {
  const folder = mkdtempSync(join(tmpdir(), "twins-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "app.db");
  const old = new Kysely<Database>({ dialect: sqliteDialect(openSqlite(file)) });
  const oldMigrator = new Migrator({ db: old, provider: { getMigrations: async () => ({ ...migrations }) } });
  expect((await oldMigrator.migrateTo("0001_first")).error).toBeUndefined();
  const stamps = { created_at: morning, updated_at: morning, updated_by: "" };
  await old
    .insertInto("company")
    .values({ id: "north", parent_id: null, path: "root/north/", name: "N", enabled: 1, expires_at: null, zone: "UTC", ...stamps })
    .execute();
  await old.insertInto("device_type").values({ id: "general", company_id: "north", name: "G", name_en: "", description: "" }).execute();
  for (const [id, sn] of Object.entries({ a: "sn-1", b: "SN-1", c: "Sn-1", d: "SN-2" }))
    await old
      .insertInto("device")
      .values(deviceRow({ id, company_id: "north", sn, type_id: "general", ...stamps }))
      .execute();
  await old.destroy();
  const db = await openDatabase(file);
  onTestFinished(() => db.destroy());
  const twins = () => db.selectFrom("device").select(["id", "sn", "sn_twin"]).orderBy("id").execute();
  expect(await twins()).toEqual([
    { id: "a", sn: "sn-1", sn_twin: 0 },
    { id: "b", sn: "SN-1", sn_twin: 1 },
    { id: "c", sn: "Sn-1", sn_twin: 2 },
    { id: "d", sn: "SN-2", sn_twin: 0 },
  ]);
  const recipe = await addTemplate(db, north);
  const edit = (id: string, version: number, sn: string) =>
    editDevice(db, north, { ...deviceRequest(recipe, { sn, modelId: null }), id, version }, morning);
  await edit("b", 1, "SN-1");
  expect(await refusal(addDevice(licensed(db), north, deviceRequest(recipe, { sn: "sN-1", modelId: null }), morning))).toEqual(snExists);
  expect(await refusal(edit("b", 2, "sN-1"))).toEqual(snExists);
  await edit("b", 2, "SN-3");
  expect((await twins())[1]).toEqual({ id: "b", sn: "SN-3", sn_twin: 0 });
});
