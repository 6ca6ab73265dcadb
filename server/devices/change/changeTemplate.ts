import { device } from "#contract/resources/device.ts";
import { offeredTo } from "#server/catalog/offeredTo.ts";
import type { Change } from "#server/changes/changes.ts";
import type { Db } from "#server/db/open.ts";
import { differences, giveRules, type Preset, presetOf, type Templated, templatedOf } from "#server/devices/fromTemplate.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { authorOf } from "#server/records/edits.ts";
import { usableCompanies } from "#server/records/usable.ts";
import { type ActionOf, type ChangeOfDevices, joined, type Outcome, type Step, type Stepping, type Target, writing } from "./changeKind.ts";

const { put } = device.calls;

const usablePreset = async (db: Db, caller: Caller, id: string): Promise<Preset> => {
  const usable = await db
    .selectFrom("device_template")
    .select("id")
    .where("id", "=", id)
    .where("company_id", "in", usableCompanies(db, caller))
    .executeTakeFirst();
  const preset = usable && (await presetOf(db, id));
  if (!preset) throw fieldProblem("deviceTemplateId", "rule.invalid");
  return preset;
};

/** Whether a slave that stays has the name of one that the template brings. */
const isRepeated = ({ slaves: wanted }: Preset, { slaves }: Templated): boolean => {
  const numbers = new Set(wanted.map(({ no }) => no));
  const names = new Set(wanted.map(({ name }) => name));
  return slaves.some(({ no, name }) => !numbers.has(no) && names.has(name));
};

interface Row {
  readonly id: string;
  readonly sn: string;
  readonly company_id: string;
  readonly template_id: string | null;
  readonly path: string;
}

const told = (slaves: Templated["slaves"]) => slaves.map(({ no, name, recipe_id }) => ({ no, name, recipeId: recipe_id }));

/** Makes one device what the template says. */
const apply = async (stepping: Stepping, row: Row, preset: Preset, held: Templated): Promise<Pick<Step, "logged" | "events">> => {
  const { tx, caller, at } = stepping;
  const stamps = { at, by: authorOf(caller) };
  const rules: string[] = [];
  const write = async (): Promise<string> => {
    const present = new Map(held.slaves.map((slave) => [slave.no, slave]));
    for (const { no, name, recipe_id } of preset.slaves) {
      const slave = present.get(no);
      if (slave) await tx.updateTable("slave").set({ name, recipe_id }).where("id", "=", slave.id).execute();
      else
        await tx
          .insertInto("slave")
          .values({ id: newId(at), device_id: row.id, no, name, recipe_id })
          .execute();
    }
    const owner = { id: row.id, sn: row.sn, companyId: row.company_id };
    rules.push(...(await giveRules(tx, owner, preset, held.rules, stamps)));
    await tx
      .updateTable("device")
      .set((eb) => ({ template_id: preset.id, version: eb("version", "+", 1), updated_at: at, updated_by: stamps.by }))
      .where("id", "=", row.id)
      .execute();
    const now = (await templatedOf(tx, [row.id]))(row.id);
    const named = ({ rules: own }: Templated) => own.map(({ name }) => name);
    return changeOf(
      { deviceTemplateId: row.template_id, slaves: told(held.slaves), rules: named(held) },
      { deviceTemplateId: preset.id, slaves: told(now.slaves), rules: named(now) },
    );
  };
  const { logged, events } = await writing(stepping, { call: put, asked: { id: row.id, deviceTemplateId: preset.id }, write });
  const changes: Change[] = [{ kind: "devices", ids: [row.id] }, ...(rules.length > 0 ? [{ kind: "rules", ids: rules } as const] : [])];
  return { logged, events: [...events, ...changes] };
};

const none: Omit<Step, "outcomes"> = { logged: [], events: [] };
const refused = (code: ConstructorParameters<typeof Problem>[0]): Outcome => ({ state: "refused", problem: new Problem(code) });

/** What a device template says: its slaves by their numbers, and its alarm rules. */
export const deviceTemplate: ChangeOfDevices<ActionOf<"deviceTemplate">> = {
  call: put,
  async check(db, caller, { deviceTemplateId }) {
    await usablePreset(db, caller, deviceTemplateId);
  },
  async run(stepping, devices, { deviceTemplateId }) {
    const { tx, caller } = stepping;
    const preset = await usablePreset(tx, caller, deviceTemplateId);
    const ids = devices.map(({ id }) => id);
    const templated = await templatedOf(tx, ids);
    const rows = await tx
      .selectFrom("device")
      .innerJoin("company", "company.id", "device.company_id")
      .select(["device.id", "device.sn", "device.company_id", "device.template_id", "company.path"])
      .where("device.id", "in", ids)
      .execute();
    const known = new Map(rows.map((row) => [row.id, row]));
    const step = async ({ id }: Target): Promise<Step> => {
      const row = known.get(id);
      const held = templated(id);
      const outcome = (one: Outcome): Step => ({ ...none, outcomes: new Map([[id, one]]) });
      if (!row) return outcome(refused("notFound"));
      if (!(await offeredTo(tx, "device_template", [preset.id], row.path)).has(preset.id)) return outcome(refused("templateElsewhere"));
      if (isRepeated(preset, held)) return outcome(refused("slaveNameRepeated"));
      const differing = differences(preset, held).some(({ kind }) => kind !== "slaveMore");
      if (!differing && row.template_id === preset.id) return outcome({ state: "same" });
      return { ...(await apply(stepping, row, preset, held)), outcomes: new Map([[id, { state: "done" }]]) };
    };
    const steps: Step[] = [];
    for (const target of devices) steps.push(await step(target));
    return joined(...steps);
  },
};
