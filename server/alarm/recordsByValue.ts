import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { TimePlace } from "#server/kit/timeCursor.ts";
import { inScope, matching, planOf, type SearchedQuery } from "./recordFilters.ts";
import { behindTime, sortedPlaceOf } from "./recordPlaces.ts";

type ByValue = "level" | "state";

/** All that there are, lowest first. */
const valuesOf: Readonly<Record<ByValue, readonly number[]>> = { level: [0, 1, 2, 3], state: [0, 1, 2] };

interface Place {
  readonly field: ByValue;
  readonly total: number;
  readonly offset: number;
}

/**
 * Of records sorted by what has a few values only, those of one value come after those of the other, newest first: each are walked by an
 * index of their own, and nothing is sorted. One more than a page holds.
 */
export const idsByValue = async (db: Db, caller: Caller, request: SearchedQuery, { field, total, offset }: Place): Promise<string[]> => {
  const { sortOrder = "asc", cursor, pageSize } = request;
  const { walked, gathered } = planOf(caller, total, request);
  const after = cursor ? sortedPlaceOf(cursor, field) : undefined;
  const column = `alarm_log.${field}` as const;
  const records = db
    .selectFrom("alarm_log")
    .where(inScope(db, caller, walked))
    .where(matching(db, caller, request));
  const some = async (value: number, { limit, skipped, behind }: { limit: number; skipped: number; behind: TimePlace | undefined }) => {
    const rows = await records
      .select("alarm_log.id")
      .where(column, "=", value)
      .$if(behind !== undefined, (query) => (behind ? query.where(behindTime("desc", behind, gathered)) : query))
      .orderBy(gathered ? sql`alarm_log.raised_at + 0` : "alarm_log.raised_at", "desc")
      .orderBy("alarm_log.id", "desc")
      .limit(limit)
      .offset(skipped)
      .execute();
    return rows.map(({ id }) => id);
  };
  const counts =
    after || offset === 0
      ? undefined
      : await records
          .select((eb) => [`${column} as value`, eb.fn.countAll<number>().as("count")])
          .groupBy(column)
          .execute();
  const ids: string[] = [];
  let skipped = after ? 0 : offset;
  for (const value of sortOrder === "desc" ? valuesOf[field].toReversed() : valuesOf[field]) {
    if (after && (sortOrder === "desc" ? value > Number(after.value) : value < Number(after.value))) continue;
    const count = counts?.find((row) => row.value === value)?.count ?? (counts ? 0 : Number.POSITIVE_INFINITY);
    if (count <= skipped) {
      skipped -= count;
      continue;
    }
    const limit = pageSize + 1 - ids.length;
    ids.push(...(await some(value, { limit, skipped, behind: after?.value === value ? after.place : undefined })));
    if (ids.length > pageSize) break;
    skipped = 0;
  }
  return ids;
};
