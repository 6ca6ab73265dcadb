import { describe, expect, it } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { alarmNotices, type NoticeData, shownNotices } from "#machines/alarmNotices.ts";
import { alarmNotice as alarm, handFrame, presence } from "./noticeSamples.ts";

const open = () => {
  const clock = new SimulatedClock();
  const sounds: number[] = [];
  const { frame, draw, isAsked } = handFrame();
  const machine = alarmNotices.provide({ actors: { frame }, actions: { playSound: (_, { level }) => sounds.push(level) } });
  const actor = createActor(machine, { input: { onlyData: false }, clock }).start();
  const show = (...messages: NoticeData[]): void => {
    for (const data of messages) actor.send({ type: "message", message: { code: 0, data } });
    draw();
  };
  const shown = () => shownNotices(actor.getSnapshot().context);
  return { actor, clock, sounds, show, shown, frameAsked: isAsked, ids: () => shown().shown.map(({ id }) => id) };
};

const movement = (deviceId: string): NoticeData => ({
  type: 3,
  content: { deviceId, name: "n", deviceSn: "s", createTime: "t", state: 1 },
});
const traffic = (deviceSn: string): NoticeData => ({ type: 4, content: { name: "n", deviceSn, updateTime: "t" } });

describe("a notice lasts", () => {
  it.each<[string, NoticeData, number]>([
    ["a notice's level", alarm("a", { level: 0 }), 5],
    ["a general alarm", alarm("a", { level: 1 }), 8],
    ["a major alarm", alarm("a", { level: 2 }), 15],
    ["an emergency that is over", alarm("a", { level: 3, released: true }), 15],
    ["an alarm of a level that nobody knows", alarm("a", { level: 9 }), 6],
    ["a device that came or left", presence("d", 1), 6],
    ["many that came or left", presence("d", 0, 40), 6],
    ["a device that moved", movement("d"), 6],
    ["a card that is used up", traffic("SN-1"), 6],
  ])("%s: %#", (_what, data, seconds) => {
    const { show, clock, ids } = open();
    show(data);
    expect(ids()).toHaveLength(1);
    clock.increment(seconds * 1000 - 1);
    expect(ids()).toHaveLength(1);
    clock.increment(1);
    expect(ids()).toEqual([]);
  });

  it("anew where something comes about the same, and without end as an emergency that is open", () => {
    const { show, clock, ids } = open();
    show(presence("d", 1), alarm("a", { level: 3 }));
    clock.increment(5_000);
    show(presence("d", 0));
    clock.increment(5_999);
    expect(ids()).toEqual(["alarm a", "presence of d"]);
    clock.increment(1);
    expect(ids()).toEqual(["alarm a"]);
    clock.increment(86_400_000);
    expect(ids()).toEqual(["alarm a"]);
  });

  it("under a name of what it is about: alarms, devices, cards, and those that came apart from those that left", () => {
    const { show, ids } = open();
    show(traffic("SN-1"), movement("d"), presence("d", 1));
    expect(ids()).toEqual(["presence of d", "movement of d", "traffic of SN-1"]);
    show(presence("x", 1, 2), presence("y", 0, 2), presence("z", 1, 3));
    expect(ids()).toEqual(["presence 1", "presence 0", "presence of d"]);
  });

  it("not at all where somebody only dealt with an alarm that is not shown; one that is shown changes", () => {
    const { show, ids, shown } = open();
    show(alarm("a", { state: 1 }), alarm("b", { state: 2 }));
    expect(ids()).toEqual([]);
    show(alarm("a", { level: 3 }));
    show(alarm("a", { level: 3, state: 1 }));
    expect(shown().shown).toMatchObject([{ id: "alarm a", lasting: false, data: { content: { state: 1 } } }]);
  });
});

describe("a sound", () => {
  it("is followed by another after a second and not before, however much as grave came between", () => {
    const { show, clock, sounds } = open();
    show(alarm("a", { level: 3 }));
    clock.increment(500);
    show(alarm("b", { level: 2 }));
    clock.increment(499);
    show(alarm("c", { level: 3 }));
    expect(sounds).toEqual([3]);
    clock.increment(1);
    show(alarm("d", { level: 0 }));
    expect(sounds).toEqual([3, 0]);
  });

  it("is that of the highest level whose switch is on and that is not over", () => {
    const { show, sounds } = open();
    show(
      alarm("a", { level: 3, alarmSwitchState: 0 }),
      alarm("b", { level: 3, released: true }),
      alarm("c", { level: 1 }),
      alarm("d", { level: 0 }),
    );
    expect(sounds).toEqual([1]);
  });

  it("is none where no switch is on", () => {
    const { show, sounds } = open();
    show(alarm("a", { level: 3, alarmSwitchState: 0 }), presence("d", 1), alarm("b", { released: true }));
    expect(sounds).toEqual([]);
  });
});

describe("what is kept", () => {
  it("are a hundred notices, and how many were let go until none is left", () => {
    const { actor, show, shown } = open();
    show(...Array.from({ length: 105 }, (_, n) => alarm(`a${n}`, { level: 3 })));
    expect(actor.getSnapshot().context.notices).toHaveLength(100);
    expect([shown().shown.length, shown().more]).toEqual([3, 102]);
    for (let n = 104; n > 5; n -= 1) actor.send({ type: "dismiss", id: `alarm a${n}` });
    expect([shown().shown.map(({ id }) => id), shown().more]).toEqual([["alarm a5"], 5]);
    actor.send({ type: "dismiss", id: "alarm a5" });
    expect(shown()).toEqual({ shown: [], more: 0 });
  });

  it("waits for a frame for a second at most, and asks for one only while something waits", () => {
    const { actor, clock, ids, frameAsked } = open();
    expect(frameAsked()).toBe(false);
    actor.send({ type: "message", message: { code: 0, data: alarm("a") } });
    expect(frameAsked()).toBe(true);
    clock.increment(999);
    expect(ids()).toEqual([]);
    clock.increment(1);
    expect([ids(), frameAsked()]).toEqual([["alarm a"], false]);
  });
});
