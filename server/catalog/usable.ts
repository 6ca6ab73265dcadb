import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { pathEnd } from "#server/kit/scope.ts";

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

/** True when an organisation with this path is the caller's or one below it. */
export const mayChange = (caller: Pick<Caller, "companyPath">, companyPath: string): boolean => companyPath.startsWith(caller.companyPath);
