import { expect, test } from "vitest";
import { at, d1, eachWithFleet, fleet } from "./fleet.ts";

eachWithFleet();
/** An hour after it was taken. */
const kept = (value: number, seconds: number, arrived = seconds): Promise<void> =>
  fleet.send(d1, value, at(seconds), { arrivedAt: at(3600 + arrived) });
const live = (value: number, seconds: number): Promise<void> => fleet.send(d1, value, at(seconds), { arrivedAt: at(seconds) });
const shown = async () => (await fleet.records()).map(({ raised_at, released_at }) => [raised_at, released_at]);
const told = () => fleet.events.map(({ kind, late }) => [kind, late]);

test("what is sent again message by message raises nothing that did not last, though the clock looks in between", async () => {
  await fleet.rule({ hold_seconds: 60 });
  await fleet.start();
  await kept(15, 0);
  await fleet.engine.tick(at(3601));
  await kept(16, 30, 2);
  await fleet.engine.tick(at(3603));
  await kept(5, 40, 4);
  expect(await shown()).toEqual([]);
  expect(told()).toEqual([]);
});

test("a late reading that nothing follows is raised when its hold time is over, by its own time and in silence, and sounds with a live one", async () => {
  await fleet.rule({ hold_seconds: 60 });
  await fleet.start();
  await kept(15, 0);
  await fleet.engine.tick(at(3659));
  expect(await shown()).toEqual([]);
  await fleet.engine.tick(at(3660));
  expect(await shown()).toEqual([[at(60), null]]);
  await live(16, 3670);
  expect(told()).toEqual([
    ["raised", true],
    ["raised", false],
  ]);
});

test("a live reading behind a late one has it that the condition lasted all the time, and sounds", async () => {
  await fleet.rule({ hold_seconds: 60 });
  await fleet.start();
  await live(5, 0);
  await kept(15, 10);
  await live(16, 3670);
  expect(await shown()).toEqual([[at(3670), null]]);
  expect(told()).toEqual([["raised", false]]);
});

test("an alarm that was told in silence sounds with a live value that neither raises nor releases it: it is in force", async () => {
  await fleet.rule({ a: 10, max: 8 });
  await fleet.start();
  await kept(15, 0);
  await kept(9, 10);
  await live(9, 3700);
  await live(9.5, 3701);
  await live(7, 3702);
  expect(told()).toEqual([
    ["raised", true],
    ["raised", false],
    ["released", false],
  ]);
});
