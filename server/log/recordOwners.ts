import { alarmLog } from "#contract/resources/alarm.ts";
import type { Db } from "#server/db/open.ts";
import { type RecordFacts, recordFacts } from "#server/records/recordFacts.ts";

export interface Owned {
  id: string;
  company_id: string;
}

/** Whose the records with these ids are; a record may be the concern of more than one organisation. */
export type FindOwners = (db: Db, ids: readonly string[]) => Promise<readonly Owned[]>;

const rowsOf =
  ({ table, owner }: { table: RecordFacts["table"] | "sn_registry"; owner: RecordFacts["owner"] }): FindOwners =>
  (db, ids) =>
    db
      .selectFrom(table as "device")
      .select(["id", `${owner as "company_id"} as company_id`])
      .where("id", "in", ids)
      .execute();

/** The organisations that these stand below: a move concerns them. */
const parents: FindOwners = async (db, ids) =>
  (await db.selectFrom("company").select(["id", "parent_id"]).where("id", "in", ids).execute()).flatMap(({ id, parent_id }) =>
    parent_id === null ? [] : [{ id, company_id: parent_id }],
  );

const points: FindOwners = (db, ids) =>
  db
    .selectFrom("point")
    .innerJoin("recipe", "recipe.id", "point.recipe_id")
    .select(["point.id", "recipe.company_id"])
    .where("point.id", "in", ids)
    .execute();

const icons: FindOwners = (db, ids) =>
  db
    .selectFrom("icon_picture")
    .innerJoin("icon_group", "icon_group.id", "icon_picture.group_id")
    .select(["icon_picture.id", "icon_group.company_id"])
    .where("icon_picture.id", "in", ids)
    .execute();

/** A video is its device's. */
const videos: FindOwners = (db, ids) =>
  db
    .selectFrom("device_video")
    .innerJoin("device", "device.id", "device_video.device_id")
    .select(["device_video.id", "device.company_id"])
    .where("device_video.id", "in", ids)
    .execute();

/** What became of a device is the concern of whose it is now. */
const events: FindOwners = (db, ids) =>
  db
    .selectFrom("device_event")
    .innerJoin("device", "device.id", "device_event.device_id")
    .select(["device_event.id", "device.company_id"])
    .where("device_event.id", "in", ids)
    .execute();

/** An alarm record is the concern of whose its device is now. */
const alarms: FindOwners = (db, ids) =>
  db
    .selectFrom("alarm_log")
    .innerJoin("device", "device.id", "alarm_log.device_id")
    .select(["alarm_log.id", "device.company_id"])
    .where("alarm_log.id", "in", ids)
    .execute();

/** A link is the concern of both organisations: that of its panel and the one that it names. */
const links: FindOwners = async (db, ids) => {
  const rows = await db
    .selectFrom("device_template_ui_company as link")
    .innerJoin("device_template_ui as ui", "ui.id", "link.ui_id")
    .select(["link.id", "link.company_id", "ui.company_id as owner"])
    .where("link.id", "in", ids)
    .execute();
  return rows.flatMap(({ id, company_id, owner }) => [
    { id, company_id },
    { id, company_id: owner },
  ]);
};

/** A binding is the concern of whose user or alarm contact is bound. */
const userBindings: FindOwners = (db, ids) =>
  db
    .selectFrom("user_weixin")
    .innerJoin("user", "user.id", "user_weixin.user_id")
    .select(["user_weixin.id", "user.company_id"])
    .where("user_weixin.id", "in", ids)
    .execute();

const contactBindings: FindOwners = (db, ids) =>
  db
    .selectFrom("alarm_user_weixin")
    .innerJoin("alarm_contact", "alarm_contact.id", "alarm_user_weixin.contact_id")
    .select(["alarm_user_weixin.id", "alarm_contact.company_id"])
    .where("alarm_user_weixin.id", "in", ids)
    .execute();

const devicesOfSns: FindOwners = (db, sns) => db.selectFrom("device").select(["sn as id", "company_id"]).where("sn", "in", sns).execute();

const types = rowsOf({ table: "device_type", owner: "company_id" });

/** What a resource's `id` and `ids` name beside its own records. */
const besides: Readonly<Record<string, readonly FindOwners[]>> = {
  company: [parents],
  device: [rowsOf({ table: "sn_registry", owner: "company_id" })],
  device_data_recipe: [points],
  device_recipe_picture: [icons],
};

