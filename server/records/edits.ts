import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";

export interface Stamped {
  version: number;
  updated_at: number;
  updated_by: string;
}

/** Who is named as the author of a change. */
export const authorOf = (caller: Pick<Caller, "userName" | "account">): string => caller.userName || caller.account;

/** Refuses a save over a version that its author has not seen, and says who made it and when. */
export const checkVersion = (row: Stamped, seen: number): void => {
  if (row.version === seen) return;
  const at = new Date(row.updated_at).toISOString();
  throw new Problem("versionConflict", {
    values: { by: row.updated_by, at },
    data: { by: row.updated_by, at, version: row.version },
  });
};

/** What a changed row carries beside its fields. */
export const restamped = (row: Stamped, caller: Pick<Caller, "userName" | "account">, at: number): Stamped => ({
  version: row.version + 1,
  updated_at: at,
  updated_by: authorOf(caller),
});
