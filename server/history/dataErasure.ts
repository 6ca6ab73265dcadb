import { z } from "zod";
import type { RequestOf } from "#contract/kit/call.ts";
import { device } from "#contract/resources/device.ts";
import { deviceData } from "#contract/resources/deviceData.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import type { Db } from "#server/db/open.ts";
import type { JobKind, JobResult } from "#server/jobs/jobKind.ts";
import type { Caller } from "#server/kit/caller.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import { openRecordReach } from "#server/log/recordReach.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import { chooseData, seriesOfDevice } from "./dataChoice.ts";
import { confirmationOf } from "./dataRows.ts";

type Request = RequestOf<typeof deviceData.calls.delete>;

const progress = z.object({ done: z.number(), readings: z.number() });

/** Refuses where the caller does not see one of the devices, or typed something else than their name. */
export const checkErasure = async (db: Db, telemetry: Pick<Telemetry, "find">, caller: Caller, request: Request): Promise<void> => {
  await chooseData(db, telemetry, caller, request);
  const rows = await db.selectFrom("device").select("name").where("id", "in", request.deviceIds).execute();
  const wanted = await confirmationOf(
    db,
    caller,
    rows.map(({ name }) => name),
  );
  if (request.confirm.trim() !== wanted) throw fieldProblem("confirm", "rule.data.confirm");
};

/**
 * Deletes readings of a period, a device after the other, with the rights of then. What was deleted of a device that is interrupted is gone;
 * the rest of it goes when the job goes on. Each device is a row of the operation log.
 */
export const dataErasureJob: JobKind<Request> = {
  name: "dataErasure",
  call: deviceData.calls.delete,
  async run({ request, language, cursor, caller: callerNow, report }, { db, telemetry, operationLog, changes }) {
    const ids = [...new Set(request.deviceIds)];
    const [from, to] = [Date.parse(request.from), Date.parse(request.to)];
    let { done, readings } = cursor === undefined ? { done: 0, readings: 0 } : progress.parse(cursor);
    for (; done < ids.length; ) {
      const id = ids[done] ?? "";
      const place = done + 1;
      const began = Date.now();
      const caller = await callerNow();
      let result: JobResult;
      try {
        const chosen = await seriesOfDevice(db, telemetry, caller, id, request.point);
        const name = chosen[0]?.point.deviceName ?? id;
        for (const { series } of chosen) {
          if (series === undefined) continue;
          await callerNow();
          readings += await telemetry.cut(series, from, to);
          await report({ done, total: ids.length, cursor: { done, readings } });
        }
        result = { place, record: name, code: 0, message: String(readings) };
        const { deviceIds: _, confirm: __, ...asked } = request;
        const detail = { ...asked, deviceId: id, readings };
        const reach = await openRecordReach(db, caller, device.name, { ids: [id] });
        await operationLog.write({
          ...{ at: began, userId: caller.userId, account: caller.account, userName: caller.userName, companyId: caller.companyId },
          ...{ address: "", call: deviceData.calls.delete.path, detail: JSON.stringify(detail), change: "", code: 0 },
          companies: (await reach?.companies(undefined, "")) ?? "",
          milliseconds: Date.now() - began,
        });
        await changes.tell({
          ...{ kind: "records", resources: [device.name, deviceDataLog.name, deviceData.name], page: "" },
          companyIds: [caller.companyId, ...(reach?.ids() ?? [])],
        });
      } catch (fault) {
        // Gone, or given to others, since it was asked for.
        if (!(fault instanceof Problem) || fault.code !== "notFound") throw fault;
        const { code, message } = fault.envelope(language);
        result = { place, record: id, code, message };
      }
      done = place;
      readings = 0;
      await report({ done, total: ids.length, results: [result], cursor: { done, readings } });
    }
  },
};
