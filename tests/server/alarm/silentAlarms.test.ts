import { beforeEach, expect, test } from "vitest";
import { alarmText } from "#server/realtime/content.ts";
import { processRecords } from "#server/resources/alarmLog.ts";
import { at, d1, eachWithFleet, fleet } from "./fleet.ts";

eachWithFleet();
beforeEach(async () => {
  await fleet.rule();
  await fleet.start();
  fleet.now = at(3600);
});

const kept = (value: number, seconds: number): Promise<void> => fleet.send(d1, value, at(seconds), { arrivedAt: at(3600) });
const live = (value: number, seconds: number): Promise<void> => fleet.send(d1, value, at(seconds), { arrivedAt: at(seconds) });
/** What a page hears: 1 where it sounds. */
const heard = (): unknown[] =>
  fleet.events.map((event) => {
    const { content } = JSON.parse(alarmText({ event, count: 1 }, "en", { sound: true, tone: "alarm", desktop: true })).data;
    return [event.kind, content.alarmSwitchState];
  });

test("an alarm that began while its device was away sounds once, when a live reading finds it in force", async () => {
  await kept(15, 3000);
  await live(16, 3601);
  await live(17, 3602);
  expect(heard()).toEqual([
    ["raised", 0],
    ["raised", 1],
  ]);
  expect(new Set(fleet.events.map(({ record }) => record.id)).size).toBe(1);
  expect(await fleet.records()).toMatchObject([{ raised_at: at(3000), released_at: null, repeats: 0 }]);
  expect(await fleet.openAlarms("d1")).toBe(1);
});

test("it stays silent while only more of what was kept back comes", async () => {
  await kept(15, 3000);
  await kept(16, 3100);
  expect(heard()).toEqual([["raised", 0]]);
});

test("what was told in silence and is over does not make the next alarm a repetition: that one is new, and sounds", async () => {
  await kept(15, 3240);
  await kept(5, 3250);
  await live(16, 3601);
  expect(heard()).toEqual([
    ["raised", 0],
    ["released", 0],
    ["raised", 1],
  ]);
  expect((await fleet.records()).map(({ repeats, raised_at }) => [repeats, raised_at])).toEqual([
    [0, at(3240)],
    [0, at(3601)],
  ]);
});

test("once it has sounded, it flaps in silence like any other", async () => {
  await kept(15, 1800);
  await live(16, 3601);
  await live(5, 3602);
  await live(17, 3603);
  expect(heard().map((each) => (each as unknown[])[1])).toEqual([0, 1, 0, 0]);
});

test("it sounds after a restart too, and not where somebody has dealt with it", async () => {
  await kept(15, 3000);
  await fleet.cut();
  await live(16, 3601);
  expect(heard()).toEqual([
    ["raised", 0],
    ["raised", 1],
  ]);
  await live(5, 3602);
  fleet.events.length = 0;
  fleet.now = at(9000);
  await fleet.send(d1, 15, at(8000), { arrivedAt: at(9000) });
  const open = (await fleet.records()).find(({ released_at }) => released_at === null);
  await processRecords(fleet.db, fleet.caller("north"), { ids: [open?.id ?? ""], state: 1, remark: "seen" }, at(9000));
  await fleet.send(d1, 16, at(9001), { arrivedAt: at(9001) });
  expect(heard()).toEqual([["raised", 0]]);
});
