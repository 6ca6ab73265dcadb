import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openPresence } from "#server/wire/presence.ts";
import { openSeeded, plainDevice, seedDevices, seedTemplate } from "#tests/bench/fleetSeed.ts";
import { refuseWrites } from "#tests/server/refuseWrites.ts";

it("has the time of the last message of more devices than one statement writes in the database after a flush", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-times-"));
  const db = await openSeeded(dataDir);
  await seedTemplate(db);
  const devices = Array.from({ length: 1203 }, (_, index) => plainDevice(index));
  await seedDevices(db, devices);
  const presence = await openPresence({
    db,
    troubles: { failed: () => undefined, over: () => undefined },
    now: Date.now,
    kick: () => undefined,
    changed: () => undefined,
    flushMs: 3_600_000,
  });
  const first = Date.UTC(2026, 0, 1);
  for (const [at, { id }] of devices.entries()) presence.communicated(id, first + at);
  await presence.flush();
  const rows = await db.selectFrom("device_communication").select(["device_id", "communication_time"]).execute();
  expect(new Map(rows.map((row) => [row.device_id, row.communication_time]))).toEqual(
    new Map(devices.map(({ id }, at) => [id, first + at])),
  );
  await presence.stop();
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

it("has times that could not be written in the database after the next flush, the newer one where there is one", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-times-"));
  const db = await openSeeded(dataDir);
  await seedTemplate(db);
  const devices = [0, 1].map(plainDevice);
  await seedDevices(db, devices);
  const told: string[] = [];
  const presence = await openPresence({
    db,
    troubles: { failed: (part) => told.push(`${part} failed`), over: (part) => told.push(`${part} over`) },
    now: Date.now,
    kick: () => undefined,
    changed: () => undefined,
    flushMs: 3_600_000,
  });
  const at = Date.UTC(2026, 0, 1);
  const takeWrites = await refuseWrites(db, "device_communication", "update", "disk full");
  for (const { id } of devices) presence.communicated(id, at);
  await presence.flush();
  presence.communicated("device-1", at + 1);
  await takeWrites();
  await presence.flush();
  const rows = await db
    .selectFrom("device_communication")
    .select(["device_id as id", "communication_time as at"])
    .orderBy("device_id")
    .execute();
  expect(rows).toEqual([
    { id: "device-0", at },
    { id: "device-1", at: at + 1 },
  ]);
  expect(told.filter((each) => each.startsWith("communication times"))).toEqual(["communication times failed", "communication times over"]);
  await presence.stop();
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});
