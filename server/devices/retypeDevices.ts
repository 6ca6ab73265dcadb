import type { RequestOf } from "#contract/kit/call.ts";
import type { device } from "#contract/resources/device.ts";
import type { TypeAttribute } from "#contract/resources/deviceType.ts";
import { attributeFault } from "#contract/typeAttribute.ts";
import { type AttributeValues, attributesOf, valuesIn } from "#server/catalog/typeAttributes.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { portions } from "#server/kit/portions.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { authorOf } from "#server/records/edits.ts";
import { usableCompanies } from "#server/records/usable.ts";
import { devicesInScope } from "./deviceRows.ts";

/** Values of a new type's attributes: what stood under an attribute of the same name and kind and fits, else the default. */
const carried = (attributes: readonly TypeAttribute[], held: readonly TypeAttribute[], values: AttributeValues): AttributeValues => {
  const entries = attributes.map((attribute) => {
    const same = held.find(({ name, kind }) => name === attribute.name && kind === attribute.kind);
    const value = same === undefined ? undefined : values[same.id];
    const fits = value !== undefined && attributeFault(attribute, value) === undefined;
    return [attribute.id, fits ? value : attribute.defaultValue] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
};

type Retyping = RequestOf<typeof device.calls.update_device_type>;

/** The type that devices may be given. Throws where it is none of those that the caller may use. */
export const usableType = async (db: Db, caller: Caller, typeId: string): Promise<{ id: string; name: string }> => {
  const type = await db
    .selectFrom("device_type")
    .select(["id", "name"])
    .where("id", "=", typeId)
    .where("company_id", "in", usableCompanies(db, caller))
    .executeTakeFirst();
  if (!type) throw fieldProblem("typeId", "rule.invalid");
  return type;
};

/** Gives devices another type, all of them or none. */
export const retypeDevices = (db: Db, caller: Caller, request: Retyping, at: number): Promise<{ ids: string[]; change: string }> =>
  db.transaction().execute((tx) => retypeDevicesIn(tx, caller, request, at));

/** The same within a transaction. */
export const retypeDevicesIn = async (
  tx: Db,
  caller: Caller,
  { ids: asked, typeId }: Retyping,
  at: number,
): Promise<{ ids: string[]; change: string }> => {
  const type = await usableType(tx, caller, typeId);
  const attributes = await attributesOf(tx, typeId);
  const held = new Map<string, readonly TypeAttribute[]>();
  const heldOf = async (id: string): Promise<readonly TypeAttribute[]> => {
    const known = held.get(id) ?? (await attributesOf(tx, id));
    held.set(id, known);
    return known;
  };
  const ids = [...new Set(asked)];
  const before: [string, string][] = [];
  for (const some of portions(ids)) {
    const rows = await devicesInScope(tx, caller, some)
      .innerJoin("device_type", "device_type.id", "device.type_id")
      .select(["device.id", "device.type_id", "device.attributes", "device_type.name as typeName"])
      .execute();
    const values = new Map<string, string[]>();
    for (const row of rows) {
      if (row.type_id === typeId) continue;
      const kept = JSON.stringify(carried(attributes, await heldOf(row.type_id), valuesIn(row.attributes)));
      values.set(kept, [...(values.get(kept) ?? []), row.id]);
    }
    for (const [kept, alike] of values)
      await tx
        .updateTable("device")
        .set((eb) => ({
          ...{ type_id: typeId, attributes: kept },
          ...{ version: eb("version", "+", 1), updated_at: at, updated_by: authorOf(caller) },
        }))
        .where("id", "in", alike)
        .execute();
    before.push(...rows.map(({ id, typeName }): [string, string] => [id, typeName]));
  }
  if (before.length < ids.length) throw new Problem("notFound");
  return { ids, change: changeOf(Object.fromEntries(before), Object.fromEntries(before.map(([id]) => [id, type.name]))) };
};
