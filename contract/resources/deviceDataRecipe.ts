import { z } from "zod";
import { compileFormula } from "#contract/formula.ts";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, idRequest, ids, list, nothing, sortedPage } from "#contract/kit/page.ts";
import { isSeen } from "#contract/kit/plainText.ts";
import { filterText, optionalText, paragraph, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { enumeration } from "#contract/point/enumeration.ts";
import { codings, orders, registerTypes } from "#contract/point/registers.ts";
import { valueTypes } from "#contract/pointValue.ts";

const formula = z
  .string()
  .max(200, "rule.tooLong")
  .refine((value) => value === "" || compileFormula(value).ok, "rule.formula")
  .default("");
const bit = z.number("rule.bits").int("rule.bits").min(0, "rule.bits").max(63, "rule.bits").nullable().default(null);
const bound = z.number("rule.number").nullable().default(null);

const categoryId = z.string().max(64).nullable().default(null);

const upTo = (most: number) =>
  z.number("rule.number").int("rule.number").min(1, "rule.number").max(most, "rule.number").nullable().default(null);

/** Where and how a Modbus slave keeps the value; nothing to devices that send their values by address. */
const registerFields = {
  registerType: z.enum(registerTypes).nullable().default(null),
  byteOrder: z.enum(orders).default("big"),
  wordOrder: z.enum(orders).default("big"),
  coding: z.enum(codings).default("binary"),
  registers: upTo(limits.point.registers),
  pollSeconds: upTo(limits.pollSeconds),
};

const pointBase = z.object({
  recipeId: id,
  name: text(limits.names.template),
  nameEn: optionalText(limits.names.template),
  address: z
    .string("rule.required")
    .min(1, "rule.required")
    .max(64, "rule.tooLong")
    .regex(/^[^\s]*$/, "rule.address")
    .refine(isSeen, "rule.address"),
  defaultValue: optionalText(64),
  valueType: z.enum(valueTypes).default("float32"),
  integerDigits: z.number().int().min(0).max(20).nullable().default(null),
  decimals: z
    .number("rule.number")
    .int("rule.number")
    .min(0, "rule.number")
    .max(limits.point.decimals, "rule.number")
    .nullable()
    .default(null),
  unit: optionalText(limits.point.unit),
  min: bound,
  max: bound,
  startBit: bit,
  endBit: bit,
  enumeration: z
    .array(z.object({ value: z.number(), label: text(40), labelEn: optionalText(40) }))
    .max(limits.point.enumeration)
    .default([]),
  receiveFormula: formula,
  sendFormula: formula,
  /** 0 not stored, 1 stored, 2 stored on change. */
  storeMode: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(1),
  display: z.boolean().default(true),
  writable: z.boolean().default(false),
  dataSource: optionalText(40),
  /** 0 public, 1 secret, 2 not open to sub-users. */
  auth: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(0),
  sort: z.number("rule.number").int("rule.number").min(-limits.point.sort, "rule.number").max(limits.point.sort, "rule.number").default(0),
  /** The icon group whose picture stands for the value. */
  iconGroupId: z.string().max(64).nullable().default(null),
  categoryId,
  ...registerFields,
});

type PointBounds = Pick<z.output<typeof pointBase>, "min" | "max" | "startBit" | "endBit">;
const inOrder = (low: number | null, high: number | null): boolean => low === null || high === null || low <= high;
const bitsInOrder = (point: PointBounds): boolean => inOrder(point.startBit, point.endBit);
const rangeInOrder = (point: PointBounds): boolean => inOrder(point.min, point.max);

export const pointFields = pointBase
  .refine(bitsInOrder, { error: "rule.bits", path: ["endBit"] })
  .refine(rangeInOrder, { error: "rule.range", path: ["max"] });
const pointEdit = pointBase
  .extend({ id, version: z.number().int() })
  .refine(bitsInOrder, { error: "rule.bits", path: ["endBit"] })
  .refine(rangeInOrder, { error: "rule.range", path: ["max"] });

export const pointRow = z.object({
  id: z.string(),
  recipeId: z.string(),
  name: z.string(),
  nameEn: z.string(),
  address: z.string(),
  defaultValue: z.string(),
  valueType: z.enum(valueTypes),
  integerDigits: z.number().nullable(),
  decimals: z.number().nullable(),
  unit: z.string(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  startBit: z.number().nullable(),
  endBit: z.number().nullable(),
  enumeration,
  receiveFormula: z.string(),
  sendFormula: z.string(),
  storeMode: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  display: z.boolean(),
  writable: z.boolean(),
  dataSource: z.string(),
  auth: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  sort: z.number(),
  iconGroupId: z.string().nullable(),
  categoryId: z.string().nullable(),
  registerType: z.enum(registerTypes).nullable(),
  byteOrder: z.enum(orders),
  wordOrder: z.enum(orders),
  coding: z.enum(codings),
  registers: z.number().nullable(),
  pollSeconds: z.number().nullable(),
  version: z.number(),
});
export type PointRow = z.output<typeof pointRow>;

export const listedPoint = pointRow.extend({
  /** Where it stands among those of its template that the caller sees, from 1 on. */
  place: z.number().int(),
  /** Of its category; empty without one. */
  categoryName: z.string(),
  categoryNameEn: z.string(),
});
export type ListedPoint = z.output<typeof listedPoint>;

export const recipeFields = z.object({ name: text(limits.names.template), description: paragraph(limits.remark) });
export const recipeRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  points: z.number(),
  devices: z.number(),
  createdAt: z.string(),
  version: z.number(),
});
export type RecipeRow = z.output<typeof recipeRow>;

