import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf, SortFieldOf } from "#contract/kit/page.ts";
import { alarmTrigger, type RuleRow, ruleRow } from "#contract/resources/alarm.ts";
import type { RunningMask } from "#contract/resources/alarmMask.ts";
import { runningMasks, switchMask } from "#server/alarm/maskRecords.ts";
import { ruleColumns, tellingColumns } from "#server/alarm/ruleColumns.ts";
import { checkNamed } from "#server/alarm/ruleNames.ts";
import { keepSteps, type NamedStep, stepsOf } from "#server/alarm/ruleSteps.ts";
import { scheduleColumns, scheduleOf } from "#server/alarm/scheduleColumns.ts";
import { checkWatchedPoint } from "#server/alarm/watchedPoint.ts";
import { seesPoint } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { implement } from "#server/kit/implement.ts";
import { containsFolded, listOf, pageOf } from "#server/kit/page.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { companiesOf, narrowedTo, seesAll } from "#server/kit/scope.ts";
import { changeOf, creationOf } from "#server/log/changeOf.ts";

type Calls = typeof alarmTrigger.calls;
type Fields = RequestOf<Calls["post"]>;

export const alarmTriggerAnswers = implement(alarmTrigger, {
  query: (request, { services, caller }) => queryRules(services.db, caller, request, services.now()),
  get: (request, { services, caller }) => getRule(services.db, caller, request.id, services.now()),
  post: async (request, { services, caller, trace }) => {
    const { id, change } = await addRule(services.db, caller, request, services.now());
    trace.change = change;
    await services.changes.tell({ kind: "rules", ids: [id] });
    return { id };
  },
  put: async (request, { services, caller, trace }) => {
    trace.change = await editRule(services.db, caller, request, services.now());
    await services.changes.tell({ kind: "rules", ids: [request.id] });
    return null;
  },
  delete: async (request, { services, caller, trace }) => {
    const { removed, change } = await deleteRules(services.db, caller, request.ids);
    trace.change = change;
    await services.changes.tell({ kind: "rules", ids: request.ids });
    return { removed };
  },
  open_or_close: async ({ id, enabled }, { services, caller, trace }) => {
    trace.change = await switchRule(services.db, caller, id, { enabled: enabled ? 1 : 0 });
    await services.changes.tell({ kind: "rules", ids: [id] });
    return null;
  },
  open_or_close_mask: async ({ id, mask }, { services, caller, trace }) => {
    const { ids, change } = await switchMask(services.db, caller, id, mask, services.now());
    trace.change = change;
    await services.changes.tell({ kind: "masks", ids });
    return null;
  },
});

/** A rule tells of its point: who does not see the one does not see the other. */
const visibleRules = (db: Db, caller: Caller) =>
  db
    .selectFrom("alarm_trigger")
    .innerJoin("recipe", "recipe.id", "alarm_trigger.recipe_id")
    .innerJoin("company", "company.id", "alarm_trigger.company_id")
    .leftJoin("point", "point.id", "alarm_trigger.point_id")
    .leftJoin("device", "device.id", "alarm_trigger.device_id")
    .leftJoin("alarm_type", "alarm_type.id", "alarm_trigger.alarm_type_id")
    .leftJoin("alarm_group", "alarm_group.id", "alarm_trigger.alarm_group_id")
    .leftJoin("device_type", "device_type.id", "alarm_trigger.device_type_id")
    .where((eb) => seesPoint(caller, eb.ref("alarm_trigger.point_id")))
    .$if(!seesAll(caller), (query) => query.where("alarm_trigger.company_id", "in", companiesOf(db, caller)));

const shownRules = (db: Db, caller: Caller) =>
  visibleRules(db, caller)
    .selectAll("alarm_trigger")
    .select(["recipe.name as recipe_name", "point.name as point_name", "point.name_en as point_name_en", "point.unit as unit"])
    .select(["point.enumeration", "device.name as device_name", "company.name as company_name"])
    .select(["alarm_type.name as type_name", "alarm_type.name_en as type_name_en", "alarm_group.name as group_name"])
    .select(["device_type.name as device_type_name", "device_type.name_en as device_type_name_en"]);

type ShownRule = Awaited<ReturnType<ReturnType<typeof shownRules>["execute"]>>[number];

const rowsOf = async (db: Db, caller: Caller, rows: readonly ShownRule[], at: number): Promise<RuleRow[]> => {
  const ids = rows.map(({ id }) => id);
  const masks = await runningMasks(db, caller, "rule_id", ids, at);
  const steps = await stepsOf(db, ids);
  return rows.map((row) => rowOf(row, steps(row.id), masks.get(row.id)));
};

