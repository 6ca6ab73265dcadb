import { z } from "zod";
import { read, write } from "#contract/kit/call.ts";
import { id, idRequest, utcTime } from "#contract/kit/page.ts";
import { plainText } from "#contract/kit/plainText.ts";
import { limits } from "#contract/limits.ts";

/** What somebody noted of an alarm record; it stays as it was written, and goes with its record. */
export const alarmComment = z.object({ id: z.string(), at: utcTime, by: z.string(), text: z.string() });
export type AlarmComment = z.output<typeof alarmComment>;

export const commentText = plainText({ max: limits.alarmComment.text, required: "rule.required", lines: true });

export const commentCalls = {
  /** Of one record, oldest first. */
  comments: read(idRequest, z.object({ comments: z.array(alarmComment) })),
  comment: write(z.object({ id, text: commentText }), z.object({ id: z.string() })),
};
