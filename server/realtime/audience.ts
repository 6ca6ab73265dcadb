import type { Socket } from "socket.io";
import type { Language } from "#contract/messages.ts";
import type { AlarmSwitch } from "#server/alarm/alarmSwitches.ts";
import type { Caller } from "#server/kit/caller.ts";

export interface ClientEvents {
  subscibe_device_on: (payload: unknown, answer: unknown) => void;
  subscibe_device_off: (payload: unknown, answer: unknown) => void;
  beat: (answer: unknown) => void;
}

export interface ServerEvents {
  message: (text: string) => void;
  /** What the user may do changed; the page asks anew for rights and menu. */
  rights: () => void;
  /** Records of these resources changed. */
  stale: (resources: readonly string[]) => void;
}

interface ClientData {
  session: SessionSockets;
  language: Language;
  /** Which page it is of, as the page says. */
  page: string;
  /** The count of access changes when this socket was judged. */
  epoch: number;
  /** Devices asked for and not withdrawn, each with the latest asking. */
  asked: Map<string, symbol>;
  /** Askings that wait for the database. */
  asking: number;
  /** Packets that the transport has not taken yet. */
  backlog: number;
}

export type Client = Socket<ClientEvents, ServerEvents, Record<string, never>, ClientData>;

/** What a level of alarm may do to a user: index is the level. */
export type AlarmSwitches = readonly Pick<AlarmSwitch, "notice" | "sound" | "tone" | "desktop">[];

/** The sockets of one session and what they may receive. */
export interface SessionSockets {
  readonly id: string;
  readonly token: string;
  readonly clients: Set<Client>;
  caller: Caller;
  switches: AlarmSwitches;
  /** What an end consumer may see of its scope; undefined for whoever may see all of it. */
  devices: ReadonlySet<string> | undefined;
  /** Counts judgements, so that an older answer never overrules a newer one. */
  judgement: number;
}

/** Where a device stands. */
export interface DevicePlace {
  readonly deviceId: string;
  readonly companyPath: string;
}

/** What a look at a session finds. */
export interface Access {
  readonly caller: Caller;
  readonly switches: AlarmSwitches;
  readonly devices: ReadonlySet<string> | undefined;
}

export interface Audience {
  join(client: Client): void;
  leave(client: Client): void;
  /** Takes over what a fresh look at the session has found. */
  judged(session: SessionSockets, access: Access): void;
  session(sessionId: string): SessionSockets | undefined;
  sessions(userId?: string): SessionSockets[];
  /** Scopes that see the device of the organisation with this path and in which somebody listens: a path, or that of one end consumer. */
  scopes(place: DevicePlace): string[];
  /** Whether the scope sees the device there. */
  covers(scope: string, place: DevicePlace): boolean;
  /** Sessions of exactly this scope that hold `grant`. */
  within(scope: string, grant: string): SessionSockets[];
  /** Sessions that see the device and hold `grant`. */
  reached(place: DevicePlace, grant: string): SessionSockets[];
  size(): number;
}

/** Whether the session's user sees the device while it belongs to the organisation with this path. */
export const sees = ({ caller, devices }: Pick<SessionSockets, "caller" | "devices">, { deviceId, companyPath }: DevicePlace): boolean =>
  companyPath.startsWith(caller.companyPath) && (devices === undefined || devices.has(deviceId));

const scopeOf = ({ caller, devices }: SessionSockets): string => (devices ? `${caller.companyPath}#${caller.userId}` : caller.companyPath);

const added = (index: Map<string, Set<SessionSockets>>, key: string, session: SessionSockets): void => {
  const there = index.get(key);
  if (there) there.add(session);
  else index.set(key, new Set([session]));
};

const taken = (index: Map<string, Set<SessionSockets>>, key: string, session: SessionSockets): void => {
  const there = index.get(key);
  there?.delete(session);
  if (there?.size === 0) index.delete(key);
};

export const openAudience = (): Audience => {
  const bySession = new Map<string, SessionSockets>();
  const byScope = new Map<string, Set<SessionSockets>>();
  /** Sessions of end consumers by the devices that are bound to them. */
  const byDevice = new Map<string, Set<SessionSockets>>();
  let clients = 0;

  const place = (session: SessionSockets) => {
    added(byScope, scopeOf(session), session);
    for (const deviceId of session.devices ?? []) added(byDevice, deviceId, session);
  };
  const displace = (session: SessionSockets) => {
    taken(byScope, scopeOf(session), session);
    for (const deviceId of session.devices ?? []) taken(byDevice, deviceId, session);
  };
  const scopes = (at: DevicePlace): string[] => {
    const found = new Set<string>();
    for (let end = at.companyPath.indexOf("/"); end >= 0; end = at.companyPath.indexOf("/", end + 1)) {
      const scope = at.companyPath.slice(0, end + 1);
      if (byScope.has(scope)) found.add(scope);
    }
    for (const session of byDevice.get(at.deviceId) ?? []) if (sees(session, at)) found.add(scopeOf(session));
    return [...found];
  };
  const covers = (scope: string, at: DevicePlace): boolean =>
    scope.includes("#") ? [...(byScope.get(scope) ?? [])].some((session) => sees(session, at)) : at.companyPath.startsWith(scope);
  const within = (scope: string, grant: string): SessionSockets[] =>
    [...(byScope.get(scope) ?? [])].filter((session) => session.caller.grants.has(grant));

  return {
    join(client) {
      const fresh = client.data.session;
      const session = bySession.get(fresh.id) ?? fresh;
      client.data.session = session;
      if (session === fresh) {
        bySession.set(session.id, session);
        place(session);
      }
      session.clients.add(client);
      clients += 1;
    },
    leave(client) {
      const { session } = client.data;
      if (!session.clients.delete(client)) return;
      clients -= 1;
      if (session.clients.size > 0) return;
      bySession.delete(session.id);
      displace(session);
    },
    judged(session, access) {
      displace(session);
      Object.assign(session, access);
      place(session);
    },
    session: (sessionId) => bySession.get(sessionId),
    sessions: (userId) => [...bySession.values()].filter((session) => userId === undefined || session.caller.userId === userId),
    scopes,
    within,
    covers,
    reached: (at, grant) => scopes(at).flatMap((scope) => within(scope, grant)),
    size: () => clients,
  };
};
