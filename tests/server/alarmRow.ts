import type { Insertable } from "kysely";
import type { AlarmLogTable } from "#server/db/schema.ts";

type Given = Partial<Insertable<AlarmLogTable>> & Pick<Insertable<AlarmLogTable>, "id" | "company_id" | "device_id">;

/** A new alarm record with nothing but what is given. */
export const alarmRow = (given: Given): Insertable<AlarmLogTable> => ({
  slave: 1,
  rule_id: null,
  rule_name: "",
  point_id: null,
  point_name: "",
  point_name_en: "",
  unit: "",
  level: 1,
  state: 0,
  content: "",
  content_en: "",
  value: null,
  open_key: null,
  raised_at: 1,
  released_at: null,
  processed_at: null,
  processor_id: null,
  processor: "",
  remark: "",
  ...given,
});
