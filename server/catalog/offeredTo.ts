import type { Db } from "#server/db/open.ts";
import { fieldProblem } from "#server/kit/problem.ts";

type Offered = "alarm_group" | "alarm_type" | "point_category" | "icon_group" | "recipe" | "alarm_trigger_template" | "device_template";

/** Of these records, those of the organisation or of one above it. */
export const offeredTo = async (
  db: Db,
  table: Offered,
  ids: readonly (string | null)[],
  path: string,
): Promise<ReadonlySet<string | null>> => {
  const named = [...new Set(ids)].filter((id) => id !== null);
  if (named.length === 0) return new Set();
  const rows = await db
    .selectFrom(table)
    .innerJoin("company", "company.id", `${table}.company_id`)
    .select([`${table}.id`, "company.path"])
    .where(`${table}.id`, "in", named)
    .execute();
  return new Set(rows.filter((row) => path.startsWith(row.path)).map((row) => row.id));
};

/** What names a record names one of its own organisation or of one above it, so that whoever sees the one sees the other. */
export const checkOffered = async (db: Db, table: Offered, field: string, id: string | null, path: string): Promise<void> => {
  if (id !== null && !(await offeredTo(db, table, [id], path)).has(id)) throw fieldProblem(field, "rule.invalid");
};
