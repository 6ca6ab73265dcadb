import { createHash, randomBytes } from "node:crypto";
import { limits } from "#contract/limits.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { RecentMap } from "#server/kit/recentMap.ts";
import { grantsOf } from "#server/menu/grants.ts";

export interface SessionEnd {
  sessionId: string;
  userId: string;
}

interface Opened {
  token: string;
  sessionId: string;
}

export interface Sessions {
  /** Makes a session and answers its token, which is stored as a hash only. */
  open(userId: string, address: string): Promise<Opened>;
  /** The same, unless the password is no longer the one of this hash: what ends a user's sessions with a new one ends those that would still open with the old. */
  openWith(userId: string, address: string, passwordHash: string): Promise<Opened | undefined>;
  /** Whether there is a session with this token, be it one that is over. No use of the session. */
  has(token: string): Promise<boolean>;
  /** Who holds the token; undefined when there is no such session, it rested too long, or user or organisation may not go on. */
  find(token: string): Promise<Caller | undefined>;
  /** What the user may do now, without a session. */
  callerOf(userId: string, sessionId: string): Promise<Caller | undefined>;
  end(sessionId: string): Promise<void>;
  /** Ends all sessions of a user, but not the one named. */
  endAll(userId: string, except?: string): Promise<void>;
  /** Those of a user that may still go on, newest first. */
  openOf(userId: string): Promise<{ id: string; address: string; createdAt: number; seenAt: number }[]>;
  /** It rested too long, or, however busy, is too old. */
  isOver(session: SessionTimes): boolean;
  onEnded(listener: (ended: SessionEnd) => void): () => void;
}

export interface SessionTimes {
  id: string;
  created_at: number;
  seen_at: number;
}

export interface Clocks {
  /** Milliseconds that only go forward, at the pace of time. */
  readonly uptime?: () => number;
  /** The time of day as far as something may be ended by it. */
  readonly believed?: () => number;
}

const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");
const seenStepMs = 60_000;
const mostRemembered = 50_000;

/** Expired or disabled organisations, at any level above, sign nobody in. */
const companyMayWork = async (db: Db, path: string, now: number): Promise<boolean> => {
  const ids = path.split("/").filter((part) => part !== "");
  const stopped = await db
    .selectFrom("company")
    .select("id")
    .where("id", "in", ids)
    .where((eb) => eb.or([eb("enabled", "=", 0), eb.and([eb("expires_at", "is not", null), eb("expires_at", "<=", now)])]))
    .limit(1)
    .executeTakeFirst();
  return stopped === undefined;
};

/** `now` is the clock of the day, which stands in what is kept; how long a session rests is told by the steady clock. */
export const openSessions = (db: Db, now: () => number, { uptime = now, believed = now }: Clocks = {}): Sessions => {
  const started = { day: now(), uptime: uptime() };
  /** By uptime, of sessions that were met since the start: whatever the clock of the day did meanwhile. */
  const met = new RecentMap<string, { created: number; seen: number }>(mostRemembered);
  /** How long ago an instant of the clock of the day was; at most as long as before the start and since then. */
  const ago = (at: number): number => Math.max(0, Math.min(believed() - at, Math.max(0, started.day - at) + uptime() - started.uptime));
  const timesOf = ({ id, created_at, seen_at }: SessionTimes): { created: number; seen: number } =>
    met.get(id) ?? { created: uptime() - ago(created_at), seen: uptime() - ago(seen_at) };
  const meet = (session: SessionTimes): void => {
    const { created } = timesOf(session);
    met.put(session.id, { created, seen: uptime() });
  };
  const isOver = (session: SessionTimes): boolean => {
    const { created, seen } = timesOf(session);
    return uptime() - seen > limits.session.idleSeconds * 1000 || uptime() - created > limits.session.maxSeconds * 1000;
  };
  const listeners = new Set<(ended: SessionEnd) => void>();
  const tell = (ended: SessionEnd): void => {
    for (const listener of listeners) listener(ended);
  };
  const remove = async (session: { id: string; user_id: string }): Promise<void> => {
    await db.deleteFrom("session").where("id", "=", session.id).execute();
    met.delete(session.id);
    tell({ sessionId: session.id, userId: session.user_id });
  };
  const made = (userId: string, address: string) => {
    const token = randomBytes(24).toString("base64url");
    const sessionId = hashOf(token);
    return { opened: { token, sessionId }, session: { id: sessionId, user_id: userId, created_at: now(), seen_at: now(), address } };
  };
  const callerOf = async (userId: string, sessionId: string): Promise<Caller | undefined> => {
    const row = await db
      .selectFrom("user")
      .innerJoin("company", "company.id", "user.company_id")
      .select(["user.account", "user.user_name", "user.type", "user.company_id", "company.path", "company.zone"])
      .where("user.id", "=", userId)
      .where("user.enabled", "=", 1)
      .executeTakeFirst();
    if (!row || !(await companyMayWork(db, row.path, believed()))) return undefined;
    return {
      userId,
      sessionId,
      account: row.account,
      userName: row.user_name,
      type: row.type,
      companyId: row.company_id,
      companyPath: row.path,
      zone: row.zone,
      grants: await grantsOf(db, userId),
    };
  };
  return {
    async open(userId, address) {
      const { opened, session } = made(userId, address);
      await db.insertInto("session").values(session).execute();
      return opened;
    },
    openWith: (userId, address, passwordHash) =>
      db.transaction().execute(async (tx) => {
        const user = await tx.selectFrom("user").select("password_hash").where("id", "=", userId).executeTakeFirst();
        if (user?.password_hash !== passwordHash) return undefined;
        const { opened, session } = made(userId, address);
        await tx.insertInto("session").values(session).execute();
        return opened;
      }),
    async has(token) {
      const id = hashOf(token);
      if (met.has(id)) return true;
      return (await db.selectFrom("session").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
    },
    async find(token) {
      if (token === "") return undefined;
      const session = await db
        .selectFrom("session")
        .select(["id", "user_id", "created_at", "seen_at"])
        .where("id", "=", hashOf(token))
        .executeTakeFirst();
      if (!session) return undefined;
      const at = now();
      const caller = isOver(session) ? undefined : await callerOf(session.user_id, session.id);
      if (!caller) {
        await remove(session);
        return undefined;
      }
      meet(session);
      if (Math.abs(at - session.seen_at) > seenStepMs)
        await db.updateTable("session").set({ seen_at: at }).where("id", "=", session.id).execute();
      return caller;
    },
    callerOf,
    async end(sessionId) {
      const session = await db.selectFrom("session").select(["id", "user_id"]).where("id", "=", sessionId).executeTakeFirst();
      if (session) await remove(session);
    },
    async endAll(userId, except) {
      const sessions = await db.selectFrom("session").select(["id", "user_id"]).where("user_id", "=", userId).execute();
      for (const session of sessions) if (session.id !== except) await remove(session);
    },
    async openOf(userId) {
      const sessions = await db.selectFrom("session").selectAll().where("user_id", "=", userId).orderBy("created_at", "desc").execute();
      return sessions
        .filter((session) => !isOver(session))
        .map(({ id, address, created_at: createdAt, seen_at: seenAt }) => ({ id, address, createdAt, seenAt }));
    },
    isOver,
    onEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
