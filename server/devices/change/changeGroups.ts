import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { deviceCompanyGroup } from "#contract/resources/deviceCompanyGroup.ts";
import { deviceGroupMember } from "#contract/resources/deviceGroupMember.ts";
import { companyGroups } from "#server/catalog/companyGroups.ts";
import type { Db } from "#server/db/open.ts";
import {
  addToCompanyGroupIn,
  addToOwnGroupIn,
  ownGroup,
  removeFromCompanyGroupIn,
  removeFromOwnGroupIn,
} from "#server/devices/groupMembers.ts";
import type { Caller } from "#server/kit/caller.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { companiesOf } from "#server/kit/scope.ts";
import {
  type ActionOf,
  type Changed,
  type ChangeOfDevices,
  joined,
  type Outcome,
  type Step,
  type Stepping,
  type Target,
  writing,
} from "./changeKind.ts";

const own = deviceGroupMember.calls;
const company = deviceCompanyGroup.calls;
type Kind = "join" | "leave" | "joinCompany" | "leaveCompany";
interface Group {
  readonly id: string;
}

const idsOf = (devices: readonly Target[]): string[] => devices.map(({ id }) => id);
const same: Outcome = { state: "same" };
const done: Outcome = { state: "done", before: {}, after: {} };
const all = (ids: readonly string[], outcome: Outcome): Map<string, Outcome> => new Map(ids.map((id) => [id, outcome]));
const said = (outcomes: ReadonlyMap<string, Outcome>): Step => ({ outcomes, logged: [], events: [] });

/** Which of the devices a group has whole. */
const heldIn = async (tx: Db, table: "device_group_member" | "device_company_group_member", groupId: string, ids: readonly string[]) => {
  const rows = await tx
    .selectFrom(table as "device_company_group_member")
    .select("device_id")
    .where("group_id", "=", groupId)
    .where("device_id", "in", ids)
    .$if(table === "device_company_group_member", (query) => query.where("slave_id", "=", ""))
    .execute();
  return new Set(rows.map(({ device_id }) => device_id));
};

/** How many more a group takes. */
const roomIn = async (tx: Db, table: "device_group_member" | "device_company_group_member", groupId: string): Promise<number> => {
  const { held } = await tx
    .selectFrom(table as "device_group_member")
    .select((eb) => eb.fn.countAll<number>().as("held"))
    .where("group_id", "=", groupId)
    .executeTakeFirstOrThrow();
  return limits.group.members - held;
};

const full = (): Outcome => ({
  state: "refused",
  problem: new Problem("tooLarge", { message: "code.tooLarge.group", values: { count: limits.group.members } }),
});

const joinOwn = async (stepping: Stepping, ids: readonly string[], id: string): Promise<Step> => {
  const { tx, caller, at } = stepping;
  await ownGroup(tx, caller, id);
  const held = await heldIn(tx, "device_group_member", id, ids);
  const fresh = ids.filter((device) => !held.has(device));
  const fitting = fresh.slice(0, Math.max(0, await roomIn(tx, "device_group_member", id)));
  const others = said(new Map([...all([...held], same), ...all(fresh.slice(fitting.length), full())]));
  if (fitting.length === 0) return others;
  const asked = { id, deviceIds: fitting };
  const write = async (): Promise<string> => (await addToOwnGroupIn(tx, caller, asked, at)).change;
  return joined({ ...(await writing(stepping, { call: own.add, asked, write })), outcomes: all(fitting, done) }, others);
};

const leaveOwn = async (stepping: Stepping, ids: readonly string[], id: string, missing: Outcome): Promise<Step> => {
  const { tx, caller } = stepping;
  await ownGroup(tx, caller, id);
  const held = await heldIn(tx, "device_group_member", id, ids);
  const leaving = ids.filter((device) => held.has(device));
  const others = said(all(ids, missing));
  if (leaving.length === 0) return others;
  const asked = { id, deviceIds: leaving };
  const write = async (): Promise<string> => (await removeFromOwnGroupIn(tx, caller, asked)).change;
  return joined({ ...(await writing(stepping, { call: own.remove, asked, write })), outcomes: all(leaving, done) }, others);
};

const slaves = z.object({ slaveIds: z.array(z.string()).optional() });

/** Single slaves of these devices in a group, by device. */
const slavesIn = async (tx: Db, groupId: string, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = await tx
    .selectFrom("device_company_group_member")
    .select(["device_id", "slave_id"])
    .where("group_id", "=", groupId)
    .where("device_id", "in", ids)
    .where("slave_id", "<>", "")
    .execute();
  const found = groupedBy(rows, ({ device_id }) => device_id);
  return new Map([...found].map(([id, some]) => [id, some.map(({ slave_id }) => slave_id)]));
};

