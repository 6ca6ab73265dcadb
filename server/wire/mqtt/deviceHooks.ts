import type { DeviceSide } from "#server/wire/deviceSide.ts";
import type { FaultLog } from "#server/wire/faults.ts";
import type { PresenceKeeper } from "#server/wire/presence.ts";
import { type Fault, mostPayload } from "#server/wire/protocol.ts";
import type { RegisteredDevice } from "#server/wire/registered.ts";
import type { BrokerHooks, RefusedMessage } from "./brokerHooks.ts";
import { topicOf } from "./mqttTopics.ts";

interface Options {
  side: Omit<DeviceSide, "polled">;
  presence: Pick<PresenceKeeper, "connected" | "disconnected" | "isOnline">;
  faults: Pick<FaultLog, "note" | "noteMinutely">;
  /** It is online by its posts as well, which say when it goes. */
  onlineElsewhere(sn: string): boolean;
  /** It has another connection as well. */
  connectedElsewhere(sn: string): boolean;
}

const longestTopic = 128;

/** What the broker tells: messages to the device side, connections to presence, and what is wrong with either to the device's log. */
export const deviceHooks = ({ side, presence, faults, onlineElsewhere, connectedElsewhere }: Options): BrokerHooks => {
  const noteRefused = (device: RegisteredDevice, { reason, topic, bytes, payload }: RefusedMessage): void => {
    const shown = topic.slice(0, longestTopic);
    const fault: Readonly<Record<typeof reason, Fault>> = {
      topic: { code: "foreignTopic", values: { topic: shown, bytes } },
      size: { code: "messageTooLong", values: { topic: shown, bytes, limit: mostPayload } },
      flood: { code: "flooding" },
    };
    faults.noteMinutely(device, `${reason} ${shown}`, fault[reason], payload, bytes);
  };
  return {
    authenticate: side.authenticate,
    connected(session, _clientId, unending) {
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
      if (connectedElsewhere(session.sn)) return;
      void side.withDevice(session, (device) => {
        if (!onlineElsewhere(session.sn)) return presence.disconnected(device, leaving);
        // From now on its posts are what it is known by, after a restart, too.
        presence.connected(device, "posted");
      });
    },
    async received(session, kind, payload) {
      await side.received(session, kind, payload);
    },
    failed: (session, kind, payload) => side.unprocessed(session, topicOf(session.sn, kind), payload),
    refused(session, message) {
      void side.withDevice(session, (device) => noteRefused(device, message));
    },
  };
};
