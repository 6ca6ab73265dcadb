import { createContext, useContext } from "react";
import { useIntl } from "react-intl";
import type { AlarmContent } from "#contract/realtime.ts";
import type { NoticeData } from "#machines/alarmNotices.ts";
import { useOpens } from "#src/kit/screen/useAllowed.ts";
import { viewOf } from "#src/kit/view/viewLocation.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { alarmWords, recordAddress } from "./noticeLook.ts";

export type HandledAlarm = Pick<AlarmContent, "id" | "state" | "deviceName" | "triggerText">;

/** Asks what became of an alarm. */
export const HandleAlarmContext = createContext<((alarm: HandledAlarm) => void) | undefined>(undefined);

/** What handles the alarm of a notice; undefined where there is none, somebody has handled it, or the user may not. */
export const useHandle = (data: NoticeData): (() => void) | undefined => {
  const handle = useContext(HandleAlarmContext);
  const intl = useIntl();
  const opens = useOpens();
  if (!handle || data.type !== 0) return undefined;
  const { id, state, deviceName, count } = data.content;
  if (count > 1 || state !== 0 || !opens(alarmLogCalls.recover.call, viewOf(recordAddress(id)))) return undefined;
  return () => handle({ id, state, deviceName, triggerText: alarmWords(data.content, intl) });
};
