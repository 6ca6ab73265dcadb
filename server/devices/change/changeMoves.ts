import { device } from "#contract/resources/device.ts";
import type { Change } from "#server/changes/changes.ts";
import { removeDevicesIn } from "#server/devices/deviceEdit.ts";
import { checkTarget, transferDevicesIn } from "#server/devices/transfer.ts";
import { Problem } from "#server/kit/problem.ts";
import { type ActionOf, type ChangeOfDevices, type Outcome, writing } from "./changeKind.ts";

const { change_user } = device.calls;
const remove = device.calls.delete;
const done: Outcome = { state: "done" };

/** To another organisation, with what goes along and what is erased as with one device. */
export const transfer: ChangeOfDevices<ActionOf<"transfer">> = {
  call: change_user,
  check: (db, caller, { companyId }) => checkTarget(db, caller, companyId),
  async run(stepping, devices, { companyId, erase }) {
    const { tx, caller, at } = stepping;
    const ids = devices.map(({ id }) => id);
    const there = await tx.selectFrom("device").select("id").where("id", "in", ids).where("company_id", "=", companyId).execute();
    const held = new Set(there.map(({ id }) => id));
    const leaving = ids.filter((id) => !held.has(id));
    const outcomes = new Map(ids.map((id): [string, Outcome] => [id, held.has(id) ? { state: "same" } : done]));
    if (leaving.length === 0) return { outcomes, logged: [], events: [] };
    const asked = { ids: leaving, companyId, erase };
    const follows: Change[] = [{ kind: "devices", ids: leaving, moved: true }];
    const told = await writing(stepping, {
      ...{ call: change_user, asked },
      async write() {
        const { ruleIds, ended, change } = await transferDevicesIn(tx, caller, asked, { at, language: "en" });
        if (erase.includes("history") || erase.includes("alarms"))
          follows.push({ kind: "devicesErased", ids: leaving, readings: erase.includes("history"), alarms: erase.includes("alarms") });
        if (ruleIds.length > 0) follows.push({ kind: "rules", ids: ruleIds });
        if (ended.length > 0) follows.push({ kind: "rights", userIds: ended });
        return change;
      },
    });
    return { outcomes, logged: told.logged, events: [...follows, ...told.events] };
  },
};

/** For good, with all that is kept of them. */
export const removal: ChangeOfDevices<ActionOf<"delete">> = {
  call: remove,
  check: async () => undefined,
  async run(stepping, devices) {
    const ids = devices.map(({ id }) => id);
    const follows: Change[] = [];
    const told = await writing(stepping, {
      ...{ call: remove, asked: { ids } },
      async write() {
        const { rows, change } = await removeDevicesIn(stepping.tx, stepping.caller, ids);
        if (rows.length < ids.length) throw new Problem("notFound");
        follows.push({ kind: "devicesRemoved", devices: rows });
        return change;
      },
    });
    return { outcomes: new Map(ids.map((id) => [id, done])), logged: told.logged, events: [...follows, ...told.events] };
  },
};
