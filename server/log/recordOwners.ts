import type { Db } from "#server/db/open.ts";

export interface Owned {
  id: string;
  company_id: string;
}

/** Whose the records with these ids are; a record may be the concern of more than one organisation. */
export type FindOwners = (db: Db, ids: readonly string[]) => Promise<readonly Owned[]>;

type OwnedTable =
  | "user"
  | "role"
  | "device"
  | "recipe"
  | "data_unit"
  | "saved_order"
  | "icon_group"
  | "alarm_trigger"
  | "alarm_log"
  | "sample_user";

const rowsOf =
  (table: OwnedTable): FindOwners =>
  (db, ids) =>
    db.selectFrom(table).select(["id", "company_id"]).where("id", "in", ids).execute();

const organisations: FindOwners = async (db, ids) =>
  (await db.selectFrom("company").select("id").where("id", "in", ids).execute()).map(({ id }) => ({ id, company_id: id }));

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

/** What `id` and `ids` of a resource's calls name. Resources that are missing keep nothing that belongs to an organisation. */
const ofResource: Readonly<Record<string, readonly FindOwners[]>> = {
  company: [organisations, parents],
  user: [rowsOf("user")],
  terminal_user: [rowsOf("user")],
  role: [rowsOf("role")],
  device: [rowsOf("device")],
  device_data_recipe: [rowsOf("recipe"), points],
  device_unit_type: [rowsOf("data_unit")],
  device_recipe_picture: [rowsOf("icon_group"), icons],
  order: [rowsOf("saved_order")],
  alarm_trigger: [rowsOf("alarm_trigger")],
  alarm_log: [rowsOf("alarm_log")],
  sample: [rowsOf("sample_user")],
};

/** Resources that are the same for everybody, and what each user has alone. */
const everybodys: ReadonlySet<string> = new Set(["app_version", "dict", "license", "menu", "sys"]);
const own: ReadonlySet<string> = new Set(["alarm_switch", "auth", "image_file", "notice", "user_temp_data"]);

/** Who may see what a write of this resource changes: those at or above the organisations that it reached, everybody, or nobody else. */
export const seenBy = (resource: string): "organisations" | "everybody" | "nobody else" => {
  if (everybodys.has(resource)) return "everybody";
  return own.has(resource) ? "nobody else" : "organisations";
};

/** What the same field names in every call. */
const ofField: Readonly<Record<string, readonly FindOwners[]>> = {
  companyId: [organisations],
  parentId: [organisations],
  userId: [rowsOf("user")],
  employeeId: [rowsOf("user")],
  customerIds: [rowsOf("user")],
  deviceId: [rowsOf("device")],
  deviceIds: [rowsOf("device")],
  recipeId: [rowsOf("recipe")],
  groupId: [rowsOf("icon_group")],
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
    const find = field === "id" || field === "ids" ? ofResource[resource] : Object.hasOwn(ofField, field) ? ofField[field] : undefined;
    const ids = new Set(idsIn(field, value));
    return find && ids.size > 0 ? [{ field, ids, find }] : [];
  });
