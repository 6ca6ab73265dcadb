import { describe, expect, it } from "vitest";
import { createActor, fromCallback, SimulatedClock } from "xstate";
import type { RealtimeMessage } from "#contract/realtime.ts";
import {
  type LinkEmitted,
  linkStateOf,
  lostSinceOf,
  realtimeLink,
  type SocketCommand,
  type SocketInput,
  type SocketReport,
} from "#machines/realtimeLink.ts";

const open = () => {
  const clock = new SimulatedClock();
  const told: string[] = [];
  const emitted: LinkEmitted[] = [];
  const inputs: SocketInput[] = [];
  let answer: (report: SocketReport) => void = () => undefined;
  const socket = fromCallback<SocketCommand, SocketInput>(({ input, receive, sendBack }) => {
    inputs.push(input);
    answer = sendBack;
    receive((command) => told.push("deviceId" in command ? `${command.type} ${command.deviceId}` : command.type));
    return () => told.push("stopped");
  });
  const link = createActor(realtimeLink.provide({ actors: { socket } }), { clock, input: { now: () => clock.now() } });
  for (const type of ["message", "rights", "subscribed", "lost", "reconnected", "build", "stale", "sessionEnded"] as const)
    link.on(type, (event) => emitted.push(event));
  link.start();
  return {
    link,
    clock,
    told,
    emitted,
    inputs,
    answer: (report: SocketReport) => answer(report),
    state: () => linkStateOf(link.getSnapshot()),
  };
};
const credentials = { type: "open", token: "secret", lang: "en" } as const;

