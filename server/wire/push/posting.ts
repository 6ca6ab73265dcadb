import type { Later, PresenceKeeper } from "#server/wire/presence.ts";
import { type CommandedDevice, openPushOutbox, type PushOutbox } from "./pushOutbox.ts";
import { openPushPresence, type PushPresence } from "./pushPresence.ts";

/**
 * Devices that post, and the commands that wait for their posts. A command waits as long as its device is online: with the post that comes it
 * is handed over, and when none comes the device is held offline and the command expires.
 */
export interface Posting extends Pick<PushPresence, "posted" | "has" | "drop"> {
  /** taken: it waits for the next post; offline: the device does not post; stalled: as many wait as may. */
  offer(device: CommandedDevice, commandId: string, payload: string): "taken" | "offline" | "stalled";
  /** Takes a command back that was not handed over; false: it was. */
  withdraw(commandId: string): boolean;
  /**
   * Nobody waits for the command's reply any more. It goes on waiting for a post if none has collected it: answers since when the device has
   * been silent and how long the command stays, in milliseconds; undefined where it was collected or the device is gone.
   */
  leave(sn: string, commandId: string): { agoMs: number; leftMs: number } | undefined;
  collect: PushOutbox["collect"];
  /** These devices, or those that use these data templates, are not what they were: commands that were asked of them before expire. */
  recall(deviceIds: readonly string[], recipeIds: readonly string[]): void;
  /** Waits that were left are ended by the stop. */
  stop(): Promise<void>;
}

interface Options {
  presence: Pick<PresenceKeeper, "connected" | "disconnected" | "isConnected">;
  uptime: () => number;
  later: Later;
  connectedElsewhere(sn: string): boolean;
  /** A command that was left has come to its end without a reply: it was handed over, or never collected. */
  ended(commandId: string, result: "deviceSilent" | "commandExpired"): Promise<void>;
}

/** How long a device may take to reply to a command that it collected after everybody had left. */
const replyMs = 60_000;

export const openPosting = ({ ended, ...options }: Options): Posting => {
  /** Commands whose askers have left, with what calls off the wait for their reply once they are collected. */
  const left = new Map<string, () => void>();
  const endings = new Set<Promise<void>>();
  const end = (commandId: string, result: "deviceSilent" | "commandExpired"): void => {
    if (!left.has(commandId)) return;
    left.get(commandId)?.();
    left.delete(commandId);
    const ending = ended(commandId, result).finally(() => endings.delete(ending));
    endings.add(ending);
  };
  const outbox = openPushOutbox({
    collected(commandId) {
      if (left.has(commandId))
        left.set(
          commandId,
          options.later(() => end(commandId, "deviceSilent"), replyMs),
        );
    },
    dropped: (commandId) => end(commandId, "commandExpired"),
  });
  const presence = openPushPresence({ ...options, silent: outbox.drop });
  return {
    posted: presence.posted,
    has: presence.has,
    drop: presence.drop,
    collect: outbox.collect,
    offer(device, commandId, payload) {
      if (!presence.has(device.sn)) return "offline";
      return outbox.put(device, commandId, payload) ? "taken" : "stalled";
    },
    recall(deviceIds, recipeIds) {
      outbox.recall(
        ({ id, slaves }) => deviceIds.includes(id) || [...slaves.values()].some(({ recipeId }) => recipeIds.includes(recipeId)),
      );
    },
    withdraw(commandId) {
      const waits = outbox.waits(commandId);
      outbox.withdraw(commandId);
      if (waits) left.delete(commandId);
      return waits;
    },
    leave(sn, commandId) {
      const heard = presence.heard(sn);
      if (!heard || !outbox.waits(commandId)) return undefined;
      left.set(commandId, () => undefined);
      return heard;
    },
    async stop() {
      presence.stop();
      for (const commandId of [...left.keys()]) end(commandId, outbox.waits(commandId) ? "commandExpired" : "deviceSilent");
      await Promise.all(endings);
    },
  };
};
