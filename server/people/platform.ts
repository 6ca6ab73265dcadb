import type { Caller } from "#server/kit/caller.ts";
import { Problem } from "#server/kit/problem.ts";
import { seesAll } from "#server/kit/scope.ts";

/** Refuses whoever does not belong to the platform's own organisation: what it keeps is shared by all tenants. */
export const requirePlatform = (caller: Pick<Caller, "companyPath">): void => {
  if (!seesAll(caller)) throw new Problem("forbidden");
};
