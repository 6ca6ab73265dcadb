import { alarmMask } from "#contract/resources/alarmMask.ts";
import { endMasks, putMask, queryMasks } from "#server/alarm/maskRecords.ts";
import { implement } from "#server/kit/implement.ts";

export const alarmMaskAnswers = implement(alarmMask, {
  query: (request, { services, caller }) => queryMasks(services.db, caller, request, services.now()),
  put: async (request, { services, caller, trace }) => {
    const { id, change } = await putMask(services.db, caller, request, services.now());
    trace.change = change;
    await services.changes.tell({ kind: "masks", ids: [id] });
    return { id };
  },
  end: async ({ ids }, { services, caller, trace }) => {
    const { ended, change } = await endMasks(services.db, caller, ids, services.now());
    trace.change = change;
    await services.changes.tell({ kind: "masks", ids: ended });
    return { ended: ended.length };
  },
});
