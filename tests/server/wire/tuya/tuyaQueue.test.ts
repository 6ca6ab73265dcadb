import { afterEach, beforeEach, expect, it } from "vitest";
import { openTuyaQueue, type TuyaQueue } from "#server/wire/tuya/tuyaQueue.ts";
import { until } from "#tests/server/fleet.ts";
import { openTuyaCloud, type TuyaCloud } from "./tuyaCloud.ts";

let cloud: TuyaCloud;
let queue: TuyaQueue | undefined;
const warned: string[] = [];
const taken: string[] = [];
let unfit = 0;

beforeEach(async () => {
  [warned.length, taken.length, unfit] = [0, 0, 0];
  cloud = await openTuyaCloud();
});
afterEach(async () => {
  await queue?.stop(0);
  await cloud.close();
});

const backMs = 20;
const open = (): void => {
  const {
    TUYA_ACCESS_ID: id = "",
    TUYA_ACCESS_SECRET: secret = "",
    TUYA_ENDPOINT: endpoint = "",
    TUYA_QUEUE: address = "",
  } = cloud.variables;
  queue = openTuyaQueue({
    access: { id, secret, endpoint, queue: address },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    lines: { write: (_level, _remote, _fields, message) => void warned.push(message) },
    troubles: { failed: () => undefined, over: () => undefined },
    async take({ payload }) {
      taken.push(payload);
      return true;
    },
    unfit() {
      unfit += 1;
    },
    times: { backMs, mostBackMs: 60_000, pingMs: 60_000 },
  });
};
const gap = (at: number): number => (cloud.dialled[at] ?? Number.NaN) - (cloud.dialled[at - 1] ?? Number.NaN);

it("a queue that lets in and closes at once is dialled less and less often, until a message has come", async () => {
  cloud.shuts = true;
  open();
  await until(() => cloud.dialled.length === 6, "attempts");
  expect(gap(5)).toBeGreaterThanOrEqual(backMs * 2 ** 4 - 5);
  cloud.shuts = false;
  const message = cloud.push({ devId: "vdevo1" });
  await until(() => !cloud.waiting.includes(message), "the acknowledgement");
  cloud.shuts = true;
  const cutAt = performance.now();
  cloud.cut();
  await until(() => cloud.dialled.length === 8, "the next attempt");
  expect((cloud.dialled[7] ?? Number.NaN) - cutAt).toBeLessThan(backMs * 2 ** 6);
});

it("what has an id and another shape is acknowledged and counted, and takes no line of its own", async () => {
  open();
  await until(() => cloud.consumers === 1, "the queue");
  for (const name of ["one", "two"]) cloud.pushRaw(JSON.stringify({ messageId: name, payload: 1 }), name);
  await until(() => cloud.waiting.length === 0, "the acknowledgements");
  expect([taken.length, unfit]).toEqual([0, 2]);
  expect(new Set(warned)).toEqual(new Set(["the message queue sent what is no message"]));
});