const rowOf = (row: ShownRule, steps: readonly NamedStep[], mask?: RunningMask): RuleRow =>
  ruleRow.parse({
    ...ruleColumns(row),
    ...scheduleOf(row),
    recipeName: row.recipe_name,
    deviceName: row.device_name ?? "",
    ...{ deviceTypeName: row.device_type_name ?? "", deviceTypeNameEn: row.device_type_name_en ?? "" },
    ...{ mask: mask !== undefined, maskedBy: mask ?? null },
    alarmGroupId: row.alarm_group_id,
    alarmGroupName: row.group_name ?? "",
    escalation: steps.map(({ minutes, groupId, groupName }) => ({ minutes, alarmGroupId: groupId, alarmGroupName: groupName })),
    companyName: row.company_name,
    condition: row.condition,
    enabled: row.enabled === 1,
    version: row.version,
  });

const sortColumns = {
  name: "alarm_trigger.name",
  level: "alarm_trigger.level",
  condition: "alarm_trigger.condition",
  enabled: "alarm_trigger.enabled",
  alarmTypeName: "alarm_type.name",
  alarmGroupName: "alarm_group.name",
  recipeName: "recipe.name",
  pointName: "point.name",
  deviceName: "device.name",
  deviceTypeName: "device_type.name",
  companyName: "company.name",
} as const satisfies Record<Exclude<SortFieldOf<RequestOf<Calls["query"]>>, "mask">, string>;

const masked = (at: number) => sql<number>`case when exists (select 1 from alarm_mask where alarm_mask.rule_id = alarm_trigger.id
  and alarm_mask.device_id is null and alarm_mask.alarm_type_id is null and alarm_mask.starts_at <= ${at}
  and (alarm_mask.ends_at is null or alarm_mask.ends_at > ${at})) then 1 else 0 end`;

/** Newest first unless asked otherwise. */
export const queryRules = async (db: Db, caller: Caller, request: RequestOf<Calls["query"]>, at: number): Promise<ListOf<RuleRow>> => {
  const { name, recipeId, alarmTypeId, deviceTypeId, sortField, sortOrder } = request;
  const matching = shownRules(db, await narrowedTo(db, caller, request.companyId))
    .$if(Boolean(name?.trim()), (query) => query.where((eb) => containsFolded(eb.ref("alarm_trigger.name"), name ?? "")))
    .$if(Boolean(recipeId), (query) => query.where("alarm_trigger.recipe_id", "=", recipeId ?? ""))
    .$if(Boolean(alarmTypeId), (query) => query.where("alarm_trigger.alarm_type_id", "=", alarmTypeId ?? ""))
    .$if(Boolean(deviceTypeId), (query) => query.where("alarm_trigger.device_type_id", "=", deviceTypeId ?? ""));
  const { total } = await matching
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { offset, pageNo } = pageOf(request, total);
  const column = sortField === "mask" ? masked(at) : sql.ref(sortField ? sortColumns[sortField] : "alarm_trigger.created_at");
  const order = sortOrder ?? (sortField ? "asc" : "desc");
  const rows = await matching.orderBy(column, order).orderBy("alarm_trigger.id", order).limit(request.pageSize).offset(offset).execute();
  return listOf(await rowsOf(db, caller, rows, at), total, pageNo, request);
};

const findRule = async (db: Db, caller: Caller, id: string): Promise<ShownRule> => {
  const row = await shownRules(db, caller).where("alarm_trigger.id", "=", id).executeTakeFirst();
  if (!row) throw new Problem("notFound");
  return row;
};

export const getRule = async (db: Db, caller: Caller, id: string, at: number): Promise<RuleRow> => {
  const [row] = await rowsOf(db, caller, [await findRule(db, caller, id)], at);
  if (!row) throw new Problem("notFound");
  return row;
};

/** What the log keeps of a rule as it stands: what its form and its switch hold. */
const logged = async (db: Db, caller: Caller, id: string) => {
  const {
    id: _id,
    version,
    recipeName,
    pointName,
    pointNameEn,
    enumeration,
    deviceName,
    deviceTypeName,
    deviceTypeNameEn,
    companyName,
    alarmTypeName,
    alarmTypeNameEn,
    alarmGroupName,
    mask,
    maskedBy,
    escalation,
    ...fields
  } = rowOf(await findRule(db, caller, id), (await stepsOf(db, [id]))(id));
  return { ...fields, escalation: escalation.map(({ minutes, alarmGroupId }) => [minutes, alarmGroupId]) };
};

/** A rule belongs to the organisation of its data template. */
export const addRule = (db: Db, caller: Caller, request: Fields, at: number): Promise<{ id: string; change: string }> =>
  db.transaction().execute(async (trx) => {
    const companyId = await companyOf(trx, caller, request);
    await refuseTaken(trx, companyId, request.name);
    await checkNamed(trx, caller, companyId, request);
    const id = randomUUID();
    await trx
      .insertInto("alarm_trigger")
      .values({
        id,
        company_id: companyId,
        enabled: 1,
        created_at: at,
        updated_at: at,
        updated_by: nameOf(caller),
        ...columnsOf(request),
      })
      .execute();
    await keepSteps(trx, id, request.escalation);
    return { id, change: creationOf(id, await logged(trx, caller, id)) };
  });

