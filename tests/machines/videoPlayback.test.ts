import { describe, expect, it } from "vitest";
import { createActor, fromCallback, SimulatedClock } from "xstate";
import { type VideoFault, type VideoReport, videoPauses, videoPlayback } from "#machines/videoPlayback.ts";

const open = () => {
  const clock = new SimulatedClock();
  const runs = { begun: 0, ended: 0 };
  const player = fromCallback(() => {
    runs.begun += 1;
    return () => {
      runs.ended += 1;
    };
  });
  const actor = createActor(videoPlayback.provide({ actors: { player } }), {
    clock,
    input: { now: () => 5_000_000 + clock.now() },
  }).start();
  const tell = (event: VideoReport): void => actor.send(event);
  const state = () => actor.getSnapshot().value;
  const context = () => actor.getSnapshot().context;
  return { actor, clock, runs, tell, state, context };
};

describe("a stream that is to be seen", () => {
  it("is live when pictures come, stalled while none do, and live again", () => {
    const { tell, state } = open();
    expect(state()).toEqual({ playing: "loading" });
    tell({ type: "live" });
    expect(state()).toEqual({ playing: "live" });
    tell({ type: "stalled" });
    expect(state()).toEqual({ playing: "stalled" });
    tell({ type: "live" });
    expect(state()).toEqual({ playing: "live" });
  });

  it("is tried again later each time, lets go of everything in between, and says when", () => {
    const { clock, runs, tell, state, context } = open();
    for (const [index, pause] of [...videoPauses, 30_000, 30_000].entries()) {
      tell({ type: "failed", why: "missing", status: 404 });
      expect([state(), context().trouble, context().until]).toEqual([
        "waiting",
        { why: "missing", status: 404 },
        5_000_000 + clock.now() + pause,
      ]);
      expect([runs.begun, runs.ended]).toEqual([index + 1, index + 1]);
      clock.increment(pause - 1);
      expect(state()).toBe("waiting");
      clock.increment(1);
      expect(state()).toEqual({ playing: "loading" });
    }
  });

  it("counts its failures from the start again once it has played for half a minute, and no earlier", () => {
    const { clock, tell, context } = open();
    const fail = () => {
      tell({ type: "failed", why: "ended" });
      const pause = context().until - 5_000_000 - clock.now();
      clock.increment(pause);
      return pause;
    };
    expect([fail(), fail()]).toEqual([2_000, 4_000]);
    tell({ type: "live" });
    clock.increment(29_000);
    expect(fail()).toBe(8_000);
    tell({ type: "live" });
    clock.increment(30_000);
    expect(fail()).toBe(2_000);
  });

  it("that sends nothing is given up and tried again", () => {
    const { clock, tell, state, context } = open();
    clock.increment(20_000);
    expect([state(), context().trouble]).toEqual(["waiting", { why: "silent" }]);
    clock.increment(2_000);
    tell({ type: "live" });
    tell({ type: "stalled" });
    clock.increment(15_000);
    expect([state(), context().trouble]).toEqual(["waiting", { why: "silent" }]);
  });

  it.each<VideoFault>(["source", "mixed", "unauthorised", "codec", "over", "unsupported", "blocked"])(
    "that fails for %s is not tried again but when a person asks for it",
    (why) => {
      const { actor, clock, runs, tell, state } = open();
      tell({ type: "failed", why });
      clock.increment(3_600_000);
      expect([state(), runs.begun, runs.ended]).toEqual(["refused", 1, 1]);
      actor.send({ type: "retry" });
      expect([state(), runs.begun]).toEqual([{ playing: "loading" }, 2]);
    },
  );

  it("is tried at once when a person asks for it", () => {
    const { actor, tell, state } = open();
    tell({ type: "failed", why: "unreachable" });
    actor.send({ type: "retry" });
    expect(state()).toEqual({ playing: "loading" });
  });
});
