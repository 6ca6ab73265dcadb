import { z } from "zod";
import type { Db } from "#server/db/open.ts";
import type { CommandReply } from "#server/wire/protocol.ts";

/** What comes of a command, as its row in the device's log names it. */
export const replyResult = (code: number): "ok" | "deviceRefused" => (code === 0 ? "ok" : "deviceRefused");

/** One that was not sent when it was asked for tells when it was. */
const sentLater = z.object({ sentAt: z.string().optional() });

/** Results of commands whose reply may still come. */
const unanswered = ["deviceSilent", "deviceWaiting"] as const;

/**
 * A reply that nobody waits for any more goes into its command's row, which has the command's id: it was late, or came again and changes
 * nothing. False: the device was sent no such command.
 */
export const keepLateReply = async (db: Db, deviceId: string, { id, code, message }: CommandReply, at: number): Promise<boolean> => {
  const row = await db
    .selectFrom("device_event")
    .select(["content", "result", "at"])
    .where("id", "=", id)
    .where("device_id", "=", deviceId)
    .where("kind", "=", "command")
    .executeTakeFirst();
  if (!row) return false;
  if (!unanswered.some((result) => result === row.result)) return true;
  const sent: object = JSON.parse(row.content);
  const { sentAt } = sentLater.parse(sent);
  const since = sentAt === undefined ? row.at : Date.parse(sentAt);
  await db
    .updateTable("device_event")
    .set({
      content: JSON.stringify({ ...sent, code, message, milliseconds: Math.max(0, at - since), late: true }),
      result: replyResult(code),
    })
    .where("id", "=", id)
    .where("result", "in", unanswered)
    .execute();
  return true;
};

/** A command that waited for its device's next post ends: it was handed over and never answered, or it was never asked for. */
export const endWaiting = async (db: Db, commandId: string, result: "deviceSilent" | "commandExpired"): Promise<void> => {
  await db
    .updateTable("device_event")
    .set({ result })
    .where("id", "=", commandId)
    .where("kind", "=", "command")
    .where("result", "=", "deviceWaiting")
    .execute();
};

/** None waits longer than a device may be silent. */
const longestWaitMs = 3_600_000;

/** Commands that waited when the server was killed: what they waited in was its memory. None is older than the newest row by more than that. */
export const endAllWaiting = async (db: Db): Promise<void> => {
  const { newest } = await db
    .selectFrom("device_event")
    .select((eb) => eb.fn.max("at").as("newest"))
    .executeTakeFirstOrThrow();
  if (newest === null) return;
  await db
    .updateTable("device_event")
    .set({ result: "commandExpired" })
    .where("at", ">=", newest - longestWaitMs)
    .where("kind", "=", "command")
    .where("result", "=", "deviceWaiting")
    .execute();
};
