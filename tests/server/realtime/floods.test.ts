import { afterEach, describe, expect, it, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { alarmOf, type Hall, openHall } from "./hall.ts";

let hall: Hall;
afterEach(async () => {
  vi.restoreAllMocks();
  await hall.close();
});

const until = (seen: () => void) => vi.waitFor(seen, { timeout: 20_000, interval: 10 });
const many = (text: string, count = 5_000): string[] => Array<string>(count).fill(text);
const connect = "40";
const beat = '420["beat"]';
const lines = (about: RegExp) => hall.logged.filter(({ msg }) => about.test(msg));
/** Another page is let in and answered. */
const isAnswered = async (user: string) => {
  const desk = await hall.connect({ token: (await hall.signIn(user, "north")).token });
  expect(desk.refused).toBeUndefined();
  return expect(await desk.socket.emitWithAck("beat")).toMatchObject({ time: expect.any(Number) });
};

describe("a stranger with one connection", () => {
  it.each([
    ["packets that ask for a socket", connect, 1, 1],
    ["packets that ask for a namespace that does not exist", "40/other,", 1, 0],
    ["signs of life", "3", 1, 0],
    ["frames below socket.io", "", 9, 0],
  ])("is cut after a few of many %s, and costs one look at the sessions at most", async (_what, text, opcode, looks) => {
    hall = await openHall();
    const find = vi.spyOn(hall.sessions, "find");
    const stranger = await hall.dial("nobody");
    stranger.send(many(text), opcode);
    await until(() => expect(stranger.closed()).toBe(true));
    expect(find.mock.calls.length).toBe(looks);
    expect(lines(/^connection closed/).length).toBe(1);
    await isAnswered("bob");
  });

  it("is closed when its token is of no session, or its namespace does not exist, after it was told", async () => {
    hall = await openHall();
    const [refused, lost] = [await hall.dial("nobody"), await hall.dial("nobody")];
    refused.send([connect]);
    lost.send(["40/other,"]);
    // Before socket.io would give up waiting.
    await vi.waitFor(() => expect([refused, lost].map(({ closed }) => closed())).toEqual([true, true]), { timeout: 6_000 });
    expect(refused.heard.slice(1)).toEqual(['44{"message":"401"}']);
    expect(lost.heard.slice(1)).toEqual(['44/other,{"message":"Invalid namespace"}']);
  });

  it("gets no further by long polling", async () => {
    hall = await openHall();
    const find = vi.spyOn(hall.sessions, "find");
    const polling = `${hall.address}/socket.io/?EIO=4&transport=polling&token=nobody`;
    const { sid } = JSON.parse((await (await fetch(polling)).text()).slice(1));
    const post = (text: string) =>
      fetch(`${polling}&sid=${sid}`, { method: "POST", headers: { "Content-Type": "text/plain" }, body: many(text).join("\u001e") });
    await post(connect).catch(() => undefined);
    expect(find.mock.calls.length).toBe(1);
    expect((await post(connect)).status).toBe(400);
    expect(find.mock.calls.length).toBe(1);
  });
});

describe("strangers of one address", () => {
  it("open a bounded number of connections, and keep no page out that was let in before", async () => {
    hall = await openHall();
    const { token } = await hall.signIn("ann", "north");
    expect((await hall.connect({ token })).refused).toBeUndefined();
    const strangers = await Promise.all(Array.from({ length: 600 }, () => hall.dial("nobody")));
    const admitted = strangers.filter(({ heard }) => heard.length > 0);
    expect(admitted.length).toBeGreaterThan(100);
    expect(admitted.length).toBeLessThan(500);
    expect(lines(/^connection refused/).length).toBe(1);
    expect((await hall.connect({ token })).refused).toBeUndefined();
  });
});

describe("a session", () => {
  it("has one socket behind each connection, however many it asks for in one write", async () => {
    hall = await openHall();
    const { token } = await hall.signIn("ann", "north");
    const greedy = await Promise.all(Array.from({ length: limits.socketsPerSession }, () => hall.dial(token)));
    for (const each of greedy) each.send(many(connect, 400));
    await until(() => expect(greedy.map(({ closed }) => closed())).toEqual(greedy.map(() => true)));
    expect(greedy.flatMap(({ heard }) => heard.filter((text) => text.startsWith(connect))).length).toBeLessThanOrEqual(greedy.length);
    await until(() => expect(hall.realtime.stats().sockets).toBe(0));
    const modest = await Promise.all(Array.from({ length: limits.socketsPerSession }, () => hall.dial(token)));
    for (const each of modest) each.send([connect]);
    await until(() => expect(hall.realtime.stats().sockets).toBe(limits.socketsPerSession));
  });

  it("is given no second socket when it gave the first one back: the connection is closed", async () => {
    hall = await openHall();
    const { token } = await hall.signIn("ann", "north");
    const fickle = await hall.dial(token);
    fickle.send([connect]);
    await until(() => expect(hall.realtime.stats().sockets).toBe(1));
    fickle.send(["41"]);
    await until(() => expect([fickle.closed(), hall.realtime.stats().sockets]).toEqual([true, 0]));
  });

  it("keeps no place for connections that were gone before it was found", async () => {
    hall = await openHall();
    const { token } = await hall.signIn("ann", "north");
    const find = hall.sessions.find;
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const looks = vi.spyOn(hall.sessions, "find").mockImplementation((asked) => held.then(() => find(asked)));
    const gone = await Promise.all(Array.from({ length: limits.socketsPerSession }, () => hall.dial(token)));
    for (const each of gone) each.send([connect]);
    await until(() => expect(looks.mock.calls.length).toBe(gone.length));
    for (const { webSocket } of gone) webSocket.terminate();
    await until(() => expect(gone.map(({ closed }) => closed())).toEqual(gone.map(() => true)));
    await vi.waitFor(async () => expect(await new Promise((resolve) => hall.http.getConnections((_fault, open) => resolve(open)))).toBe(0));
    goOn();
    expect((await hall.connect({ token })).refused).toBeUndefined();
  });

  it.each([
    ["askings that cannot be read", '420["subscibe_device_on",1]'],
    ["withdrawals", '420["subscibe_device_off",{"token":"x","deviceId":"x"}]'],
    ["signs of life", beat],
    ["what nobody knows", '42["nothing"]'],
  ])("is cut after some of many %s, whoever answers them", async (_what, text) => {
    hall = await openHall();
    const flooder = await hall.dial((await hall.signIn("ann", "north")).token);
    flooder.send([connect]);
    await until(() => expect(flooder.heard.length).toBe(2));
    flooder.send(many(text));
    await until(() => expect(flooder.closed()).toBe(true));
    expect(flooder.heard.length).toBeLessThan(1_000);
    await until(() => expect(hall.realtime.stats().sockets).toBe(0));
    await isAnswered("bob");
  });

  it("is cut on all its connections together", async () => {
    hall = await openHall();
    const { token } = await hall.signIn("ann", "north");
    const pages = await Promise.all(Array.from({ length: limits.socketsPerSession }, () => hall.dial(token)));
    for (const page of pages) page.send([connect]);
    await until(() => expect(hall.realtime.stats().sockets).toBe(pages.length));
    for (const page of pages) page.send(many(beat, 400));
    await until(() => expect(pages.filter(({ closed }) => closed()).length).toBeGreaterThan(0));
    await isAnswered("bob");
  });

  it("is answered fifty askings at once on each of its pages", async () => {
    hall = await openHall();
    const { token } = await hall.signIn("ann", "north");
    await Promise.all(Array.from({ length: 50 }, (_, n) => hall.device(`d${n}`, "north")));
    const desk = await hall.connect({ token });
    const ask = (n: number, on: string) => desk.socket.emitWithAck(`subscibe_device_${on}`, { token, deviceId: `d${n}` });
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n, "on")));
      await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n + 20, "on")));
      await Promise.all(Array.from({ length: 10 }, (_, n) => ask(n + 40, "on")));
      expect(hall.realtime.stats()).toEqual({ sockets: 1, subscriptions: 50 });
      await Promise.all(Array.from({ length: 50 }, (_, n) => ask(n, "off")));
    }
    expect(hall.realtime.stats()).toEqual({ sockets: 1, subscriptions: 0 });
  });
});

