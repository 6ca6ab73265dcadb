import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openPresence } from "#server/wire/presence.ts";
import { openSeeded, plainDevice, seedDevices, seedTemplate } from "#tests/bench/fleetSeed.ts";
import { until } from "#tests/server/fleet.ts";
import { openStore, put, rowsOf } from "#tests/server/telemetry/store.ts";

const twoDays = 2 * 86_400_000;
const start = Date.UTC(2026, 4, 10);

test("readings are folded within a period of a clock that was set back two days, not when it has caught up", async () => {
  let now = start;
  const { store, file } = await openStore({ clock: () => now });
  const series = store.series("d1", 1, "p1");
  await put(store, series, [[start - twoDays, 1]]);
  now += 179_999;
  await put(store, series, [[start - twoDays + 1, 2]]);
  expect(rowsOf(file, "obs")).toBe(0);
  now = start - twoDays;
  await put(store, series, [[now + 2, 3]]);
  await vi.waitFor(() => expect(rowsOf(file, "obs")).toBeGreaterThanOrEqual(3), 10_000);
});

test("times of communication are saved with the next flush after a clock was set back two days", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-back-"));
  const db = await openSeeded(dataDir);
  await seedTemplate(db);
  const device = plainDevice(0);
  await seedDevices(db, [device]);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let now = start;
  const presence = await openPresence({
    db,
    troubles: { failed: () => undefined, over: () => undefined },
    now: () => now,
    kick: () => undefined,
    changed: () => undefined,
    flushMs: 500,
  });
  onTestFinished(async () => {
    await presence.stop();
    vi.useRealTimers();
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const saved = async () =>
    (await db.selectFrom("device_communication").selectAll().where("device_id", "=", device.id).executeTakeFirstOrThrow())
      .communication_time;
  const before = await saved();
  now = start + 4999;
  presence.communicated(device.id, now);
  vi.advanceTimersByTime(500);
  expect(await saved()).toBe(before);
  now = start - twoDays;
  presence.communicated(device.id, now);
  vi.advanceTimersByTime(500);
  await until(async () => (await saved()) === now, "the time to be saved");
});
