import type { Db } from "#server/db/open.ts";
import type { CodeProvider } from "#server/delivery/codeProvider.ts";
import { newId } from "#server/kit/newId.ts";

/** Keeps codes in the database, where only the operator's command line shows them. */
export const outbox = (db: Db, now: () => number): CodeProvider => ({
  channel: "sms",
  async send(recipient, { code }) {
    await db
      .insertInto("outbox")
      .values({ id: newId(now()), at: now(), channel: "sms", recipient, text: code })
      .execute();
  },
});
