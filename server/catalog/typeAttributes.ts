import { z } from "zod";
import type { TypeAttribute, TypeAttributeFields } from "#contract/resources/deviceType.ts";
import { attributeFault, attributeKinds } from "#contract/typeAttribute.ts";
import type { Db } from "#server/db/open.ts";
import { newId } from "#server/kit/newId.ts";
import { type FieldFault, Problem } from "#server/kit/problem.ts";

const kept = z.array(
  z.object({
    ...{ id: z.string(), name: z.string(), nameEn: z.string(), kind: z.enum(attributeKinds) },
    ...{ choices: z.string(), defaultValue: z.string() },
  }),
);

/** The attributes of a type as its row keeps them. */
export const attributesIn = (json: string): TypeAttribute[] => kept.parse(JSON.parse(json));

/** What a type keeps: an attribute that it had keeps its id, and with it the values of devices. */
export const keptAttributes = (typed: readonly TypeAttributeFields[], before: readonly TypeAttribute[], at: number): TypeAttribute[] => {
  const known = new Set(before.map(({ id }) => id));
  return typed.map((attribute) => {
    const id = attribute.id !== undefined && known.delete(attribute.id) ? attribute.id : newId(at);
    return { ...attribute, id };
  });
};

export const attributesOf = async (db: Db, typeId: string): Promise<TypeAttribute[]> => {
  const { attributes } = await db.selectFrom("device_type").select("attributes").where("id", "=", typeId).executeTakeFirstOrThrow();
  return attributesIn(attributes);
};

/** Values by the ids of attributes. */
export type AttributeValues = Readonly<Record<string, string>>;

export const valuesIn = (json: string): AttributeValues => z.record(z.string(), z.string()).parse(JSON.parse(json));

/**
 * The values that a device has of its type's attributes: those that are given, else those that it had, else, of a new device or one that
 * has just become of the type, the defaults. Throws where a value does not fit, or is of no attribute of the type.
 */
export const attributeValues = (
  attributes: readonly TypeAttribute[],
  given: AttributeValues,
  held: AttributeValues | undefined,
): AttributeValues => {
  const known = new Set(attributes.map(({ id }) => id));
  const strange: FieldFault[] = Object.keys(given)
    .filter((id) => !known.has(id))
    .map((id) => ({ path: `attributes.${id}`, message: "rule.invalid" }));
  const faults = attributes.flatMap((attribute): FieldFault[] => {
    const message = attributeFault(attribute, given[attribute.id] ?? "");
    return message === undefined ? [] : [{ path: `attributes.${attribute.id}`, message }];
  });
  if (strange.length + faults.length > 0) throw new Problem("badRequest", { fields: [...strange, ...faults] });
  const entries = attributes.map(({ id, defaultValue }) => [id, given[id] ?? (held ? (held[id] ?? "") : defaultValue)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
};
