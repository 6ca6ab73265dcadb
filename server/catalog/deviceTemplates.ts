import type { RequestOf } from "#contract/kit/call.ts";
import { device } from "#contract/resources/device.ts";
import { deviceTemplate } from "#contract/resources/deviceTemplate.ts";
import { deviceTemplateUi } from "#contract/resources/deviceTemplateUi.ts";
import { pointIdsOf } from "#server/alarm/furtherColumns.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import type { HandlerContext } from "#server/kit/implement.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";
import { offeredTo } from "./offeredTo.ts";
import { visiblePoints } from "./pointAuth.ts";
import { pathOf } from "./ruleTemplates.ts";
import { seenDevices } from "./seenDevices.ts";

type Fields = RequestOf<typeof deviceTemplate.calls.post>;
type Slaves = Fields["slaves"];

const slavesOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("device_template_slave as slave")
    .innerJoin("recipe", "recipe.id", "slave.recipe_id")
    .select(["slave.template_id", "slave.no", "slave.name", "slave.recipe_id as recipeId", "recipe.name as recipeName"])
    .where("slave.template_id", "in", ids)
    .orderBy("slave.no")
    .execute();

const rulesOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("device_template_rule as named")
    .innerJoin("alarm_trigger_template as rule", "rule.id", "named.rule_id")
    .select(["named.template_id", "rule.id", "rule.name", "rule.point_id", "rule.further"])
    .where("named.template_id", "in", ids)
    .orderBy("named.place")
    .execute();

const toldSlaves = (slaves: Slaves) => slaves.map(({ no, name, recipeId }) => ({ no, name, recipeId }));

/** Throws where two slaves are alike, or one is of a data template that is not offered to the organisation; what the template has already may stay. */
const checkSlaves = async (db: Db, slaves: Slaves, held: ReadonlySet<string>, path: string): Promise<void> => {
  if (new Set(slaves.map(({ no }) => no)).size < slaves.length) throw new Problem("slaveNumberRepeated");
  if (new Set(slaves.map(({ name }) => name)).size < slaves.length) throw new Problem("slaveNameRepeated");
  const offered = await offeredTo(
    db,
    "recipe",
    slaves.map(({ recipeId }) => recipeId),
    path,
  );
  for (const [index, { recipeId }] of slaves.entries())
    if (!held.has(recipeId) && !offered.has(recipeId)) throw fieldProblem(`slaves.${index}.recipeId`, "rule.invalid");
};

/** Throws where a rule is not offered to the organisation, or is of no slave's data template. */
const checkRules = async (db: Db, caller: Caller, { ruleIds, slaves }: Fields, held: ReadonlySet<string>, path: string): Promise<void> => {
  if (new Set(ruleIds).size < ruleIds.length) throw fieldProblem("ruleIds", "rule.invalid");
  if (ruleIds.length === 0) return;
  const offered = await offeredTo(db, "alarm_trigger_template", ruleIds, path);
  const recipes = new Set(slaves.map(({ recipeId }) => recipeId));
  const rules = await db
    .selectFrom("alarm_trigger_template")
    .select(["id", "recipe_id", "point_id", "further"])
    .where("id", "in", ruleIds)
    .execute();
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  const points = await visiblePoints(db, caller, rules.flatMap(pointIdsOf));
  for (const id of ruleIds) {
    const rule = known.get(id);
    const seen = rule !== undefined && offered.has(id) && pointIdsOf(rule).every((point) => points.has(point));
    if (!seen && !held.has(id)) throw fieldProblem("ruleIds", "rule.invalid");
    if (!rule || !recipes.has(rule.recipe_id)) throw fieldProblem("ruleIds", "rule.template.noSlave");
  }
};

