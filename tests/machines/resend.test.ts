import { describe, expect, it } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import { resendMachine, type SendResult } from "#machines/resend.ts";

const open = (seconds: number, results: SendResult[], until?: number) => {
  const clock = new SimulatedClock();
  const sent: unknown[] = [];
  const kept: number[] = [];
  const start = 1_000_000;
  const actor = createActor(
    resendMachine.provide({
      actors: {
        send: fromPromise<SendResult, { request: unknown }>(async ({ input }) => {
          sent.push(input.request);
          return results.shift() ?? { ok: true };
        }),
      },
      actions: { keep: (_, end) => kept.push(end), told: () => undefined },
    }),
    { clock, input: { seconds, until, now: () => start + clock.now() } },
  ).start();
  return { actor, clock, sent, kept, start };
};

describe("the button that sends a code", () => {
  it.each([300, 60])(
    "counts down %i seconds, sends nothing meanwhile, and can send again afterwards [S4.037] [S4.039] [S4.040] [S9.003] [S9.005]",
    async (seconds) => {
      const button = open(seconds, []);
      button.actor.send({ type: "send", request: 1 });
      await waitFor(button.actor, (state) => state.matches("counting"));
      expect(button.actor.getSnapshot().context.remaining).toBe(seconds);
      button.clock.increment(1000);
      expect(button.actor.getSnapshot().context.remaining).toBe(seconds - 1);
      button.actor.send({ type: "send", request: 2 });
      expect(button.sent).toEqual([1]);
      for (let second = 1; second < seconds; second += 1) button.clock.increment(1000);
      expect(button.actor.getSnapshot().value).toBe("idle");
      button.actor.send({ type: "send", request: 3 });
      await waitFor(button.actor, (state) => state.matches("counting"));
      expect(button.sent).toEqual([1, 3]);
    },
  );

  it("goes on counting after a reload from where the clock is", () => {
    const button = open(300, [], 1_000_000 + 42_000);
    expect([button.actor.getSnapshot().value, button.actor.getSnapshot().context.remaining]).toEqual(["counting", 42]);
    button.clock.increment(42_000);
    expect(button.actor.getSnapshot().value).toBe("idle");
  });

  it("does not count down for a code that was not sent, and says why", async () => {
    const button = open(60, [{ ok: false, code: 1310, message: "no" }]);
    button.actor.send({ type: "send", request: 1 });
    await waitFor(button.actor, (state) => state.matches("idle") && state.context.message === "no");
    expect(button.kept).toEqual([]);
  });

  it("keeps the end of the wait for a reload", async () => {
    const button = open(60, []);
    button.actor.send({ type: "send", request: 1 });
    await waitFor(button.actor, (state) => state.matches("counting"));
    expect(button.kept).toEqual([button.start + 60_000]);
  });

  it("waits longer where the server wants it, and never shorter than usual", async () => {
    for (const [seconds, waits] of [
      [90, 90],
      [30, 60],
    ] as const) {
      const button = open(60, [{ ok: true, seconds }]);
      button.actor.send({ type: "send", request: 1 });
      const { context } = await waitFor(button.actor, (state) => state.matches("counting"));
      expect([context.remaining, button.kept]).toEqual([waits, [button.start + waits * 1000]]);
    }
  });

  it("counts a second that has begun, and none where the wait is over", () => {
    const button = open(60, [], 1_000_000 + 1_500);
    const remaining = () => button.actor.getSnapshot().context.remaining;
    expect(remaining()).toBe(2);
    button.clock.increment(1_000);
    expect([remaining(), button.actor.getSnapshot().value]).toEqual([1, "counting"]);
    button.clock.increment(1_000);
    expect([remaining(), button.actor.getSnapshot().value]).toEqual([0, "idle"]);
    for (const until of [undefined, 0, 1_000_000])
      expect(open(60, [], until).actor.getSnapshot()).toMatchObject({ value: "idle", context: { seconds: 60, remaining: 0, message: "" } });
  });

  it("says nothing of the refusal before while another code is asked for, nor where the server was not there", async () => {
    const button = open(60, [{ ok: false, code: 1310, message: "no" }]);
    button.actor.send({ type: "send", request: 1 });
    await waitFor(button.actor, ({ context }) => context.message === "no");
    button.actor.send({ type: "send", request: 2 });
    expect(button.actor.getSnapshot().context.message).toBe("");
    const send = fromPromise<SendResult, { request: unknown }>(() => Promise.reject(new Error("gone")));
    const away = createActor(resendMachine.provide({ actors: { send } }), { input: { seconds: 60, now: () => 0 } }).start();
    away.send({ type: "send", request: 1 });
    expect((await waitFor(away, ({ value }) => value === "idle")).context.message).toBe("");
  });
});
