import { alarmType } from "#contract/resources/alarmType.ts";
import { alarmTypes } from "#server/catalog/alarmTypes.ts";
import { takeOver } from "#server/imports/importJob.ts";
import { sheetKinds } from "#server/imports/sheetKinds.ts";
import { implement } from "#server/kit/implement.ts";

export const alarmTypeAnswers = implement(alarmType, {
  ...alarmTypes.answers,
  /** The engine knows rules with the names of their types. */
  async put(request, context) {
    const answer = await alarmTypes.answers.put(request, context);
    const { db, changes } = context.services;
    const rules = await db.selectFrom("alarm_trigger").select("id").where("alarm_type_id", "=", request.id).execute();
    if (rules.length > 0) await changes.tell({ kind: "rules", ids: rules.map(({ id }) => id) });
    return answer;
  },
  async import({ id: uploadId, goodOnly }, { services: { db, jobs }, caller, language, address, trace }) {
    const { id, detail } = await takeOver({ db, jobs, caller, language, address }, sheetKinds.alarmTypes, { uploadId, goodOnly });
    trace.detail = detail;
    return { id };
  },
});