/** Device templates, with their slaves and rules. Rules about points that the caller does not see are not told, and stay. */
export const deviceTemplateKind: RecordKind<typeof deviceTemplate, "device_template"> = {
  resource: deviceTemplate,
  table: "device_template",
  reach: "shared",
  fields: ["name", "description"],
  searched: ["name", "description"],
  sorted: { field: "name", order: "asc" },
  keptBy: [{ table: "device_template_ui", column: "device_template_id", keeps: deviceTemplateUi.noun }],
  related: { devices: { table: "device", column: "template_id", keeps: device.noun, seen: seenDevices } },
  async check(fields, { db, caller, before }) {
    const path = await pathOf(db, caller, before);
    const held = before ? [before.id] : [];
    const slaves = held.length === 0 ? [] : await slavesOf(db, held);
    const rules = held.length === 0 ? [] : await rulesOf(db, held);
    await checkSlaves(db, fields.slaves, new Set(slaves.map(({ recipeId }) => recipeId)), path);
    await checkRules(db, caller, fields, new Set(rules.map(({ id }) => id)), path);
  },
  async write(id, { slaves, ruleIds }, { db, caller }) {
    const present = await rulesOf(db, [id]);
    const seen = await visiblePoints(db, caller, present.flatMap(pointIdsOf));
    const recipes = new Set(slaves.map(({ recipeId }) => recipeId));
    const hidden = present.filter((rule) => !pointIdsOf(rule).every((point) => seen.has(point)) && !ruleIds.includes(rule.id));
    const kept = await ofRecipes(
      db,
      hidden.map((rule) => rule.id),
      recipes,
    );
    await db.deleteFrom("device_template_slave").where("template_id", "=", id).execute();
    await db
      .insertInto("device_template_slave")
      .values(slaves.map(({ no, name, recipeId }) => ({ template_id: id, no, name, recipe_id: recipeId })))
      .execute();
    await db.deleteFrom("device_template_rule").where("template_id", "=", id).execute();
    const rules = [...ruleIds, ...kept].map((rule, place) => ({ template_id: id, rule_id: rule, place }));
    if (rules.length > 0) await db.insertInto("device_template_rule").values(rules).execute();
  },
  told: {
    typed: ({ slaves, ruleIds }) => ({ slaves: toldSlaves(slaves), ruleIds }),
    async kept(id, db) {
      const ruleIds = (await rulesOf(db, [id])).map((rule) => rule.id);
      return { slaves: toldSlaves(await slavesOf(db, [id])), ruleIds };
    },
  },
  async more(rows, db, caller) {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const slaves = groupedBy(await slavesOf(db, ids), (slave) => slave.template_id);
    const named = await rulesOf(db, ids);
    const seen = await visiblePoints(db, caller, named.flatMap(pointIdsOf));
    const rules = groupedBy(
      named.filter((rule) => pointIdsOf(rule).every((point) => seen.has(point))),
      (rule) => rule.template_id,
    );
    return ids.map((id) => ({
      slaves: (slaves.get(id) ?? []).map(({ no, name, recipeId, recipeName }) => ({ no, name, recipeId, recipeName })),
      rules: (rules.get(id) ?? []).map((rule) => ({ id: rule.id, name: rule.name })),
    }));
  },
};

/** Of these rule templates those of one of the data templates. */
const ofRecipes = async (db: Db, ids: readonly string[], recipes: ReadonlySet<string>): Promise<string[]> => {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("alarm_trigger_template").select(["id", "recipe_id"]).where("id", "in", ids).execute();
  return rows.filter(({ recipe_id }) => recipes.has(recipe_id)).map(({ id }) => id);
};

export const deviceTemplates = keepRecords(deviceTemplateKind);

/** A template of the caller's own organisation, with the slaves of another one and its rules as far as they are offered there; refused where a slave's data template is not. */
export const copyDeviceTemplate = (
  { id: from, name }: RequestOf<typeof deviceTemplate.calls.copy>,
  context: HandlerContext,
): Promise<{ id: string }> => {
  const { caller, services } = context;
  return services.db.transaction().execute(async (db) => {
    const { description, slaves, rules } = await deviceTemplates.row(db, caller, from);
    const offered = await offeredTo(
      db,
      "alarm_trigger_template",
      rules.map(({ id }) => id),
      caller.companyPath,
    );
    const ruleIds = rules.map(({ id }) => id).filter((id) => offered.has(id));
    const copied = slaves.map(({ no, name: called, recipeId }) => ({ no, name: called, recipeId }));
    return deviceTemplates.add(db, { name, description, slaves: copied, ruleIds }, context);
  });
};
