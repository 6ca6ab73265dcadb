import fastify from "fastify";
import { expect, it } from "vitest";
import { openInFlight } from "#server/http/inFlight.ts";

it.each(["/api/work", "/%61pi/work", "/api/%77ork?x=1"])("refuses %s while the server stops, and answers it before", async (url) => {
  const app = fastify();
  const inFlight = openInFlight();
  inFlight.watch(app);
  app.get("/api/work", () => ({ code: 0 }));
  app.get("/healthz", () => ({ status: "up" }));
  const status = async (asked: string) => (await app.inject({ url: asked })).statusCode;
  expect(await status(url)).toBe(200);
  inFlight.refuse();
  expect([await status(url), await status("/healthz")]).toEqual([503, 200]);
  await app.close();
});
