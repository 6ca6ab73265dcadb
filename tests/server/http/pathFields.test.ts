import cookie from "@fastify/cookie";
import fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { read, resource } from "#contract/kit/call.ts";
import { registerCalls } from "#server/http/registerCalls.ts";
import { noteAddresses } from "#server/http/requestAddress.ts";
import { implement } from "#server/kit/implement.ts";
import { createTransport } from "#store/transport.ts";
import { openSite, type Site } from "#tests/server/site.ts";

const valve = resource("valve", {
  reset: read(
    z.object({ device: z.string().max(20), turns: z.number().int().default(1) }),
    z.object({ device: z.string(), turns: z.number() }),
    {
      method: "GET",
      access: "public",
      path: "/api/valve/reset/{device}",
    },
  ),
});

let site: Site;
const app = fastify();
beforeAll(async () => {
  site = await openSite();
  noteAddresses(app);
  await app.register(cookie);
  registerCalls(app, site.gatehouse.services, [implement(valve, { reset: async (request) => request })]);
});
afterAll(async () => {
  await app.close();
  await site.close();
});

const asked = async (url: string) => (await app.inject(url)).json();
const transport = createTransport(
  { token: () => undefined, language: () => "en", refused() {} },
  { fetcher: async (url) => Response.json(await asked(String(url))) },
);

test("a field of the path is filled in by the client and read there by the server, whatever signs it has", async () => {
  for (const device of ["pump-1", "a/b?c=d&e", "泵 1%"])
    expect(await transport.send(valve.calls.reset, { device, turns: 3 })).toEqual({ data: { device, turns: 3 } });
  expect(await transport.send(valve.calls.reset, { device: "pump-1" })).toEqual({ data: { device: "pump-1", turns: 1 } });
});

test("a field of the path is checked like any other, and not taken twice", async () => {
  const faulty = async (url: string) => {
    const { code, data } = await asked(url);
    return [code, data.fields.map(({ path }: { path: string }) => path)];
  };
  expect(await faulty(`/api/valve/reset/${"x".repeat(21)}`)).toEqual([400, ["device"]]);
  expect(await faulty("/api/valve/reset/pump-1?device=pump-2")).toEqual([400, ["device"]]);
  expect(await faulty("/api/valve/reset/pump-1?devce=pump-2")).toEqual([400, ["devce"]]);
});
