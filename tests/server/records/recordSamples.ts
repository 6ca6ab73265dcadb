import type { PlainField } from "#contract/kit/plainRecord.ts";
import { records } from "#contract/records.ts";
import { alarmContactKind, alarmGroupKind } from "#server/catalog/alarmGroups.ts";
import { alarmTypeKind } from "#server/catalog/alarmTypes.ts";
import { companyGroupKind } from "#server/catalog/companyGroups.ts";
import { deviceTemplateKind } from "#server/catalog/deviceTemplates.ts";
import { iconGroupKind } from "#server/catalog/iconGroups.ts";
import { modelKind } from "#server/catalog/models.ts";
import { orderKind } from "#server/catalog/orders.ts";
import { parameterKind } from "#server/catalog/parameters.ts";
import { pointCategoryKind } from "#server/catalog/pointCategories.ts";
import { ruleTemplateKind } from "#server/catalog/ruleTemplates.ts";
import { typeKind } from "#server/catalog/types.ts";
import { unitKind } from "#server/catalog/units.ts";
import { plainKinds } from "#server/records/plainKinds.ts";
import type { RecordKind, RecordResource, RecordTable } from "#server/records/recordKind.ts";

/** Records of a tenant that a record may name. */
type Ids = Readonly<Record<"recipe" | "point", string>>;

/** A kind of record that the kit keeps, and what is typed of one: loops over rights, tenants, the log and refusals are made of it. */
export interface RecordSample {
  readonly kind: Pick<RecordKind, "resource" | "reach" | "table">;
  /** What a tenant calls its own. */
  readonly as: string;
  fields(name: string, ids: Ids): Readonly<Record<string, unknown>>;
  /** Of the fields, those that an edit takes; all when left out. */
  edited?(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** What its list can be narrowed by, beside organisation and name. */
  narrowed?(ids: Ids): object;
  /** What the log calls one of this name that is gone. */
  gone?(name: string): string;
}

const sample = <R extends RecordResource, T extends RecordTable, const As extends string>(
  kind: RecordKind<R, T>,
  as: As,
  rest: Pick<RecordSample, "fields" | "edited" | "narrowed" | "gone">,
): RecordSample & { as: As } => ({ kind: kind as never, as, ...rest });

/** What a field may hold, whatever it is a field of. */
const values = ["a", 1, "13900000001", "somebody@example.org", "https://example.org", "08:00-12:00"];

/** Of a plain record: whatever its fields take. */
const plainSample = <R extends (typeof records)[number]>(declared: R): RecordSample & { as: R["name"] } => {
  const kind = plainKinds.find(({ resource }) => resource === declared);
  if (!kind) throw new Error(`${declared.name} is kept by no kind`);
  const taken = Object.entries<PlainField>(declared.record.fields).map(([field, { typed }]): [string, unknown] => [
    field,
    values.find((value) => typed.safeParse(value).success),
  ]);
  return { kind, as: declared.name, fields: (name) => ({ ...Object.fromEntries(taken), name }) };
};

export const recordSamples = [
  sample(unitKind, "unit", { fields: (name) => ({ name, symbol: "m", category: "" }), gone: (name) => `${name} m` }),
  sample(iconGroupKind, "iconGroup", { fields: (name) => ({ name }) }),
  sample(pointCategoryKind, "pointCategory", { fields: (name) => ({ name, nameEn: "", sort: 0 }) }),
  sample(orderKind, "order", {
    fields: (name, { recipe, point }) => ({ name, recipeId: recipe, slave: null, values: [{ pointId: point, value: 1 }], remark: "" }),
    edited: ({ recipeId: _, ...fields }) => fields,
    narrowed: ({ recipe }) => ({ recipeId: recipe }),
  }),
  sample(parameterKind, "parameters", {
    fields: (name, { recipe, point }) => ({ name, recipeId: recipe, values: [{ pointId: point, value: 1 }], remark: "" }),
    narrowed: ({ recipe }) => ({ recipeId: recipe }),
  }),
  sample(typeKind, "category", { fields: (name) => ({ name, nameEn: "", description: "", attributes: [] }) }),
  sample(modelKind, "model", { fields: (name) => ({ name, modelId: "", transmission: "mqtt-json" }) }),
  sample(ruleTemplateKind, "ruleTemplate", {
    fields: (name, { recipe, point }) => ({ name, recipeId: recipe, pointId: point, level: 1, condition: "above", a: 5 }),
    narrowed: ({ recipe }) => ({ recipeId: recipe }),
  }),
  sample(deviceTemplateKind, "deviceTemplate", {
    fields: (name, { recipe }) => ({ name, description: "", slaves: [{ no: 1, name: "One", recipeId: recipe }], ruleIds: [] }),
  }),
  sample(alarmTypeKind, "alarmType", { fields: (name) => ({ name, nameEn: "", remark: "", remarkEn: "" }) }),
  sample(alarmGroupKind, "alarmGroup", { fields: (name) => ({ name, messageTypes: ["sms"], contactIds: [] }) }),
  sample(alarmContactKind, "contact", { fields: (name) => ({ name: name.slice(-20), gender: "woman", phone: "13900000001", email: "" }) }),
  sample(companyGroupKind, "companyGroup", { fields: (name) => ({ name, remark: "" }) }),
  ...records.map(plainSample),
] as const;
