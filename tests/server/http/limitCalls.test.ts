import { connect, type Socket } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { describe, expect, it, vi } from "vitest";
import { askedPath } from "#server/http/askedPath.ts";
import { limitCalls } from "#server/http/limitCalls.ts";
import { noteAddresses } from "#server/http/requestAddress.ts";
import { openUnreadAnswers } from "#server/http/unreadAnswers.ts";
import { Allowance } from "#server/kit/allowance.ts";

interface Asking {
  token?: string;
  address?: string;
}

/** An application whose call keeps the event loop for two milliseconds. Sessions have tokens that begin with "session". */
const open = (waiting: number, reading = 50, url = "/api/work") => {
  const app = fastify();
  noteAddresses(app);
  const unread = openUnreadAnswers();
  unread.watch(app);
  limitCalls(app, { isSession: async (token) => token.startsWith("session"), unread, limits: { turnMs: 4, waiting, reading } });
  const done: string[] = [];
  app.post("/api/work", async (request) => {
    const end = performance.now() + 2;
    while (performance.now() < end);
    done.push(String(request.headers.as));
    return { code: 0 };
  });
  const ask = (as: string, { token = "", address = "198.51.100.1" }: Asking) =>
    app.inject({ method: "POST", url, headers: { as, token }, remoteAddress: address });
  return { app, done, ask };
};

const flooding: readonly [string, (n: number) => Asking][] = [
  ["a session", () => ({ token: "session flooder" })],
  ["a stranger", () => ({})],
  ["a stranger with another invented token for each call", (n) => ({ token: `invented ${n}` })],
  ["a stranger with another address of one /64 for each call", (n) => ({ address: `2001:db8::${n.toString(16)}` })],
];

it.each(flooding)(
  "lets those who ask take turns, so that %s with a hundred calls under way does not hold up another",
  async (_who, asking) => {
    const { app, done, ask } = open(200);
    const flood = Array.from({ length: 100 }, (_, n) => ask("flooder", asking(n)));
    const others = [
      ...Array.from({ length: 3 }, () => ask("other", { token: "session other" })),
      ...Array.from({ length: 3 }, () => ask("other", { address: "203.0.113.9" })),
    ];
    expect((await Promise.all([...flood, ...others])).every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(done).toHaveLength(106);
    expect(done.lastIndexOf("other")).toBeLessThan(40);
    await app.close();
  },
);

describe("calls whose bodies come late", () => {
  /** Calls of one session, each on a connection of its own and all but the end of its body. */
  const begun = async (app: FastifyInstance, count: number): Promise<Socket[]> => {
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as { port: number };
    let asked = 0;
    app.server.on("request", () => {
      asked += 1;
    });
    const sockets = Array.from({ length: count }, () => {
      const socket = connect(port, "127.0.0.1");
      const head = "POST /api/work HTTP/1.1\r\nHost: localhost\r\nas: late\r\ntoken: session late\r\nContent-Type: application/json";
      socket.write(`${head}\r\nContent-Length: 2\r\n\r\n{`);
      return socket;
    });
    await vi.waitFor(() => expect(asked).toBe(count), { timeout: 10_000, interval: 5 });
    return sockets;
  };

  it("let others be answered between them when all have come", async () => {
    const { app, done, ask } = open(200);
    const sockets = await begun(app, 50);
    for (const socket of sockets) socket.write("}");
    await vi.waitFor(() => expect(done).toContain("late"), { timeout: 10_000, interval: 1 });
    for (let n = 0; n < 5; n += 1) await ask("other", { token: "session other" });
    expect(done.lastIndexOf("other")).toBeLessThan(45);
    for (const socket of sockets) socket.destroy();
    await app.close();
  });

  it("are read a limited number at a time, and who hangs up makes room", async () => {
    const { app, done, ask } = open(200, 3);
    const sockets = await begun(app, 5);
    const own = ask("own", { token: "session late" });
    for (let n = 0; n < 10; n += 1) await ask("other", { token: "session other" });
    expect(done).not.toContain("own");
    for (const socket of sockets) socket.destroy();
    expect((await own).statusCode).toBe(200);
    await app.close();
  });
});

it.each(flooding)("refuses what %s asks beyond with 429 and when to come back, and does nothing of it", async (_who, asking) => {
  const { app, done, ask } = open(5);
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => ask("flooder", asking(n))));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused.length).toBeGreaterThan(20);
  for (const answer of refused) {
    expect(answer.headers["retry-after"]).toBe("1");
    expect(answer.json()).toMatchObject({ code: 429, data: null });
  }
  expect(done).toHaveLength(100 - refused.length);
  for (let n = 0; n < 50; n += 1) expect((await ask("flooder", asking(n))).statusCode).toBe(200);
  await app.close();
});

it.each(["/%61pi/work", "/api/%77ork", "/%61%70%69/work?x=1"])("knows a call by what is meant, as in %s", async (url) => {
  const { app, done, ask } = open(5, 50, url);
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask("flooder", {})));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused.length).toBeGreaterThan(20);
  expect(done).toHaveLength(100 - refused.length);
  await app.close();
});

it.each([
  ["/api/login?a=/x", "/api/login"],
  ["http://host:8080/api/login", "/api/login"],
  ["/%61pi/login#x", "/api/login"],
  ["/%zz/api/", "/%zz/api/"],
  ["/assets/a%2Ejs", "/assets/a.js"],
])("takes %s for %s", (url, path) => {
  expect(askedPath({ url })).toBe(path);
});

it("lets an asker go on at its rate, however the others ask", () => {
  const allowance = new Allowance({ perSecond: 10, burst: 2 });
  expect([allowance.ask("a", 0), allowance.ask("a", 0), allowance.ask("a", 0), allowance.ask("b", 0)]).toEqual([0, 0, 100, 0]);
  expect(allowance.ask("a", 50)).toBe(50);
  expect(allowance.ask("a", 100)).toBe(0);
  expect(allowance.ask("a", 100)).toBe(100);
});
