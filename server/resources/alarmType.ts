import { alarmType } from "#contract/resources/alarmType.ts";
import { alarmTypes } from "#server/catalog/alarmTypes.ts";
import { takeOver } from "#server/imports/importJob.ts";
import { sheetKinds } from "#server/imports/sheetKinds.ts";
import { implement } from "#server/kit/implement.ts";

export const alarmTypeAnswers = implement(alarmType, {
  ...alarmTypes.answers,
  async import({ id: uploadId, goodOnly }, { services: { db, jobs }, caller, language, address, trace }) {
    const { id, detail } = await takeOver({ db, jobs, caller, language, address }, sheetKinds.alarmTypes, { uploadId, goodOnly });
    trace.detail = detail;
    return { id };
  },
});
