import { Button, Icon, type IconName } from "@blueprintjs/core";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { ownBuild } from "#src/kit/part/consolePage.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { serverClock } from "#store/serverClock.ts";
import { useRealtimeLink } from "./realtimeContext.ts";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const toldKey = "toldBuild";

interface LineProps {
  icon: IconName;
  kind: "lost" | "clock" | "build";
  children: ReactNode;
  onDismiss?: () => void;
}

function Line({ icon, kind, children, onDismiss }: LineProps) {
  const intl = useIntl();
  return (
    <div className={`gh-announcement gh-announcement-${kind}`} role="status">
      <Icon icon={icon} />
      <span className="gh-announcement-text">{children}</span>
      {kind === "build" && (
        <Button size="small" icon="refresh" text={intl.formatMessage({ id: "part.reload" })} onClick={() => window.location.reload()} />
      )}
      {onDismiss && (
        <Button size="small" variant="minimal" icon="cross" aria-label={intl.formatMessage({ id: "part.close" })} onClick={onDismiss} />
      )}
    </div>
  );
}

function Skew({ ahead }: { ahead: number }) {
  const size = Math.abs(ahead);
  const hours = size >= 2 * hourMs;
  return (
    <FormattedNumber
      value={Math.round(size / (hours ? hourMs : minuteMs))}
      style="unit"
      unit={hours ? "hour" : "minute"}
      unitDisplay="long"
    />
  );
}

/** The build that the server gives, once it is another than this tab's and this tab was not told of it yet. */
const useNewBuild = (): [string | undefined, () => void] => {
  const link = useRealtimeLink();
  const [build, setBuild] = useState<string>();
  useEffect(() => {
    const told = link.on("build", (given) => {
      const own = ownBuild();
      setBuild(own === undefined || given.build === own || given.build === sessionStorage.getItem(toldKey) ? undefined : given.build);
    });
    return () => told.unsubscribe();
  }, [link]);
  const dismiss = () => {
    if (build !== undefined) sessionStorage.setItem(toldKey, build);
    setBuild(undefined);
  };
  return [build, dismiss];
};

/** Tells the style sheets how many px of the page the lines take, so that drawers leave them in sight and in reach. */
const useHeightTold = () => {
  const lines = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const seen = new ResizeObserver(() => style.setProperty("--gh-announced", `${lines.current?.offsetHeight ?? 0}px`));
    if (lines.current) seen.observe(lines.current);
    return () => {
      seen.disconnect();
      style.removeProperty("--gh-announced");
    };
  }, []);
  return lines;
};

/** What concerns the whole page, a line each: the link is down, the browser's clock is wrong, there is a new version. */
export function Announcements({ lostSince }: { lostSince: number | undefined }) {
  const { me } = useSession();
  const ahead = useSyncExternalStore(serverClock.subscribe, serverClock.ahead);
  const [accepted, setAccepted] = useState(false);
  const [build, dismissBuild] = useNewBuild();
  const lines = useHeightTold();
  return (
    <div ref={lines} className="gh-announcements">
      {lostSince !== undefined && (
        <Line icon="warning-sign" kind="lost">
          <FormattedMessage id="page.lost" values={{ at: formatInstant(me.zone, lostSince) }} />
        </Line>
      )}
      {Math.abs(ahead) > minuteMs && !accepted && (
        <Line icon="time" kind="clock" onDismiss={() => setAccepted(true)}>
          <FormattedMessage id={ahead > 0 ? "page.clock.ahead" : "page.clock.behind"} values={{ by: <Skew ahead={ahead} /> }} />
        </Line>
      )}
      {build !== undefined && (
        <Line icon="info-sign" kind="build" onDismiss={dismissBuild}>
          <FormattedMessage id="page.build" />
        </Line>
      )}
    </div>
  );
}
