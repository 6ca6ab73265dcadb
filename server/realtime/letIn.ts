import { codes } from "#contract/codes.ts";
import { limits } from "#contract/limits.ts";
import { type Language, say } from "#contract/messages.ts";
import type { Db } from "#server/db/open.ts";
import { type SessionLookup, whatSees } from "#server/realtime/access.ts";
import type { Client } from "#server/realtime/audience.ts";
import { openSockets } from "#server/realtime/openSockets.ts";
import type { Traffic } from "#server/realtime/traffic.ts";

interface Parts {
  db: Db;
  sessions: SessionLookup;
  traffic: Pick<Traffic, "letIn">;
  /** Counts what may change who sees what. */
  epoch: () => number;
  failed: (fault: unknown, message: string) => void;
}

const refusal = (code: keyof typeof codes) => new Error(String(codes[code].code));
/** The page is told in words, too. */
const tooManySockets = (language: Language) => {
  const message = say(language, "code.tooMany.sockets", { max: limits.socketsPerSession });
  return Object.assign(refusal("tooMany"), { data: { code: codes.tooMany.code, message } });
};
const first = (value: unknown): string => (typeof value === "string" ? value : "");

/** Finds the session behind a socket before it is let in. */
export const letIn = ({ db, sessions, traffic, epoch, failed }: Parts) => {
  const open = openSockets();
  return async (client: Client, next: (refused?: Error) => void): Promise<void> => {
    const token = first(client.handshake.query.token);
    const language = first(client.handshake.query.lang).startsWith("en") ? "en" : "zh";
    try {
      for (let asked = -1; asked !== epoch(); ) {
        asked = epoch();
        const caller = token === "" ? undefined : await sessions.find(token);
        if (!caller) return next(refusal("sessionEnded"));
        const access = await whatSees(db, caller);
        client.data = {
          session: { id: caller.sessionId, token, clients: new Set(), ...access, judgement: 0 },
          language,
          page: first(client.handshake.query.page),
          epoch: asked,
          asked: new Map(),
          asking: 0,
          backlog: 0,
        };
      }
      // What is counted now would never be taken off.
      if (client.conn.readyState !== "open") return next();
      if (!open.take(client.data.session.id, client)) return next(tooManySockets(language));
      traffic.letIn(client.conn, client.data.session);
      next();
    } catch (error) {
      failed(error, "a socket could not be let in");
      next(refusal("fault"));
    }
  };
};
