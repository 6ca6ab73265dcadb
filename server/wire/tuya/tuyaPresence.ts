import type { PresenceKeeper, PresentDevice } from "#server/wire/presence.ts";
import type { TuyaDevice } from "./tuyaFleet.ts";

/** Devices that are online as the cloud says. */
export interface TuyaPresence {
  /**
   * The cloud has said whether the device is online; what it said before and comes later counts no more. `at` is the cloud's own time, which
   * is held against nothing but itself; undefined where it gave none.
   */
  told(device: TuyaDevice, online: boolean, at: number | undefined): void;
  /** The device has reported values: one that does so now is online, whatever was missed. */
  reported(device: TuyaDevice, at: number | undefined): void;
  /** The cloud is not asked about it any more, or it may not stay: offline at once. */
  drop(sn: string): void;
  /** It is online as the cloud says. */
  has(sn: string): boolean;
  /** Those of these devices that are online. */
  among(deviceIds: readonly string[]): TuyaDevice[];
  /** What is known of a device that is online has changed. */
  renew(device: TuyaDevice): void;
  /** The cloud has said something of the device under this id. */
  isKnown(device: TuyaDevice): boolean;
}

interface Options {
  presence: Pick<PresenceKeeper, "connected" | "disconnected" | "isConnected">;
  now: () => number;
  /** It is connected by another transport as well, which says when it goes. */
  connectedElsewhere(sn: string): boolean;
}

/** Reports older than that were on their way while the device may have gone. */
const presentMs = 60_000;

export const openTuyaPresence = ({ presence, now, connectedElsewhere }: Options): TuyaPresence => {
  const online = new Map<string, TuyaDevice>();
  const bySn = new Map<string, string>();
  /** Of what was said last, by device. */
  const said = new Map<string, { tuyaId: string; at: number }>();
  const saidOf = ({ id, tuyaId }: TuyaDevice): { at: number } | undefined => {
    const last = said.get(id);
    return last?.tuyaId === tuyaId ? last : undefined;
  };
  const saidBefore = (device: TuyaDevice): number => saidOf(device)?.at ?? Number.NEGATIVE_INFINITY;
  const hold = (device: TuyaDevice): void => {
    bySn.delete(online.get(device.id)?.sn ?? "");
    online.set(device.id, device);
    bySn.set(device.sn, device.id);
  };
  const come = (device: TuyaDevice): void => {
    hold(device);
    if (!presence.isConnected(device.id)) presence.connected(device, "reported");
  };
  const go = (device: PresentDevice): void => {
    bySn.delete(online.get(device.id)?.sn ?? "");
    online.delete(device.id);
    if (!connectedElsewhere(device.sn)) presence.disconnected(device, "reported");
  };
  return {
    told(device, isOnline, at) {
      const before = saidBefore(device);
      if (at !== undefined && at < before) return;
      // One that is dated ahead must not silence what comes until then.
      said.set(device.id, { tuyaId: device.tuyaId, at: at === undefined ? before : Math.min(at, now()) });
      if (isOnline) come(device);
      else go(device);
    },
    reported(device, at = now()) {
      if (!online.has(device.id) && at >= now() - presentMs && at >= saidBefore(device)) come(device);
    },
    drop(sn) {
      const device = online.get(bySn.get(sn) ?? "");
      if (!device) return;
      said.delete(device.id);
      go(device);
    },
    has: (sn) => bySn.has(sn),
    among: (deviceIds) => deviceIds.flatMap((id) => online.get(id) ?? []),
    renew: hold,
    isKnown: (device) => saidOf(device) !== undefined,
  };
};
