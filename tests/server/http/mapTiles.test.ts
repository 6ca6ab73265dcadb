import { expect, it } from "vitest";
import { sys } from "#contract/resources/sys.ts";
import { isTileTemplate, tileOrigins } from "#server/http/mapTiles.ts";
import { adminPassword, openSite } from "#tests/server/site.ts";

const pictures = (policy: string | null): string | undefined => /img-src ([^;]*)/.exec(policy ?? "")?.[1];

it("lets pages load pictures from the map's hosts and no others, and tells them which those are", async () => {
  const url = "https://{a-c}.tiles.example.com:8443/{z}/{x}/{y}.png";
  const site = await openSite({
    variables: { MAP_TILES: url, MAP_TILES_GCJ: "true", MAP_TILES_SOURCE: "© Example", MAP_TILES_ZOOM: "16" },
  });
  const { headers } = await fetch(`${site.base}/healthz`);
  expect(pictures(headers.get("content-security-policy"))).toBe(
    "'self' data: blob: https://a.tiles.example.com:8443 https://b.tiles.example.com:8443 https://c.tiles.example.com:8443",
  );
  const token = await site.signIn("admin", adminPassword);
  expect((await site.ask(sys.calls.map, {}, { token })).data).toEqual({ tiles: { url, gcj02: true, attribution: "© Example", zoom: 16 } });
  expect((await site.ask(sys.calls.map, {})).code).toBe(401);
  await site.close();
});

it("has outlines alone where nothing is set", async () => {
  const site = await openSite();
  const { headers } = await fetch(`${site.base}/healthz`);
  expect(pictures(headers.get("content-security-policy"))).toBe("'self' data: blob:");
  const token = await site.signIn("admin", adminPassword);
  expect((await site.ask(sys.calls.map, {}, { token })).data).toEqual({ tiles: null });
  await site.close();
});

it.each([
  ["https://tiles.example.com/{z}/{x}/{y}.png", true],
  ["http://127.0.0.1:9000/tiles?z={z}&x={x}&y={y}", true],
  ["https://t{1-4}.example.com/{z}/{x}/{y}", true],
  ["https://tiles.example.com/{z}/{x}.png", false],
  ["https://{x}.example.com/{z}/{x}/{y}.png", false],
  ["https://*.example.com/{z}/{x}/{y}.png", false],
  ["https://tiles.example.com; script-src */{z}/{x}/{y}", false],
  ["javascript:alert(1)/{z}/{x}/{y}", false],
  ["https:{z}{x}{y}", false],
  ["https://tiles.example.com/{z}/{x}/{y} https://other.example.com", false],
])("%s may be where pictures come from: %s", (template, fits) => {
  expect(isTileTemplate(template)).toBe(fits);
  if (fits) for (const origin of tileOrigins(template)) expect(new URL(origin).origin).toBe(origin);
});
