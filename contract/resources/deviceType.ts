import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, idRequest, list, nothing, pageFields, sortedPage, version } from "#contract/kit/page.ts";
import { recordCalls, sharedRow } from "#contract/kit/record.ts";
import { filterText, optionalText, paragraph, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { deviceRow, deviceSorting } from "#contract/resources/device.ts";
import { attributeKinds, attributesFaults } from "#contract/typeAttribute.ts";

const attributeFields = z.object({
  /** That of one that the type has already: devices keep its values under another name. */
  id: z.string().max(64).optional(),
  name: text(limits.names.template),
  nameEn: optionalText(limits.names.template),
  kind: z.enum(attributeKinds).default("text"),
  /** Of a choice: what can be chosen, with commas between. */
  choices: optionalText(limits.type.choices),
  /** What a new device of the type is given; empty for nothing. */
  defaultValue: optionalText(limits.type.value),
});
export type TypeAttributeFields = z.output<typeof attributeFields>;

export const typeFields = z.object({
  name: text(limits.names.template),
  nameEn: optionalText(limits.names.template),
  description: paragraph(limits.remark),
  attributes: z
    .array(attributeFields)
    .max(limits.type.attributes, "rule.attributes.most")
    .superRefine((attributes, context) => {
      for (const { path, message } of attributesFaults(attributes)) context.addIssue({ code: "custom", path, message });
    })
    .default([]),
});

const typeAttribute = attributeFields.required();
export type TypeAttribute = z.output<typeof typeAttribute>;

export const typeRow = z.object({
  ...sharedRow,
  name: z.string(),
  nameEn: z.string(),
  description: z.string(),
  attributes: z.array(typeAttribute),
  /** Devices of the type that the caller sees. */
  devices: z.number(),
  /** Types that it is related to. */
  related: z.number(),
  /** New devices of the caller's organisation are of it unless another is chosen. */
  isDefault: z.boolean(),
});
export type TypeRow = z.output<typeof typeRow>;

const {
  query,
  get,
  post,
  put,
  delete: remove,
} = recordCalls({
  fields: typeFields,
  row: typeRow,
  filters: { ...companyFilter, search: filterText },
  sortable: ["name", "nameEn", "description", "devices", "companyName"],
});

/** Product categories with up to 20 attributes, shared with the organisations below. */
export const deviceType = resource(
  "device_type",
  {
    get,
    query,
    /** Makes it the one that new devices of the caller's organisation are of unless another is chosen; `on` false makes none that. */
    do_default: write(z.object({ id, on: z.boolean().default(true) }), nothing),
    post,
    /** Devices keep their values of attributes that stay; those of attributes that go are shown no longer. */
    put: write(put.request, put.response, { touches: ["device"] }),
    delete: remove,
  },
  { zh: "设备类型", en: "device type" },
);

const relatedType = z.object({ id: z.string(), name: z.string(), nameEn: z.string() });

/** Types that belong together, such as a pump and its meter: each is related to the other. */
export const deviceTypeRelation = resource("device_type_relation", {
  get: read(idRequest, z.object({ id: z.string(), version: z.number(), related: z.array(relatedType) })),
  /** `version` is that of the type. */
  put: write(z.object({ id, version, relatedIds: z.array(id).max(limits.type.related, "rule.related.most") }), nothing, {
    touches: ["device_type"],
  }),
  /** Devices of the type, with `related` of those that it is related to as well. */
  queryDevice: read(
    z.object({ ...sortedPage(deviceSorting), id, related: z.boolean().default(false), search: filterText }),
    list(deviceRow),
    { brings: ["device"] },
  ),
});

const deviceAttribute = typeAttribute.omit({ defaultValue: true }).extend({
  /** What a new device is given. */
  defaultValue: z.string(),
  /** That of the device which was asked for; empty where it has none. */
  value: z.string(),
});
export type DeviceAttribute = z.output<typeof deviceAttribute>;

/** Attributes of a type, or of a device with its values. */
export const deviceAttr = resource("device_attr", {
  query: read(
    z.object({ ...pageFields, typeId: z.string().max(64).optional(), deviceId: z.string().max(64).optional() }),
    list(deviceAttribute),
  ),
});
