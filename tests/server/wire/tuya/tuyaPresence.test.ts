import { expect, it } from "vitest";
import type { TuyaDevice } from "#server/wire/tuya/tuyaFleet.ts";
import { openTuyaPresence } from "#server/wire/tuya/tuyaPresence.ts";

const plug: TuyaDevice = { id: "d", sn: "SN-1", name: "Plug", companyId: "c", companyPath: "/c/", tuyaId: "vdevo1" };

it("what was read has no time: the cloud's own times are held against each other alone, however far ahead the server's clock is", () => {
  const cloudTime = 1_800_000_000_000;
  const connected = new Set<string>();
  const presence = openTuyaPresence({
    presence: {
      connected: ({ id }) => void connected.add(id),
      disconnected: ({ id }) => void connected.delete(id),
      isConnected: (id) => connected.has(id),
    },
    now: () => cloudTime + 240_000,
    connectedElsewhere: () => false,
  });
  presence.told(plug, true, undefined);
  presence.told(plug, false, cloudTime + 1000);
  expect(connected).toEqual(new Set());
  // What is known of an event's time is not lost by what is read behind it.
  presence.told(plug, true, undefined);
  presence.told(plug, false, cloudTime);
  expect(connected).toEqual(new Set(["d"]));
});
