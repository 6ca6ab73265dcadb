import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import { userTempData } from "#contract/resources/userTempData.ts";
import type { Db } from "#server/db/open.ts";
import { implement } from "#server/kit/implement.ts";
import { pageOfRows } from "#server/kit/page.ts";
import { Problem } from "#server/kit/problem.ts";

const { keys: mostKeys, bytes: mostBytes } = limits.preferences;

/** Of each of a user's preferences how large it is; none of them is read for that. */
const sizesOf = (db: Db, userId: string) =>
  db
    .selectFrom("user_temp_data")
    .select(["key", sql<number>`octet_length(key) + octet_length(value)`.as("bytes")])
    .where("user_id", "=", userId)
    .orderBy("key")
    .execute();

/** Those from before there was a limit may be more than an answer carries: the first are answered. */
const answeredKeys = async (db: Db, userId: string): Promise<string[]> => {
  const keys: string[] = [];
  let left = mostBytes;
  for (const { key, bytes } of await sizesOf(db, userId)) {
    left -= bytes;
    if (left < 0) break;
    keys.push(key);
  }
  return keys;
};

/** What is too much already may become less. */
const checkRoom = async (db: Db, userId: string, key: string, value: string): Promise<void> => {
  const sizes = await sizesOf(db, userId);
  const before = sizes.find((one) => one.key === key)?.bytes;
  const bytes = Buffer.byteLength(key) + Buffer.byteLength(value);
  const others = sizes.reduce((sum, one) => sum + (one.key === key ? 0 : one.bytes), 0);
  const tooMany = before === undefined && sizes.length >= mostKeys;
  const tooMuch = others + bytes > mostBytes && bytes > (before ?? 0);
  if (!tooMany && !tooMuch) return;
  throw new Problem("tooLarge", {
    message: "code.tooLarge.preferences",
    values: { count: mostKeys, limit: `${mostBytes / 1_048_576} MB` },
  });
};

export const userTempDataAnswers = implement(userTempData, {
  async query({ key, ...page }, { services, caller }) {
    const kept = services.db.selectFrom("user_temp_data").select(["key", "value"]).where("user_id", "=", caller.userId).orderBy("key");
    if (key !== undefined) return pageOfRows(await kept.where("key", "=", key).execute(), page);
    const { list: keys, ...rest } = pageOfRows(await answeredKeys(services.db, caller.userId), page);
    return { list: keys.length === 0 ? [] : await kept.where("key", "in", keys).execute(), ...rest };
  },
  async post({ key, value }, { services, caller, at, trace }) {
    trace.detail = JSON.stringify({ key, characters: value.length });
    await services.db.transaction().execute(async (tx) => {
      await checkRoom(tx, caller.userId, key, value);
      await tx
        .insertInto("user_temp_data")
        .values({ user_id: caller.userId, key, value, updated_at: at })
        .onConflict((conflict) => conflict.columns(["user_id", "key"]).doUpdateSet({ value, updated_at: at }))
        .execute();
    });
    return null;
  },
  async delete({ key }, { services, caller }) {
    await services.db.deleteFrom("user_temp_data").where("user_id", "=", caller.userId).where("key", "=", key).execute();
    return null;
  },
});
