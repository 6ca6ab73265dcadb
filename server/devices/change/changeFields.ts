import { z } from "zod";
import { device } from "#contract/resources/device.ts";
import type { Change } from "#server/changes/changes.ts";
import type { Db } from "#server/db/open.ts";
import { dayIn, isEarly, isShorter, leaseChange, leasesOf, prolong, renewedEnd } from "#server/devices/leases.ts";
import { retypeDevicesIn, usableType } from "#server/devices/retypeDevices.ts";
import type { Caller } from "#server/kit/caller.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { changeOf } from "#server/log/changeOf.ts";
import { authorOf } from "#server/records/edits.ts";
import { usableCompanies } from "#server/records/usable.ts";
import { type ActionOf, type ChangeOfDevices, joined, type Outcome, type Step, type Stepping, type Target, writing } from "./changeKind.ts";

const { put, renew, update_device_type } = device.calls;

const edited = (ids: readonly string[]): Change[] => (ids.length === 0 ? [] : [{ kind: "devices", ids }]);
const idsOf = (devices: readonly Target[]): string[] => devices.map(({ id }) => id);
const stamp = ({ caller, at }: Pick<Stepping, "caller" | "at">) => ({ updated_at: at, updated_by: authorOf(caller) });
const isSame: Outcome = { state: "same" };
const isChanged: Outcome = { state: "refused", problem: new Problem("changedSince") };
const nothing: Step = { outcomes: new Map(), logged: [], events: [] };

const switches = z.object({ on: z.boolean() });

const switchNotices = async (stepping: Stepping, devices: readonly Target[], on: boolean): Promise<Step> => {
  const { tx } = stepping;
  await tx
    .updateTable("device")
    .set((eb) => ({ alarm_notice: on ? 1 : 0, version: eb("version", "+", 1), ...stamp(stepping) }))
    .where("id", "in", idsOf(devices))
    .execute();
  const steps: Step[] = [];
  for (const { id } of devices) {
    const write = async (): Promise<string> => changeOf({ alarmNotice: !on }, { alarmNotice: on });
    const told = await writing(stepping, { call: put, asked: { id, alarmNotice: on }, write });
    steps.push({ ...told, outcomes: new Map([[id, { state: "done", before: { on: !on }, after: { on } }]]) });
  }
  return joined(...steps, { ...nothing, events: edited(idsOf(devices)) });
};

const noticesOf = async (tx: Db, devices: readonly Target[]): Promise<ReadonlyMap<string, boolean>> => {
  const rows = await tx.selectFrom("device").select(["id", "alarm_notice"]).where("id", "in", idsOf(devices)).execute();
  return new Map(rows.map((row) => [row.id, row.alarm_notice === 1]));
};

/** Whether people are told of a device's alarms. */
export const alarmNotice: ChangeOfDevices<ActionOf<"alarmNotice">> = {
  call: put,
  check: async () => undefined,
  async run(stepping, devices, { on }) {
    const held = await noticesOf(stepping.tx, devices);
    const others = devices.filter(({ id }) => held.get(id) !== on);
    const same = new Map(devices.map(({ id }) => [id, isSame]));
    if (others.length === 0) return { ...nothing, outcomes: same };
    return joined(await switchNotices(stepping, others, on), { ...nothing, outcomes: same });
  },
  undo: {
    call: put,
    async run(stepping, devices, { on }) {
      const held = await noticesOf(stepping.tx, devices);
      const left = devices.filter(({ id, after }) => held.get(id) === switches.parse(after).on);
      const changed = new Map(devices.map(({ id }) => [id, isChanged]));
      if (left.length === 0) return { ...nothing, outcomes: changed };
      return joined(await switchNotices(stepping, left, !on), { ...nothing, outcomes: changed });
    },
  },
};

const typed = z.object({ typeId: z.string(), attributes: z.string() });

const typesOf = async (tx: Db, devices: readonly Target[]) => {
  const rows = await tx.selectFrom("device").select(["id", "type_id", "attributes"]).where("id", "in", idsOf(devices)).execute();
  return new Map(rows.map(({ id, type_id: typeId, attributes }) => [id, { typeId, attributes }]));
};

