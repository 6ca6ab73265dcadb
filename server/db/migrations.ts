import type { Migration } from "kysely";
import { first } from "#server/db/firstMigration.ts";
import { people } from "#server/db/peopleMigration.ts";
import { snInAnyCase } from "#server/db/snInAnyCase.ts";
import { stateLog } from "#server/db/stateLogMigration.ts";

/** In the order in which they run; one that has shipped is never changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001_first": first,
  "0002_sn_in_any_case": snInAnyCase,
  "0003_people": people,
  "0005_state_log": stateLog,
};
