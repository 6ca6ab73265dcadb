import { describe, expect, it, vi } from "vitest";
import { createActor, type EventObject, fromCallback, fromPromise, SimulatedClock } from "xstate";
import {
  deviceSubscription,
  type MissedInput,
  type SubscriptionEmitted,
  type SubscriptionReport,
  type WatchedDevice,
} from "#machines/deviceSubscription.ts";

const open = () => {
  const clock = new SimulatedClock();
  const log: string[] = [];
  const emitted: SubscriptionEmitted[] = [];
  let tell: (report: SubscriptionReport) => void = () => undefined;
  const fetches: { input: MissedInput; done: () => void; fail: () => void }[] = [];
  const link = fromCallback<EventObject, WatchedDevice>(({ input, sendBack }) => {
    tell = sendBack;
    log.push(`on ${input.deviceId}`);
    return () => log.push(`off ${input.deviceId}`);
  });
  const keepDeviceId = fromCallback<EventObject, WatchedDevice>(({ input }) => {
    log.push(`keep ${input.deviceId}`);
    return () => log.push(`forget ${input.deviceId}`);
  });
  const fetchMissed = fromPromise<unknown, MissedInput>(
    ({ input }) =>
      new Promise<void>((resolve, reject) => fetches.push({ input, done: resolve, fail: () => reject(new Error("no answer")) })),
  );
  const actor = createActor(deviceSubscription.provide({ actors: { link, keepDeviceId, fetchMissed } }), {
    input: { deviceId: "d" },
    clock,
  });
  actor.on("values", (event) => emitted.push(event));
  actor.on("caughtUp", (event) => emitted.push(event));
  actor.start();
  return {
    actor,
    clock,
    log,
    emitted,
    fetches,
    tell: (report: SubscriptionReport) => tell(report),
    value: () => actor.getSnapshot().value,
  };
};
const content = (ts: number) => ({ deviceId: "d", values: [{ slave: 1, pointId: "p", value: 1, ts }] });

describe("a device subscription", () => {
  it("subscribes when the page is entered and ends it when it is left", () => {
    const { actor, log, tell, value } = open();
    expect([value(), log]).toEqual(["idle", []]);
    actor.send({ type: "enter" });
    expect([value(), log]).toEqual([{ watching: "subscribing" }, ["keep d", "on d"]]);
    tell({ type: "subscribed", code: 0 });
    expect(value()).toEqual({ watching: "live" });
    actor.send({ type: "leave" });
    expect(value()).toBe("idle");
    expect(log.slice(2).toSorted()).toEqual(["forget d", "off d"]);
  });

  it("hands values on", () => {
    const { actor, emitted, tell } = open();
    actor.send({ type: "enter" });
    tell({ type: "subscribed", code: 0 });
    tell({ type: "values", content: content(5) });
    expect(emitted).toEqual([{ type: "values", content: content(5) }]);
  });

  it("fetches what it missed once it is subscribed again, and tries again when that fails", async () => {
    const { actor, clock, emitted, fetches, tell, value } = open();
    actor.send({ type: "enter" });
    tell({ type: "subscribed", code: 0 });
    tell({ type: "values", content: content(7) });
    tell({ type: "values", content: content(6) });
    tell({ type: "lost" });
    expect([value(), fetches.length]).toEqual([{ watching: "subscribing" }, 0]);
    tell({ type: "subscribed", code: 0 });
    expect(value()).toEqual({ watching: { catchingUp: "fetching" } });
    expect(fetches[0]?.input).toEqual({ deviceId: "d", since: 7 });
    fetches[0]?.fail();
    await vi.waitFor(() => expect(value()).toEqual({ watching: { catchingUp: "pausing" } }));
    clock.increment(2_000);
    fetches[1]?.done();
    await vi.waitFor(() => expect(value()).toEqual({ watching: "live" }));
    expect(emitted.at(-1)).toEqual({ type: "caughtUp" });
    tell({ type: "subscribed", code: 0 });
    expect(value()).toEqual({ watching: "live" });
  });

  it("rests when it is refused and goes on when a later answer lets it", () => {
    const { actor, tell, value } = open();
    actor.send({ type: "enter" });
    tell({ type: "subscribed", code: 404 });
    expect(value()).toEqual({ watching: "refused" });
    tell({ type: "subscribed", code: 0 });
    expect(value()).toEqual({ watching: "live" });
  });

  it("asks again after a while when it has asked too early", () => {
    const { actor, clock, log, tell, value } = open();
    actor.send({ type: "enter" });
    tell({ type: "subscribed", code: 429 });
    expect(value()).toEqual({ watching: "waiting" });
    clock.increment(2_000);
    expect(value()).toEqual({ watching: "subscribing" });
    expect(log.filter((line) => line === "on d")).toHaveLength(2);
    tell({ type: "subscribed", code: 0 });
    expect(value()).toEqual({ watching: "live" });
  });

  it("ends its watch when it is stopped", () => {
    const { actor, log } = open();
    actor.send({ type: "enter" });
    actor.stop();
    expect(log.slice(2).toSorted()).toEqual(["forget d", "off d"]);
  });
});
