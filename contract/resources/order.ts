import { z } from "zod";
import { commandState, commandTiming } from "#contract/commandTiming.ts";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, idRequest, ids, list, nothing, sortedPage, utcTime, version } from "#contract/kit/page.ts";
import { filterText, paragraph, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { pointRow } from "#contract/resources/deviceDataRecipe.ts";
import { slaveNumber } from "#contract/slaveNumber.ts";

const value = z.union(
  [z.number("rule.required"), z.string().min(1, "rule.required").max(200, "rule.tooLong"), z.boolean()],
  "rule.required",
);

/** Values of data points to be written, in their order, as a person gives them. */
export const commandValues = z
  .array(z.object({ pointId: id, value }))
  .min(1, "rule.history.point")
  .max(limits.order.values)
  .refine((values) => new Set(values.map(({ pointId }) => pointId)).size === values.length, "rule.pointTwice");

const orderBase = z.object({
  name: text(limits.names.template),
  /** The slave that is written; null for each that has the data template. */
  slave: slaveNumber.nullable().default(null),
  values: commandValues,
  remark: paragraph(limits.remark),
});

/** An order stays with the data template that it was made for. */
export const orderFields = orderBase.extend({ recipeId: id });
export const orderEdit = orderBase;

/** What is written without being saved: values of one data template's points. */
export const gatewayCommand = orderBase.pick({ slave: true, values: true }).extend({ recipeId: id });

/** SNs as they are typed; devices that are not there, or not the caller's, are answered as such. */
export const commandedSns = z
  .array(text(limits.device.foreignId))
  .min(1, "rule.command.sn")
  .max(limits.order.devices, "rule.order.devices");

export const orderValue = pointRow
  .pick({ name: true, nameEn: true, valueType: true, unit: true, decimals: true, enumeration: true })
  .extend({
    pointId: z.string(),
    value,
  });

export const orderRow = z.object({
  id: z.string(),
  name: z.string(),
  recipeId: z.string(),
  recipeName: z.string(),
  slave: z.number().nullable(),
  values: z.array(orderValue),
  remark: z.string(),
  companyName: z.string(),
  /** False for one of an organisation above, which is sent and not changed. */
  changeable: z.boolean(),
  updatedAt: utcTime,
  version: z.number(),
});
export type OrderRow = z.output<typeof orderRow>;

/** What became of an order on one slave of one device; 0 is done or to be done, any other code says why not. */
export const orderAnswer = z.object({
  /** Empty for an SN that names no device of the caller's. */
  deviceId: z.string(),
  deviceName: z.string(),
  sn: z.string(),
  slave: z.number().nullable(),
  code: z.number(),
  message: z.string(),
  milliseconds: z.number().nullable(),
  /** Of what was not refused; null where it was. */
  state: commandState.nullable(),
});
export type OrderAnswer = z.output<typeof orderAnswer>;

/**
 * Saved gateway commands, shared with the organisations below. Sending one needs the right to command devices besides, and is in each
 * device's log like one that was typed. Whoever may not see one of the points does not see the order.
 */
export const order = resource(
  "order",
  {
    query: read(
      z.object({
        ...sortedPage(["name", "recipeName", "companyName", "updatedAt"]),
        ...companyFilter,
        search: filterText,
        recipeId: z.string().max(64).optional(),
      }),
      list(orderRow),
    ),
    get: read(idRequest, orderRow),
    post: write(orderFields, z.object({ id: z.string() })),
    put: write(orderEdit.extend({ id, version }), nothing),
    delete: write(z.object({ ids }), z.object({ removed: z.number() })),
    /** Writes to the devices of these SNs what a saved command says, or what is given. */
    send_by_sn: write(
      z
        .object({ sns: commandedSns, id: id.optional(), ...gatewayCommand.partial().shape, ...commandTiming })
        .refine(({ id: saved, recipeId }) => (saved === undefined) !== (recipeId === undefined), { error: "rule.chooseOne", path: ["id"] })
        .refine(({ recipeId, values }) => recipeId === undefined || values !== undefined, { error: "rule.required", path: ["values"] }),
      z.object({ answers: z.array(orderAnswer) }),
      { touches: ["device_event"] },
    ),
    send: write(
      z.object({
        id,
        deviceIds: z.array(id).min(1, "rule.history.device").max(limits.order.devices, "rule.order.devices"),
        ...commandTiming,
      }),
      z.object({ answers: z.array(orderAnswer) }),
      { touches: ["device_event"] },
    ),
  },
  { zh: "预置命令", en: "saved command" },
);
