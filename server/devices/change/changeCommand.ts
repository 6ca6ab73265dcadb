import type { CommandState } from "#contract/commandTiming.ts";
import { device } from "#contract/resources/device.ts";
import { isVisible } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import { commandDevice } from "#server/devices/deviceCommand.ts";
import type { Caller } from "#server/kit/caller.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { usableCompanies } from "#server/records/usable.ts";
import type { ActionOf, ChangeOfDevices, Outcome, Stepping, Target } from "./changeKind.ts";

type Command = ActionOf<"command">;

/** A point that the caller sees, and that can be written. */
const pointOf = async (db: Db, caller: Caller, id: string): Promise<{ recipe_id: string }> => {
  const point = await db
    .selectFrom("point")
    .innerJoin("recipe", "recipe.id", "point.recipe_id")
    .select(["point.recipe_id", "point.writable"])
    .where("point.id", "=", id)
    .where(isVisible(caller))
    .where("recipe.company_id", "in", usableCompanies(db, caller))
    .executeTakeFirst();
  if (!point) throw fieldProblem("pointId", "rule.invalid");
  if (point.writable !== 1) throw new Problem("pointReadOnly");
  return point;
};

/** The slaves of one device one after another: the first that fails says why, and the rest are not asked any more. */
const commandOne = async (
  { tx, caller, at, parts }: Stepping,
  { id }: Target,
  slaves: readonly number[],
  { pointId, value, at: time, keep }: Command,
): Promise<CommandState> => {
  let worst: CommandState = "done";
  for (const slave of slaves) {
    const { state } = await commandDevice(tx, caller, { id, slave, values: { [pointId]: value }, at: time, keep }, at, parts);
    if (state !== "done") worst = state;
  }
  return worst;
};

const notes = { done: undefined, planned: "code.commandPlanned", held: "code.commandHeld" } as const;

/** One value, written to a point of many devices, and kept in the log of each: nothing of it can be taken back. */
export const command: ChangeOfDevices<Command> = {
  call: device.calls.cmd,
  async check(db, caller, { pointId }) {
    await pointOf(db, caller, pointId);
  },
  async run(stepping, devices, action) {
    const { tx, caller, parts } = stepping;
    const { recipe_id } = await pointOf(tx, caller, action.pointId);
    const rows = await tx
      .selectFrom("slave")
      .select(["device_id", "no"])
      .where("recipe_id", "=", recipe_id)
      .where(
        "device_id",
        "in",
        devices.map(({ id }) => id),
      )
      .orderBy("no")
      .execute();
    const slaves = groupedBy(rows, (row) => row.device_id);
    const outcomeOf = async (target: Target): Promise<Outcome> => {
      const own = slaves.get(target.id) ?? [];
      if (own.length === 0) return { state: "refused", problem: new Problem("orderUnfit") };
      try {
        const numbers = own.map(({ no }) => no);
        const note = notes[await commandOne(stepping, target, numbers, action)];
        return { state: "done", ...(note ? { note } : {}) };
      } catch (fault) {
        if (fault instanceof Problem) return { state: "refused", problem: fault };
        parts.failed(fault, target.id);
        return { state: "refused", problem: new Problem("fault") };
      }
    };
    const outcomes = await Promise.all(devices.map(async (target): Promise<[string, Outcome]> => [target.id, await outcomeOf(target)]));
    return { outcomes: new Map(outcomes), logged: [], events: [] };
  },
};
