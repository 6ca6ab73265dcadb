import type { RequestOf, ResponseOf } from "#contract/kit/call.ts";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { device } from "#contract/resources/device.ts";
import { deviceType, type deviceTypeRelation, type TypeAttribute } from "#contract/resources/deviceType.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { checkVersion, restamped } from "#server/records/edits.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";
import { usableCompanies } from "#server/records/usable.ts";
import { seenDevices } from "./seenDevices.ts";
import { attributesIn, attributesOf, keptAttributes } from "./typeAttributes.ts";

const toldAttributes = (attributes: readonly Omit<TypeAttribute, "id">[]) => ({
  attributes: attributes.map(({ name, nameEn, kind, choices, defaultValue }) => [name, nameEn, kind, choices, defaultValue]),
});

/** Device types. Attributes that go take nothing from devices but that they are seen. */
export const typeKind: RecordKind<typeof deviceType, "device_type"> = {
  resource: deviceType,
  table: "device_type",
  reach: "shared",
  fields: ["name", "nameEn", "description"],
  searched: ["name", "nameEn", "description"],
  sorted: { field: "name", order: "asc" },
  related: {
    devices: { table: "device", column: "type_id", keeps: device.noun, seen: seenDevices },
    related: { table: "device_type_relation", column: "type_id" },
  },
  keptBy: [{ table: "alarm_trigger", column: "device_type_id", keeps: alarmTrigger.noun }],
  async write(id, { attributes }, { db, before, at }) {
    const kept = keptAttributes(attributes, before ? attributesIn(before.attributes) : [], at);
    await db
      .updateTable("device_type")
      .set({ attributes: JSON.stringify(kept) })
      .where("id", "=", id)
      .execute();
  },
  told: {
    typed: ({ attributes }) => toldAttributes(attributes),
    kept: async (id, db) => toldAttributes(await attributesOf(db, id)),
  },
  async more(rows, db, caller) {
    const chosen = await db
      .selectFrom("default_device_type")
      .select("type_id")
      .where("company_id", "=", caller.companyId)
      .executeTakeFirst();
    return rows.map(({ id, attributes }) => ({ attributes: attributesIn(attributes), isDefault: id === chosen?.type_id }));
  },
};

export const types = keepRecords(typeKind);

type Defaulting = RequestOf<typeof deviceType.calls.do_default>;

/** Makes a type that the caller may use the one that new devices of its organisation are of, or takes that away. */
export const chooseDefault = (db: Db, caller: Caller, { id, on }: Defaulting): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const { name } = await types.toSee(tx, caller, id);
    const own = tx.selectFrom("default_device_type").innerJoin("device_type", "device_type.id", "type_id").select(["type_id", "name"]);
    const before = await own.where("default_device_type.company_id", "=", caller.companyId).executeTakeFirst();
    const stays = !on && before?.type_id !== id;
    if (!stays) await tx.deleteFrom("default_device_type").where("company_id", "=", caller.companyId).execute();
    if (on) await tx.insertInto("default_device_type").values({ company_id: caller.companyId, type_id: id }).execute();
    return changeOf({ defaultType: before?.name ?? null }, { defaultType: on ? name : stays ? (before?.name ?? null) : null });
  });

type Related = ResponseOf<typeof deviceTypeRelation.calls.get>;

const relatedOf = (db: Db, caller: Caller, id: string) =>
  db
    .selectFrom("device_type_relation")
    .innerJoin("device_type", "device_type.id", "device_type_relation.related_id")
    .select(["device_type.id", "device_type.name", "device_type.name_en as nameEn"])
    .where("device_type_relation.type_id", "=", id)
    .where("device_type.company_id", "in", usableCompanies(db, caller))
    .orderBy("device_type.name")
    .orderBy("device_type.id")
    .execute();

export const getRelated = async (db: Db, caller: Caller, id: string): Promise<Related> => {
  const { version } = await types.toSee(db, caller, id);
  return { id, version, related: await relatedOf(db, caller, id) };
};

/** Relates the type to these alone, as far as the caller sees its relations; those that it does not see stay. */
export const putRelated = (
  db: Db,
  caller: Caller,
  { id, version, relatedIds }: RequestOf<typeof deviceTypeRelation.calls.put>,
  at: number,
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const type = await types.toChange(tx, caller, id);
    checkVersion(type, version);
    const asked = [...new Set(relatedIds)];
    const usable = await tx
      .selectFrom("device_type")
      .select(["id", "name"])
      .where("id", "in", asked)
      .where("id", "!=", id)
      .where("company_id", "in", usableCompanies(tx, caller))
      .execute();
    if (usable.length < asked.length) throw fieldProblem("relatedIds", "rule.invalid");
    const before = await relatedOf(tx, caller, id);
    const seen = before.map((row) => row.id);
    if (seen.length > 0) {
      await tx.deleteFrom("device_type_relation").where("type_id", "=", id).where("related_id", "in", seen).execute();
      await tx.deleteFrom("device_type_relation").where("related_id", "=", id).where("type_id", "in", seen).execute();
    }
    const pairs = asked.flatMap((other) => [
      { type_id: id, related_id: other },
      { type_id: other, related_id: id },
    ]);
    if (pairs.length > 0) await tx.insertInto("device_type_relation").values(pairs).execute();
    await tx
      .updateTable("device_type")
      .set(restamped(type, caller, at))
      .where("id", "=", id)
      .execute();
    const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).sort();
    return changeOf({ type: type.name, related: names(before) }, { type: type.name, related: names(usable) });
  });

/** The type, and with `related` those that the caller sees that it is related to. */
export const typeIdsOf = async (db: Db, caller: Caller, id: string, related: boolean): Promise<string[]> => {
  await types.toSee(db, caller, id);
  return related ? [id, ...(await relatedOf(db, caller, id)).map((row) => row.id)] : [id];
};
