import { deviceEvent } from "#contract/resources/log.ts";
import { callOff } from "#server/devices/callOff.ts";
import { listEvents } from "#server/devices/deviceEvents.ts";
import { implement } from "#server/kit/implement.ts";
import { operationFileJob } from "#server/log/operationFile.ts";
import { listOperations } from "#server/log/operationRows.ts";

export const deviceEventAnswers = implement(deviceEvent, {
  query_user_event: (request, { services, caller }) => listOperations(services.db, caller, request),
  dlexcel_user_event: async (request, { services, caller, language }) => ({
    id: await services.jobs.start(operationFileJob, request, { caller, language }),
  }),
  query: (request, { services, caller }) => listEvents(services.db, caller, request),
  call_off: (request, { services, caller }) => callOff(request.ids, caller, services),
});
