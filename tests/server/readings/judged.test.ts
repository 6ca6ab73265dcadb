import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refuseWrites } from "#tests/server/refuseWrites.ts";
import { change } from "#tests/server/telemetry/store.ts";
import { openPlant, type Plant } from "./plant.ts";

let file: string;
let plant: Plant;
beforeEach(async () => {
  file = join(tmpdir(), `judged-${randomUUID()}.db`);
  plant = await openPlant(file);
  await plant.fleet.device("d9", "north", { 1: "plant" });
  await plant.fleet.rule({ id: "hot", recipe_id: "plant", point_id: "live", a: 70, max: 60 });
  await plant.fleet.rule({ id: "hotter", recipe_id: "plant", point_id: "every", a: 100, max: 60 });
  await plant.changed({ rules: ["hot", "hotter"] });
});
afterEach(async () => {
  await plant.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
});

const batch = (point: string, ...values: number[]): object[] =>
  values.map((value) => {
    plant.now += 1000;
    return { ts: plant.now, values: { [point]: value } };
  });
const records = async () => (await plant.fleet.records()).map(({ rule_id, value, released_at }) => [rule_id, value, released_at !== null]);
const tables = ["hot_a", "hot_b"];
const fillDisk = (): void => {
  for (const table of tables)
    change(file, `create trigger full_${table} before insert on ${table} begin select raise(abort, 'disk is full'); end`);
};
const makeRoom = (): void => {
  for (const table of tables) change(file, `drop trigger full_${table}`);
};

test.each(["live", "every"])(
  "all readings of the first message are judged: of a new device, after a restart, and by a rule that was switched on again (%s)",
  async (point) => {
    const excursion = () => plant.send("d9", batch(point, 5, 150, 5));
    const rule = point === "live" ? "hot" : "hotter";
    const one = [rule, "150", true];
    await excursion();
    expect(await records()).toEqual([one]);
    await plant.restart();
    await excursion();
    expect(await records()).toEqual([one, one]);
    for (const enabled of [0, 1]) {
      await plant.fleet.db.updateTable("alarm_trigger").set({ enabled }).where("id", "=", rule).execute();
      await plant.changed({ rules: [rule] });
    }
    await excursion();
    expect(await records()).toEqual([one, one, one]);
  },
);

test("readings that could not be stored are judged when they come again, whether in one message or in several", async () => {
  await plant.send("d9", batch("every", 1));
  const [high = {}, low = {}] = batch("every", 500, 5);
  fillDisk();
  for (const message of [high, low, [high, low]]) await expect(plant.send("d9", message)).rejects.toThrow("not stored");
  makeRoom();
  expect(await records()).toEqual([]);
  for (const message of [high, low, high, low]) await plant.send("d9", message);
  expect(await records()).toEqual([["hotter", "500", true]]);
});

test("readings whose alarm could not be written are judged when they come again, and those that were acknowledged are not", async () => {
  await plant.send("d9", batch("every", 1));
  const messages = [batch("every", 500, 5), batch("every", 6, 7)];
  const accept = await refuseWrites(plant.fleet.db, "alarm_log", "insert", "disk full");
  const send = () => Promise.allSettled(messages.map((message) => plant.send("d9", message)));
  expect((await send()).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await accept();
  expect((await send()).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect(await records()).toEqual([["hotter", "500", true]]);
});

test("what was stored before a restart and could not be judged is judged when it comes again, once, whatever else was stored behind it", async () => {
  await plant.send("d9", batch("every", 1));
  const [high = {}, low = {}] = batch("every", 500, 5);
  const allow = await refuseWrites(plant.fleet.db, "alarm_log", "insert", "no alarms today");
  await expect(plant.send("d9", high, low)).rejects.toThrow("not stored");
  await plant.restart();
  await allow();
  for (const restarts of [0, 1]) {
    if (restarts > 0) await plant.restart();
    for (const message of [high, low]) await plant.send("d9", message);
    expect(await records()).toEqual([["hotter", "500", true]]);
  }
});

test("what was judged before a restart and comes again, for nobody heard that it was, is judged once", async () => {
  await plant.send("d9", batch("every", 1));
  const [high = {}, low = {}] = batch("every", 500, 5);
  for (const restarts of [0, 1, 2]) {
    if (restarts > 0) await plant.restart();
    await plant.send("d9", high, low);
    expect(await records()).toEqual([["hotter", "500", true]]);
  }
});
