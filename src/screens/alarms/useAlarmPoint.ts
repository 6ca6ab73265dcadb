import { skipToken } from "@reduxjs/toolkit/query/react";
import type { AlarmRow } from "#contract/resources/alarm.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { useSession } from "#src/app/sessionView.ts";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { alarmTriggerCalls } from "#store/handles/alarm.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";

interface AlarmPoint {
  /** Null where the rule is gone, may not be read, or watches another point by now. */
  pointId: string | null;
  /** Undefined until it is read, and where it cannot be. */
  point: PointRow | undefined;
}

/** The data point that an alarm's rule watches. Alarms of one rule share one request. */
export const useAlarmPoint = ({ ruleId, pointName }: Pick<AlarmRow, "ruleId" | "pointName">): AlarmPoint => {
  const { me } = useSession();
  const ruleReadable = ruleId !== null && isGranted(me.paths, alarmTriggerCalls.get.call);
  const { currentData: rule } = alarmTriggerCalls.get.useQuery(ruleReadable ? { id: ruleId } : skipToken);
  const pointId = rule && (rule.pointName === pointName || pointName === "") ? rule.pointId : null;
  const pointReadable = pointId !== null && isGranted(me.paths, deviceDataRecipeCalls.get_body.call);
  const { currentData: point } = deviceDataRecipeCalls.get_body.useQuery(pointReadable ? { id: pointId } : skipToken);
  return { pointId, point };
};
