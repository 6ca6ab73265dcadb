import { type Selectable, sql } from "kysely";
import { codePoints, limits } from "#contract/limits.ts";
import type { TemplateDifference } from "#contract/resources/deviceTemplate.ts";
import type { AlarmTriggerTemplateTable, WatchedColumns } from "#server/db/deviceTemplates.ts";
import type { Db } from "#server/db/open.ts";
import type { AlarmTriggerTable } from "#server/db/schema.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { newId } from "#server/kit/newId.ts";

interface PresetSlave {
  readonly no: number;
  readonly name: string;
  readonly recipe_id: string;
}
type PresetRule = Selectable<AlarmTriggerTemplateTable>;
type Rule = Selectable<AlarmTriggerTable>;

/** What a device template gives its devices. */
export interface Preset {
  readonly id: string;
  readonly name: string;
  readonly slaves: readonly PresetSlave[];
  readonly rules: readonly PresetRule[];
}

/** The template as it stands now; undefined where there is none. */
export const presetOf = async (db: Db, id: string): Promise<Preset | undefined> => {
  const row = await db.selectFrom("device_template").select(["id", "name"]).where("id", "=", id).executeTakeFirst();
  if (!row) return undefined;
  const slaves = await db
    .selectFrom("device_template_slave")
    .select(["no", "name", "recipe_id"])
    .where("template_id", "=", id)
    .orderBy("no")
    .execute();
  const rules = await db
    .selectFrom("alarm_trigger_template")
    .innerJoin("device_template_rule as named", "named.rule_id", "alarm_trigger_template.id")
    .selectAll("alarm_trigger_template")
    .where("named.template_id", "=", id)
    .orderBy("named.place")
    .execute();
  return { ...row, slaves, rules };
};

/** Of its rules those that a device with these slaves has values for. */
export const ofSlaves = (preset: Preset, slaves: readonly { recipeId: string }[]): Preset => {
  const recipes = new Set(slaves.map(({ recipeId }) => recipeId));
  return { ...preset, rules: preset.rules.filter(({ recipe_id }) => recipes.has(recipe_id)) };
};

type Watched = Omit<Selectable<WatchedColumns>, "name">;

/** What a rule has of its template; its name has the device's SN besides. */
const watchedOf = (row: PresetRule | Rule): Watched => ({
  ...{ recipe_id: row.recipe_id, point_id: row.point_id, level: row.level, condition: row.condition, alarm_type_id: row.alarm_type_id },
  ...{
    a: row.a,
    b: row.b,
    min: row.min,
    max: row.max,
    hold_seconds: row.hold_seconds,
    release_seconds: row.release_seconds,
    save_data: row.save_data,
  },
  ...{ method: row.method, repeat_minutes: row.repeat_minutes, repeat_stop: row.repeat_stop, schedule: row.schedule },
  ...{ push_content: row.push_content, push_content_en: row.push_content_en },
  ...{ release_content: row.release_content, release_content_en: row.release_content_en },
});

const isAlike = (one: PresetRule, other: Rule): boolean => JSON.stringify(watchedOf(one)) === JSON.stringify(watchedOf(other));

/** What a device has of what templates give. */
export interface Templated {
  readonly slaves: readonly (PresetSlave & { readonly id: string })[];
  /** Its own rules that came from templates. */
  readonly rules: readonly Rule[];
}

const nothing: Templated = { slaves: [], rules: [] };

export const templatedOf = async (db: Db, ids: readonly string[]): Promise<(id: string) => Templated> => {
  if (ids.length === 0) return () => nothing;
  const slaves = await db.selectFrom("slave").selectAll().where("device_id", "in", ids).orderBy("no").execute();
  const rules = await db
    .selectFrom("alarm_trigger")
    .selectAll()
    .where("device_id", "in", ids)
    .where("template_id", "is not", null)
    .orderBy("name")
    .execute();
  const slavesBy = groupedBy(slaves, (slave) => slave.device_id);
  const rulesBy = groupedBy(rules, (rule) => rule.device_id);
  return (id) => ({ slaves: slavesBy.get(id) ?? [], rules: rulesBy.get(id) ?? [] });
};

