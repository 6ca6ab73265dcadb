import { deviceChange } from "#contract/resources/deviceChange.ts";
import { beginChange, beginUndo } from "#server/devices/change/beginChange.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceChangeAnswers = implement(deviceChange, {
  post: async (request, { services: { db, jobs }, caller, language, at }) => ({
    id: await beginChange({ db, jobs, caller, language, at }, request),
  }),
  undo: async ({ id }, { services: { db, jobs }, caller, language, at }) => ({
    id: await beginUndo({ db, jobs, caller, language, at }, id),
  }),
});
