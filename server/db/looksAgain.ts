import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { fillLooks } from "#server/db/looksAndOwners.ts";
import type { Database } from "#server/db/schema.ts";

/** What an account looks like takes marks, and signs that are taken for one another, into account. Accounts themselves stay as they are. */
export const looksAgain: Migration = { up: (db: Kysely<Database>) => fillLooks(db) };

/** Signs at the ends of an account count no more; accounts of the demonstration, which were put in without a look, get theirs. */
export const looksOfEnds: Migration = { up: (db: Kysely<Database>) => fillLooks(db) };
