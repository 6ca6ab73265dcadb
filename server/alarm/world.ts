import { conditions } from "#contract/resources/alarmCondition.ts";
import type { Db } from "#server/db/open.ts";
import { nextTurn } from "#server/kit/nextTurn.ts";
import { portions } from "#server/kit/portions.ts";
import { namedFurther } from "./furtherColumns.ts";
import { type AlarmDevice, compileRule, type Rule } from "./rule.ts";
import { ruleColumns } from "./ruleColumns.ts";
import { stepsOf } from "./ruleSteps.ts";
import { isOf } from "./rulesBy.ts";
import { scheduleOf } from "./scheduleColumns.ts";

export interface ScopedDevice extends AlarmDevice {
  readonly online: boolean;
  readonly activated: boolean;
  /** Slave numbers by template. */
  readonly slaves: ReadonlyMap<string, ReadonlySet<number>>;
}

const ruleRows = (db: Db) =>
  db
    .selectFrom("alarm_trigger")
    .innerJoin("company", "company.id", "alarm_trigger.company_id")
    .leftJoin("point", "point.id", "alarm_trigger.point_id")
    .leftJoin("alarm_type", "alarm_type.id", "alarm_trigger.alarm_type_id")
    .where("alarm_trigger.enabled", "=", 1)
    .selectAll("alarm_trigger")
    .select(["point.name as point_name", "point.name_en as point_name_en", "point.unit as unit", "point.enumeration"])
    .select("company.zone")
    .select(["alarm_type.name as type_name", "alarm_type.name_en as type_name_en"]);

type RuleRow = Awaited<ReturnType<ReturnType<typeof ruleRows>["execute"]>>[number];

const rulesOf = async (db: Db, rows: readonly RuleRow[], ids?: Iterable<string>): Promise<Rule[]> => {
  const steps = await stepsOf(db, ids);
  const further = await namedFurther(db, rows);
  return rows.flatMap((row) => {
    const condition = conditions.find((known) => known === row.condition);
    if (!condition) return [];
    const escalation = steps(row.id).map(({ minutes, groupId }) => ({ minutes, groupId }));
    const fields = scheduleOf(row);
    const schedule = fields.scheduleDays.length === 0 ? null : { ...fields, zone: row.zone };
    return compileRule({ ...ruleColumns(row), ...further(row), companyId: row.company_id, condition, escalation, schedule });
  });
};

/** The rules that are switched on. */
export const loadRules = async (db: Db): Promise<Rule[]> => rulesOf(db, await ruleRows(db).execute());

/** Of these rules, and of those of these templates, the ones that are switched on, by their ids. */
export const loadRulesOf = async (db: Db, ruleIds: Iterable<string>, recipeIds: Iterable<string>): Promise<Map<string, Rule>> => {
  const rows: RuleRow[] = [];
  for (const some of portions(ruleIds)) rows.push(...(await ruleRows(db).where("alarm_trigger.id", "in", some).execute()));
  for (const some of portions(recipeIds)) rows.push(...(await ruleRows(db).where("alarm_trigger.recipe_id", "in", some).execute()));
  const rules = await rulesOf(
    db,
    rows,
    rows.map(({ id }) => id),
  );
  return new Map(rules.map((rule) => [rule.definition.id, rule]));
};

/** The rules of single devices among these. */
export const rulesOfDevices = async (db: Db, deviceIds: Iterable<string>): Promise<string[]> => {
  const ids: string[] = [];
  for (const some of portions(deviceIds)) {
    const rows = await db.selectFrom("alarm_trigger").select("id").where("device_id", "in", some).execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
};

/** Those of the devices that are there. As many at most as fit into a statement. */
const devicesOf = async (db: Db, ids: readonly string[]): Promise<Map<string, ScopedDevice>> => {
  const rows = await db
    .selectFrom("device")
    .innerJoin("company", "company.id", "device.company_id")
    .innerJoin("slave", "slave.device_id", "device.id")
    .where("device.id", "in", ids)
    .select(["slave.no", "slave.name as slave_name", "slave.recipe_id", "device.id", "device.name", "device.sn"])
    .select(["device.company_id", "device.type_id", "device.online", "device.activated_at", "device.alarm_notice", "company.path"])
    .execute();
  const devices = new Map<string, ScopedDevice>();
  const slaves = new Map<string, Map<string, Set<number>>>();
  const names = new Map<string, Map<number, string>>();
  for (const row of rows) {
    const ofDevice = slaves.get(row.id) ?? new Map<string, Set<number>>();
    ofDevice.set(row.recipe_id, (ofDevice.get(row.recipe_id) ?? new Set()).add(row.no));
    slaves.set(row.id, ofDevice);
    const ownNames = names.get(row.id) ?? new Map<number, string>();
    names.set(row.id, ownNames.set(row.no, row.slave_name));
    if (devices.has(row.id)) continue;
    devices.set(row.id, {
      id: row.id,
      name: row.name,
      sn: row.sn,
      companyId: row.company_id,
      companyPath: row.path,
      typeId: row.type_id,
      alarmNotice: row.alarm_notice === 1,
      online: row.online === 1,
      activated: row.activated_at !== null,
      slaves: ofDevice,
      slaveNames: ownNames,
    });
  }
  return devices;
};

export interface Looked {
  readonly ids: readonly string[];
  /** Those of them that are there and have a slave. */
  readonly devices: ReadonlyMap<string, ScopedDevice>;
}

/** The devices of these ids, some at a time, with a turn for everybody else in between. */
export async function* someDevices(db: Db, ids: Iterable<string>): AsyncGenerator<Looked> {
  let first = true;
  for (const some of portions(ids)) {
    if (!first) await nextTurn();
    first = false;
    yield { ids: some, devices: await devicesOf(db, some) };
  }
}

const pageOfIds = 500;

/** The devices behind this one in the order of their ids, as many as a page takes. */
export const devicesAfter = async (db: Db, after: string): Promise<Looked & { readonly isLast: boolean }> => {
  const rows = await db.selectFrom("device").select("id").where("id", ">", after).orderBy("id").limit(pageOfIds).execute();
  const ids = rows.map(({ id }) => id);
  return { ids, devices: ids.length > 0 ? await devicesOf(db, ids) : new Map(), isLast: ids.length < pageOfIds };
};

/** All devices, a page at a time, with a turn for everybody else in between. */
export async function* allDevices(db: Db): AsyncGenerator<Looked> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const page = await devicesAfter(db, after);
    yield page;
    after = page.isLast ? undefined : page.ids.at(-1);
    if (after !== undefined) await nextTurn();
  }
}

/** Whether the rule applies to the slave of the device (slave 0: to the device itself). */
export const applies = (rule: Rule, device: ScopedDevice, slave: number): boolean => {
  if (!isOf(rule, device)) return false;
  const numbers = device.slaves.get(rule.definition.recipeId);
  return numbers !== undefined && (rule.kind === "offline" || numbers.has(slave));
};
