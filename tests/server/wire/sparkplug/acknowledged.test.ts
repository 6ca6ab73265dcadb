import { expect, it } from "vitest";
import { openSparkplugSide } from "#server/wire/sparkplug/sparkplugSide.ts";
import { NotStored } from "#server/wire/transport.ts";
import { encodePayload } from "./edge.ts";

const session = { sn: "EDGE0001", deviceId: "d1" };
const topic = { group: "Plant", type: "NDATA", device: undefined } as const;
const payload = Buffer.from(encodePayload({ timestamp: 1, metrics: [] }));

const listening = (heard: () => Promise<readonly []>) =>
  openSparkplugSide({
    ...{ side: { heard }, messages: { down: () => undefined }, now: () => 1, uptime: () => 1 },
    broker: () => ({ send: async () => "offline" }),
  });

it("a message of Sparkplug B is acknowledged when what it says is stored, not before", async () => {
  let store = (): void => undefined;
  const side = listening(() => new Promise((resolve) => (store = () => resolve([]))));
  let acknowledged = false;
  const received = side.received(session, topic, payload).then(() => (acknowledged = true));
  await new Promise(setImmediate);
  expect(acknowledged).toBe(false);
  store();
  await received;
});

it("a message of Sparkplug B that could not be stored is not acknowledged", async () => {
  const side = listening(() => Promise.reject(new NotStored()));
  await expect(side.received(session, topic, payload)).rejects.toThrow(NotStored);
});
