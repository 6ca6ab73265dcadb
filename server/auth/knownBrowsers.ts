import { createHash, randomBytes } from "node:crypto";
import type { Db } from "#server/db/open.ts";

/**
 * Browsers that signed in before, by a mark that each keeps in a cookie. The mark opens nothing: it says whose tries are whose, so that
 * strangers' wrong answers and codes do not stop an owner.
 */
export interface KnownBrowsers {
  /** Under which name the browser of this mark is counted for the user; undefined for one that never signed in to the account. */
  nameFor(userId: string | undefined, mark: string): Promise<string | undefined>;
  /** Notes that the user signed in; answers the mark for the browser to keep. */
  remember(userId: string, mark: string): Promise<string>;
}

/** Read by no script, and by no call as a right to anything. */
export const browserCookie = "browser";
const perUser = 20;
const markBytes = 24;

export const newMark = (): string => randomBytes(markBytes).toString("base64url");
/** What a cookie holds that was made up or cut is no mark. */
export const markOf = (cookie: string | undefined): string => (cookie !== undefined && /^[\w-]{32}$/.test(cookie) ? cookie : "");
const nameOf = (mark: string): string => createHash("sha256").update(mark).digest("base64url");

export const openKnownBrowsers = (db: Db, now: () => number): KnownBrowsers => ({
  async nameFor(userId, mark) {
    if (userId === undefined || mark === "") return undefined;
    const browser = nameOf(mark);
    const known = await db
      .selectFrom("known_browser")
      .select("browser")
      .where("user_id", "=", userId)
      .where("browser", "=", browser)
      .executeTakeFirst();
    return known?.browser;
  },
  async remember(userId, mark) {
    const kept = mark === "" ? newMark() : mark;
    await db
      .insertInto("known_browser")
      .values({ user_id: userId, browser: nameOf(kept), seen_at: now() })
      .onConflict((conflict) => conflict.columns(["user_id", "browser"]).doUpdateSet({ seen_at: now() }))
      .execute();
    const newest = db.selectFrom("known_browser").select("browser").where("user_id", "=", userId).orderBy("seen_at", "desc").limit(perUser);
    await db.deleteFrom("known_browser").where("user_id", "=", userId).where("browser", "not in", newest).execute();
    return kept;
  },
});
