import { limits } from "#contract/limits.ts";
import type { Db } from "#server/db/open.ts";

const hourMs = 3_600_000;

/** Removes what nobody took over within a day, and beyond so many of one user the oldest. Those that a job takes over stay for it. */
export const sweepUploads = async (db: Db, now: number, userId?: string): Promise<void> => {
  const working = db.selectFrom("job").select("id").where("state", "in", ["waiting", "running"]);
  await db
    .deleteFrom("sheet_upload")
    .where("created_at", "<", now - limits.sheet.keptHours * hourMs)
    .where("job_id", "not in", working)
    .execute();
  if (userId === undefined) return;
  const kept = await db
    .selectFrom("sheet_upload")
    .select("id")
    .where("user_id", "=", userId)
    .where("job_id", "not in", working)
    // Those that are still being read have no rows counted yet.
    .where("total", ">", 0)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const old = kept.slice(limits.sheet.perUser).map(({ id }) => id);
  if (old.length > 0) await db.deleteFrom("sheet_upload").where("id", "in", old).execute();
};
