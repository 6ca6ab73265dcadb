import { Icon, type IconName } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import "./alarms.css";

const icons = { new: "record", handled: "tick", false: "disable" } as const satisfies Record<string, IconName>;

/** On the wire 0 is new and 1 handled; whatever else stands there is a false alarm. */
const nameOf = (state: number): keyof typeof icons => (state === 0 ? "new" : state === 1 ? "handled" : "false");

/** Message id of the word for a state. */
export const alarmStateId = (state: number): string => `alarmState.${nameOf(state)}`;

/** Whether somebody has dealt with an alarm, and how. */
export function AlarmStateMark({ state }: { state: number }) {
  const intl = useIntl();
  const name = nameOf(state);
  return (
    <span className={`gh-alarm-state gh-alarm-state-${name}`}>
      <Icon icon={icons[name]} size={12} />
      {intl.formatMessage({ id: alarmStateId(state) })}
    </span>
  );
}
