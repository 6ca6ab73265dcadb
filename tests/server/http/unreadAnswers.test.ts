import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, it, vi } from "vitest";
import { limitCalls } from "#server/http/limitCalls.ts";
import { answerOneByOne } from "#server/http/oneByOne.ts";
import { noteAddresses } from "#server/http/requestAddress.ts";
import { openUnreadAnswers } from "#server/http/unreadAnswers.ts";

const megabyte = 1_048_576;
/** A server and a reader in one process both stand still for a part of a second on a loaded machine. */
const idleMs = 1_000;
const slowMs = idleMs * 1.3;
let app: FastifyInstance;
let port: number;
const sockets: Socket[] = [];
/** Large answers that were read, or given up. */
let closed = 0;
let made = 0;
/** How often it was told that there is room again. */
let eased = { times: 0 };

const open = async (limits: Parameters<typeof openUnreadAnswers>[0], perAsker = 2 * megabyte) => {
  closed = 0;
  made = 0;
  const told = { times: 0 };
  eased = told;
  app = fastify({ forceCloseConnections: true });
  noteAddresses(app);
  answerOneByOne(app);
  const unread = openUnreadAnswers(limits);
  unread.watch(app);
  unread.whenEased(() => {
    told.times += 1;
  });
  limitCalls(app, { isSession: async () => true, unread, limits: { unread: perAsker } });
  app.get("/api/large", (_request, reply) => {
    made += 1;
    reply.raw.once("close", () => {
      closed += 1;
    });
    return "x".repeat(12 * megabyte);
  });
  app.get("/api/small", () => "small");
  app.get("/api/slow", async () =>
    Readable.from(
      (async function* () {
        await delay(slowMs);
        for (let n = 0; n < 3; n += 1) yield "part";
      })(),
    ),
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.address() as { port: number }).port;
};
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

const until = (seen: () => void | Promise<void>) => vi.waitFor(seen, { timeout: 20_000, interval: 10 });
const connections = () => new Promise<number>((resolve) => app.server.getConnections((_fault, count) => resolve(count)));

/** Asks and reads nothing of the answer. */
const askUnread = (token: string, path = "/api/large"): Socket => {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => undefined);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\ntoken: ${token}\r\n\r\n`);
  return socket;
};
const ask = async (token: string, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { token } })).text();

it("closes a connection that does not read its answer, and no other", async () => {
  await open({ idleMs });
  askUnread("one");
  await until(async () => expect(await connections()).toBe(1));
  expect(await ask("other", "/api/small")).toBe("small");
  await until(async () => expect(await connections()).toBeLessThan(2));
  expect(await ask("other", "/api/slow")).toBe("partpartpart");
  expect(await ask("other", "/api/large")).toHaveLength(12 * megabyte);
});

it("closes a connection that asks for answer after answer and reads none, and makes one of them at a time", async () => {
  await open({ idleMs: 300 }, 1000 * megabyte);
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => undefined);
  socket.pause();
  socket.write("GET /api/large HTTP/1.1\r\nHost: localhost\r\ntoken: one\r\n\r\n".repeat(15));
  await until(() => expect(made).toBe(1));
  await until(async () => expect(await connections()).toBe(0));
  expect(made).toBeLessThan(3);
});

it("answers requests that stand behind one another in their order, and closes a connection with far too many", async () => {
  await open({});
  const answersTo = async (count: number): Promise<number> => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => undefined);
    let text = "";
    socket.on("data", (chunk) => {
      text += String(chunk);
      if (text.split("200 OK").length > count) socket.destroy();
    });
    socket.write("GET /api/small HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(count));
    await once(socket, "close");
    return text.split("200 OK").length - 1;
  };
  expect(await answersTo(10)).toBe(10);
  expect(await answersTo(500)).toBeLessThan(500);
});

it("closes a connection that reads drop by drop", async () => {
  await open({ idleMs: 200, perSecond: 10 * megabyte });
  const socket = askUnread("one");
  const dripping = setInterval(() => socket.read(1024), 20);
  socket.on("readable", () => undefined);
  await until(async () => expect(await connections()).toBe(1));
  await until(async () => expect(await connections()).toBe(0));
  clearInterval(dripping);
});

it("makes who leaves much unread wait for its next answers, and nobody else", async () => {
  await open({ idleMs: 60_000 });
  const socket = askUnread("one");
  await until(async () => expect(socket.bytesWritten).toBeGreaterThan(0));
  expect(await ask("other", "/api/large")).toHaveLength(12 * megabyte);
  let answered = false;
  const waiting = ask("one", "/api/small").then((text) => {
    answered = true;
    return text;
  });
  for (let n = 0; n < 20; n += 1) expect(await ask("other", "/api/small")).toBe("small");
  expect(answered).toBe(false);
  socket.resume();
  expect(await waiting).toBe("small");
});

it("makes all who leave something unread wait once it is much altogether, and closes what waits for the longest beyond", async () => {
  await open({ idleMs: 60_000, crowded: 20 * megabyte, most: 40 * megabyte }, 1000 * megabyte);
  const first = askUnread("first");
  await until(async () => expect(await connections()).toBe(1));
  const second = askUnread("second");
  await until(async () => expect(await connections()).toBe(2));
  let answered = false;
  const waiting = ask("second", "/api/small").then(() => {
    answered = true;
  });
  for (let n = 0; n < 20; n += 1) expect(await ask("other", "/api/small")).toBe("small");
  expect(answered).toBe(false);
  second.resume();
  await waiting;
  expect(closed).toBe(1);
  for (const token of ["third", "fourth", "fifth"]) askUnread(token);
  await until(() => expect(closed).toBe(2));
  first.resume();
  await once(first, "close");
  expect(first.bytesRead).toBeLessThan(12 * megabyte);
});

it("goes on with who waits because of others' unread answers once those are read", async () => {
  await open({ idleMs: 60_000, crowded: 20 * megabyte, most: 1000 * megabyte }, 1000 * megabyte);
  const first = askUnread("first");
  await once(first, "readable");
  const second = askUnread("second");
  await once(second, "readable");
  let answered = false;
  const waiting = ask("second", "/api/small").then((text) => {
    answered = true;
    return text;
  });
  for (let n = 0; n < 20; n += 1) expect(await ask("other", "/api/small")).toBe("small");
  expect([answered, eased.times]).toEqual([false, 0]);
  first.removeAllListeners("readable").resume();
  expect(await waiting).toBe("small");
  expect(eased.times).toBe(1);
});

it("gives a large answer the time that its size takes at the slowest pace, and closes it after that", async () => {
  await open({ idleMs: 60_000, perSecond: megabyte }, 1000 * megabyte);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const slow = askUnread("slow");
  const slower = askUnread("slower");
  await Promise.all([once(slow, "readable"), once(slower, "readable")]);
  vi.advanceTimersByTime(60_000 + 12_000 - 1);
  const ends = [slow, slower].map((socket) => once(socket, "close"));
  let got = 0;
  await new Promise<void>((resolve) => {
    slow.removeAllListeners("readable").on("data", (part: Buffer) => {
      got += part.length;
      if (got > 12 * megabyte) resolve();
    });
  });
  slow.destroy();
  vi.advanceTimersByTime(1);
  slower.removeAllListeners("readable").resume();
  await Promise.all(ends);
  expect(slower.bytesRead).toBeLessThan(12 * megabyte);
});
