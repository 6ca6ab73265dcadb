import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { resources } from "#contract/resources.ts";
import { downKinds } from "#server/wire/mqtt/mqttTopics.ts";
import { packetLimits } from "#server/wire/packetRate.ts";
import { mostPayload, upKinds } from "#server/wire/protocol.ts";

const page = (name: string): string => readFileSync(name, "utf8");
const number = (value: number): string => value.toLocaleString("en");

describe("docs/devices.md", () => {
  it("names every topic, and the limits of messages and packets", () => {
    const text = page("docs/devices.md");
    const topics = [...upKinds, ...downKinds].map((kind) => `\`gw/{sn}/${kind}\``);
    const numbers = [mostPayload, packetLimits.perSecond, packetLimits.burst, packetLimits.idlePerMinute].map(number);
    expect([...topics, ...numbers, `${limits.slave.min} to ${limits.slave.max}`].filter((part) => !text.includes(part))).toEqual([]);
  });
});

describe("docs/api.md", () => {
  it("names only calls that there are, and the limits of pages and bodies", () => {
    const text = page("docs/api.md");
    const paths = new Set(resources.flatMap((resource) => Object.values(resource.calls).map((call) => call.path)));
    const named = [...text.matchAll(/\/api\/[a-z_]+(?:\/[a-z_]+)?/g)].map(([path]) => path).filter((path) => path !== "/api/docs");
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((path) => !paths.has(path))).toEqual([]);
    const { page: pages, body, upload } = limits;
    const megabytes = [body.bytes, upload.pictureBytes, upload.avatarBytes, upload.packageBytes].map((bytes) => `${bytes / 1_048_576} MB`);
    expect([number(pages.max), String(pages.size), ...megabytes].filter((part) => !text.includes(part))).toEqual([]);
  });
});
