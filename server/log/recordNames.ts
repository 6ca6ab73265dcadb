import { z } from "zod";
import { alarmName } from "#server/alarm/alarmName.ts";
import { visibleAuths } from "#server/catalog/pointAuth.ts";
import { usableCompanies } from "#server/catalog/usable.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { companiesOf, seesAll } from "#server/kit/scope.ts";

/** Of a row of the log, what says which records it is about. */
export interface Told {
  readonly call: string;
  readonly detail: string;
  readonly change: string;
}

export interface PointName {
  id: string;
  name: string;
  nameEn: string;
}

type Fields = Readonly<Record<string, unknown>>;

const named = {
  company: "name",
  user: "account",
  role: "name",
  device: "name",
  recipe: "name",
  data_unit: "name",
  saved_order: "name",
  icon_group: "name",
  alarm_trigger: "name",
} as const;
type Table = keyof typeof named | "alarm_log";

/** What `id` and `ids` of a resource's calls name. */
const ofResource: Readonly<Record<string, Table>> = {
  company: "company",
  user: "user",
  terminal_user: "user",
  role: "role",
  device: "device",
  device_data_recipe: "recipe",
  device_unit_type: "data_unit",
  order: "saved_order",
  device_recipe_picture: "icon_group",
  alarm_trigger: "alarm_trigger",
  alarm_log: "alarm_log",
};

/** The same of other fields, where a call has no id of its own. */
const ofField: Readonly<Record<string, Table>> = { deviceId: "device", employeeId: "user", userId: "user", groupId: "icon_group" };

const object = z.record(z.string(), z.unknown());

const fieldsOf = (text: string): Fields => {
  try {
    return object.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
};

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === "string" && one !== "");

const resourceOf = (call: string): string => /^\/api\/(\w+)\//.exec(call)?.[1] ?? "";

const idsIn = (call: string, fields: Fields): { table: Table; ids: string[] } | undefined => {
  const table = ofResource[resourceOf(call)];
  const ids = [...texts(fields.id), ...texts(fields.ids)];
  if (table && ids.length > 0) return { table, ids };
  const other = Object.keys(ofField).find((field) => texts(fields[field]).length > 0);
  const found = other === undefined ? undefined : ofField[other];
  return other !== undefined && found ? { table: found, ids: texts(fields[other]) } : undefined;
};

/** Names that the row itself has: of what was asked for, of what was made, and, by their ids, of what was deleted. */
const ownNames = (fields: Fields, change: Fields): string[] => {
  const asked = [fields.name, fields.account, fields.userName].flatMap(texts).slice(0, 1);
  if (asked.length > 0) return asked;
  const made = [change.name, change.account].flatMap((value) => (Array.isArray(value) ? texts(value[1]) : []));
  if (made.length > 0) return made.slice(0, 1);
  const ids = new Set([...texts(fields.ids), ...texts(fields.id)]);
  return Object.entries(change).flatMap(([key, value]) => (ids.has(key) && Array.isArray(value) ? texts(value[0]) : []));
};

const alarmNames = async (db: Db, caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom("alarm_log")
    .innerJoin("device", "device.id", "alarm_log.device_id")
    .select(["alarm_log.id", "alarm_log.rule_name as rule", "device.name"])
    .where("alarm_log.id", "in", ids)
    .$if(!seesAll(caller), (query) => query.where("device.company_id", "in", companiesOf(db, caller)))
    .execute();
  return new Map(rows.map(({ id, rule, name }) => [id, alarmName(name, rule)]));
};

const namesOf = async (db: Db, caller: Caller, table: Table, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (table === "alarm_log") return alarmNames(db, caller, ids);
  const owner = table === "company" ? "id" : "company_id";
  const rows = await db
    .selectFrom(table as "device")
    .select(["id", `${named[table] as "name"} as name`])
    .where("id", "in", ids)
    .$if(!seesAll(caller), (query) => query.where(owner as "company_id", "in", companiesOf(db, caller)))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

const shown = 3;

/**
 * What the records are called that each row is about: as the row itself says it, otherwise as they are called now, as far as the caller
 * may see them. Empty where neither knows.
 */
export const recordNames = async (db: Db, caller: Caller, rows: readonly Told[]): Promise<string[]> => {
  const read = rows.map(({ call, detail, change }) => {
    const fields = fieldsOf(detail);
    return { own: ownNames(fields, fieldsOf(change)), asked: idsIn(call, fields) };
  });
  const wanted = new Map<Table, Set<string>>();
  for (const { own, asked } of read)
    if (own.length === 0 && asked) for (const id of asked.ids) wanted.set(asked.table, (wanted.get(asked.table) ?? new Set()).add(id));
  const found = new Map<Table, ReadonlyMap<string, string>>();
  for (const [table, ids] of wanted) found.set(table, await namesOf(db, caller, table, [...ids].slice(0, 1000)));
  return read.map(({ own, asked }) => {
    const names = own.length > 0 || !asked ? own : asked.ids.flatMap((id) => found.get(asked.table)?.get(id) ?? []);
    const more = names.length > shown ? ` … (${names.length})` : "";
    return names.slice(0, shown).join(", ") + more;
  });
};

/** Calls whose requests name data points by their ids. */
const pointed = /^\/api\/(device\/cmd|order\/|alarm_trigger\/)/;

const idForm = /[\w-]{8,64}/g;

/** The data points that rows name, as they are called now; their device may be gone. */
export const pointNames = async (db: Db, caller: Caller, rows: readonly Told[]): Promise<PointName[][]> => {
  const ids = rows.map(({ call, detail, change }) =>
    pointed.test(call) ? new Set(`${detail} ${change}`.match(idForm) ?? []) : new Set<string>(),
  );
  const wanted = [...new Set(ids.flatMap((each) => [...each]))].slice(0, 2000);
  if (wanted.length === 0) return rows.map(() => []);
  const points = await db
    .selectFrom("point")
    .innerJoin("recipe", "recipe.id", "point.recipe_id")
    .select(["point.id", "point.name", "point.name_en as nameEn"])
    .where("point.id", "in", wanted)
    .where("point.auth", "in", visibleAuths(caller))
    .where("recipe.company_id", "in", usableCompanies(db, caller))
    .execute();
  return ids.map((each) => points.filter(({ id }) => each.has(id)));
};