/** What `id` and `ids` of a resource's calls name. Resources that are missing keep nothing that belongs to an organisation. */
const ofResource: ReadonlyMap<string, readonly FindOwners[]> = new Map([
  ...recordFacts.flatMap((facts): [string, readonly FindOwners[]][] => {
    const { name } = facts.resource;
    const own = name === alarmLog.name ? alarms : rowsOf(facts);
    return facts.owner === "user_id" ? [] : [[name, [own, ...(besides[name] ?? [])]]];
  }),
  ["device_type_relation", [types]],
  ["device_event", [events]],
  ["device_video", [videos]],
  ["device_template_ui_company", [links]],
  ["user_weixin", [userBindings]],
  ["alarm_user_weixin", [contactBindings]],
]);

/** Resources that are the same for everybody, and those of which no other page shows what was written. */
const everybodys: ReadonlySet<string> = new Set(["app_version", "dict", "license", "menu", "sys"]);
const unseen: ReadonlySet<string> = new Set(["alarm_switch", "auth", "image_file", "job", "notice", "sheet_import", "user_temp_data"]);
/** Each user keeps these alone, beside the records that are one user's own. */
const ownLists: ReadonlySet<string> = new Set(["device_favorites", "device_group_member"]);
const factsOf = (resource: string): readonly RecordFacts[] => recordFacts.filter((facts) => facts.resource.name === resource);
/** The icons of a group go with it, and what is related to a type with that. */
const sharedBesides: ReadonlySet<string> = new Set(["device_recipe_picture", "device_type_relation"]);

export type Seers = "organisations" | "those below too" | "everybody" | "the user" | "nobody else";

/**
 * Who may see what a write of this resource changes: those at or above the organisations that it reached, those below them too, everybody, the
 * user alone who has it, or nobody but the page that wrote it.
 */
export const seenBy = (resource: string): Seers => {
  if (everybodys.has(resource)) return "everybody";
  if (unseen.has(resource)) return "nobody else";
  const facts = factsOf(resource);
  if (ownLists.has(resource) || facts.some(({ owner }) => owner === "user_id")) return "the user";
  return sharedBesides.has(resource) || facts.some(({ shared }) => shared) ? "those below too" : "organisations";
};

const organisations = rowsOf({ table: "company", owner: "id" });
const users = rowsOf({ table: "user", owner: "company_id" });
const devices = rowsOf({ table: "device", owner: "company_id" });

/** What the same field names in every call. */
const ofField: Readonly<Record<string, readonly FindOwners[]>> = {
  companyId: [organisations],
  parentId: [organisations],
  userId: [users],
  employeeId: [users],
  customerIds: [users],
  device: [devices],
  deviceId: [devices],
  deviceIds: [devices],
  deviceSn: [devicesOfSns],
  recipeId: [rowsOf({ table: "recipe", owner: "company_id" })],
  relatedIds: [types],
  appId: [rowsOf({ table: "app_recipe", owner: "company_id" })],
  deviceTemplateId: [rowsOf({ table: "device_template", owner: "company_id" })],
  uiId: [rowsOf({ table: "device_template_ui", owner: "company_id" })],
  categoryId: [rowsOf({ table: "point_category", owner: "company_id" })],
  groupId: [rowsOf({ table: "icon_group", owner: "company_id" })],
  alarmTypeId: [rowsOf({ table: "alarm_type", owner: "company_id" })],
  alarmGroupId: [rowsOf({ table: "alarm_group", owner: "company_id" })],
  contactId: [rowsOf({ table: "alarm_contact", owner: "company_id" })],
  contactIds: [rowsOf({ table: "alarm_contact", owner: "company_id" })],
};

export interface Named {
  readonly field: string;
  readonly ids: ReadonlySet<string>;
  readonly find: readonly FindOwners[];
}

const idsIn = (field: string, value: unknown): string[] => {
  const ids = Array.isArray(value) ? value : field === "ids" && typeof value === "string" ? value.split(",") : [value];
  return ids.flatMap((id) => (typeof id === "string" && id.trim() !== "" ? [id.trim()] : []));
};

/** The records that the fields of a resource's call name. */
export const namedIn = (resource: string, fields: Readonly<Record<string, unknown>>): Named[] =>
  Object.entries(fields).flatMap(([field, value]) => {
    const find = field === "id" || field === "ids" ? ofResource.get(resource) : Object.hasOwn(ofField, field) ? ofField[field] : undefined;
    const ids = new Set(idsIn(field, value));
    return find && ids.size > 0 ? [{ field, ids, find }] : [];
  });
