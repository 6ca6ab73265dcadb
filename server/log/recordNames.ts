import { z } from "zod";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmContact } from "#contract/resources/alarmGroup.ts";
import { device } from "#contract/resources/device.ts";
import { deviceGroup } from "#contract/resources/deviceGroup.ts";
import { deviceGroupMember } from "#contract/resources/deviceGroupMember.ts";
import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import { deviceType, deviceTypeRelation } from "#contract/resources/deviceType.ts";
import { order } from "#contract/resources/order.ts";
import { user } from "#contract/resources/user.ts";
import { resourceOfPath } from "#contract/resources.ts";
import { alarmName } from "#server/alarm/alarmName.ts";
import { isVisible } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { companiesOf, seesAll } from "#server/kit/scope.ts";
import { type RecordFacts, recordFacts } from "#server/records/recordFacts.ts";
import { usableCompanies } from "#server/records/usable.ts";

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

/** What `id` and `ids` of a resource's calls name. */
const ofResource: ReadonlyMap<string, RecordFacts> = new Map(
  recordFacts.flatMap((facts): [string, RecordFacts][] => [
    [facts.resource.name, facts],
    ...(facts.resource.name === deviceType.name ? [[deviceTypeRelation.name, facts] as [string, RecordFacts]] : []),
    ...(facts.resource.name === deviceGroup.name ? [[deviceGroupMember.name, facts] as [string, RecordFacts]] : []),
  ]),
);

/** The same of other fields, where a call has no id of its own: each names records of a resource. */
const ofField: Readonly<Record<string, string>> = {
  device: device.name,
  deviceId: device.name,
  employeeId: user.name,
  userId: user.name,
  groupId: deviceRecipePicture.name,
  contactId: alarmContact.name,
};

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

const idsIn = (call: string, fields: Fields): { facts: RecordFacts; ids: string[] } | undefined => {
  const own = ofResource.get(resourceOfPath.get(call)?.name ?? "");
  const ids = [...texts(fields.id), ...texts(fields.ids)];
  if (own && ids.length > 0) return { facts: own, ids };
  const other = Object.keys(ofField).find((field) => texts(fields[field]).length > 0);
  const facts = other === undefined ? undefined : ofResource.get(ofField[other] ?? "");
  return other !== undefined && facts ? { facts, ids: texts(fields[other]) } : undefined;
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

const namesOf = async (
  db: Db,
  caller: Caller,
  { table, called, owner }: RecordFacts,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (called === undefined) return alarmNames(db, caller, ids);
  const rows = await db
    .selectFrom(table as "device")
    .select(["id", `${called as "name"} as name`])
    .where("id", "in", ids)
    .$if(owner === "user_id", (query) => query.where("user_id" as "company_id", "=", caller.userId))
    .$if(owner !== "user_id" && !seesAll(caller), (query) => query.where(owner as "company_id", "in", companiesOf(db, caller)))
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
  const wanted = new Map<RecordFacts, Set<string>>();
  for (const { own, asked } of read)
    if (own.length === 0 && asked) for (const id of asked.ids) wanted.set(asked.facts, (wanted.get(asked.facts) ?? new Set()).add(id));
  const found = new Map<RecordFacts, ReadonlyMap<string, string>>();
  for (const [facts, ids] of wanted) found.set(facts, await namesOf(db, caller, facts, [...ids].slice(0, 1000)));
  return read.map(({ own, asked }) => {
    const names = own.length > 0 || !asked ? own : asked.ids.flatMap((id) => found.get(asked.facts)?.get(id) ?? []);
    const more = names.length > shown ? ` … (${names.length})` : "";
    return names.slice(0, shown).join(", ") + more;
  });
};

/** Calls whose requests name data points by their ids. */
const pointed: ReadonlySet<string> = new Set(
  [device.calls.cmd, ...Object.values(order.calls), ...Object.values(alarmTrigger.calls)].map(({ path }) => path),
);

const idForm = /[\w-]{8,64}/g;

/** The data points that rows name, as they are called now; their device may be gone. */
export const pointNames = async (db: Db, caller: Caller, rows: readonly Told[]): Promise<PointName[][]> => {
  const ids = rows.map(({ call, detail, change }) =>
    pointed.has(call) ? new Set(`${detail} ${change}`.match(idForm) ?? []) : new Set<string>(),
  );
  const wanted = [...new Set(ids.flatMap((each) => [...each]))].slice(0, 2000);
  if (wanted.length === 0) return rows.map(() => []);
  const points = await db
    .selectFrom("point")
    .innerJoin("recipe", "recipe.id", "point.recipe_id")
    .select(["point.id", "point.name", "point.name_en as nameEn"])
    .where("point.id", "in", wanted)
    .where(isVisible(caller))
    .where("recipe.company_id", "in", usableCompanies(db, caller))
    .execute();
  return ids.map((each) => points.filter(({ id }) => each.has(id)));
};
