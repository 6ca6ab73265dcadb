import { expect, it } from "vitest";
import { type CommandSender, openCommands } from "#server/wire/commands.ts";
import type { Handed } from "#server/wire/mqtt/broker.ts";
import { protocolOf } from "#server/wire/protocols/protocols.ts";
import { openPosting } from "#server/wire/push/posting.ts";
import type { RegisteredDevice } from "#server/wire/registered.ts";
import { handClock } from "#tests/server/handClock.ts";

const device: RegisteredDevice = {
  ...{ id: "d1", sn: "P-1", name: "P", companyId: "c", companyPath: "/c/", passwordHash: "" },
  ...{ typeId: "type", alarmNotice: true, modelId: null, tuyaId: "", protocol: protocolOf(null), polling: undefined, slaves: new Map() },
};

/** A device that posted, and takes commands over MQTT as well where the broker says so. */
const opened = (handed: Handed) => {
  const { now, later } = handClock(0);
  const posting = openPosting({
    presence: { connected: () => undefined, disconnected: () => undefined, isConnected: () => true },
    uptime: now,
    later,
    connectedElsewhere: () => false,
    ended: async () => undefined,
  });
  posting.posted(device);
  const commands = openCommands(() => ({ publish: async () => handed }), now, 60_000, posting);
  return { posting, commands };
};
const sent = (commands: CommandSender) => commands.send("c1", device, 1, {}, async () => undefined).catch(({ code }) => code);

it("a command that the device has not fetched is expired by a stop", async () => {
  const { posting, commands } = opened("offline");
  const outcome = sent(commands);
  await new Promise(setImmediate);
  commands.stop();
  expect(await outcome).toBe("commandExpired");
  expect(posting.collect(device.sn)).toEqual([]);
});

it("one that it has fetched, over MQTT or by a post, and not replied to was met with silence", async () => {
  const { posting, commands } = opened("offline");
  const outcome = sent(commands);
  await new Promise(setImmediate);
  expect(posting.collect(device.sn)).toHaveLength(1);
  commands.stop();
  expect(await outcome).toBe("deviceSilent");
  const connected = opened("taken");
  const over = sent(connected.commands);
  await new Promise(setImmediate);
  connected.commands.stop();
  expect(await over).toBe("deviceSilent");
});
