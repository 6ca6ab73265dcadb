import { limits } from "#contract/limits.ts";
import type { Db } from "#server/db/open.ts";
import type { JobFiles } from "./jobFiles.ts";

interface Room {
  /** Of one user. */
  readonly files: number;
  /** Of one organisation. */
  readonly fileBytes: number;
}

interface Made {
  readonly id: string;
  readonly user_id: string;
  readonly company_id: string;
}

/** Makes room for what was made last: files of the same user or organisation give way, the oldest first, and their jobs stay without. */
export const makeRoom = async (
  { db, files }: { db: Db; files: Pick<JobFiles, "remove"> },
  { id: made, user_id, company_id }: Made,
  room: Room = limits.jobs,
): Promise<void> => {
  const kept = await db
    .selectFrom("job")
    .select(["id", "user_id", "bytes"])
    .where("company_id", "=", company_id)
    .where("bytes", "is not", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  let bytes = 0;
  let own = 0;
  for (const job of kept.sort((one, other) => Number(other.id === made) - Number(one.id === made))) {
    bytes += job.bytes ?? 0;
    if (job.user_id === user_id) own += 1;
    const fits = bytes <= room.fileBytes && !(job.user_id === user_id && own > room.files);
    if (fits || job.id === made) continue;
    await db.updateTable("job").set({ file: null, file_type: null, bytes: null }).where("id", "=", job.id).execute();
    await files.remove(job.id);
  }
};
