import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, idRequest } from "#contract/kit/page.ts";
import { recordCalls, sharedRow } from "#contract/kit/record.ts";
import { filterText, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { panelElement, panelElements } from "#contract/panelLayout.ts";
import { orderValue } from "#contract/resources/order.ts";

const panelBase = z.object({
  name: text(limits.names.template),
  /** Off: no device shows it. */
  enabled: z.boolean().default(true),
  /** Panels of a device stand in that order. */
  sort: z.number("rule.number").int("rule.number").min(0, "rule.number").max(9999, "rule.number").default(0),
  /** Without them a new panel is empty, and another keeps those that it has. */
  elements: panelElements.optional(),
});

/** A panel stays with its device template. */
export const panelFields = panelBase.extend({ deviceTemplateId: id });
export const panelEdit = panelBase;

export const panelRow = z.object({
  ...sharedRow,
  name: z.string(),
  deviceTemplateId: z.string(),
  deviceTemplateName: z.string(),
  enabled: z.boolean(),
  sort: z.number(),
  /** How many commands it has, and how many organisations it is linked to. */
  commands: z.number(),
  companies: z.number(),
});
export type PanelRow = z.output<typeof panelRow>;
export const panelWhole = panelRow.extend({ elements: z.array(panelElement) });
export type PanelWhole = z.output<typeof panelWhole>;

/** What a button of a panel sends, as who asks may see it. */
export const shownCommand = z.object({
  id: z.string(),
  name: z.string(),
  slave: z.number(),
  values: z.array(orderValue),
  confirmed: z.boolean(),
  question: z.string(),
});
export type ShownCommand = z.output<typeof shownCommand>;

export const shownPanel = z.object({
  id: z.string(),
  name: z.string(),
  elements: z.array(panelElement),
  commands: z.array(shownCommand),
});
export type ShownPanel = z.output<typeof shownPanel>;

const calls = recordCalls({
  fields: panelFields,
  row: panelRow,
  filters: { ...companyFilter, search: filterText, deviceTemplateId: z.string().max(64).optional() },
  sortable: ["name", "deviceTemplateName", "sort", "companyName"],
});

/**
 * Panels of the devices that are made from a device template. One is seen by its organisation and those above, and by the organisations that it
 * is linked to, which do not change it; it is shown for the devices of these alone.
 */
export const deviceTemplateUi = resource(
  "device_template_ui",
  {
    ...calls,
    get: read(idRequest, panelWhole),
    put: write(panelEdit.extend({ id, version: z.number().int() }), calls.put.response, {
      touches: ["device_template_ui_cmd", "device_template_ui_company"],
    }),
    delete: write(calls.delete.request, calls.delete.response, { touches: ["device_template_ui_cmd", "device_template_ui_company"] }),
    /** The panels of a device, without what is about data points that who asks does not see. */
    get_device: read(z.object({ deviceId: id }), z.object({ panels: z.array(shownPanel) }), { brings: ["device"] }),
  },
  { zh: "设备面板", en: "device panel" },
);
