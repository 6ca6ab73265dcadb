import { alarmSwitch } from "#contract/resources/alarm.ts";
import { setSwitch, switchesOf, switchOf } from "#server/alarm/alarmSwitches.ts";
import { implement } from "#server/kit/implement.ts";
import { queryUsersSwitches } from "#server/people/usersSwitches.ts";

export const alarmSwitchAnswers = implement(alarmSwitch, {
  query: (request, { services, caller }) => queryUsersSwitches(services.db, caller, request),
  get: ({ level }, { services, caller }) => switchOf(services.db, caller.userId, level),
  my: (_, { services, caller }) => switchesOf(services.db, caller.userId),
  open_or_close: async (request, { services, caller, trace }) => {
    trace.change = await setSwitch(services.db, caller.userId, request);
    await services.changes.tell({ kind: "switches", userId: caller.userId });
    return null;
  },
});
