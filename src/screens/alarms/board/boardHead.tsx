import { Button } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import { HeldAge } from "#src/kit/value/age.tsx";
import type { AlarmLevel } from "#src/kit/value/levelMark.tsx";
import { alarmLevels, LevelMark } from "#src/kit/value/levelMark.tsx";
import { useNow } from "#src/kit/value/useNow.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";

interface BoardHeadProps {
  /** By level; undefined until they are known. */
  counts: ReadonlyMap<AlarmLevel, number> | undefined;
  /** They are those of the unhandled ones alone. */
  unhandledOnly: boolean;
  mutedUntil: number | undefined;
  onMute(): void;
  onFullScreen(): void;
  onHelp(): void;
}

function Clock({ zone }: { zone: string }) {
  return <time className="gh-opboard-clock">{formatInstant(zone, useNow(1000))}</time>;
}

/** How many there are of each level, whether it sounds, and the time. */
export function BoardHead({ counts, unhandledOnly, mutedUntil, onMute, onFullScreen, onHelp }: BoardHeadProps) {
  const intl = useIntl();
  const { me } = useSession();
  const say = (id: string, values?: Record<string, string>) => intl.formatMessage({ id: `alarmBoard.${id}` }, values);
  const muted = mutedUntil === undefined ? say("mute") : say("muted", { until: formatInstant(me.zone, mutedUntil).slice(11, 16) });
  return (
    <header className="gh-opboard-head">
      <a href="#/alarms/history" className="gh-opboard-back">
        {say("back")}
      </a>
      <h1>
        {say("title")} <HeldAge />
        {unhandledOnly && <small className="gh-opboard-only">{say("unhandledOnly")}</small>}
      </h1>
      <ul className="gh-opboard-counts" aria-label={say(unhandledOnly ? "countsUnhandled" : "counts")}>
        {alarmLevels.map((level) => (
          <li key={level} data-level={level}>
            <LevelMark level={level} />
            <strong>{counts === undefined ? "–" : intl.formatNumber(counts.get(level) ?? 0)}</strong>
          </li>
        ))}
      </ul>
      <div className="gh-opboard-tools">
        <Button
          icon={mutedUntil === undefined ? "volume-up" : "volume-off"}
          intent={mutedUntil === undefined ? "none" : "warning"}
          text={muted}
          title={`${muted} (M)`}
          onClick={onMute}
        />
        <Button icon="fullscreen" aria-label={say("fullScreen")} title={`${say("fullScreen")} (F)`} onClick={onFullScreen} />
        <Button icon="help" aria-label={say("help")} title={`${say("help")} (?)`} onClick={onHelp} />
        <Clock zone={me.zone} />
      </div>
    </header>
  );
}
