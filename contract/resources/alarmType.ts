import { z } from "zod";
import { resource, write } from "#contract/kit/call.ts";
import { companyFilter } from "#contract/kit/page.ts";
import { recordCalls, sharedRow } from "#contract/kit/record.ts";
import { filterText, optionalText, paragraph, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { begunJob, takesTable } from "#contract/resources/sheetImport.ts";

export const alarmTypeFields = z.object({
  name: text(limits.names.template),
  nameEn: optionalText(limits.names.template),
  remark: paragraph(limits.remark),
  remarkEn: paragraph(limits.remark),
});

export const alarmTypeRow = z.object({
  ...sharedRow,
  name: z.string(),
  nameEn: z.string(),
  remark: z.string(),
  remarkEn: z.string(),
  /** Alarm rules of it that who asks sees. */
  rules: z.number(),
});
export type AlarmTypeRow = z.output<typeof alarmTypeRow>;

const calls = recordCalls({
  fields: alarmTypeFields,
  row: alarmTypeRow,
  filters: { ...companyFilter, search: filterText },
  sortable: ["name", "nameEn", "companyName"],
});

/** Types that alarm rules name, shared with the organisations below. A record keeps what its type was called when it was raised. */
export const alarmType = resource(
  "alarm_type",
  {
    query: calls.query,
    post: calls.post,
    delete: calls.delete,
    put: write(calls.put.request, calls.put.response, { touches: ["alarm_trigger", "alarm_trigger_template"] }),
    /** Begins a job that adds the alarm types of an uploaded table. */
    import: write(takesTable, begunJob, { touches: ["job"] }),
  },
  { zh: "报警类型", en: "alarm type" },
);
