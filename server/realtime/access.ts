import { switchesOf } from "#server/alarm/alarmSwitches.ts";
import type { SessionTimes } from "#server/auth/sessions.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { portions } from "#server/kit/portions.ts";
import { boundDevices, isConsumer } from "#server/kit/scope.ts";
import type { Access, SessionSockets } from "#server/realtime/audience.ts";

export interface SessionLookup {
  /** Who holds the token. Counts as use of the session. */
  find(token: string): Promise<Caller | undefined>;
  /** What the user may do now. Does not count as use. */
  callerOf(userId: string, sessionId: string): Promise<Caller | undefined>;
  isOver(session: SessionTimes): boolean;
  onEnded(listener: (ended: { sessionId: string; userId: string }) => void): () => void;
}

/** A fresh look at a session that sockets hold. It is no use of the session, so that an open page alone does not keep it from expiring. */
export const accessOf = async (
  { db, sessions }: { db: Db; sessions: SessionLookup },
  session: SessionSockets,
): Promise<Access | undefined> => {
  const row = await db.selectFrom("session").select(["id", "created_at", "seen_at"]).where("id", "=", session.id).executeTakeFirst();
  if (!row || sessions.isOver(row)) return undefined;
  const caller = await sessions.callerOf(session.caller.userId, session.id);
  return caller && whatSees(db, caller);
};

/** What the caller may receive. */
export const whatSees = async (db: Db, caller: Caller): Promise<Access> => {
  const switches = await switchesOf(db, caller.userId);
  if (!isConsumer(caller)) return { caller, switches, devices: undefined };
  const bound = await boundDevices(db, caller).execute();
  return { caller, switches, devices: new Set(bound.map(({ device_id }) => device_id)) };
};

/** The organisations that own the devices now; a device that is gone is not in the answer. */
export const ownersOf = async (db: Db, deviceIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const owners = new Map<string, string>();
  for (const some of portions(deviceIds)) {
    const rows = await db
      .selectFrom("device")
      .innerJoin("company", "company.id", "device.company_id")
      .select(["device.id", "company.path"])
      .where("device.id", "in", some)
      .execute();
    for (const row of rows) owners.set(row.id, row.path);
  }
  return owners;
};

/** Where the organisations stand; one that is gone is not in the answer. */
export const pathsOf = async (db: Db, companyIds: readonly string[]): Promise<string[]> => {
  const paths: string[] = [];
  for (const some of portions(companyIds))
    for (const { path } of await db.selectFrom("company").select("path").where("id", "in", some).execute()) paths.push(path);
  return paths;
};