/** How the device is not as the template says: what it lacks and what is otherwise, then what it has besides. */
export const differences = (preset: Preset, { slaves, rules }: Templated): TemplateDifference[] => {
  const bySlave = new Map(slaves.map((slave) => [slave.no, slave]));
  const byRule = new Map(rules.map((rule) => [rule.template_id, rule]));
  const numbers = new Set(preset.slaves.map(({ no }) => no));
  const ids = new Set(preset.rules.map(({ id }) => id));
  return [
    ...preset.slaves.flatMap(({ no, name, recipe_id }): TemplateDifference[] => {
      const slave = bySlave.get(no);
      if (!slave) return [{ kind: "slaveMissing", no, name }];
      return slave.name === name && slave.recipe_id === recipe_id ? [] : [{ kind: "slaveOther", no, name }];
    }),
    ...preset.rules.flatMap((rule): TemplateDifference[] => {
      const own = byRule.get(rule.id);
      if (!own) return [{ kind: "ruleMissing", no: null, name: rule.name }];
      return isAlike(rule, own) ? [] : [{ kind: "ruleOther", no: null, name: rule.name }];
    }),
    ...slaves.filter(({ no }) => !numbers.has(no)).map(({ no, name }): TemplateDifference => ({ kind: "slaveMore", no, name })),
    ...rules
      .filter(({ template_id }) => !ids.has(template_id ?? ""))
      .map(({ name }): TemplateDifference => ({ kind: "ruleMore", no: null, name })),
  ];
};

const cut = (text: string, length: number): string => [...text].slice(0, Math.max(length, 0)).join("");

/** The template's name with the device's SN, within the length of a name. */
const nameOf = (name: string, sn: string, turn: number): string => {
  const tail = ` ${[...sn].slice(-24).join("")}${turn === 1 ? "" : ` (${turn})`}`;
  return cut(name, limits.names.template - codePoints(tail)) + tail;
};

const freeName = async (db: Db, companyId: string, name: string, sn: string): Promise<string> => {
  for (let turn = 1; ; turn += 1) {
    const wanted = nameOf(name, sn, turn);
    const taken = await db
      .selectFrom("alarm_trigger")
      .select("id")
      .where("company_id", "=", companyId)
      .where("name", "=", wanted)
      .executeTakeFirst();
    if (!taken) return wanted;
  }
};

export interface RuleOwner {
  readonly id: string;
  readonly sn: string;
  readonly companyId: string;
}

interface Stamps {
  readonly at: number;
  readonly by: string;
}

/** Gives a device the template's rules, each as one of its own; answers which were made, changed or ended. */
export const giveRules = async (
  tx: Db,
  owner: RuleOwner,
  preset: Preset,
  present: readonly Rule[],
  { at, by }: Stamps,
): Promise<string[]> => {
  const own = new Map(present.map((rule) => [rule.template_id, rule]));
  const wanted = new Set(preset.rules.map(({ id }) => id));
  const touched: string[] = [];
  for (const rule of preset.rules) {
    const before = own.get(rule.id);
    if (before && isAlike(rule, before)) continue;
    if (before) {
      await tx
        .updateTable("alarm_trigger")
        .set({ ...watchedOf(rule), version: sql`version + 1`, updated_at: at, updated_by: by })
        .where("id", "=", before.id)
        .execute();
      touched.push(before.id);
      continue;
    }
    const id = newId(at);
    await tx
      .insertInto("alarm_trigger")
      .values({
        ...{ id, company_id: owner.companyId, device_id: owner.id, template_id: rule.id, ...watchedOf(rule) },
        name: await freeName(tx, owner.companyId, rule.name, owner.sn),
        ...{ enabled: 1, created_at: at, updated_at: at, updated_by: by },
      })
      .execute();
    touched.push(id);
  }
  const gone = present.filter(({ template_id }) => !wanted.has(template_id ?? "")).map(({ id }) => id);
  if (gone.length > 0) await tx.deleteFrom("alarm_trigger").where("id", "in", gone).execute();
  return [...touched, ...gone];
};
