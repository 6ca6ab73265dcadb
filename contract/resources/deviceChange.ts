import { z } from "zod";
import { commandTiming } from "#contract/commandTiming.ts";
import { resource, write } from "#contract/kit/call.ts";
import { id, idRequest, ids } from "#contract/kit/page.ts";
import { deviceFilters, oneWay, oneWayOnly, prolonging } from "#contract/resources/device.ts";
import { transferTarget } from "#contract/resources/deviceTransfer.ts";
import { job } from "#contract/resources/job.ts";

/** What is done with each of many devices; each asks for the right of the call that does it with one. */
export const changeAction = z.discriminatedUnion(
  "kind",
  [
    /** Into or out of a group of one's own. */
    z.object({ kind: z.literal("join"), id }),
    z.object({ kind: z.literal("leave"), id }),
    /** The same of an organisation's group. */
    z.object({ kind: z.literal("joinCompany"), id }),
    z.object({ kind: z.literal("leaveCompany"), id }),
    /** Slaves of the data template `from`, all of them where it is empty, are of `recipeId` from now on. */
    z.object({ kind: z.literal("template"), from: z.string().max(64).default(""), recipeId: id }),
    /** What this device template says: its slaves by their numbers, and its alarm rules. Slaves that it does not name stay. */
    z.object({ kind: z.literal("deviceTemplate"), deviceTemplateId: id }),
    z.object({ kind: z.literal("type"), typeId: id }),
    z.object({ kind: z.literal("alarmNotice"), on: z.boolean() }),
    z.object({ kind: z.literal("renew"), ...prolonging }).refine(oneWay, oneWayOnly),
    z.object({ kind: z.literal("transfer"), ...transferTarget }),
    z.object({ kind: z.literal("delete") }),
    /** Writes the value to this point of each slave of its data template. */
    z.object({
      ...{ kind: z.literal("command"), pointId: id, value: z.union([z.number(), z.string().max(200), z.boolean()]) },
      ...commandTiming,
    }),
  ],
  "rule.invalid",
);
export type ChangeAction = z.output<typeof changeAction>;
export type ChangeKind = ChangeAction["kind"];

/** What can be put back as it was. */
export const undoneKinds: readonly ChangeKind[] = [
  "join",
  "leave",
  "joinCompany",
  "leaveCompany",
  "template",
  "type",
  "alarmNotice",
  "renew",
];

const begun = z.object({ id: z.string() });

/** Changes of many devices, each a job with a result for every device. */
export const deviceChange = resource("device_change", {
  /**
   * Of these devices, or of all that the filter lets through as it is asked: refused where these are more than `count`, which is how many
   * whoever asks was told of.
   */
  post: write(
    z
      .object({
        ids: ids.optional(),
        filter: z.object(deviceFilters).optional(),
        count: z.number().int().min(0).optional(),
        action: changeAction,
      })
      .refine((asked) => (asked.ids === undefined) !== (asked.filter === undefined), { error: "rule.chooseOne", path: ["ids"] })
      .refine((asked) => asked.filter === undefined || asked.count !== undefined, { error: "rule.required", path: ["count"] }),
    begun,
    { access: "signedIn", encoding: "json", touches: [job.name] },
  ),
  /** Puts back what a job of this id changed, where nobody has changed it since: a job as well, and once. */
  undo: write(idRequest, begun, { access: "signedIn", touches: [job.name] }),
});
