import { Icon, type IconName } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import "./value.css";

export type AlarmLevel = 0 | 1 | 2 | 3;

export const alarmLevels: readonly AlarmLevel[] = [3, 2, 1, 0];

const icons: Record<AlarmLevel, IconName> = { 0: "info-sign", 1: "issue", 2: "warning-sign", 3: "high-priority" };

/** An alarm's level by icon, word and colour. */
export function LevelMark({ level }: { level: AlarmLevel }) {
  const intl = useIntl();
  return (
    <span className={`gh-level gh-level-${level}`}>
      <Icon icon={icons[level]} size={12} />
      {intl.formatMessage({ id: `level.${level}` })}
    </span>
  );
}
