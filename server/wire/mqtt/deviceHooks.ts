import type { DeviceSide } from "#server/wire/deviceSide.ts";
import type { FaultLog } from "#server/wire/faults.ts";
import type { PresenceKeeper } from "#server/wire/presence.ts";
import { type Fault, mostPayload } from "#server/wire/protocol.ts";
import type { RegisteredDevice } from "#server/wire/registered.ts";
import type { SparkplugSide } from "#server/wire/sparkplug/sparkplugSide.ts";
import type { DeviceSession, Leaving } from "#server/wire/transport.ts";
import type { BrokerHooks, RefusedMessage } from "./brokerHooks.ts";
import { topicOf } from "./mqttTopics.ts";

interface Options {
  side: Omit<DeviceSide, "heard" | "polled">;
  sparkplug: Pick<SparkplugSide, "connected" | "disconnected" | "received" | "subscribed">;
  presence: Pick<PresenceKeeper, "connected" | "disconnected" | "isOnline" | "isConnected">;
  faults: Pick<FaultLog, "note" | "noteMinutely">;
  /** It may take commands now. */
  reachable(session: DeviceSession): void;
  /** It is online by its posts as well, which say when it goes. */
  onlineElsewhere(sn: string): boolean;
  /** It has another connection as well. */
  connectedElsewhere(sn: string): boolean;
}

const longestTopic = 128;

/** What the broker tells: messages to the device side, connections to presence, and what is wrong with either to the device's log. */
export const deviceHooks = ({
  side,
  sparkplug,
  presence,
  faults,
  reachable,
  onlineElsewhere,
  connectedElsewhere,
}: Options): BrokerHooks => {
  const noteRefused = (device: RegisteredDevice, { reason, topic, bytes, payload }: RefusedMessage): void => {
    const shown = topic.slice(0, longestTopic);
    const fault: Readonly<Record<typeof reason, Fault>> = {
      topic: { code: "foreignTopic", values: { topic: shown, bytes } },
      size: { code: "messageTooLong", values: { topic: shown, bytes, limit: mostPayload } },
      flood: { code: "flooding" },
    };
    faults.noteMinutely(device, `${reason} ${shown}`, fault[reason], payload, bytes);
  };
  const left = (session: DeviceSession, leaving: Leaving): void => {
    if (connectedElsewhere(session.sn)) return;
    void side.withDevice(session, (device) => {
      if (!onlineElsewhere(session.sn)) return presence.disconnected(device, leaving);
      // From now on its posts are what it is known by, after a restart, too.
      presence.connected(device, "posted");
    });
  };
  /** An edge node that has said that it dies is back without a new connection. */
  const cameBack = (session: DeviceSession): void => {
    void side.withDevice(session, (device) => {
      if (!presence.isConnected(device.id)) presence.connected(device);
    });
  };
  return {
    authenticate: side.authenticate,
    connected(session, _clientId, unending) {
      sparkplug.connected(session);
      void side.withDevice(session, (device) => {
        if (!unending || !presence.isOnline(device.id)) presence.connected(device);
      });
    },
    shared(session, { times, addresses, clientIds }) {
      void side.withDevice(session, (device) => {
        const values = { times, addresses: addresses.join(", "), clients: clientIds.join(", ") };
        faults.note(device, { code: "sharedSn", values }, Buffer.alloc(0));
      });
    },
    disconnected(session, _clientId, leaving) {
      sparkplug.disconnected(session);
      left(session, leaving);
    },
    async received(session, place, payload) {
      if (typeof place === "string") {
        await side.received(session, place, payload);
        return;
      }
      const change = await sparkplug.received(session, place, payload);
      if (change === "dead") left(session, "goodbye");
      if (change === "born") {
        cameBack(session);
        reachable(session);
      }
    },
    failed: (session, place, payload) => side.unprocessed(session, topicOf(session.sn, place), payload),
    subscribed(session, filters) {
      sparkplug.subscribed(session, filters);
      reachable(session);
    },
    refused(session, message) {
      void side.withDevice(session, (device) => noteRefused(device, message));
    },
  };
};
