import { alarmLog } from "#contract/resources/alarm.ts";
import type { ListState } from "#src/kit/screen/listState.ts";
import { typedFilters } from "#src/kit/screen/rowsSource.ts";
import type { FilterSpec } from "#src/kit/screen/screenDefinition.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { deviceSource } from "#src/screens/devices/deviceSource.ts";
import { alarmTriggerCalls } from "#store/handles/alarmTrigger.ts";
import { alarmTypeCalls } from "#store/handles/alarmType.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { useAlarmTypes } from "./alarmChoices.ts";
import { periodOf } from "./alarmPeriod.ts";
import { ruleSource } from "./ruleSource.ts";

/** What the history is narrowed by, record by record or device by device. */
export const alarmFilters = [
  companyFilter,
  { id: "level", kind: "select", values: [3, 2, 1, 0] },
  { id: "state", kind: "select", values: [0, 1, 2] },
  { id: "open", kind: "boolean" },
  { id: "from", kind: "date" },
  { id: "to", kind: "date" },
  { id: "deviceId", kind: "find", aside: true, source: deviceSource, call: deviceCalls.query_mini.call },
  { id: "alarmTypeId", kind: "select", aside: true, useOptions: useAlarmTypes, call: alarmTypeCalls.query.call },
  { id: "ruleId", kind: "find", aside: true, source: ruleSource, call: alarmTriggerCalls.query.call },
] as const satisfies readonly FilterSpec[];

/** The same as calls take it; dates are those of the zone. */
export const askedFilters = (zone: string, { from, to, ...filters }: ListState["filters"]): Record<string, unknown> => ({
  ...typedFilters(alarmLog.calls.query.request, filters),
  ...periodOf(zone, from, to),
});
