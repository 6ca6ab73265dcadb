import { device } from "#contract/resources/device.ts";
import { type deviceModel, deviceModel as resource, transmissions } from "#contract/resources/deviceModel.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";
import { seenDevices } from "./seenDevices.ts";

/** Models; the devices of one that speaks another protocol are looked at anew. */
export const modelKind: RecordKind<typeof deviceModel, "device_model"> = {
  resource,
  table: "device_model",
  reach: "shared",
  fields: [
    "name",
    "modelId",
    "transmission",
    "framing",
    "registration",
    "heartbeat",
    "pollSeconds",
    "timeoutMs",
    "mostRegisters",
    "mostGap",
  ],
  searched: ["name", "modelId"],
  filters: { transmission: "is" },
  sorted: { field: "name", order: "asc" },
  related: { devices: { table: "device", column: "model_id", keeps: device.noun, seen: seenDevices } },
  changed: (ids) => ({ kind: "models", ids }),
  more: async (rows) => rows.map(({ transmission }) => ({ spoken: transmissions.some((known) => known === transmission) })),
};

export const models = keepRecords(modelKind);
