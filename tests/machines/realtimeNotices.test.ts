import { describe, expect, it } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { alarmContent } from "#contract/realtime.ts";
import { alarmNotices, type NoticeData, shownNotices } from "#machines/alarmNotices.ts";
import { alarmNotice, handFrame, presence } from "./noticeSamples.ts";

const open = ({ onlyData = false } = {}) => {
  const clock = new SimulatedClock();
  const sounds: number[] = [];
  const tones: (string | undefined)[] = [];
  let changes = 0;
  const { frame, draw } = handFrame();
  const machine = alarmNotices.provide({
    actors: { frame },
    actions: {
      playSound(_, { level, tone }) {
        sounds.push(level);
        tones.push(tone);
      },
    },
  });
  const actor = createActor(machine, { input: { onlyData }, clock });
  let notices: unknown;
  actor.subscribe(({ context }) => {
    if (context.notices !== notices) changes += 1;
    ({ notices } = context);
  });
  actor.start();
  return {
    actor,
    clock,
    sounds,
    tones,
    changes: () => changes,
    frame: draw,
    receive: (...messages: NoticeData[]) => {
      for (const data of messages) actor.send({ type: "message", message: { code: 0, data } });
    },
    shown: () => shownNotices(actor.getSnapshot().context),
    ids: () => shownNotices(actor.getSnapshot().context).shown.map(({ id }) => id),
  };
};

const alarm = (id: string, differences: Parameters<typeof alarmNotice>[1] = {}): NoticeData =>
  alarmNotice(id, { alarmSwitchState: 0, ...differences });
const data = { type: 1 as const, content: { deviceId: "d", values: [] } };