/** They tell of the points that they show or write. */
const writing = ["device_data_recipe_app", "device_data_recipe_app_cmd", "device_argument"];

/** Data templates; their bodies are the data points. */
export const deviceDataRecipe = resource(
  "device_data_recipe",
  {
    query: read(
      z.object({ ...sortedPage(["name", "companyName", "points", "devices", "createdAt"]), ...companyFilter, name: filterText }),
      list(recipeRow),
    ),
    get: read(idRequest, recipeRow),
    post: write(recipeFields, z.object({ id: z.string() })),
    put: write(recipeFields.extend({ id, version: z.number().int() }), nothing, {
      touches: ["device", "alarm_trigger", "alarm_trigger_template", "device_template", "device_data_recipe_app", "device_argument"],
    }),
    delete: write(z.object({ ids }), z.object({ removed: z.number() })),
    list_body: read(
      z.object({
        ...sortedPage([
          "sort",
          "name",
          "nameEn",
          "address",
          "categoryName",
          "valueType",
          "unit",
          "storeMode",
          "display",
          "writable",
          "auth",
        ]),
        recipeId: id,
        name: filterText,
        categoryId: z.string().max(64).optional(),
      }),
      list(listedPoint),
      { brings: ["device_data_recipe_body_type"] },
    ),
    get_body: read(idRequest, pointRow),
    add_body: write(pointFields, z.object({ id: z.string() }), { touches: ["device"] }),
    put_body: write(pointEdit, nothing, {
      touches: [...["device", "alarm_trigger", "alarm_trigger_template"], ...writing],
    }),
    delete_body: write(z.object({ ids }), z.object({ removed: z.number() }), { touches: ["device", "device_data_recipe_app"] }),
    /** Puts data points into a category, or into none. */
    update_body_type: write(z.object({ ids, categoryId }), z.object({ changed: z.number() }), {
      touches: ["device_data_recipe_body_type"],
    }),
    /** Puts a data point before all others of its template. */
    top: write(idRequest, nothing, { touches: ["device"] }),
    /** Puts a data point behind all others of its template. */
    down: write(idRequest, nothing, { touches: ["device"] }),
    /** Puts a data point before the one at this place of the others, and behind all where there is none. */
    orderby: write(z.object({ id, place: z.number("rule.number").int("rule.number").min(1, "rule.number") }), nothing, {
      touches: ["device"],
    }),
    /** A template of one's own organisation with the same data points, in their order. */
    copy: write(z.object({ id, name: text(limits.names.template) }), z.object({ id: z.string() })),
  },
  { zh: "数据模板", en: "data template" },
);
