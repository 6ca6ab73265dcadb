import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id } from "#contract/kit/page.ts";
import { recordCalls, sharedRow } from "#contract/kit/record.ts";
import { filterText, optionalText, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { commandValues, orderValue } from "#contract/resources/order.ts";
import { slaveNumber } from "#contract/slaveNumber.ts";

const commandBase = z.object({
  name: text(limits.names.template),
  slave: slaveNumber,
  values: commandValues,
  /** Whether it is asked before it is sent, and how; by its name without words of its own. */
  confirmed: z.boolean().default(true),
  question: optionalText(limits.address),
});

/** A command stays with its panel. */
export const panelCommandFields = commandBase.extend({ uiId: id });
export const panelCommandEdit = commandBase;

export const panelCommandRow = z.object({
  ...sharedRow,
  name: z.string(),
  uiId: z.string(),
  uiName: z.string(),
  slave: z.number(),
  values: z.array(orderValue),
  confirmed: z.boolean(),
  question: z.string(),
});
export type PanelCommandRow = z.output<typeof panelCommandRow>;

/** What a command of a panel would send to a device. */
export const checkedCommand = z.object({
  id: z.string(),
  name: z.string(),
  slave: z.number(),
  values: z.array(orderValue),
  /** Where it would go: a topic below the device's own, or the slave on its line. */
  place: z.string(),
  /** The message: JSON, or what is written to the registers, one request a line. Empty where it cannot be made. */
  message: z.string(),
  /** 0, or the code by which it would be refused, with its reason. */
  code: z.number(),
  reason: z.string(),
});
export type CheckedCommand = z.output<typeof checkedCommand>;

const calls = recordCalls({
  fields: panelCommandFields,
  row: panelCommandRow,
  filters: { ...companyFilter, search: filterText, uiId: z.string().max(64).optional() },
  sortable: ["name", "uiName", "slave", "companyName"],
});

/** Panels tell how many commands they have. */
const panel = "device_template_ui";

/** What the buttons of panels send. Whoever may not see one of the data points does not see the command. */
export const deviceTemplateUiCmd = resource(
  "device_template_ui_cmd",
  {
    ...calls,
    post: write(calls.post.request, calls.post.response, { touches: [panel] }),
    put: write(panelCommandEdit.extend({ id, version: z.number().int() }), calls.put.response, { touches: [panel] }),
    delete: write(calls.delete.request, calls.delete.response, { touches: [panel] }),
    /** What each command of a panel would send to a device; nothing is sent. */
    check: read(z.object({ uiId: id, deviceId: id }), z.object({ commands: z.array(checkedCommand) }), {
      brings: ["device", panel],
    }),
  },
  { zh: "面板命令", en: "panel command" },
);
