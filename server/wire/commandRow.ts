import type { Db } from "#server/db/open.ts";
import type { CommandReply } from "#server/wire/protocol.ts";

/** What comes of a command, as its row in the device's log names it. */
export const replyResult = (code: number): "ok" | "deviceRefused" => (code === 0 ? "ok" : "deviceRefused");

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
  if (row.result !== "deviceSilent") return true;
  const sent: object = JSON.parse(row.content);
  await db
    .updateTable("device_event")
    .set({
      content: JSON.stringify({ ...sent, code, message, milliseconds: Math.max(0, at - row.at), late: true }),
      result: replyResult(code),
    })
    .where("id", "=", id)
    .where("result", "=", "deviceSilent")
    .execute();
  return true;
};