/** Another type; values of attributes go along as with one device. */
export const type: ChangeOfDevices<ActionOf<"type">> = {
  call: update_device_type,
  async check(db, caller, { typeId }) {
    await usableType(db, caller, typeId);
  },
  async run(stepping, devices, { typeId }) {
    const { tx, caller, at } = stepping;
    const before = await typesOf(tx, devices);
    const ids = idsOf(devices).filter((id) => before.get(id)?.typeId !== typeId);
    const same = { ...nothing, outcomes: new Map(devices.map(({ id }) => [id, isSame])) };
    if (ids.length === 0) return same;
    const asked = { ids, typeId };
    const told = await writing(stepping, {
      ...{ call: update_device_type, asked },
      write: async () => (await retypeDevicesIn(tx, caller, asked, at)).change,
    });
    const after = await typesOf(tx, devices);
    const outcomes = new Map(
      ids.map((id): [string, Outcome] => [id, { state: "done", before: before.get(id) ?? {}, after: after.get(id) ?? {} }]),
    );
    return joined({ ...told, outcomes }, { ...same, events: edited(ids) });
  },
  undo: {
    call: update_device_type,
    async run(stepping, devices) {
      const { tx } = stepping;
      const now = await typesOf(tx, devices);
      const known = await tx
        .selectFrom("device_type")
        .select(["id", "name"])
        .where("id", "in", [...devices.flatMap(({ before, after }) => [typed.parse(before).typeId, typed.parse(after).typeId])])
        .execute();
      const names = new Map(known.map(({ id, name }) => [id, name]));
      const outcomes = new Map<string, Outcome>();
      const back = new Map<string, { id: string; attributes: string }[]>();
      for (const { id, before, after } of devices) {
        const [held, given, present] = [typed.parse(before), typed.parse(after), now.get(id)];
        if (present?.typeId !== given.typeId || present.attributes !== given.attributes) outcomes.set(id, isChanged);
        else if (!names.has(held.typeId)) outcomes.set(id, { state: "refused", problem: new Problem("notFound") });
        else {
          outcomes.set(id, { state: "done" });
          back.set(held.typeId, [...(back.get(held.typeId) ?? []), { id, attributes: held.attributes }]);
        }
      }
      const steps: Step[] = [];
      for (const [typeId, some] of back) {
        const ids = some.map(({ id }) => id);
        const write = async (): Promise<string> => {
          for (const { id, attributes } of some)
            await tx
              .updateTable("device")
              .set((eb) => ({ type_id: typeId, attributes, version: eb("version", "+", 1), ...stamp(stepping) }))
              .where("id", "=", id)
              .execute();
          const called = (of: (id: string) => string | undefined) =>
            Object.fromEntries(ids.map((id) => [id, names.get(of(id) ?? "") ?? ""]));
          return changeOf(
            called((id) => now.get(id)?.typeId),
            called(() => typeId),
          );
        };
        const told = await writing(stepping, { call: update_device_type, asked: { ids, typeId }, write });
        steps.push({ ...told, outcomes: new Map() });
      }
      return joined(...steps, { outcomes, logged: [], events: edited([...back.values()].flat().map(({ id }) => id)) });
    },
  },
};

const ends = z.object({ end: z.string() });

/** The service goes on; months count from the day on which that was asked for. */
export const renewal: ChangeOfDevices<ActionOf<"renew">> = {
  call: renew,
  check: async () => undefined,
  async run(stepping, devices, { to, months }) {
    const { tx, caller, asked, at } = stepping;
    const today = dayIn(caller.zone, asked);
    const outcomes = new Map<string, Outcome>();
    const fitting: { device: Awaited<ReturnType<typeof leasesOf>>[number]; end: string }[] = [];
    for (const one of await leasesOf(tx, caller, idsOf(devices))) {
      const end = renewedEnd(one.lease_end, today, { to, months });
      if (isEarly(one, end)) outcomes.set(one.id, { state: "refused", problem: new Problem("leaseEarly") });
      else if (isShorter(one, end)) outcomes.set(one.id, { state: "refused", problem: new Problem("leaseShorter") });
      else if (end === one.lease_end) outcomes.set(one.id, isSame);
      else {
        outcomes.set(one.id, { state: "done", before: { end: one.lease_end }, after: { end } });
        fitting.push({ device: one, end });
      }
    }
    if (fitting.length === 0) return { ...nothing, outcomes };
    const write = async (): Promise<string> => {
      for (const { device: one, end } of fitting) await prolong(tx, caller, one, end, at);
      return leaseChange(fitting);
    };
    return {
      ...(await writing(stepping, { call: renew, asked: { ids: fitting.map(({ device: one }) => one.id), to, months }, write })),
      outcomes,
    };
  },
  undo: {
    call: renew,
    async run(stepping, devices) {
      const { tx, caller, at } = stepping;
      const leases = new Map((await leasesOf(tx, caller, idsOf(devices))).map((one) => [one.id, one]));
      const outcomes = new Map<string, Outcome>();
      const back: { device: Awaited<ReturnType<typeof leasesOf>>[number]; end: string }[] = [];
      for (const { id, before, after } of devices) {
        const one = leases.get(id);
        const end = ends.parse(before).end;
        if (!one || one.lease_end !== ends.parse(after).end || (end !== "" && isEarly(one, end))) outcomes.set(id, isChanged);
        else {
          outcomes.set(id, { state: "done" });
          back.push({ device: one, end });
        }
      }
      if (back.length === 0) return { ...nothing, outcomes };
      const write = async (): Promise<string> => {
        for (const { device: one, end } of back) await prolong(tx, caller, one, end, at);
        return leaseChange(back);
      };
      return { ...(await writing(stepping, { call: renew, asked: { ids: back.map(({ device: one }) => one.id) }, write })), outcomes };
    },
  },
};

