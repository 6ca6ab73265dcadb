import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { HotkeyDialog } from "#src/kit/keys/hotkeyDialog.tsx";
import { type Hotkey, useHotkeys } from "#src/kit/keys/hotkeys.ts";
import { HeldAge } from "#src/kit/value/age.tsx";
import { type AlarmLevel, LevelMark } from "#src/kit/value/levelMark.tsx";
import { PresenceMark } from "#src/kit/value/presenceMark.tsx";
import { useNow } from "#src/kit/value/useNow.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { toggleFullScreen } from "#src/kit/view/fullScreen.ts";
import { type FleetFigure, useFleetFigures } from "#src/screens/home/fleetFigures.ts";
import { NewAlarms } from "#src/screens/home/newAlarms.tsx";
import { useSession } from "#src/session/sessionView.ts";
import "./board.css";
import { type Fitted, fittingStage, wideStage } from "./stage.ts";
import { TypeShares } from "./typeShares.tsx";

const presences = ["online", "offline", "inactive"] as const;

/** How far the stage is scaled to stand whole in the room that the page leaves it, and which stage that is. */
const useStage = (room: RefObject<HTMLElement | null>): Fitted => {
  const [fitted, setFitted] = useState<Fitted>({ stage: wideStage, scale: 1 });
  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return undefined;
    const measure = () => setFitted(fittingStage(element.clientWidth, element.clientHeight));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [room]);
  return fitted;
};

function Panel({ title, children, className = "" }: { title: string; children: ReactNode; className?: string }) {
  return (
    <section className={`gh-board-panel ${className}`} aria-label={title}>
      <h2>
        {title} <HeldAge />
      </h2>
      {children}
    </section>
  );
}

function Clock() {
  const { me } = useSession();
  return <time className="gh-board-clock">{formatInstant(me.zone, useNow(1000))}</time>;
}

/** The figure, its share of the whole as a bar, and a sign of its own when it could not be read. */
function Share({ label, figure, of }: { label: ReactNode; figure: FleetFigure; of: number | undefined }) {
  const intl = useIntl();
  const { count, failed } = figure;
  const share = count === undefined || !of ? 0 : Math.min(1, count / of);
  return (
    <div className={failed ? "gh-board-share gh-board-lost" : "gh-board-share"}>
      <span className="gh-board-label">{label}</span>
      <span className="gh-board-number">{count === undefined ? "–" : intl.formatNumber(count)}</span>
      <span className="gh-board-bar">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      {failed && <span className="gh-board-note">{intl.formatMessage({ id: "board.lost" })}</span>}
    </div>
  );
}

/** The organisation at a glance, for a screen on the wall. */
export function BoardScreen() {
  const intl = useIntl();
  const { systemName, companyName } = useSession();
  const room = useRef<HTMLDivElement>(null);
  const { stage, scale } = useStage(room);
  const figures = useFleetFigures();
  const say = (id: string) => intl.formatMessage({ id: `board.${id}` });
  const [help, setHelp] = useState(false);
  const hotkeys = useMemo(
    (): Hotkey[] => [
      { combo: "f", label: "board.fullScreen", group: "board.title", run: toggleFullScreen },
      { combo: "?", label: "hotkeys.list", group: "board.title", run: () => setHelp(true) },
    ],
    [],
  );
  useHotkeys(hotkeys);
  const most = Math.max(0, ...figures.levels.map(({ figure }) => figure.count ?? 0));
  const alarmed = (level: AlarmLevel, figure: FleetFigure) => (
    <Share key={level} label={<LevelMark level={level} />} figure={figure} of={most} />
  );
  return (
    <div ref={room} className="gh-board bp6-dark">
      <div
        className={stage.tall ? "gh-board-stage gh-board-tall" : "gh-board-stage"}
        style={{ width: stage.width, height: stage.height, transform: `translate(-50%, -50%) scale(${scale})` }}
      >
        <header className="gh-board-head">
          <a href="#/home_page" className="gh-board-back">
            {say("back")}
          </a>
          <h1>{companyName || systemName}</h1>
          <button type="button" className="gh-board-full" onClick={toggleFullScreen}>
            {say("fullScreen")} <kbd>F</kbd>
          </button>
          <Clock />
        </header>
        {figures.seesDevices && (
          <>
            <Panel title={say("devices")} className="gh-board-devices">
              <div className="gh-board-total">{figures.devices.count === undefined ? "–" : intl.formatNumber(figures.devices.count)}</div>
              {presences.map((presence) => (
                <Share
                  key={presence}
                  label={<PresenceMark presence={presence} />}
                  figure={figures.presence[presence]}
                  of={figures.devices.count}
                />
              ))}
            </Panel>
            <Panel title={say("types")} className="gh-board-types">
              <TypeShares total={figures.devices.count} />
            </Panel>
          </>
        )}
        {figures.seesAlarms && (
          <>
            <Panel title={say("open")} className="gh-board-open">
              <div className="gh-board-total">
                {figures.openAlarms.count === undefined ? "–" : intl.formatNumber(figures.openAlarms.count)}
              </div>
              {figures.levels.map(({ level, figure }) => alarmed(level, figure))}
            </Panel>
            <Panel title={say("newest")} className="gh-board-newest">
              <NewAlarms most={stage.alarms} />
            </Panel>
          </>
        )}
      </div>
      {help && <HotkeyDialog onClose={() => setHelp(false)} />}
    </div>
  );
}
