import { deviceStateLog } from "#contract/resources/deviceStateLog.ts";
import { countStates } from "#server/devices/stateCount.ts";
import { stateFile } from "#server/devices/stateFile.ts";
import { listStates } from "#server/devices/stateRows.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceStateLogAnswers = implement(deviceStateLog, {
  query: (request, { services, caller }) => listStates(services.db, caller, request),
  daily_count: (request, { services, caller }) => countStates(services.db, caller, request, services.now()),
  dlexcel: (request, { services, caller, language }) => stateFile(services.db, caller, request, { language, now: services.now() }),
});
