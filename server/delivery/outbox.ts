import type { Db } from "#server/db/open.ts";
import type { CodeChannel, CodeProvider } from "#server/delivery/codeProvider.ts";
import { newId } from "#server/kit/newId.ts";

export interface Outbox extends CodeProvider {
  keep(channel: CodeChannel, recipient: string, text: string): Promise<void>;
}

const keptMs = 7 * 24 * 3_600_000;

/**
 * Keeps codes and notices in the database for a week, where only the operator's command line shows them. Their week is told by the time that
 * is believed: no clock that jumps for a moment ends it.
 */
export const outbox = (db: Db, believed: () => number): Outbox => {
  const keep = async (channel: CodeChannel, recipient: string, text: string): Promise<void> => {
    const at = believed();
    await db
      .deleteFrom("outbox")
      .where("at", "<", at - keptMs)
      .execute();
    await db
      .insertInto("outbox")
      .values({ id: newId(at), at, channel, recipient, text })
      .execute();
  };
  return { channel: "sms", keep, send: (recipient, { code }) => keep("sms", recipient, code) };
};
