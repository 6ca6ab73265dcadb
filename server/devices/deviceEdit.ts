import { type Selectable, sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import { type device, leaseEndsEarly, type SlaveFields } from "#contract/resources/device.ts";
import type { TypeAttribute } from "#contract/resources/deviceType.ts";
import { checkOffered } from "#server/catalog/offeredTo.ts";
import { type AttributeValues, attributesOf, attributeValues, valuesIn } from "#server/catalog/typeAttributes.ts";
import type { Db } from "#server/db/open.ts";
import type { DeviceTable } from "#server/db/schema.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { portions } from "#server/kit/portions.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { companiesOf } from "#server/kit/scope.ts";
import { type Licensing, type Room, roomFor } from "#server/licence/licence.ts";
import { changeOf, creationOf, secretChanged, secretKept } from "#server/log/changeOf.ts";
import { cellOf } from "#server/places/cell.ts";
import { columnOf } from "#server/records/columnOf.ts";
import { authorOf, checkVersion, restamped } from "#server/records/edits.ts";
import { usableCompanies } from "#server/records/usable.ts";
import { devicePasswordHash, deviceSecret, newDevicePassword } from "#server/wire/devicePassword.ts";
import { isTuyaId } from "#server/wire/tuya/tuyaAccess.ts";
import { deviceInScope, devicesInScope, slavesOf } from "./deviceRows.ts";
import { noteErasure } from "./erasure.ts";
import { giveRules, ofSlaves, presetOf } from "./fromTemplate.ts";
import { companyGroupsOf, removeLostSlaves } from "./groupMembers.ts";
import { followMove } from "./moveDevices.ts";
import { takeRegistered } from "./snRegistry.ts";

type Post = RequestOf<typeof device.calls.post>;
type Put = RequestOf<typeof device.calls.put>;
type Fields = Omit<Post, "password">;

/** What a device is looked for by, as its row has it. */
export const searchedOf = (row: Selectable<DeviceTable>): Searched => ({
  ...{ name: row.name, sn: row.sn, thirdPartyId: row.third_party_id, tuyaId: row.tuya_id, dealer: row.dealer },
  ...{ userName: row.user_name, contact: row.contact, address: row.address },
});

/** What is written about a device and stands in columns of the same names. */
const written = [
  ...(["name", "sn", "industry", "lng", "lat", "address", "remark", "dealer", "userName", "contact", "thirdPartyId", "tuyaId"] as const),
  ...(["installedOn", "serviceInfo", "image", "province", "city", "district", "sort", "mobile", "leaseStart", "leaseEnd"] as const),
] as const satisfies readonly (keyof Fields)[];

type Searched = Pick<Fields, "name" | "sn" | "thirdPartyId" | "tuyaId" | "dealer" | "userName" | "contact" | "address">;

/** What a device is looked for by. */
export const searchOf = ({ name, sn, thirdPartyId, tuyaId, dealer, userName, contact, address }: Searched): string =>
  [name, sn, thirdPartyId, tuyaId, dealer, userName, contact, address]
    .filter((part) => part !== "")
    .join(" ")
    .toLowerCase();

const columnsOf = (fields: Fields, attributes: AttributeValues) => ({
  ...{ name: fields.name, sn: fields.sn, search: searchOf(fields), type_id: fields.typeId, model_id: modelOf(fields) },
  template_id: templateOf(fields),
  ...{ industry: fields.industry, lng: fields.lng, lat: fields.lat, cell: cellOf(fields), address: fields.address, remark: fields.remark },
  ...{ dealer: fields.dealer, user_name: fields.userName, contact: fields.contact, sort: fields.sort, mobile: fields.mobile },
  ...{ third_party_id: fields.thirdPartyId, tuya_id: fields.tuyaId, service_info: fields.serviceInfo, image: fields.image },
  ...{ province: fields.province, city: fields.city, district: fields.district, installed_on: fields.installedOn },
  ...{ lease_start: fields.leaseStart, lease_end: fields.leaseEnd, alarm_notice: fields.alarmNotice ? 1 : 0 },
  attributes: JSON.stringify(attributes),
});

/** Attributes by their names, as the log tells them. */
const named = (attributes: readonly TypeAttribute[], values: AttributeValues) =>
  Object.fromEntries(attributes.flatMap(({ id, name }) => (values[id] === undefined ? [] : [[name, values[id]]])));

/** What the log keeps of a device as it stands: all that its form holds, but the password. */
const logged = async (db: Db, id: string) => {
  const row = await db.selectFrom("device").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const columns: Readonly<Record<string, unknown>> = { ...row };
  const slaves = await slavesOf(db, id);
  return {
    ...Object.fromEntries(written.map((field) => [field, columns[columnOf(field)]])),
    typeId: row.type_id,
    modelId: row.model_id,
    companyId: row.company_id,
    deviceTemplateId: row.template_id,
    alarmNotice: row.alarm_notice === 1,
    attributes: named(await attributesOf(db, row.type_id), valuesIn(row.attributes)),
    slaves: slaves.map(({ no, name, recipe_id }) => ({ no, name, recipeId: recipe_id })),
  };
};

const modelOf = ({ modelId }: Pick<Fields, "modelId">): string | null => (modelId === "" ? null : modelId);

const templateOf = ({ deviceTemplateId }: Pick<Fields, "deviceTemplateId">): string | null => deviceTemplateId || null;

/** Throws where the last day of service is before the first. */
const checkLease = (fields: Fields): void => {
  if (leaseEndsEarly(fields)) throw fieldProblem("leaseEnd", "rule.lease");
};

const checkSlaves = (slaves: readonly SlaveFields[]): void => {
  if (new Set(slaves.map((slave) => slave.no)).size < slaves.length) throw new Problem("slaveNumberRepeated");
  if (new Set(slaves.map((slave) => slave.name)).size < slaves.length) throw new Problem("slaveNameRepeated");
};

/** Two SNs that differ by case alone are one to whoever reads them, though devices sign in with the exact spelling. */
export const checkSn = async (db: Db, sn: string, except = ""): Promise<void> => {
  const row = await db
    .selectFrom("device")
    .select("id")
    .where(sql`lower(sn)`, "=", sn.toLowerCase())
    .where("id", "!=", except)
    .executeTakeFirst();
  if (row) throw new Problem("snExists");
};

/** All devices of the server are in one cloud project: whoever took another's id would read and command its device. */
const checkTuyaId = async (db: Db, tuyaId: string, except = ""): Promise<void> => {
  if (tuyaId === "") return;
  if (!isTuyaId(tuyaId)) throw fieldProblem("tuyaId", "rule.tuyaId");
  const row = await db
    .selectFrom("device")
    .select("id")
    .where("tuya_id", "=", tuyaId)
    .where(sql<boolean>`tuya_id <> ''`)
    .where("id", "!=", except)
    .executeTakeFirst();
  if (row) throw fieldProblem("tuyaId", "rule.tuyaIdTaken");
};

interface Held {
  companyId: string;
  typeId: string;
  modelId: string | null;
  templateId: string | null;
  recipeIds: ReadonlySet<string>;
}

/** What the device has already may stay, also when it came from elsewhere with a transfer; what is new must be the caller's to use. */
const checkReferences = async (db: Db, caller: Caller, fields: Fields, companyId: string, held?: Held): Promise<void> => {
  const usable = usableCompanies(db, caller);
  const exists = async (table: "device_type" | "device_model" | "recipe", id: string): Promise<boolean> =>
    (await db.selectFrom(table).select("id").where("id", "=", id).where("company_id", "in", usable).executeTakeFirst()) !== undefined;
  if (companyId !== (held?.companyId ?? caller.companyId)) {
    const company = await companiesOf(db, caller).where("company.id", "=", companyId).executeTakeFirst();
    if (!company) throw fieldProblem("companyId", "rule.invalid");
  }
  if (fields.typeId !== held?.typeId && !(await exists("device_type", fields.typeId))) throw fieldProblem("typeId", "rule.invalid");
  const model = modelOf(fields);
  if (model !== null && model !== held?.modelId && !(await exists("device_model", model))) throw fieldProblem("modelId", "rule.invalid");
  const template = templateOf(fields);
  if (template !== null && template !== held?.templateId) {
    const { path } = await db.selectFrom("company").select("path").where("id", "=", companyId).executeTakeFirstOrThrow();
    await checkOffered(db, "device_template", "deviceTemplateId", template, path);
  }
  const seen = new Set(held?.recipeIds);
  for (const [index, { recipeId }] of fields.slaves.entries()) {
    if (seen.has(recipeId)) continue;
    if (!(await exists("recipe", recipeId))) throw fieldProblem(`slaves.${index}.recipeId`, "rule.invalid");
    seen.add(recipeId);
  }
};

/** What devices are added with, looked up once for all that are added together. */
export interface Adding {
  readonly secret: string;
  readonly room: Room;
}

export interface AddedDevice {
  id: string;
  /** The one that was made up; empty where there was another. */
  password: string;
  companyId: string;
  /** Its alarm rules, which its template gave it. */
  ruleIds: readonly string[];
  /** For the operation log. */
  change: string;
}

/** Adds a device within a transaction; where it throws a `Problem`, nothing has been written yet. */
export const addDeviceIn = async (tx: Db, caller: Caller, request: Post, at: number, { secret, room }: Adding): Promise<AddedDevice> => {
  checkSlaves(request.slaves);
  checkLease(request);
  room.take();
  const companyId = request.companyId || caller.companyId;
  await checkReferences(tx, caller, request, companyId);
  const attributes = attributeValues(await attributesOf(tx, request.typeId), request.attributes, undefined);
  await checkSn(tx, request.sn);
  await checkTuyaId(tx, request.tuyaId);
  const registered = await takeRegistered(tx, caller, request.sn);
  const madeUp = request.password === "" && registered === undefined ? newDevicePassword() : "";
  const id = newId(at);
  await tx
    .insertInto("device")
    .values({
      id,
      company_id: companyId,
      ...columnsOf(request, attributes),
      password_hash: devicePasswordHash(request.password || registered || madeUp, secret),
      online: 0,
      activated_at: null,
      software_version: "",
      hardware_version: "",
      signal: null,
      iccid: "",
      created_at: at,
      updated_at: at,
      updated_by: authorOf(caller),
    })
    .execute();
  await tx
    .insertInto("slave")
    .values(request.slaves.map(({ no, name, recipeId }) => ({ id: newId(at), device_id: id, no, name, recipe_id: recipeId })))
    .execute();
  const preset = request.deviceTemplateId ? await presetOf(tx, request.deviceTemplateId) : undefined;
  const owner = { id, sn: request.sn, companyId };
  const ruleIds = preset ? await giveRules(tx, owner, ofSlaves(preset, request.slaves), [], { at, by: authorOf(caller) }) : [];
  const given = ruleIds.length > 0 ? { rules: preset?.rules.map(({ name }) => name) } : {};
  return {
    id,
    password: madeUp,
    companyId,
    ruleIds,
    change: creationOf(id, { ...(await logged(tx, id)), ...given, password: secretKept }),
  };
};

/** Adds a device to the caller's organisation, or to the one named. Without a password it has the one that its SN was registered with, else one that is made up and answered. */
export const addDevice = async (services: Licensing & { db: Db }, caller: Caller, request: Post, at: number): Promise<AddedDevice> => {
  const secret = await deviceSecret(services.db);
  return services.db
    .transaction()
    .execute(async (tx) => addDeviceIn(tx, caller, request, at, { secret, room: await roomFor(tx, services, "devices") }));
};

/** What others have to be told of after a device was edited. */
export interface DeviceChange {
  id: string;
  /** The SN that its connection signed in with. */
  sn: string;
  /** SN or password changed: the connection is not its own any more. */
  credentials: boolean;
  moved: boolean;
  /** Users who had it, and have it no longer since it went to another organisation. */
  ended: readonly string[];
  /** For the operation log. */
  change: string;
}

/**
 * Replaces the fields of a device. A slave that names its id keeps it under a new number or name, and its history stays with its number;
 * slaves that are not named are removed. An empty password keeps the old one, or takes that which a new SN was registered with. Another organisation takes the device's own rules along; users
 * who would not see it there lose it, and so do groups.
 */
export const editDevice = async (db: Db, caller: Caller, request: Put, at: number): Promise<DeviceChange> => {
  checkSlaves(request.slaves);
  checkLease(request);
  const secret = await deviceSecret(db);
  return db.transaction().execute(async (tx) => {
    const row = await deviceInScope(tx, caller, request.id);
    checkVersion(row, request.version);
    const slaves = await slavesOf(tx, row.id);
    const before = await logged(tx, row.id);
    const companyId = request.companyId || row.company_id;
    await checkReferences(tx, caller, request, companyId, {
      companyId: row.company_id,
      typeId: row.type_id,
      modelId: row.model_id,
      templateId: row.template_id,
      recipeIds: new Set(slaves.map((slave) => slave.recipe_id)),
    });
    if (request.sn !== row.sn) await checkSn(tx, request.sn, row.id);
    if (request.tuyaId !== row.tuya_id) await checkTuyaId(tx, request.tuyaId, row.id);
    const registered = request.sn === row.sn ? undefined : await takeRegistered(tx, caller, request.sn);
    const newPassword = request.password || registered || "";
    const held = request.typeId === row.type_id ? valuesIn(row.attributes) : undefined;
    const attributes = attributeValues(await attributesOf(tx, request.typeId), request.attributes, held);
    await tx
      .updateTable("device")
      .set({
        ...columnsOf(request, attributes),
        company_id: companyId,
        ...(request.sn === row.sn ? {} : { sn_twin: 0 }),
        ...(newPassword === "" ? {} : { password_hash: devicePasswordHash(newPassword, secret) }),
        ...restamped(row, caller, at),
      })
      .where("id", "=", row.id)
      .execute();
    const kept = keptSlaves(request.slaves, new Map(slaves.map((slave) => [slave.no, slave.id])), at);
    await tx.deleteFrom("slave").where("device_id", "=", row.id).execute();
    await tx
      .insertInto("slave")
      .values(kept.map(({ id, no, name, recipeId }) => ({ id, device_id: row.id, no, name, recipe_id: recipeId })))
      .execute();
    await removeLostSlaves(tx, row.id);
    const moved = companyId !== row.company_id;
    const groups = moved ? await companyGroupsOf(tx, row.id) : [];
    const users = moved ? await followMove(tx, caller, [row], companyId, at) : { ended: [], before: [], after: [] };
    const password = newPassword === "" ? secretKept : secretChanged;
    const change = changeOf(
      { ...before, password: secretKept, users: users.before, groups },
      { ...(await logged(tx, row.id)), password, users: users.after, groups: moved ? await companyGroupsOf(tx, row.id) : [] },
    );
    const credentials = newPassword !== "" || request.sn !== row.sn;
    return { id: row.id, sn: row.sn, credentials, moved, ended: users.ended, change };
  });
};

const keptSlaves = (
  asked: readonly SlaveFields[],
  present: ReadonlyMap<number, string>,
  at: number,
): (Omit<SlaveFields, "id"> & { id: string })[] => {
  const known = new Set(present.values());
  const named = new Set<string>();
  for (const [index, { id }] of asked.entries()) {
    if (!id) continue;
    if (!known.has(id) || named.has(id)) throw fieldProblem(`slaves.${index}.id`, "rule.invalid");
    named.add(id);
  }
  return asked.map((slave) => {
    const sameNumber = present.get(slave.no);
    const unnamed = sameNumber !== undefined && !named.has(sameNumber) ? sameNumber : newId(at);
    return { ...slave, id: slave.id || unnamed };
  });
};

export interface RemovedDevices {
  rows: { id: string; sn: string }[];
  change: string;
}

/** Removes the devices with their slaves, alarms, events and readings, or none of them when one is not the caller's. */
export const removeDevices = (db: Db, caller: Caller, asked: readonly string[]): Promise<RemovedDevices> =>
  db.transaction().execute((tx) => removeDevicesIn(tx, caller, asked));

/** The same within a transaction. */
export const removeDevicesIn = async (tx: Db, caller: Caller, asked: readonly string[]): Promise<RemovedDevices> => {
  const ids = [...new Set(asked)];
  const rows: { id: string; sn: string; name: string }[] = [];
  for (const some of portions(ids)) {
    rows.push(...(await devicesInScope(tx, caller, some).select(["device.id", "device.sn", "device.name"]).execute()));
    await tx.deleteFrom("device").where("id", "in", some).execute();
  }
  if (rows.length < ids.length) throw new Problem("notFound");
  await noteErasure(tx, ids);
  return { rows, change: changeOf(Object.fromEntries(rows.map(({ id, sn, name }) => [id, `${sn} ${name}`])), {}) };
};
