import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import { codesHeldBackMs } from "#server/people/addressChange.ts";

/**
 * Whose password a phone resets: of those whose phone may take codes by now who answered a code from it, else who has had it longest. Nobody
 * can come before them by an account or a phone that is typed in.
 */
export const holderOfPhone = (db: Db, phone: string, now: number) =>
  db
    .selectFrom("user")
    .select(["id", "account", "phone", "email", "user_name", "company_id", "phone_changed_at", "email_changed_at"])
    .where("phone", "=", phone)
    .where("enabled", "=", 1)
    .orderBy(sql`phone_changed_at = 0 or ${now} - phone_changed_at >= ${codesHeldBackMs}`, "desc")
    .orderBy((eb) => eb("proven_phone", "=", phone), "desc")
    .orderBy(sql`case when created_at > phone_changed_at then created_at else phone_changed_at end`)
    .orderBy("id")
    .executeTakeFirst();
