import { io } from "socket.io-client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { alarmOf, type Desk, type Hall, openHall, reading } from "./hall.ts";

let hall: Hall;
afterEach(() => hall.close());

const until = (seen: () => void) => vi.waitFor(seen, { timeout: 10_000, interval: 10 });
const turn = () => new Promise((resolve) => setImmediate(resolve));
const dataOf = (desk: Desk) => desk.received.flatMap((data) => (data.type === 1 ? [data.content.values] : []));

interface Pausable {
  pause(): void;
  resume(): void;
}
const isPausable = (value: unknown): value is Pausable =>
  value !== null && typeof value === "object" && "pause" in value && "resume" in value;
/** The TCP end of a client, which can cease to read. */
const lineOf = (desk: Desk): Pausable => {
  const ws: unknown = Reflect.get(desk.socket.io.engine.transport, "ws");
  const line: unknown = ws !== null && typeof ws === "object" ? Reflect.get(ws, "_socket") : undefined;
  if (!isPausable(line)) throw new Error("no TCP socket below the client");
  return line;
};
const flood = async (device: { id: string; companyPath: string }, rounds: number, done: () => boolean = () => false) => {
  const content = "x".repeat(2_000);
  for (let round = 0; round < rounds && !done(); round += 1) {
    for (let n = 0; n < 100; n += 1) hall.realtime.alarm(alarmOf(device, { content, kind: "processed" }));
    await turn();
  }
};

describe("a socket that does not read", () => {
  it("keeps only the latest values of its device until it reads again, and slows nobody else", async () => {
    hall = await openHall();
    const device = await hall.device("d", "north");
    const { token } = await hall.signIn("ann", "north");
    const { token: other } = await hall.signIn("bob", "north", ["/api/device/get"]);
    const [slow, quick] = [await hall.connect({ token }), await hall.connect({ token: other })];
    await slow.subscribe("d");
    await quick.subscribe("d");
    const line = lineOf(slow);
    line.pause();
    await flood(device, 80);
    hall.realtime.values(device, [reading(0, 1, "rare")]);
    for (let n = 1; n <= 5; n += 1) {
      hall.realtime.values(device, [reading(n, n)]);
      await until(() => expect(dataOf(quick)).toHaveLength(n));
    }
    line.resume();
    await until(() => expect(dataOf(slow)).toHaveLength(1));
    expect(dataOf(slow)[0]?.map(({ pointId, value }) => [pointId, value])).toEqual([
      ["rare", 0],
      ["p1", 5],
    ]);
  });

  it("is closed before what waits for it grows without bound", async () => {
    hall = await openHall();
    const device = await hall.device("d", "north");
    const { token } = await hall.signIn("ann", "north");
    const desk = await hall.connect({ token });
    lineOf(desk).pause();
    await flood(device, 400, () => hall.realtime.stats().sockets === 0);
    expect(hall.realtime.stats().sockets).toBe(0);
  });
});

describe("a session that subscribes without end", () => {
  it("is told that it asks too much, and others are served", async () => {
    hall = await openHall();
    await hall.device("d", "north");
    const flooder = await hall.connect({ token: (await hall.signIn("ann", "north")).token });
    const other = await hall.connect({ token: (await hall.signIn("bob", "north")).token });
    const answers: number[] = [];
    for (let n = 0; n < 300 && !answers.includes(429); n += 10)
      answers.push(...(await Promise.all(Array.from({ length: 10 }, (_, place) => flooder.subscribe(`none ${n + place}`)))));
    expect(answers.slice(0, 100)).toEqual(Array(100).fill(404));
    expect(answers).toContain(429);
    expect(await other.subscribe("d")).toBe(0);
  });
});

describe("the sockets of one session", () => {
  it("are twenty at once: one more is told why, and is let in when another is closed", async () => {
    hall = await openHall();
    const { token } = await hall.signIn("ann", "north");
    const desks = await Promise.all(Array.from({ length: 60 }, () => hall.connect({ token, lang: "en" })));
    const inside = desks.filter(({ refused }) => refused === undefined);
    expect([inside.length, hall.realtime.stats().sockets]).toEqual([limits.socketsPerSession, limits.socketsPerSession]);
    expect(desks.filter(({ refused }) => refused === "429")).toHaveLength(40);
    const socket = io(hall.address, { query: { token, lang: "en" }, transports: ["websocket"], reconnection: false, forceNew: true });
    const told = await new Promise<unknown>((resolve) => socket.once("connect_error", (error) => resolve(Reflect.get(error, "data"))));
    socket.close();
    expect(told).toEqual({ code: 429, message: "Too many pages are open with this sign-in (at most 20): close some of them" });
    expect((await hall.connect({ token: (await hall.signIn("bob", "north")).token })).refused).toBeUndefined();
    inside[0]?.socket.disconnect();
    await vi.waitFor(async () => expect((await hall.connect({ token })).refused).toBeUndefined(), { timeout: 10_000 });
  });
});

describe("an open socket alone", () => {
  it("does not keep a session from expiring when it rests, and ends with it", async () => {
    hall = await openHall({ judgeEvery: 20 });
    const { token } = await hall.signIn("ann", "north");
    const desk = await hall.connect({ token });
    hall.clock.ahead = limits.session.idleSeconds * 1_000 - 60_000;
    const looks = vi.spyOn(hall.sessions, "callerOf");
    await until(() => expect(looks.mock.calls.length).toBeGreaterThan(2));
    expect(desk.closed()).toBe(false);
    hall.clock.ahead += 120_000;
    await until(() => expect(desk.closed()).toBe(true));
    expect((await hall.connect({ token })).refused).toBe("401");
  });
});