describe("notices", () => {
  it("show an alarm with its device and content at the next frame", () => {
    const { receive, frame, shown } = open();
    receive(alarm("a"));
    expect(shown()).toEqual({ shown: [], more: 0 });
    frame();
    expect(shown()).toMatchObject({ shown: [{ id: "alarm a", data: alarm("a") }], more: 0 });
  });

  it("make one change and one sound of a storm, show three and count the rest", () => {
    const { receive, frame, shown, sounds, changes } = open();
    const before = changes();
    receive(...Array.from({ length: 1_000 }, (_, n) => alarm(`a${n}`, { level: n % 3, alarmSwitchState: n % 2 })));
    frame();
    expect(changes() - before).toBe(1);
    expect(sounds).toEqual([2]);
    expect([shown().shown.length, shown().more]).toEqual([3, 997]);
  });

  it("of alarms whose switch is off, or that say nothing of one, are shown and play no sound [S4.023]", () => {
    const { receive, frame, sounds, ids } = open();
    const { alarmSwitchState: _, ...content } = alarmContent.parse(alarm("b").content);
    receive(alarm("a"), { type: 0, content: alarmContent.parse(content) }, presence("d", 1));
    frame();
    expect([ids(), sounds]).toEqual([["presence of d", "alarm b", "alarm a"], []]);
  });

  it("sound at once where they are graver than what is heard, and not where they are as grave", () => {
    const { receive, frame, sounds } = open();
    for (const [id, level] of [
      ["a", 2],
      ["b", 2],
      ["c", 3],
      ["d", 3],
      ["e", 1],
    ] as const) {
      receive(alarm(id, { level, alarmSwitchState: 1 }));
      frame();
    }
    expect(sounds).toEqual([2, 3]);
  });

  it("sound in the tone that the message of the highest level names", () => {
    const { receive, frame, tones, clock } = open();
    const heard = (id: string, level: number, tone?: string): NoticeData => {
      const notice = alarm(id, { level, alarmSwitchState: 1 });
      return notice.type === 0 && tone !== undefined ? { ...notice, content: { ...notice.content, tone } } : notice;
    };
    receive(heard("a", 1, "beep"), heard("b", 3, "siren"), heard("c", 2, "double"));
    frame();
    clock.increment(1_000);
    receive(heard("d", 0));
    frame();
    expect(tones).toEqual(["siren", undefined]);
  });

  it("sound again for a later group, but not while the sound is still heard", () => {
    const { receive, frame, sounds, clock } = open();
    for (const id of ["a", "b"]) {
      receive(alarm(id, { alarmSwitchState: 1 }));
      frame();
    }
    expect(sounds).toHaveLength(1);
    clock.increment(1_000);
    receive(alarm("c", { alarmSwitchState: 1 }));
    frame();
    expect(sounds).toHaveLength(2);
  });

  it("take no message but new values when only data is wanted: no notice, no sound", () => {
    const { actor, receive, frame, shown, sounds } = open({ onlyData: true });
    receive(alarm("a", { alarmSwitchState: 1 }), presence("d", 1));
    receive({ type: 3, content: { deviceId: "d", name: "n", deviceSn: "s", createTime: "t", state: 1 } });
    receive({ type: 4, content: { name: "n", deviceSn: "s", updateTime: "t" } });
    frame();
    expect(actor.getSnapshot().value).toMatchObject({ group: "quiet" });
    expect([shown(), sounds]).toEqual([{ shown: [], more: 0 }, []]);
  });

  it("never make a notice of new values", () => {
    const { actor, shown } = open();
    actor.send({ type: "message", message: { code: 0, data } });
    expect(actor.getSnapshot().value).toMatchObject({ group: "quiet" });
    expect(shown().shown).toEqual([]);
  });

  it("go by themselves, an emergency stays until it is dismissed", () => {
    const { actor, receive, frame, clock, ids } = open();
    receive(alarm("low", { level: 0 }), alarm("high", { level: 3 }), presence("d", 1));
    frame();
    expect(ids()).toEqual(["alarm high", "presence of d", "alarm low"]);
    clock.increment(5_000);
    expect(ids()).toEqual(["alarm high", "presence of d"]);
    clock.increment(3_600_000);
    expect(ids()).toEqual(["alarm high"]);
    actor.send({ type: "dismiss", id: "alarm high" });
    expect(ids()).toEqual([]);
  });

  it("stay while somebody is at them, and go once they are let go where their time is up", () => {
    const { actor, receive, frame, clock, ids } = open();
    receive(alarm("early", { level: 0 }));
    frame();
    actor.send({ type: "hold" });
    clock.increment(5_000);
    receive(alarm("late", { level: 0 }));
    frame();
    clock.increment(4_000);
    expect(ids()).toEqual(["alarm late", "alarm early"]);
    actor.send({ type: "letGo" });
    expect(ids()).toEqual(["alarm late"]);
    clock.increment(1_000);
    expect(ids()).toEqual([]);
  });

  it("that are told anew while somebody is at them have their time again", () => {
    const { actor, receive, frame, clock, ids } = open();
    receive(alarm("a", { level: 0 }));
    frame();
    actor.send({ type: "hold" });
    clock.increment(5_000);
    receive(alarm("a", { level: 0, released: true }));
    frame();
    actor.send({ type: "letGo" });
    expect(ids()).toEqual(["alarm a"]);
    clock.increment(5_000);
    expect(ids()).toEqual([]);
  });

  it("keep emergencies in front and bring hidden ones up when room is made", () => {
    const { actor, receive, frame, ids, shown } = open();
    receive(...["a", "b", "c", "d", "e", "f"].map((id) => alarm(id, { level: 3 })));
    frame();
    receive(alarm("later"));
    frame();
    expect([ids()[0], shown().more]).toEqual(["alarm f", 4]);
    actor.send({ type: "dismiss", id: "alarm f" });
    expect([ids(), shown().more]).toEqual([["alarm e", "alarm d", "alarm c"], 3]);
    actor.send({ type: "dismissAll" });
    expect(shown()).toEqual({ shown: [], more: 0 });
  });

  it("replace what is known of the same alarm or device; a released emergency goes by itself", () => {
    const { receive, frame, clock, shown, ids } = open();
    receive(alarm("a", { level: 3 }), presence("d", 1));
    frame();
    clock.increment(5_000);
    receive(alarm("a", { level: 3, released: true }), presence("d", 0));
    frame();
    expect(shown().shown.map((notice) => notice.data)).toEqual([presence("d", 0), alarm("a", { level: 3, released: true })]);
    clock.increment(5_000);
    expect(ids()).toHaveLength(2);
    clock.increment(10_000);
    expect(ids()).toEqual([]);
  });

  it("of a storm are one that grows, beside those of its alarms that were told by themselves", () => {
    const { receive, frame, shown, clock, ids } = open();
    const gathered = (id: string, count: number): NoticeData => {
      const { content } = alarmNotice(id);
      return { type: 0, content: { ...alarmContent.parse(content), count, gathering: "g" } };
    };
    receive(alarm("a"), gathered("b", 2));
    frame();
    clock.increment(7_000);
    receive(gathered("c", 400), alarm("b"));
    frame();
    expect(shown().shown.map((notice) => notice.data)).toEqual([alarm("b"), gathered("c", 400), alarm("a")]);
    clock.increment(7_000);
    expect(ids()).toEqual(["alarm b", "alarms g"]);
  });

  it("add up combined presence notices while one is shown", () => {
    const { receive, frame, shown } = open();
    receive(presence("d1", 1, 600));
    frame();
    receive(presence("d2", 1, 400), presence("d3", 0, 7));
    frame();
    expect(shown().shown.map((notice) => notice.data)).toEqual([presence("d3", 0, 7), presence("d2", 1, 1_000)]);
  });

  it("come without frames too, as on a page that is hidden", () => {
    const { receive, clock, ids, sounds } = open();
    receive(alarm("a", { alarmSwitchState: 1 }));
    clock.increment(1_000);
    expect([ids(), sounds]).toEqual([["alarm a"], [1]]);
  });
});
