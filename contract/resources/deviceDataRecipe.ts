import { z } from "zod";
import { compileFormula } from "#contract/formula.ts";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, idRequest, ids, list, nothing, sortedPage, utcTime } from "#contract/kit/page.ts";
import { isSeen } from "#contract/kit/plainText.ts";
import { filterText, optionalText, paragraph, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { enumeration } from "#contract/point/enumeration.ts";
import { codings, mostRegisterAddress, orders, registerTypes } from "#contract/point/registers.ts";
import { pollPlan, registerTrial, trialInputs } from "#contract/point/registerTrial.ts";
import { valueTypes } from "#contract/pointValue.ts";
import { framings, planFields } from "#contract/resources/deviceModel.ts";
import { slaveNumber } from "#contract/slaveNumber.ts";

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

type Bare<Field> = Field extends z.ZodDefault<infer Inner> ? Inner : Field;
type Changes<Shape> = { [Name in keyof Shape]?: z.output<Bare<Shape[Name]> & z.ZodType> };

const bare = (field: z.ZodType): z.ZodType => (field instanceof z.ZodDefault ? bare(field.unwrap() as z.ZodType) : field);

const { recipeId: _ofTable, ...ownShape } = pointBase.shape;

/** Fields of a data point that become others; what is left out stays. Judged with the fields that stay by who has these. */
const pointChanges: z.ZodType<Changes<typeof ownShape>> = z.object(
  Object.fromEntries(Object.entries(ownShape).map(([name, field]) => [name, bare(field).optional()])),
);

const pointAddition = z
  .object(ownShape)
  .refine(bitsInOrder, { error: "rule.bits", path: ["endBit"] })
  .refine(rangeInOrder, { error: "rule.range", path: ["max"] });

const known = { id, version: z.number().int() };

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

export const pointUse = z.object({
  /** Devices with a slave of the template, of those that the caller sees. */
  devices: z.number(),
  /** Of each data point that something uses: how many alarm rules watch it, templates of rules name it, commands (saved, of panels and apps) and parameter tables write it. */
  points: z.array(
    z.object({ pointId: z.string(), rules: z.number(), ruleTemplates: z.number(), commands: z.number(), parameters: z.number() }),
  ),
});
export type PointUse = z.output<typeof pointUse>;

export const pointTableRead = z.object({
  /** The sheet that was read; empty for a text. */
  sheet: z.string(),
  /** Ids of the columns that the table has. */
  columns: z.array(z.string()),
  /** What is to be known of the file, in words. */
  notices: z.array(z.string()),
  rows: z.array(
    z.object({
      /** As the spreadsheet numbers it. */
      line: z.number(),
      /** Texts by the ids of the columns. */
      cells: z.record(z.string(), z.string()),
      /** What the file said of a cell, in words; `column` is empty where it is about the whole row. */
      notes: z.array(z.object({ column: z.string(), message: z.string() })),
    }),
  ),
});
export type PointTableRead = z.output<typeof pointTableRead>;

export const recipeFields = z.object({ name: text(limits.names.template), description: paragraph(limits.remark) });
export const recipeRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  points: z.number(),
  devices: z.number(),
  createdAt: utcTime,
  version: z.number(),
});
export type RecipeRow = z.output<typeof recipeRow>;

/** They tell of the points that they show or write. */
const writers = ["order", "device_template_ui_cmd", "device_data_recipe_app_cmd", "device_argument"];
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
        pageSize: z.number().int().min(1).max(limits.point.perTemplate).default(limits.page.size),
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
    /** Adds, changes and removes data points of a template: all of it, or nothing where one of them cannot be. */
    put_bodies: write(
      z.object({
        recipeId: id,
        added: z.array(pointAddition).max(limits.point.perTemplate).default([]),
        changed: z
          .array(z.object({ ...known, changes: pointChanges }))
          .max(limits.point.perTemplate)
          .default([]),
        removed: z.array(z.object(known)).max(limits.point.perTemplate).default([]),
      }),
      z.object({ added: z.number(), changed: z.number(), removed: z.number() }),
      { encoding: "json", table: true, touches: [...["device", "alarm_trigger", "alarm_trigger_template"], ...writing] },
    ),
    /** What uses the data points of a template, and so is told apart when one of them changes. */
    use: read(idRequest, pointUse, { brings: ["device", "alarm_trigger", "alarm_trigger_template", ...writers] }),
    /** Reads a table of data points and keeps nothing of it: its rows go to who uploads it, to be looked through and saved. */
    read_table: write(
      z
        .object({ file: z.file("rule.file.required") })
        .refine(({ file }) => file.size <= limits.upload.sheetBytes, { error: "rule.sheetSize", path: ["file"] }),
      pointTableRead,
      { encoding: "multipart" },
    ),
    /**
     * What a data point, or each of a template, makes of registers, of an answer of Modbus or of a raw value, step by step, and what a command
     * would send for a value. It is what becomes of what devices send; nothing is stored or sent.
     */
    try_registers: read(
      z.object({
        recipeId: id,
        /** Empty: every data point of the template that lies in what was read. */
        pointId: z.string().max(64).default(""),
        /** What the point is tried with in place of what is saved. */
        changes: pointChanges.default({}),
        input: z.enum(trialInputs).default("registers"),
        /** Empty: nothing is read. Registers stand apart by blanks or commas, in decimal, with a sign, or as 0x1234. */
        text: z.string().max(limits.trial.text, "rule.tooLong").default(""),
        /** What is read when the whole template is tried; that of a point says its address. */
        registerType: z.enum(registerTypes).default("holding"),
        /** Address of the first register, as it is sent; null: that of the point, or the lowest of the template. */
        start: z
          .number("rule.number")
          .int("rule.number")
          .min(0, "rule.number")
          .max(mostRegisterAddress, "rule.number")
          .nullable()
          .default(null),
        /** Empty: nothing is written. */
        value: z.string().max(limits.trial.value, "rule.tooLong").default(""),
        slave: slaveNumber.default(1),
        framing: z.enum(framings).default("rtu"),
      }),
      registerTrial,
      { encoding: "json" },
    ),
    /** The requests by which the data points of a template are polled, with a model of these settings. */
    poll_plan: read(z.object({ recipeId: id, slave: slaveNumber.default(1), ...planFields }), pollPlan),
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
