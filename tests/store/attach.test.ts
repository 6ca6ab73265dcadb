import { expect, test } from "vitest";
import { device } from "#contract/resources/device.ts";
import { attach } from "#store/attach.ts";
import { deviceCalls } from "#store/handles/device.ts";

test("a resource has one set of handles, whoever attaches it", () => {
  expect(attach(device)).toBe(deviceCalls);
});
