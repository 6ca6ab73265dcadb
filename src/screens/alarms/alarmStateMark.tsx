import { Icon, type IconName } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import type { AlarmRow } from "#contract/resources/alarm.ts";
import "./alarms.css";

type AlarmState = AlarmRow["state"];

const names: Record<AlarmState, "new" | "handled" | "false"> = { 0: "new", 1: "handled", 2: "false" };
const icons: Record<AlarmState, IconName> = { 0: "record", 1: "tick", 2: "disable" };

/** Message id of the word for a state. */
export const alarmStateId = (state: AlarmState): string => `alarmState.${names[state]}`;

/** Whether somebody has dealt with an alarm, and how. */
export function AlarmStateMark({ state }: { state: AlarmState }) {
  const intl = useIntl();
  return (
    <span className={`gh-alarm-state gh-alarm-state-${names[state]}`}>
      <Icon icon={icons[state]} size={12} />
      {intl.formatMessage({ id: alarmStateId(state) })}
    </span>
  );
}
