import { deviceData } from "#contract/resources/deviceData.ts";
import { chooseData } from "#server/history/dataChoice.ts";
import { checkErasure, dataErasureJob } from "#server/history/dataErasure.ts";
import { dataFileJob } from "#server/history/dataFile.ts";
import { countData, listData } from "#server/history/dataRows.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceDataAnswers = implement(deviceData, {
  query: (request, { services, caller }) => listData(services.db, services.telemetry, caller, request),
  count: (request, { services, caller }) => countData(services.db, services.telemetry, caller, request),
  async dlexcel(request, { services: { db, telemetry, jobs }, caller, language }) {
    await chooseData(db, telemetry, caller, request);
    return { id: await jobs.start(dataFileJob, request, { caller, language }) };
  },
  async delete(request, { services: { db, telemetry, jobs }, caller, language }) {
    await checkErasure(db, telemetry, caller, request);
    return { id: await jobs.start(dataErasureJob, request, { caller, language }) };
  },
});
