import type { RequestOf } from "#contract/kit/call.ts";
import type { ListOf } from "#contract/kit/page.ts";
import type { alarmSwitch, UserSwitches } from "#contract/resources/alarm.ts";
import { switchesOfUsers } from "#server/alarm/alarmSwitches.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { listOf, rowsOfIds } from "#server/kit/page.ts";
import { narrowedTo } from "#server/kit/scope.ts";
import { sortingOf } from "#server/records/sorting.ts";
import { pageOfUsers, userInScope } from "./userPages.ts";

type Query = RequestOf<typeof alarmSwitch.calls.query>;

/** Users that the caller sees, by account unless asked otherwise, with the switches of all four levels of each. */
export const queryUsersSwitches = async (db: Db, caller: Caller, request: Query): Promise<ListOf<UserSwitches>> => {
  const where = userInScope(db, await narrowedTo(db, caller, request.companyId));
  const sorting = sortingOf(request, { field: "account", order: "asc" });
  const { ids, total, pageNo } = await pageOfUsers(db, { where, search: request.search, ...sorting }, request);
  const users = await rowsOfIds(ids, (some) =>
    db
      .selectFrom("user")
      .innerJoin("company", "company.id", "user.company_id")
      .select(["user.id", "user.account", "user.user_name as userName", "company.name as companyName"])
      .where("user.id", "in", some)
      .execute(),
  );
  const switches = await switchesOfUsers(db, ids);
  const list = users.map((user) => ({ ...user, switches: switches(user.id) }));
  return listOf(list, total, pageNo, request);
};
