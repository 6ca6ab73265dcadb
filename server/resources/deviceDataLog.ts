import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { historyCurves } from "#server/history/historyCurves.ts";
import { historyFile } from "#server/history/historyFile.ts";
import { historyTable } from "#server/history/historyTable.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceDataLogAnswers = implement(deviceDataLog, {
  query: (request, { services, caller }) => historyTable(services.db, services.telemetry, caller, request),
  query_mutil: (request, { services, caller }) => historyCurves(services.db, services.telemetry, caller, request),
  dlexcel: (request, { services, caller, language }) => historyFile(services.db, services.telemetry, caller, request, language),
});
