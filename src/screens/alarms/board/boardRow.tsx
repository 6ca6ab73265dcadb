import { Icon } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import type { AlarmRow } from "#contract/resources/alarm.ts";
import { Age } from "#src/kit/value/age.tsx";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { LevelMark } from "#src/kit/value/levelMark.tsx";
import { shownText } from "#src/kit/value/shownText.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { AlarmStateMark } from "#src/screens/alarms/alarmStateMark.tsx";
import { slaveText, valueText } from "#src/screens/alarms/alarmText.ts";
import { silenceText } from "#src/screens/alarms/maskText.ts";

interface BoardRowProps {
  id: string;
  alarm: AlarmRow;
  zone: string;
  now: number;
  chosen: boolean;
  onChoose(): void;
  onOpen(): void;
}

/** One alarm: what, where, for how long, and who has dealt with it. */
export function BoardRow({ id, alarm, zone, now, chosen, onChoose, onOpen }: BoardRowProps) {
  const intl = useIntl();
  const where = [alarm.deviceName, slaveText(alarm), alarm.companyName].filter((text) => text !== "").join(" · ");
  const muted = alarm.maskedBy ? `${intl.formatMessage({ id: "alarmMasks.muted" })} · ` : "";
  const silence = `${muted}${silenceText(intl, zone, alarm.maskedBy)}`;
  const handled = alarm.state !== 0;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names the chosen row.
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      data-level={alarm.level}
      className={handled ? "gh-opboard-row gh-opboard-handled" : "gh-opboard-row"}
      onClick={onChoose}
      onDoubleClick={onOpen}
    >
      <LevelMark level={alarm.level} />
      <span className="gh-opboard-what">
        <span className="gh-opboard-text" title={shownText(alarm.triggerText)}>
          <ForeignText text={alarm.triggerText} />
        </span>
        <span className="gh-opboard-places">
          <span className="gh-opboard-where" title={shownText(where)}>
            <ForeignText text={where} />
          </span>
          {alarm.silent && (
            <span className="gh-opboard-where gh-opboard-silent" title={shownText(silence)}>
              <Icon icon="volume-off" size={12} aria-hidden /> <ForeignText text={silence} />
            </span>
          )}
        </span>
      </span>
      <span className="gh-opboard-value">{valueText(alarm)}</span>
      <span className="gh-opboard-state">
        <AlarmStateMark state={alarm.state} />
        {handled && alarm.processor !== "" && (
          <span className="gh-opboard-where">{intl.formatMessage({ id: "alarmBoard.by" }, { name: alarm.processor })}</span>
        )}
      </span>
      <span className="gh-opboard-age">
        <Age age={now - Date.parse(alarm.raisedAt)} />
        <time className="gh-opboard-where" dateTime={alarm.raisedAt}>
          {formatInstant(zone, alarm.raisedAt)}
        </time>
      </span>
    </div>
  );
}
