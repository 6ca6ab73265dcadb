import type { IncomingMessage } from "node:http";
import { addressBlock } from "#server/kit/addressBlock.ts";
import { Allowance } from "#server/kit/allowance.ts";
import { RecentMap } from "#server/kit/recentMap.ts";
import type { Client } from "#server/realtime/audience.ts";
import type { GatheredLines } from "#server/wire/gatheredLines.ts";

type Connection = Client["conn"];

export interface Traffic {
  /** Whether one more connection may be opened: counted before anything is looked up. */
  admits(request: IncomingMessage, remote: string): boolean;
  /** Counts what comes over a connection before socket.io reads it, and closes it beyond the limits. */
  watch(connection: Connection): void;
  /** A session has been found behind the connection: from now on it counts for the session, and never did for the address. */
  letIn(connection: Connection, session: { readonly id: string; readonly token: string }): void;
  /** More was sent than any page has reason to. */
  flooded(remote: string): void;
}

/** Connections that may be opened: by all strangers of an address, and by a session that was let in before. */
const opened = { stranger: { perSecond: 10, burst: 200 }, session: { perSecond: 2, burst: 100 } };
/** Packets of all pages of a session. */
const packets = { perSecond: 100, burst: 2000 };
/** Packets of a connection until it is let in: to connect, to change from polling to a web socket, and signs of life. */
const strangerPackets = 20;
const mostKnown = 20_000;
const flooded = "connection closed: more packets than any page has reason to send";

/** How socket.io writes packets that ask for a socket and that refuse one. */
const connectMark = "0";
const refusalMark = "4";

interface Packet {
  readonly type: string;
  readonly data?: unknown;
}
const isMarked = ({ type, data }: Packet, mark: string): boolean => type === "message" && typeof data === "string" && data.startsWith(mark);

interface Asker {
  readonly remote: string;
  /** Under which it was counted. */
  readonly stranger: string | undefined;
}

/** The last one counts where several are named, as for socket.io. */
const tokenOf = ({ url = "" }: IncomingMessage): string =>
  new URLSearchParams(url.slice(url.indexOf("?") + 1)).getAll("token").at(-1) ?? "";

/**
 * Everybody can open a socket, and socket.io takes whatever comes over it: any number of packets, and of sockets behind one connection. So
 * connections are counted by address until their session is known, packets before they are read, and a connection has one socket.
 */
export const openTraffic = (lines: GatheredLines): Traffic => {
  const strangers = new Allowance(opened.stranger);
  const sessions = new Allowance(opened.session);
  const pages = new Allowance(packets);
  /** Tokens that were let in: strangers at the same address do not keep them out. */
  const known = new RecentMap<string, true>(mostKnown);
  const askers = new WeakMap<IncomingMessage, Asker>();
  const sessionOf = new WeakMap<Connection, string>();

  const close = (connection: Connection, why: string): void => {
    lines.write("warn", askers.get(connection.request)?.remote ?? "", {}, why);
    connection.close(true);
  };

  return {
    admits(request, remote) {
      const token = tokenOf(request);
      const stranger = known.has(token) ? undefined : addressBlock(remote);
      askers.set(request, { remote, stranger });
      const now = performance.now();
      const wait = stranger === undefined ? sessions.ask(token, now) : strangers.ask(stranger, now);
      if (wait > 0) lines.write("warn", remote, {}, "connection refused: more than any number of pages has reason to open");
      return wait === 0;
    },
    watch(connection) {
      let left = strangerPackets;
      let asked = false;
      connection.on("packet", (packet: Packet) => {
        if (connection.readyState !== "open") return;
        const session = sessionOf.get(connection);
        left -= 1;
        if (session === undefined ? left < 0 : pages.ask(session, performance.now()) > 0) return close(connection, flooded);
        if (!isMarked(packet, connectMark)) return;
        if (asked) return close(connection, "connection closed: it asked for more than one socket");
        asked = true;
      });
      connection.on("packetCreate", (packet: Packet) => {
        if (isMarked(packet, refusalMark)) setImmediate(() => connection.close());
      });
    },
    letIn(connection, { id, token }) {
      sessionOf.set(connection, id);
      known.put(token, true);
      const stranger = askers.get(connection.request)?.stranger;
      if (stranger !== undefined) strangers.giveBack(stranger);
    },
    flooded: (remote) => lines.write("warn", remote, {}, flooded),
  };
};