describe("a socket that does not read", () => {
  it("is closed when too many answers wait for it", async () => {
    hall = await openHall({ mostUnread: 100 });
    const device = await hall.device("d", "north");
    const deaf = await hall.dial((await hall.signIn("ann", "north")).token);
    deaf.send([connect]);
    await until(() => expect(hall.realtime.stats().sockets).toBe(1));
    deaf.webSocket.pause();
    for (let n = 0; n < 3; n += 1) hall.realtime.alarm(alarmOf(device, { content: "x".repeat(8_000_000) }));
    deaf.send(many(beat, 180));
    await until(() => expect(hall.realtime.stats().sockets).toBe(0));
    expect(lines(/does not read/).length).toBe(1);
  });
});

describe("a database that does not answer", () => {
  const busy = new Error("timeout exceeded when trying to connect");

  it("is one line of the log and one trouble, however many sockets are asked for and judged", async () => {
    hall = await openHall();
    const { token } = await hall.signIn("ann", "north");
    const desk = await hall.connect({ token });
    vi.spyOn(hall.sessions, "find").mockRejectedValue(busy);
    vi.spyOn(hall.sessions, "isOver").mockImplementation(() => {
      throw busy;
    });
    const refused = await Promise.all(Array.from({ length: 30 }, () => hall.dial(token)));
    for (const each of refused) each.send([connect]);
    await until(() => expect(refused.map(({ closed }) => closed())).toEqual(refused.map(() => true)));
    await hall.realtime.accessChanged();
    await until(() => expect(desk.closed()).toBe(true));
    expect(hall.logged.filter(({ level }) => level === 50).length).toBe(1);
    expect(hall.troubles.total()).toBe(31);
    expect(hall.troubles.standing().map(({ part }) => part)).toEqual(["realtime"]);
  });

  it("is no trouble any more when everybody could be judged", async () => {
    hall = await openHall({ judgeEvery: 20 });
    const { token } = await hall.signIn("ann", "north");
    vi.spyOn(hall.sessions, "find").mockRejectedValueOnce(busy);
    expect((await hall.connect({ token })).refused).toBe("500");
    await until(() => expect(hall.logged.map(({ msg }) => msg)).toEqual(["a socket could not be let in", "realtime: in order again"]));
    expect((await hall.connect({ token })).refused).toBeUndefined();
  });
});