export const editRule = (db: Db, caller: Caller, request: RequestOf<Calls["put"]>, at: number): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const { id } = request;
    const kept = await findRule(trx, caller, id);
    const { version, updated_by: by, updated_at } = kept;
    const companyId = await companyOf(trx, caller, request);
    if (version !== request.version) {
      const changed = { by, at: new Date(updated_at).toISOString() };
      throw new Problem("versionConflict", { values: changed, data: { ...changed, version } });
    }
    await refuseTaken(trx, companyId, request.name, id);
    await checkNamed(trx, caller, companyId, request, kept);
    const before = await logged(trx, caller, id);
    await trx
      .updateTable("alarm_trigger")
      .set({ company_id: companyId, version: version + 1, updated_at: at, updated_by: nameOf(caller), ...columnsOf(request) })
      .where("id", "=", id)
      .execute();
    await keepSteps(trx, id, request.escalation);
    return changeOf(before, await logged(trx, caller, id));
  });

/** All or nothing: one id that is missing or foreign and nothing is deleted. */
export const deleteRules = (db: Db, caller: Caller, ids: readonly string[]): Promise<{ removed: number; change: string }> =>
  db.transaction().execute(async (trx) => {
    const wanted = [...new Set(ids)];
    const found = await visibleRules(trx, caller)
      .select(["alarm_trigger.id", "alarm_trigger.name"])
      .where("alarm_trigger.id", "in", wanted)
      .execute();
    if (found.length !== wanted.length) throw new Problem("notFound");
    await trx.deleteFrom("alarm_trigger").where("id", "in", wanted).execute();
    return { removed: wanted.length, change: changeOf(Object.fromEntries(found.map(({ id, name }) => [id, name])), {}) };
  });

/** Leaves the version alone: the form does not hold it, so that a save overwrites nothing. */
export const switchRule = (db: Db, caller: Caller, id: string, to: { enabled: number }): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const before = await logged(trx, caller, id);
    await trx.updateTable("alarm_trigger").set(to).where("id", "=", id).execute();
    return changeOf(before, await logged(trx, caller, id));
  });

const nameOf = (caller: Caller): string => caller.userName || caller.account;

/**
 * The organisation that the rule belongs to: that of its device, or else of its template. Makes sure that the caller sees them, and that
 * point and device belong to the template; what a device brought with it from elsewhere counts as seen.
 */
const companyOf = async (db: Db, caller: Caller, fields: Fields): Promise<string> => {
  const { recipeId, deviceId } = fields;
  const recipe = await db
    .selectFrom("recipe")
    .select("company_id")
    .where("id", "=", recipeId)
    .$if(!seesAll(caller), (query) => query.where("company_id", "in", companiesOf(db, caller)))
    .executeTakeFirst();
  await checkWatchedPoint(db, caller, fields);
  if (recipe && deviceId === null) return recipe.company_id;
  const device = await db
    .selectFrom("device")
    .select("company_id")
    .where("id", "=", deviceId)
    .$if(!seesAll(caller), (query) => query.where("company_id", "in", companiesOf(db, caller)))
    .executeTakeFirst();
  if (!device) throw new Problem("notFound");
  const slave = await db
    .selectFrom("slave")
    .select("id")
    .where("device_id", "=", deviceId)
    .where("recipe_id", "=", recipeId)
    .executeTakeFirst();
  if (!slave) throw recipe ? fieldProblem("deviceId", "rule.invalid") : new Problem("notFound");
  return device.company_id;
};

const refuseTaken = async (db: Db, companyId: string, name: string, but = ""): Promise<void> => {
  const taken = await db
    .selectFrom("alarm_trigger")
    .select("id")
    .where("company_id", "=", companyId)
    .where("name", "=", name)
    .where("id", "<>", but)
    .executeTakeFirst();
  if (taken) throw new Problem("nameExists");
};

const columnsOf = (fields: Fields) => ({
  name: fields.name,
  recipe_id: fields.recipeId,
  point_id: fields.condition === "offline" ? null : fields.pointId,
  device_id: fields.deviceId,
  device_type_id: fields.deviceTypeId,
  level: fields.level,
  alarm_type_id: fields.alarmTypeId,
  alarm_group_id: fields.alarmGroupId,
  condition: fields.condition,
  a: fields.a,
  b: fields.b,
  min: fields.min,
  max: fields.max,
  hold_seconds: fields.holdSeconds,
  release_seconds: fields.releaseSeconds,
  ...tellingColumns(fields),
  ...scheduleColumns(fields),
  push_content: fields.pushContent,
  push_content_en: fields.pushContentEn,
  release_content: fields.releaseContent,
  release_content_en: fields.releaseContentEn,
  save_data: fields.saveData ? 1 : 0,
});
