import type { Db } from "#server/db/open.ts";
import type { CodeChannel } from "#server/delivery/codeProvider.ts";

/** Notes that the user has answered a code from the phone; one that went to the e-mail address proves no phone. */
export const phoneProven = async (db: Db, { id, phone }: { id: string; phone: string }, way: CodeChannel): Promise<void> => {
  if (way !== "sms") return;
  await db.updateTable("user").set({ proven_phone: phone }).where("id", "=", id).where("phone", "=", phone).execute();
};
