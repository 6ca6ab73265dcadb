import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import { companiesOf, pathEnd } from "#server/kit/scope.ts";

/**
 * Ids of the organisations whose types, models and templates the caller may see and use: its own, those below it, and those above it,
 * which keep the shared part of the catalogue. Changing one is for those who have it in their own scope.
 */
export const usableCompanies = (db: Db, caller: Pick<Caller, "companyPath">) =>
  db
    .selectFrom("company")
    .select("company.id")
    .where((eb) =>
      eb.or([
        eb.and([eb("company.path", ">=", caller.companyPath), eb("company.path", "<", pathEnd(caller.companyPath))]),
        eb(
          "company.id",
          "in",
          caller.companyPath.split("/").filter((part) => part !== ""),
        ),
      ]),
    );

/** Ids of the organisations whose records are listed: all whose catalogue the caller may use, or those that it was narrowed to. */
export const listedCompanies = (db: Db, caller: Pick<Caller, "companyPath">, narrowed: Pick<Caller, "companyPath">) =>
  narrowed === caller ? usableCompanies(db, caller) : companiesOf(db, narrowed);

/** True when an organisation with this path is the caller's or one below it. */
export const mayChange = (caller: Pick<Caller, "companyPath">, companyPath: string): boolean => companyPath.startsWith(caller.companyPath);

/** Throws where the caller, who sees the record, may not change it: it is an organisation's above. */
export const refuseOfAbove = (caller: Pick<Caller, "companyPath">, row: { path: string }): void => {
  if (!mayChange(caller, row.path)) throw new Problem("forbidden");
};
