import { expect, it } from "vitest";
import { openSubscribing } from "#server/realtime/subscribing.ts";

it("lets the newer of two subscriptions to one device stand, though the older is judged behind it", async () => {
  const caller = { sessionId: "s", grants: new Set(["see"]), companyPath: "north/" };
  const watching = new Set<string>();
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let asked = 0;
  const subscribing = openSubscribing({
    ...{ failed: () => undefined, refused: async () => undefined, address: () => "", grant: "see", epoch: () => 0 },
    watches: { add: (_client, deviceId) => void watching.add(deviceId), remove: (_client, deviceId) => void watching.delete(deviceId) },
    async find() {
      asked += 1;
      if (asked === 1) await held;
      return caller as never;
    },
    ownerOf: async () => "north/",
    whatSees: async () => ({ caller, switches: [], devices: undefined }) as never,
  });
  const client = { data: { session: { id: "s", token: "t" }, asked: new Map(), asking: 0 } } as never;
  const subscribe = () => new Promise((answer) => subscribing.on(client, { token: "t", deviceId: "d" }, answer));
  const older = subscribe();
  expect(await subscribe()).toEqual({ code: 0 });
  letGo();
  expect(await older).toEqual({ code: 404 });
  expect([...watching]).toEqual(["d"]);
});