interface SlaveRow {
  readonly id: string;
  readonly device_id: string;
  readonly no: number;
  readonly name: string;
  readonly recipe_id: string;
}

const slavesOf = async (tx: Db, devices: readonly Target[]): Promise<ReadonlyMap<string, readonly SlaveRow[]>> => {
  const rows = await tx
    .selectFrom("slave")
    .select(["id", "device_id", "no", "name", "recipe_id"])
    .where("device_id", "in", idsOf(devices))
    .orderBy("no")
    .execute();
  return groupedBy(rows, (row) => row.device_id);
};

/** Gives slaves of a device other templates; its history stays, as when its form is saved. */
const retemplate = async (
  stepping: Stepping,
  { id }: Target,
  slaves: readonly SlaveRow[],
  recipes: ReadonlyMap<string, string>,
): Promise<Pick<Step, "logged" | "events">> => {
  const { tx } = stepping;
  const told = (of: (slave: SlaveRow) => string) => slaves.map((slave) => ({ no: slave.no, name: slave.name, recipeId: of(slave) }));
  const [before, after] = [told(({ recipe_id }) => recipe_id), told((slave) => recipes.get(slave.id) ?? slave.recipe_id)];
  const write = async (): Promise<string> => {
    for (const [slave, recipe_id] of recipes) await tx.updateTable("slave").set({ recipe_id }).where("id", "=", slave).execute();
    await tx
      .updateTable("device")
      .set((eb) => ({ version: eb("version", "+", 1), ...stamp(stepping) }))
      .where("id", "=", id)
      .execute();
    return changeOf({ slaves: before }, { slaves: after });
  };
  return await writing(stepping, { call: put, asked: { id, slaves: after }, write });
};

const recipes = z.record(z.string(), z.string());

const checkTemplate = async (db: Db, caller: Caller, recipeId: string): Promise<void> => {
  const row = await db
    .selectFrom("recipe")
    .select("id")
    .where("id", "=", recipeId)
    .where("company_id", "in", usableCompanies(db, caller))
    .executeTakeFirst();
  if (!row) throw fieldProblem("recipeId", "rule.invalid");
};

/** Another data template of slaves: all of a device, or those of one template. */
export const template: ChangeOfDevices<ActionOf<"template">> = {
  call: put,
  check: (db, caller, { recipeId }) => checkTemplate(db, caller, recipeId),
  async run(stepping, devices, { from, recipeId }) {
    const { tx, caller } = stepping;
    await checkTemplate(tx, caller, recipeId);
    const slaves = await slavesOf(tx, devices);
    const steps: Step[] = [];
    for (const target of devices) {
      const own = slaves.get(target.id) ?? [];
      const others = own.filter(({ recipe_id }) => recipe_id !== recipeId && (from === "" || recipe_id === from));
      if (others.length === 0) {
        steps.push({ ...nothing, outcomes: new Map([[target.id, isSame]]) });
        continue;
      }
      const after = new Map(others.map(({ id }) => [id, recipeId]));
      const told = await retemplate(stepping, target, own, after);
      const before = Object.fromEntries(others.map(({ id, recipe_id }) => [id, recipe_id]));
      const outcome: Outcome = { state: "done", before, after: Object.fromEntries(after) };
      steps.push({ logged: told.logged, events: [...told.events, ...edited([target.id])], outcomes: new Map([[target.id, outcome]]) });
    }
    return joined(...steps);
  },
  undo: {
    call: put,
    async run(stepping, devices) {
      const slaves = await slavesOf(stepping.tx, devices);
      const wanted = new Set(devices.flatMap(({ before }) => Object.values(recipes.parse(before))));
      const rows = await stepping.tx
        .selectFrom("recipe")
        .select("id")
        .where("id", "in", [...wanted])
        .execute();
      const there = new Set(rows.map(({ id }) => id));
      const steps: Step[] = [];
      for (const target of devices) {
        const own = slaves.get(target.id) ?? [];
        const present = new Map(own.map(({ id, recipe_id }) => [id, recipe_id]));
        const before = recipes.parse(target.before);
        const untouched = Object.entries(recipes.parse(target.after)).every(([id, recipe]) => present.get(id) === recipe);
        const gone = Object.values(before).some((recipe) => !there.has(recipe));
        if (!untouched || gone) {
          const outcome: Outcome = untouched ? { state: "refused", problem: new Problem("notFound") } : isChanged;
          steps.push({ ...nothing, outcomes: new Map([[target.id, outcome]]) });
          continue;
        }
        const told = await retemplate(stepping, target, own, new Map(Object.entries(before)));
        const events = [...told.events, ...edited([target.id])];
        steps.push({ logged: told.logged, events, outcomes: new Map([[target.id, { state: "done" }]]) });
      }
      return joined(...steps);
    },
  },
};
