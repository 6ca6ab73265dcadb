import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Db } from "#server/db/open.ts";
import { unindexed } from "#server/db/unindexed.ts";
import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import { boundDevices, companiesOf, isConsumer, seesAll } from "#server/kit/scope.ts";
import { devicesInScope } from "./devicesInScope.ts";

/** What the caller follows and may see now. As few as they are, they are gone through one by one: no index of devices is better. */
export const seenFollowed = (db: Db, caller: Caller) =>
  db
    .selectFrom("device_favorite")
    .innerJoin("device", "device.id", "device_favorite.device_id")
    .where("device_favorite.user_id", "=", caller.userId)
    .$if(!seesAll(caller), (query) => query.where(unindexed(sql.ref<string>("device.company_id")), "in", companiesOf(db, caller)))
    .$if(isConsumer(caller), (query) => query.where("device.id", "in", boundDevices(db, caller)));

const inOrder = (db: Db, caller: Caller) =>
  seenFollowed(db, caller)
    .select(["device_favorite.device_id", "device_favorite.place"])
    .orderBy("device_favorite.place")
    .orderBy("device_favorite.device_id")
    .execute();

const ofUser = (db: Db, { userId }: Caller) => db.selectFrom("device_favorite").where("user_id", "=", userId);

const lastPlace = async (db: Db, caller: Caller): Promise<number> => {
  const { last } = await ofUser(db, caller)
    .select((eb) => eb.fn.max("place").as("last"))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
};

/** Those of the devices that the caller follows. */
const followedAmong = async (db: Db, caller: Caller, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await ofUser(db, caller).select("device_id").where("device_id", "in", ids).execute();
  return new Set(rows.map((row) => row.device_id));
};

/** Room for so many more: at the limit, those that the caller no longer sees give way, the oldest first. */
const makeRoom = async (db: Db, caller: Caller, more: number): Promise<void> => {
  const seen = new Set((await inOrder(db, caller)).map((row) => row.device_id));
  if (seen.size + more > limits.follow)
    throw new Problem("tooLarge", { message: "code.tooLarge.follow", values: { count: limits.follow } });
  const all = await ofUser(db, caller).select("device_id").orderBy("followed_at").orderBy("device_id").execute();
  const over = Math.max(0, all.length + more - limits.follow);
  const leaving = all
    .map((row) => row.device_id)
    .filter((id) => !seen.has(id))
    .slice(0, over);
  if (leaving.length === 0) return;
  await db.deleteFrom("device_favorite").where("user_id", "=", caller.userId).where("device_id", "in", leaving).execute();
};

/** Puts these behind what is followed already, and answers how many were not followed before. */
export const followDevices = (db: Db, caller: Caller, asked: readonly string[], at: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const ids = await devicesInScope(tx, caller, asked);
    const held = await followedAmong(tx, caller, ids);
    const fresh = ids.filter((id) => !held.has(id));
    if (fresh.length === 0) return 0;
    await makeRoom(tx, caller, fresh.length);
    const last = await lastPlace(tx, caller);
    const rows = fresh.map((device_id, index) => ({ user_id: caller.userId, device_id, place: last + 1 + index, followed_at: at }));
    await tx.insertInto("device_favorite").values(rows).execute();
    return fresh.length;
  });

/** Answers how many were followed. */
export const unfollowDevices = (db: Db, caller: Caller, asked: readonly string[]): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const ids = await devicesInScope(tx, caller, asked);
    const { numDeletedRows } = await tx
      .deleteFrom("device_favorite")
      .where("user_id", "=", caller.userId)
      .where("device_id", "in", ids)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });

/** Places a followed device where `find` says, given those that the caller sees in their order, without it. */
const move = (db: Db, caller: Caller, id: string, find: (tx: Db, others: readonly { place: number }[]) => Promise<number>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const rows = await inOrder(tx, caller);
    const others = rows.filter((row) => row.device_id !== id);
    if (others.length === rows.length) throw new Problem("notFound");
    const place = await find(tx, others);
    await tx.updateTable("device_favorite").set({ place }).where("user_id", "=", caller.userId).where("device_id", "=", id).execute();
  });

export const placeFirst = (db: Db, caller: Caller, id: string): Promise<void> =>
  move(db, caller, id, async (tx) => {
    const { first } = await ofUser(tx, caller)
      .select((eb) => eb.fn.min("place").as("first"))
      .executeTakeFirstOrThrow();
    return Number(first) - 1;
  });

export const placeLast = (db: Db, caller: Caller, id: string): Promise<void> =>
  move(db, caller, id, async (tx) => (await lastPlace(tx, caller)) + 1);

/** Before the one that stands at `place` of the others, counted from 1, and behind all where there is none. */
export const placeAt = (db: Db, caller: Caller, id: string, place: number): Promise<void> =>
  move(db, caller, id, async (tx, others) => {
    const next = others[place - 1];
    if (next === undefined) return (await lastPlace(tx, caller)) + 1;
    await tx
      .updateTable("device_favorite")
      .set((eb) => ({ place: eb("place", "+", 1) }))
      .where("user_id", "=", caller.userId)
      .where("place", ">=", next.place)
      .execute();
    return next.place;
  });

/** Rows of devices with whether the caller follows them. */
export const withFollowed = async <Row extends { id: string }>(
  db: Db,
  caller: Caller,
  rows: readonly Row[],
): Promise<(Row & { followed: boolean })[]> => {
  const followed = await followedAmong(
    db,
    caller,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...row, followed: followed.has(row.id) }));
};

export const isFollowed = async (db: Db, caller: Caller, id: string): Promise<boolean> => (await followedAmong(db, caller, [id])).has(id);
