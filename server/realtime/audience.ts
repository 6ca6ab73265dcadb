import type { Socket } from "socket.io";
import type { Language } from "#contract/messages.ts";
import type { Caller } from "#server/kit/caller.ts";

export interface ClientEvents {
  subscibe_device_on: (payload: unknown, answer: unknown) => void;
  subscibe_device_off: (payload: unknown, answer: unknown) => void;
}

export interface ServerEvents {
  message: (text: string) => void;
  /** What the user may do changed; the page asks anew for rights and menu. */
  rights: () => void;
}

interface ClientData {
  session: SessionSockets;
  language: Language;
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
export type AlarmSwitches = readonly { readonly notice: boolean; readonly sound: boolean }[];

/** The sockets of one session and what they may receive. */
export interface SessionSockets {
  readonly id: string;
  readonly token: string;
  readonly clients: Set<Client>;
  caller: Caller;
  switches: AlarmSwitches;
  /** Counts judgements, so that an older answer never overrules a newer one. */
  judgement: number;
}

export interface Audience {
  join(client: Client): void;
  leave(client: Client): void;
  /** Takes over what a fresh look at the session has found. */
  judged(session: SessionSockets, caller: Caller, switches: AlarmSwitches): void;
  session(sessionId: string): SessionSockets | undefined;
  sessions(userId?: string): SessionSockets[];
  /** Paths of organisations, from the root down to `companyPath`, in which somebody listens. */
  scopes(companyPath: string): string[];
  /** Sessions that hold `grant` and whose own organisation is exactly `scope`. */
  within(scope: string, grant: string): SessionSockets[];
  /** Sessions that hold `grant` and see what belongs to `companyPath`. */
  reached(companyPath: string, grant: string): SessionSockets[];
  size(): number;
}

export const sees = (caller: Pick<Caller, "companyPath">, companyPath: string): boolean => companyPath.startsWith(caller.companyPath);

export const openAudience = (): Audience => {
  const bySession = new Map<string, SessionSockets>();
  const byScope = new Map<string, Set<SessionSockets>>();
  let clients = 0;

  const place = (session: SessionSockets) => {
    const scope = session.caller.companyPath;
    const there = byScope.get(scope);
    if (there) there.add(session);
    else byScope.set(scope, new Set([session]));
  };
  const displace = (session: SessionSockets) => {
    const scope = session.caller.companyPath;
    const there = byScope.get(scope);
    there?.delete(session);
    if (there?.size === 0) byScope.delete(scope);
  };
  const scopes = (companyPath: string): string[] => {
    const found: string[] = [];
    for (let at = companyPath.indexOf("/"); at >= 0; at = companyPath.indexOf("/", at + 1)) {
      const scope = companyPath.slice(0, at + 1);
      if (byScope.has(scope)) found.push(scope);
    }
    return found;
  };
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
    judged(session, caller, switches) {
      displace(session);
      session.caller = caller;
      session.switches = switches;
      place(session);
    },
    session: (sessionId) => bySession.get(sessionId),
    sessions: (userId) => [...bySession.values()].filter((session) => userId === undefined || session.caller.userId === userId),
    scopes,
    within,
    reached: (companyPath, grant) => scopes(companyPath).flatMap((scope) => within(scope, grant)),
    size: () => clients,
  };
};
