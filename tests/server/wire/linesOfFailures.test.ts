import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { Db } from "#server/db/open.ts";
import { openDeviceAccess } from "#server/wire/deviceAccess.ts";
import { openPushSide } from "#server/wire/push/pushSide.ts";
import { site } from "./mqtt/brokerSite.ts";

// What fails fails for every message of every device: the log may lie on the disk that is full.

const kept = () => {
  const lines: string[] = [];
  const keep = (_fields: object, message: string): void => void lines.push(message);
  return { lines, log: { info: keep, warn: keep, error: keep } };
};
const odd = async (): Promise<never> => {
  throw new Error("odd");
};
const dropped = "a message could not be processed and is dropped";

test("messages over MQTT that cannot be processed are acknowledged, and are a line of the log a minute, also over connections that come again", async () => {
  const { broker, device, logged } = await site({ received: odd });
  for (let connection = 0; connection < 3; connection += 1) {
    const client = await device("GW-1");
    for (let n = 0; n < 5; n += 1) await client.publishAsync("gw/GW-1/telemetry", "{}", { qos: 1 });
    await client.endAsync();
  }
  const told = () => logged.filter((line) => line.startsWith(dropped));
  expect(told()).toHaveLength(1);
  await broker.stop();
  expect(told()).toHaveLength(2);
  expect(told()[1]).toContain('"times":14');
});

test("posts that cannot be processed are, and so are those that cannot be answered", async () => {
  const { lines, log } = kept();
  const pushed = (unprocessed: () => Promise<void>) =>
    openPushSide({
      door: { attempt: async (sn) => ({ sn, deviceId: sn }), stats: () => ({ refusedLogins: 0, limitedLogins: 0 }) },
      side: { authenticate: async () => "refused", received: odd, unprocessed, withDevice: async () => undefined },
      posting: { posted: () => undefined, collect: () => [] },
      faults: { noteMinutely: () => undefined },
      log,
    });
  const authorization = `Basic ${Buffer.from("A:secret").toString("base64")}`;
  for (const push of [pushed(async () => undefined), pushed(odd)])
    for (let n = 0; n < 5; n += 1) {
      const body = new PassThrough();
      body.end("[]");
      const request = Object.assign(body, { method: "POST", headers: { authorization } }) as never;
      await push.answer({ path: "A/telemetry", remote: "10.0.0.1", request });
    }
  expect(lines).toEqual([dropped, dropped, "a post could not be answered"]);
});

test("log-ins of devices that nobody can look up are", async () => {
  const { lines, log } = kept();
  const authenticate = openDeviceAccess({
    ...{ db: {} as Db, believed: () => 0, registry: { bySn: odd }, deviceSecret: "" },
    log: log as never,
  });
  for (let n = 0; n < 5; n += 1) expect(await authenticate(`GW-${n}`, Buffer.from("p"), "10.0.0.1")).toBe("unavailable");
  expect(lines).toEqual(["a device could not be looked up"]);
});
