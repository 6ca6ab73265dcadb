import fastify from "fastify";
import { expect, it } from "vitest";
import { limitCalls } from "#server/http/limitCalls.ts";
import { Allowance } from "#server/kit/allowance.ts";

/** An application whose call keeps the event loop for two milliseconds. */
const open = (waiting: number) => {
  const app = fastify();
  limitCalls(app, { turnMs: 4, waiting });
  const done: string[] = [];
  app.post("/api/work", async (request) => {
    const end = performance.now() + 2;
    while (performance.now() < end);
    done.push(String(request.headers.token));
    return { code: 0 };
  });
  const ask = (token: string) => app.inject({ method: "POST", url: "/api/work", headers: { token } });
  return { app, done, ask };
};

it("lets sessions take turns, so that one with a hundred calls under way does not hold up another", async () => {
  const { app, done, ask } = open(200);
  const flood = Array.from({ length: 100 }, () => ask("flooder"));
  const other = Array.from({ length: 3 }, () => ask("other"));
  expect((await Promise.all([...flood, ...other])).every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(done).toHaveLength(103);
  expect(done.lastIndexOf("other")).toBeLessThan(30);
  await app.close();
});

it("refuses what a session asks beyond with 429 and when to come back, and does nothing of it", async () => {
  const { app, done, ask } = open(5);
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask("flooder")));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused.length).toBeGreaterThan(20);
  for (const answer of refused) {
    expect(answer.headers["retry-after"]).toBe("1");
    expect(answer.json()).toMatchObject({ code: 429, data: null });
  }
  expect(done).toHaveLength(100 - refused.length);
  for (let n = 0; n < 50; n += 1) expect((await ask("flooder")).statusCode).toBe(200);
  await app.close();
});

it("lets an asker go on at its rate, however the others ask", () => {
  const allowance = new Allowance({ perSecond: 10, burst: 2 });
  expect([allowance.ask("a", 0), allowance.ask("a", 0), allowance.ask("a", 0), allowance.ask("b", 0)]).toEqual([0, 0, 100, 0]);
  expect(allowance.ask("a", 50)).toBe(50);
  expect(allowance.ask("a", 100)).toBe(0);
  expect(allowance.ask("a", 100)).toBe(100);
});
