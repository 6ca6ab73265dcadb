import { z } from "zod";
import type { RequestOf } from "#contract/kit/call.ts";
import { device } from "#contract/resources/device.ts";
import type { JobKind, JobResult } from "#server/jobs/jobKind.ts";
import { Problem } from "#server/kit/problem.ts";
import { openRecordReach } from "#server/log/recordReach.ts";
import { dayIn, isEarly, type Leased, leaseChange, leasesOf, prolong, renewedEnd } from "./leases.ts";

type Request = RequestOf<typeof device.calls.renew_many>;

const atOnce = 100;

/** What the next devices are to have, kept before it is done: who goes on after an interruption prolongs none of them twice. */
const planned = z.object({
  done: z.number(),
  /** Nothing where the devices behind those that are done were not looked at yet. */
  ends: z.array(z.object({ id: z.string(), from: z.string(), to: z.string() })).nullable(),
});
type Plan = z.output<typeof planned>;

/** Prolongs the service of many devices, some at a time: each portion is a row of the operation log. */
export const leaseRenewalJob: JobKind<Request> = {
  name: "leaseRenewal",
  call: device.calls.renew_many,
  async run({ request, language, at, cursor, caller: callerNow, report }, { db, operationLog, changes }) {
    const { to, months } = request;
    const ids = [...new Set(request.ids)];
    const total = ids.length;
    const failed = (place: number, record: string, problem: Problem): JobResult => {
      const { code, message } = problem.envelope(language);
      return { place, record, code, message };
    };
    const plan = async (done: number): Promise<NonNullable<Plan["ends"]>> => {
      const caller = await callerNow();
      const today = dayIn(caller.zone, at);
      const devices = await leasesOf(db, caller, ids.slice(done, done + atOnce));
      return devices.map(({ id, lease_end }) => ({ id, from: lease_end, to: renewedEnd(lease_end, today, { to, months }) }));
    };
    let { done, ends: kept }: Plan = cursor === undefined ? { done: 0, ends: null } : planned.parse(cursor);
    while (done < total) {
      const next = kept ?? (await plan(done));
      if (!kept) await report({ done, total, cursor: { done, ends: next } satisfies Plan });
      const caller = await callerNow();
      const portion = ids.slice(done, done + atOnce);
      const began = Date.now();
      const seen = new Map((await leasesOf(db, caller, portion)).map((one) => [one.id, one]));
      const ends = new Map(next.map((end) => [end.id, end]));
      const results: JobResult[] = [];
      const renewed: { device: Leased; end: string }[] = [];
      for (const [index, id] of portion.entries()) {
        const [one, end] = [seen.get(id), ends.get(id)];
        const place = done + index + 1;
        if (!one || !end) results.push(failed(place, id, new Problem("notFound")));
        else if (isEarly(one, end.to)) results.push(failed(place, one.name, new Problem("leaseEarly")));
        else if (one.lease_end !== end.to && !(await prolong(db, caller, { ...one, lease_end: end.from }, end.to, at)))
          results.push(failed(place, one.name, new Problem("leaseChanged")));
        else {
          results.push({ place, record: one.name, code: 0, message: "" });
          renewed.push({ device: { ...one, lease_end: end.from }, end: end.to });
        }
      }
      if (renewed.length > 0) {
        const asked = { ids: renewed.map((one) => one.device.id), to, months };
        const change = leaseChange(renewed);
        const reach = await openRecordReach(db, caller, device.name, asked);
        await operationLog.write({
          ...{ at: began, userId: caller.userId, account: caller.account, userName: caller.userName, companyId: caller.companyId },
          ...{ address: "", call: device.calls.renew.path, detail: JSON.stringify(asked), change, code: 0 },
          companies: (await reach?.companies(undefined, change)) ?? "",
          milliseconds: Date.now() - began,
        });
        await changes.tell({
          ...{ kind: "records", resources: [device.name], page: "" },
          companyIds: [caller.companyId, ...(reach?.ids() ?? [])],
        });
      }
      done += portion.length;
      kept = null;
      await report({ done, total, results, cursor: { done, ends: kept } satisfies Plan });
    }
  },
};
