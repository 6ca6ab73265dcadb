import type { AlarmRow } from "#contract/resources/alarm.ts";
import { PointValue } from "#src/kit/value/pointValue.tsx";
import { useAlarmPoint } from "./useAlarmPoint.ts";

/** The value that brought an alarm, written as the point's values are written elsewhere; the unit is that of the time. */
export function AlarmValue({ alarm }: { alarm: AlarmRow }) {
  const { point } = useAlarmPoint(alarm);
  const { decimals = null, enumeration = [] } = point ?? {};
  return <PointValue value={alarm.value} point={{ decimals, enumeration, unit: alarm.unit }} />;
}