const joinCompanys = async (stepping: Stepping, ids: readonly string[], id: string): Promise<Step> => {
  const { tx, caller, at } = stepping;
  const group = await companyGroups.toChange(tx, caller, id);
  const rows = await tx
    .selectFrom("device")
    .select("device.id")
    .where("device.id", "in", ids)
    .where("device.company_id", "in", companiesOf(tx, { companyPath: group.path }))
    .execute();
  const inside = new Set(rows.map((row) => row.id));
  const held = await heldIn(tx, "device_company_group_member", id, ids);
  const outside: Outcome = { state: "refused", problem: fieldProblem("deviceIds", "rule.group.outside") };
  const fresh = ids.filter((device) => inside.has(device) && !held.has(device));
  const replaced = await slavesIn(tx, id, ids);
  let room = await roomIn(tx, "device_company_group_member", id);
  const fitting = fresh.filter((device) => {
    const takes = 1 - (replaced.get(device)?.length ?? 0);
    if (takes > room) return false;
    room -= takes;
    return true;
  });
  const others = joined(
    said(
      all(
        ids.filter((device) => !inside.has(device)),
        outside,
      ),
    ),
    said(all([...held], same)),
    said(all(fresh, full())),
  );
  if (fitting.length === 0) return others;
  const asked = { id, deviceIds: fitting, slaveIds: [] };
  const write = async (): Promise<string> => (await addToCompanyGroupIn(tx, caller, asked, at)).change;
  const told = await writing(stepping, { call: company.add_to_group, asked, write });
  const outcomes = new Map(
    fitting.map((device): [string, Outcome] => [device, { state: "done", before: { slaveIds: replaced.get(device) ?? [] }, after: {} }]),
  );
  return joined({ ...told, outcomes }, others);
};

const leaveCompanys = async (stepping: Stepping, ids: readonly string[], id: string, missing: Outcome): Promise<Step> => {
  const { tx, caller } = stepping;
  await companyGroups.toChange(tx, caller, id);
  const held = await heldIn(tx, "device_company_group_member", id, ids);
  const leaving = ids.filter((device) => held.has(device));
  const others = said(all(ids, missing));
  if (leaving.length === 0) return others;
  const asked = { id, deviceIds: leaving, slaveIds: [] };
  const write = async (): Promise<string> => (await removeFromCompanyGroupIn(tx, caller, asked)).change;
  return joined({ ...(await writing(stepping, { call: company.remove_from_group, asked, write })), outcomes: all(leaving, done) }, others);
};

/** Slaves that stood in the group alone stand there again, as far as their devices still have them. */
const slavesBack = async (stepping: Stepping, devices: readonly Changed[], id: string): Promise<Step> => {
  const wanted = devices.flatMap(({ before }) => slaves.parse(before).slaveIds ?? []);
  if (wanted.length === 0) return said(new Map());
  const { tx, caller, at } = stepping;
  const there = await tx.selectFrom("slave").select("id").where("id", "in", wanted).execute();
  if (there.length === 0) return said(new Map());
  const asked = { id, deviceIds: [], slaveIds: there.map((slave) => slave.id) };
  const write = async (): Promise<string> => (await addToCompanyGroupIn(tx, caller, asked, at)).change;
  return { ...(await writing(stepping, { call: company.add_to_group, asked, write })), outcomes: new Map() };
};

const changed = (): Outcome => ({ state: "refused", problem: new Problem("changedSince") });
/** Who is in the group already again was put there by somebody else. */
const notSame = (step: Step): Step => ({
  ...step,
  outcomes: new Map([...step.outcomes].map(([id, outcome]) => [id, outcome.state === "same" ? changed() : outcome])),
});

const checkOwn = async (db: Db, caller: Caller, { id }: Group): Promise<void> => {
  await ownGroup(db, caller, id);
};
const checkCompanys = async (db: Db, caller: Caller, { id }: Group): Promise<void> => {
  await companyGroups.toChange(db, caller, id);
};

/** Into groups and out of them: whole devices. */
export const groupChanges: { readonly [K in Kind]: ChangeOfDevices<ActionOf<K>> } = {
  join: {
    ...{ call: own.add, check: checkOwn },
    run: (stepping, devices, { id }) => joinOwn(stepping, idsOf(devices), id),
    undo: { call: own.remove, run: (stepping, devices, { id }) => leaveOwn(stepping, idsOf(devices), id, changed()) },
  },
  leave: {
    ...{ call: own.remove, check: checkOwn },
    run: (stepping, devices, { id }) => leaveOwn(stepping, idsOf(devices), id, same),
    undo: { call: own.add, run: async (stepping, devices, { id }) => notSame(await joinOwn(stepping, idsOf(devices), id)) },
  },
  joinCompany: {
    ...{ call: company.add_to_group, check: checkCompanys },
    run: (stepping, devices, { id }) => joinCompanys(stepping, idsOf(devices), id),
    undo: {
      call: company.remove_from_group,
      async run(stepping, devices, { id }) {
        const left = await leaveCompanys(stepping, idsOf(devices), id, changed());
        const back = devices.filter((device) => left.outcomes.get(device.id)?.state === "done");
        return joined(left, await slavesBack(stepping, back, id));
      },
    },
  },
  leaveCompany: {
    ...{ call: company.remove_from_group, check: checkCompanys },
    run: (stepping, devices, { id }) => leaveCompanys(stepping, idsOf(devices), id, same),
    undo: {
      call: company.add_to_group,
      run: async (stepping, devices, { id }) => notSame(await joinCompanys(stepping, idsOf(devices), id)),
    },
  },
};