describe("the realtime link", () => {
  it("connects with the token it is opened with and keeps it out of its context", () => {
    const { link, told, inputs, answer, state } = open();
    expect(state()).toBe("off");
    link.send(credentials);
    expect([state(), told, inputs]).toEqual(["connecting", ["connect"], [{ token: "secret", lang: "en" }]]);
    answer({ type: "connected" });
    expect(state()).toBe("online");
    expect(JSON.stringify(link.getSnapshot().context)).not.toContain("secret");
  });

  it("subscribes with the first watch of a device and ends it with the last", () => {
    const { link, told, answer } = open();
    link.send(credentials);
    link.send({ type: "watch", deviceId: "a" });
    expect(told).toEqual(["connect"]);
    answer({ type: "connected" });
    link.send({ type: "watch", deviceId: "a" });
    link.send({ type: "unwatch", deviceId: "a" });
    link.send({ type: "unwatch", deviceId: "a" });
    link.send({ type: "unwatch", deviceId: "never" });
    expect(told).toEqual(["connect", "subscribe a", "ask", "subscribe a", "unsubscribe a"]);
    expect(link.getSnapshot().context.watches).toEqual({});
  });

  it("waits longer after each failure, then restores what is watched and says so", () => {
    const { link, clock, told, emitted, answer, state } = open();
    link.send(credentials);
    link.send({ type: "watch", deviceId: "a" });
    answer({ type: "connected" });
    told.length = 0;
    answer({ type: "lost", reason: "transport close" });
    expect(state()).toBe("waiting");
    for (const most of [1_000, 2_000, 4_000, 8_000]) {
      clock.increment(most / 2 - 1);
      expect(state()).toBe("waiting");
      clock.increment(most / 2 + 1);
      expect(state()).toBe("connecting");
      answer({ type: "lost", reason: "refused" });
    }
    clock.increment(30_000);
    answer({ type: "connected" });
    expect(told).toEqual([...Array.from({ length: 5 }, () => "connect"), "subscribe a", "ask"]);
    expect(emitted).toEqual([{ type: "lost" }, { type: "reconnected" }]);
    expect(link.getSnapshot().context.attempts).toBe(0);
  });

  it("asks for signs of life, gives up a connection on which none comes, and knows since when nothing was heard", () => {
    const { link, clock, told, emitted, answer, state } = open();
    const since = () => lostSinceOf(link.getSnapshot());
    link.send(credentials);
    answer({ type: "connected" });
    clock.increment(100);
    answer({ type: "beat", build: "/assets/new.js" });
    clock.increment(7_000);
    expect([state(), since(), told]).toEqual(["online", undefined, ["connect", "ask", "ask"]]);
    clock.increment(7_999);
    expect([state(), since()]).toEqual(["online", undefined]);
    clock.increment(1);
    expect([state(), since(), told.at(-1)]).toEqual(["waiting", 100, "drop"]);
    clock.increment(1_000);
    clock.increment(20_000);
    expect([state(), since(), told.slice(-2)]).toEqual(["waiting", 100, ["connect", "drop"]]);
    clock.increment(2_000);
    answer({ type: "connected" });
    expect([state(), since()]).toEqual(["online", undefined]);
    expect(emitted).toEqual([{ type: "build", build: "/assets/new.js" }, { type: "lost" }, { type: "reconnected" }]);
  });

  it("knows by a message, too, when the server was heard last", () => {
    const { link, clock, answer } = open();
    link.send(credentials);
    answer({ type: "connected" });
    clock.increment(5_000);
    answer({ type: "message", message: { code: 0, data: { type: 4, content: { name: "n", deviceSn: "s", updateTime: "t" } } } });
    clock.increment(2_000);
    answer({ type: "lost", reason: "gone" });
    expect(lostSinceOf(link.getSnapshot())).toBe(5_000);
  });

  it("passes on what another page made stale, while it is open", () => {
    const { link, emitted, answer } = open();
    link.send(credentials);
    answer({ type: "connected" });
    answer({ type: "stale", resources: ["role", "user"] });
    link.send({ type: "close" });
    expect(emitted.filter(({ type }) => type === "stale")).toEqual([{ type: "stale", resources: ["role", "user"] }]);
  });

  it("tells of the connection that comes after a first try that failed, since reads may have failed with it", () => {
    const { link, clock, emitted, answer } = open();
    link.send(credentials);
    answer({ type: "lost", reason: "refused" });
    expect(lostSinceOf(link.getSnapshot())).toBe(0);
    clock.increment(1_000);
    answer({ type: "connected" });
    expect(emitted).toEqual([{ type: "reconnected" }]);
  });

  it("tells that rights changed, and of no console where the server names none", () => {
    const { link, emitted, answer } = open();
    link.send(credentials);
    answer({ type: "rights" });
    answer({ type: "connected" });
    answer({ type: "rights" });
    answer({ type: "beat" });
    expect(emitted).toEqual([{ type: "rights" }]);
  });

  it("never waits longer than half a minute, nor less than half of that once it has waited so long", () => {
    const { link, clock, answer, state } = open();
    link.send(credentials);
    for (let tries = 0; tries < 8; tries += 1) {
      answer({ type: "lost", reason: "refused" });
      clock.increment(30_000);
      expect(state()).toBe("connecting");
    }
    answer({ type: "lost", reason: "refused" });
    clock.increment(14_999);
    expect(state()).toBe("waiting");
    clock.increment(15_001);
    expect(state()).toBe("connecting");
  });

  it("begins anew with another token, and after it was closed: then nothing was missed", () => {
    const { link, told, emitted, inputs, answer, state } = open();
    link.send(credentials);
    answer({ type: "connected" });
    link.send({ ...credentials, token: "next", lang: "zh" });
    expect([state(), told.slice(-2), inputs.at(-1)]).toEqual(["connecting", ["stopped", "connect"], { token: "next", lang: "zh" }]);
    answer({ type: "connected" });
    link.send({ type: "close" });
    link.send(credentials);
    answer({ type: "connected" });
    expect(emitted).toEqual([{ type: "lost" }, { type: "reconnected" }, { type: "lost" }]);
  });

  it("is not there until a socket is provided", () => {
    const link = createActor(realtimeLink, { input: { now: () => 0 } });
    const faults: unknown[] = [];
    link.subscribe({ error: (fault) => faults.push(fault) });
    link.start();
    link.send(credentials);
    expect(faults).toEqual([new Error("provide a socket")]);
  });

  it("tries at once when it is asked to", () => {
    const { link, answer, state } = open();
    link.send(credentials);
    answer({ type: "lost", reason: "offline" });
    link.send({ type: "retry" });
    expect(state()).toBe("connecting");
  });

  it("ends the socket and tells of the ended session when the token is refused", () => {
    const { link, told, emitted, answer, state } = open();
    link.send(credentials);
    answer({ type: "refused" });
    expect([state(), told, emitted]).toEqual(["refused", ["connect", "stopped"], [{ type: "sessionEnded" }]]);
    link.send({ ...credentials, token: "next" });
    expect(state()).toBe("connecting");
  });

  it("passes messages on until it is closed, and none afterwards", () => {
    const { link, told, emitted, answer, state } = open();
    const message: RealtimeMessage = { code: 0, data: { type: 4, content: { name: "n", deviceSn: "s", updateTime: "t" } } };
    link.send(credentials);
    answer({ type: "connected" });
    answer({ type: "message", message });
    answer({ type: "subscribed", deviceId: "a", code: 404 });
    link.send({ type: "close" });
    answer({ type: "message", message });
    expect(emitted).toEqual([{ type: "message", message }, { type: "subscribed", deviceId: "a", code: 404 }, { type: "lost" }]);
    expect([state(), told]).toEqual(["off", ["connect", "ask", "stopped"]]);
  });
});
