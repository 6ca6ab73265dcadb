import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, list, sortedPage } from "#contract/kit/page.ts";
import { recordCalls, sharedRow } from "#contract/kit/record.ts";
import { filterText, paragraph, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { slaveFields } from "#contract/resources/device.ts";

const templateSlave = slaveFields.omit({ id: true });

export const deviceTemplateFields = z.object({
  name: text(limits.names.template),
  description: paragraph(limits.remark),
  slaves: z.array(templateSlave).min(1, "rule.slave.atLeastOne").max(limits.slave.perDevice),
  /** Alarm rule templates, each of the data template of one of the slaves. */
  ruleIds: z.array(id).max(limits.deviceTemplate.rules).default([]),
});

export const deviceTemplateRow = z.object({
  ...sharedRow,
  name: z.string(),
  description: z.string(),
  slaves: z.array(z.object({ no: z.number(), name: z.string(), recipeId: z.string(), recipeName: z.string() })),
  rules: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Devices that were made from it, as far as who asks sees them. */
  devices: z.number(),
});
export type DeviceTemplateRow = z.output<typeof deviceTemplateRow>;

/** How a device is not as its template says: slaves and alarm rules that it lacks, that are otherwise, or that it has besides. */
export const templateDifferences = ["slaveMissing", "slaveOther", "slaveMore", "ruleMissing", "ruleOther", "ruleMore"] as const;
export const templateDifference = z.object({
  kind: z.enum(templateDifferences),
  /** Of the slave or the rule, as the template has it where it does. */
  name: z.string(),
  /** Of a slave. */
  no: z.number().nullable(),
});
export type TemplateDifference = z.output<typeof templateDifference>;

export const templatedDevice = z.object({
  id: z.string(),
  name: z.string(),
  sn: z.string(),
  companyName: z.string(),
  differences: z.array(templateDifference),
});
export type TemplatedDevice = z.output<typeof templatedDevice>;

const calls = recordCalls({
  fields: deviceTemplateFields,
  row: deviceTemplateRow,
  filters: { ...companyFilter, search: filterText },
  sortable: ["name", "companyName"],
});

/** Rule templates tell how many device templates have them. */
const ruleTemplate = "alarm_trigger_template";

/** Presets that devices are made from: slaves with their data templates, and alarm rules. Shared with the organisations below. */
export const deviceTemplate = resource(
  "device_template",
  {
    ...calls,
    post: write(calls.post.request, calls.post.response, { touches: [ruleTemplate] }),
    put: write(calls.put.request, calls.put.response, { touches: ["device", ruleTemplate] }),
    delete: write(calls.delete.request, calls.delete.response, { touches: [ruleTemplate] }),
    /** A template of one's own organisation with the same slaves and alarm rules. */
    copy: write(z.object({ id, name: text(limits.names.template) }), z.object({ id: z.string() }), { touches: [ruleTemplate] }),
    /** The devices that were made from it, each with what differs. */
    query_device: read(z.object({ ...sortedPage(["name", "sn", "companyName"]), id, search: filterText }), list(templatedDevice), {
      brings: ["device", "alarm_trigger"],
    }),
  },
  { zh: "设备模板", en: "device template" },
);
