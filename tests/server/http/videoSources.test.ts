import { expect, it } from "vitest";
import { areVideoSources, isAllowedSource, videoOrigins } from "#server/http/videoSources.ts";
import { openSite } from "#tests/server/site.ts";

const part = (policy: string | null, name: string): string | undefined => new RegExp(`${name} ([^;]*)`).exec(policy ?? "")?.[1];

it("lets pages load streams from the hosts that are named and no others", async () => {
  const site = await openSite({ variables: { VIDEO_SOURCES: "https://video.example.com:8443/, http://10.0.0.5" } });
  const policy = (await fetch(`${site.base}/healthz`)).headers.get("content-security-policy");
  expect(part(policy, "connect-src")).toBe("'self' https://video.example.com:8443 http://10.0.0.5");
  expect(part(policy, "media-src")).toBe("'self' blob: https://video.example.com:8443 http://10.0.0.5");
  await site.close();
});

it("lets them load streams of the server's own alone where nothing is set", async () => {
  const site = await openSite({ variables: { VIDEO_SOURCES: "" } });
  const policy = (await fetch(`${site.base}/healthz`)).headers.get("content-security-policy");
  expect(part(policy, "connect-src")).toBe("'self'");
  expect(part(policy, "media-src")).toBe("'self' blob:");
  await site.close();
});

it.each([
  ["https://video.example.com", true],
  ["http://10.0.0.5:8000 https://[2001:db8::1]:8443", true],
  ["https://video.example.com/live", false],
  ["https://*.example.com", false],
  ["https://video.example.com; script-src *", false],
  ["https://user:secret@video.example.com", false],
  ["rtsp://10.0.0.5", false],
  ["video.example.com", false],
  [" , ", false],
])("%s may be where streams come from: %s", (text, fits) => {
  expect(areVideoSources(text)).toBe(fits);
  if (fits) for (const origin of videoOrigins(text)) expect(new URL(origin).origin).toBe(origin);
});

it("compares hosts as browsers do, and takes the server's own address for allowed", () => {
  const sources = { videoSources: videoOrigins("https://Video.Example.com:443 http://10.0.0.5:80"), publicUrl: "https://iot.example.com" };
  const judged = (address: string) => isAllowedSource(sources, address);
  expect(["https://video.example.com/a.m3u8", "http://10.0.0.5/b.flv?token=1", "https://iot.example.com/c.m3u8"].map(judged)).toEqual([
    ...[true, true, true],
  ]);
  expect(
    ["http://video.example.com/a.m3u8", "https://video.example.com:8443/a", "https://video.example.com.cn/a", "x"].map(judged),
  ).toEqual([...[false, false, false, false]]);
});
