import { isForAll, isSeenBy, type PointReach } from "#server/catalog/pointAuth.ts";
import { type Client, sees } from "#server/realtime/audience.ts";

export interface PointValue {
  slave: number;
  pointId: string;
  value: number | string;
  ts: number;
  /** Who may see the point; absent is everybody who sees the device. */
  reach?: PointReach;
}

type Values = Map<string, PointValue>;

interface Watch {
  /** What a slow socket has not been sent yet: the latest of each point, so it is bounded by the device. */
  behind: Values | undefined;
}

interface Watched {
  readonly deviceId: string;
  companyPath: string;
  /** The owner named by the latest values: where it and `companyPath` differ, only those who see both are sent anything. */
  claimedPath: string;
  readonly watches: Map<Client, Watch>;
  pending: Values;
  /** While it is being looked up who owns the device now, nothing goes out. */
  held: boolean;
}

export interface DeviceWatches {
  has(deviceId: string): boolean;
  add(client: Client, deviceId: string, companyPath: string): void;
  remove(client: Client, deviceId: string): void;
  /** Ends every subscription of a socket. */
  leave(client: Client): void;
  devicesOf(clients: Iterable<Client>): Set<string>;
  /** Those who look at the device and see it; nobody while it is being looked up who owns it. */
  watching(deviceId: string): Client[];
  /** O(1) when nobody is subscribed. Each takes the place of the one that waits: which is the newest has been judged before. */
  values(deviceId: string, companyPath: string, values: readonly PointValue[]): void;
  hold(deviceId: string): void;
  /** The organisation that owns the device now, or none: subscriptions of those who do not see it end. */
  placed(deviceId: string, companyPath: string | undefined): void;
  size(): number;
  stop(): void;
}

interface Options {
  encode: (deviceId: string, values: PointValue[]) => string;
  send: (client: Client, text: string) => void;
}

const gather = 100;
const slow = 64;

const merge = (into: Values, values: Iterable<PointValue>): void => {
  for (const value of values) into.set(`${value.slave}|${value.pointId}`, value);
};

/** The values that this socket's user may see, all of them as they are where nothing is kept from anybody. */
const visibleTo = (client: Client, values: PointValue[]): PointValue[] => {
  if (values.every(({ reach }) => reach === undefined || isForAll(reach))) return values;
  const { caller } = client.data.session;
  return values.filter(({ reach }) => reach === undefined || isSeenBy(caller, reach));
};

/** Who watches which device, and the values that go to them: at most one message per device and tenth of a second. */
export const openDeviceWatches = ({ encode, send }: Options): DeviceWatches => {
  const byDevice = new Map<string, Watched>();
  const byClient = new Map<Client, Set<string>>();
  const due = new Set<Watched>();
  let timer: NodeJS.Timeout | undefined;
  let count = 0;

  const remove = (client: Client, deviceId: string) => {
    const watched = byDevice.get(deviceId);
    if (!watched?.watches.delete(client)) return;
    count -= 1;
    if (watched.watches.size === 0) {
      byDevice.delete(deviceId);
      due.delete(watched);
    }
    const devices = byClient.get(client);
    devices?.delete(deviceId);
    if (devices?.size === 0) byClient.delete(client);
    client.data.asked.delete(deviceId);
  };

  const dropBlind = (watched: Watched) => {
    for (const client of [...watched.watches.keys()]) if (!sees(client.data.session, watched)) remove(client, watched.deviceId);
  };

  /** True when every watcher has everything. */
  const deliver = (watched: Watched): boolean => {
    if (watched.held) return false;
    dropBlind(watched);
    const { pending } = watched;
    watched.pending = new Map();
    const waiting = [...pending.values()];
    const shared = waiting.length > 0 ? encode(watched.deviceId, waiting) : undefined;
    const give = (client: Client, values: PointValue[], whole?: string) => {
      const visible = visibleTo(client, values);
      if (visible.length > 0) send(client, whole !== undefined && visible === values ? whole : encode(watched.deviceId, visible));
    };
    let done = true;
    for (const [client, watch] of watched.watches) {
      if (!sees(client.data.session, { deviceId: watched.deviceId, companyPath: watched.claimedPath })) continue;
      if (client.data.backlog > slow) {
        watch.behind ??= new Map();
        merge(watch.behind, pending.values());
        done = false;
      } else if (watch.behind) {
        merge(watch.behind, pending.values());
        give(client, [...watch.behind.values()]);
        watch.behind = undefined;
      } else if (shared !== undefined) give(client, waiting, shared);
    }
    return done;
  };

  const arm = () => {
    timer ??= setTimeout(flush, gather);
  };
  const flush = () => {
    timer = undefined;
    for (const watched of [...due]) if (deliver(watched)) due.delete(watched);
    if (due.size > 0) arm();
  };

  return {
    has: (deviceId) => byDevice.has(deviceId),
    add(client, deviceId, companyPath) {
      const watched = byDevice.get(deviceId) ?? {
        deviceId,
        companyPath,
        claimedPath: companyPath,
        watches: new Map<Client, Watch>(),
        pending: new Map<string, PointValue>(),
        held: false,
      };
      watched.companyPath = companyPath;
      byDevice.set(deviceId, watched);
      if (watched.watches.has(client)) return;
      watched.watches.set(client, { behind: undefined });
      count += 1;
      const devices = byClient.get(client);
      if (devices) devices.add(deviceId);
      else byClient.set(client, new Set([deviceId]));
    },
    remove,
    leave(client) {
      for (const deviceId of [...(byClient.get(client) ?? [])]) remove(client, deviceId);
    },
    devicesOf(clients) {
      const devices = new Set<string>();
      for (const client of clients) for (const deviceId of byClient.get(client) ?? []) devices.add(deviceId);
      return devices;
    },
    watching(deviceId) {
      const watched = byDevice.get(deviceId);
      return watched && !watched.held ? [...watched.watches.keys()].filter((client) => sees(client.data.session, watched)) : [];
    },
    values(deviceId, companyPath, values) {
      const watched = byDevice.get(deviceId);
      if (!watched || values.length === 0) return;
      watched.claimedPath = companyPath;
      merge(watched.pending, values);
      due.add(watched);
      arm();
    },
    hold(deviceId) {
      const watched = byDevice.get(deviceId);
      if (watched) watched.held = true;
    },
    placed(deviceId, companyPath) {
      const watched = byDevice.get(deviceId);
      if (!watched) return;
      watched.held = false;
      if (companyPath === undefined) for (const client of [...watched.watches.keys()]) remove(client, deviceId);
      else {
        watched.companyPath = companyPath;
        watched.claimedPath = companyPath;
        dropBlind(watched);
      }
    },
    size: () => count,
    stop() {
      clearTimeout(timer);
      due.clear();
      byDevice.clear();
      byClient.clear();
      count = 0;
    },
  };
};
