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

/** rtu: frames end with their CRC; tcp: they begin with the header of Modbus TCP. */
export const framings = ["rtu", "tcp"] as const;
/** What a gateway registers with: its SN alone, or its password as well. */
export const registrations = ["sn", "password"] as const;

const whole = (min: number, max: number, or: number) =>
  z.number("rule.number").int("rule.number").min(min, "rule.number").max(max, "rule.number").default(or);
const { timeoutMs, registers, heartbeatBytes } = limits.modbus;

/** What decides which requests a template is polled by. */
export const planFields = {
  pollSeconds: whole(1, limits.pollSeconds, 30),
  mostRegisters: whole(1, registers, 100),
  mostGap: whole(0, registers, 8),
};

/** How gateways that are polled are talked to; nothing to the others. */
const pollingFields = {
  framing: z.enum(framings).default("rtu"),
  registration: z.enum(registrations).default("sn"),
  /** In hexadecimal digits; empty: they send none, or anything. */
  heartbeat: z
    .string()
    .trim()
    .max(2 * heartbeatBytes, "rule.tooLong")
    .regex(/^(?:[0-9a-f]{2})*$/i, "rule.hex")
    .default(""),
  timeoutMs: whole(timeoutMs[0], timeoutMs[1], 1000),
  ...planFields,
};

export const modelFields = z.object({
  name: text(limits.names.template),
  modelId: optionalText(limits.names.template),
  transmission,
  ...pollingFields,
});

export const modelRow = z.object({
  ...sharedRow,
  name: z.string(),
  modelId: z.string(),
  transmission,
  framing: z.enum(framings),
  registration: z.enum(registrations),
  heartbeat: z.string(),
  pollSeconds: z.number(),
  timeoutMs: z.number(),
  mostRegisters: z.number(),
  mostGap: z.number(),
  /** Devices of the model that the caller sees. */
  devices: z.number(),
  /** Whether this server speaks its transmission type, or is let into the cloud that does. */
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
