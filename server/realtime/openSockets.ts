import { limits } from "#contract/limits.ts";
import type { Client } from "#server/realtime/audience.ts";

export interface OpenSockets {
  /** Whether the session may have one more, of a connection that has none yet: it is counted until its connection is closed. */
  take(sessionId: string, client: Pick<Client, "conn">): boolean;
}

/** Counts the connections of each session before they are let in, so that no number of them at once passes the limit. */
export const openSockets = (most: number = limits.socketsPerSession): OpenSockets => {
  const connections = new Map<string, Set<Client["conn"]>>();
  return {
    take(sessionId, { conn }) {
      const open = connections.get(sessionId) ?? new Set();
      if (open.has(conn) || open.size >= most) return false;
      connections.set(sessionId, open.add(conn));
      conn.once("close", () => {
        open.delete(conn);
        if (open.size === 0) connections.delete(sessionId);
      });
      return true;
    },
  };
};
