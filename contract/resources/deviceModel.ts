import { z } from "zod";
import { resource, write } from "#contract/kit/call.ts";
import { companyFilter } from "#contract/kit/page.ts";
import { recordCalls, sharedRow } from "#contract/kit/record.ts";
import { filterText, optionalText, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

/** How a gateway talks to the server: the codec that its model chooses. */
export const transmissions = ["mqtt-json", "sparkplug-b", "modbus-rtu-over-tcp", "http-push", "tuya"] as const;
export const transmission = z.enum(transmissions, "rule.required");
export type Transmission = z.output<typeof transmission>;

export const modelFields = z.object({
  name: text(limits.names.template),
  modelId: optionalText(limits.names.template),
  transmission,
});

export const modelRow = z.object({
  ...sharedRow,
  name: z.string(),
  modelId: z.string(),
  transmission,
  /** Devices of the model that the caller sees. */
  devices: z.number(),
  /** Whether this server speaks its transmission type. */
  spoken: z.boolean(),
});
export type ModelRow = z.output<typeof modelRow>;

const {
  query,
  post,
  put,
  delete: remove,
} = recordCalls({
  fields: modelFields,
  row: modelRow,
  filters: { ...companyFilter, search: filterText, transmission: transmission.optional() },
  sortable: ["name", "modelId", "transmission", "devices", "companyName"],
});

/** Models of gateways and products, shared with the organisations below; a device is talked to as its model says. */
export const deviceModel = resource(
  "device_model",
  { query, post, put: write(put.request, put.response, { touches: ["device"] }), delete: remove },
  { zh: "设备型号", en: "device model" },
);
