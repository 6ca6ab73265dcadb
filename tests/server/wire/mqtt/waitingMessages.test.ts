import { expect, test, vi } from "vitest";
import { gate, site } from "./brokerSite.ts";

const length = 250_000;
/** Who sends one such message takes much from then on, and may send as much as it likes. */
const packets = { perSecond: 1, burst: 1_000_000, bytesAsPacket: 1024, idleWeight: 1, idlePerMinute: 1000 };
/** Of all devices together. */
const mostBytes = 4_194_304;

test("devices that send much are not read while too much waits to be stored, and again once that is stored", async () => {
  const stored = gate();
  const seen: string[] = [];
  const { broker, device } = await site(
    {
      received: async ({ sn }, _kind, payload) => {
        seen.push(`${sn} ${payload.length}`);
        if (payload.length === length) await stored.opened;
      },
    },
    { packets, maxPayload: length },
  );
  const sns = Array.from({ length: 20 }, (_, n) => `HEAVY-${n}`);
  const heavy = await Promise.all(sns.map((sn) => device(sn)));
  const large = heavy.map((client, n) => client.publishAsync(`gw/${sns[n]}/telemetry`, "x".repeat(length), { qos: 1 }));
  await vi.waitFor(() => expect(broker.stats().waiting * length).toBeGreaterThan(mostBytes));
  const small = heavy.map((client, n) => client.publishAsync(`gw/${sns[n]}/telemetry`, "1", { qos: 1 }));
  const light = await device("LIGHT");
  for (let n = 0; n < 20; n += 1) await light.publishAsync("gw/LIGHT/telemetry", "1", { qos: 1 });
  expect(seen.filter((each) => each.startsWith("HEAVY") && each.endsWith(" 1"))).toEqual([]);
  stored.open();
  await Promise.all([...large, ...small]);
  expect(seen.toSorted()).toEqual(
    [...sns.flatMap((sn) => [`${sn} ${length}`, `${sn} 1`]), ...Array<string>(20).fill("LIGHT 1")].toSorted(),
  );
});
