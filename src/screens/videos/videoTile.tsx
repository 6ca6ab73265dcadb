import { Button, Icon, type IconName } from "@blueprintjs/core";
import { type ReactNode, useRef, useState } from "react";
import { useIntl } from "react-intl";
import type { VideoRow } from "#contract/resources/deviceVideo.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { useNow } from "#src/kit/value/useNow.ts";
import { useInSight } from "./useInSight.ts";
import { type PlaybackPhase, useVideoPlayback } from "./useVideoPlayback.ts";
import "./video.css";
import { troubleWords } from "./videoWords.ts";

const signs: Readonly<Record<PlaybackPhase, IconName>> = {
  paused: "pause",
  loading: "time",
  live: "record",
  stalled: "time",
  waiting: "warning-sign",
  refused: "error",
};

/** Counts down to the next try. */
function NextTry({ until }: { until: number }) {
  const intl = useIntl();
  const seconds = Math.max(0, Math.ceil((until - useNow(1000)) / 1000));
  return <p className="gh-video-next">{intl.formatMessage({ id: "videos.next" }, { seconds })}</p>;
}

interface VideoTileProps {
  video: VideoRow;
  /** It plays while it is, and in sight. */
  active: boolean;
  /** Its key on the wall. */
  number?: number;
  /** Beside its name, where the device is not said elsewhere. */
  withDevice?: boolean;
  /** The whole of it leads there, by click and Enter; `label` says where. */
  opens?: { label: string; run(): void };
  /** Whether its sound can be turned on. */
  audible?: boolean;
  hidden?: boolean;
  tools?: ReactNode;
}

/** A stream with its name and state; where it cannot be played it says why, and when it is tried again. */
export function VideoTile({ video, active, number, withDevice = false, opens, audible = false, hidden = false, tools }: VideoTileProps) {
  const intl = useIntl();
  const frame = useRef<HTMLElement>(null);
  const element = useRef<HTMLVideoElement>(null);
  const [loud, setLoud] = useState(false);
  const inSight = useInSight(frame);
  const { phase, trouble, until, retry } = useVideoPlayback(video, element, active && inSight && !hidden);
  const state = intl.formatMessage({ id: `videos.state.${phase}` });
  const silent = !audible || !loud;
  const name = withDevice ? `${video.deviceName} · ${video.name}` : video.name;
  const label = number === undefined ? name : `${number} ${name}`;
  return (
    <section ref={frame} className={`gh-video gh-video-${phase}`} aria-label={label} hidden={hidden}>
      <video ref={element} className="gh-video-picture" muted={silent} playsInline disablePictureInPicture aria-label={label} />
      {opens && <button type="button" className="gh-video-open" aria-label={opens.label} onClick={opens.run} />}
      <header className="gh-video-head">
        {number !== undefined && <kbd>{number}</kbd>}
        <span className="gh-video-name">
          <ForeignText text={name} />
        </span>
        <span className="gh-video-state">
          <Icon icon={signs[phase]} size={12} aria-hidden /> {state}
        </span>
        {audible && (
          <Button
            size="small"
            variant="minimal"
            icon={silent ? "volume-off" : "volume-up"}
            aria-pressed={!silent}
            aria-label={intl.formatMessage({ id: "videos.sound" })}
            title={intl.formatMessage({ id: "videos.sound" })}
            onClick={() => setLoud(silent)}
          />
        )}
        {tools}
      </header>
      {(phase === "waiting" || phase === "refused") && trouble && (
        <div className="gh-video-trouble" role="status">
          <p>{troubleWords(intl, trouble)}</p>
          {phase === "waiting" && <NextTry until={until} />}
          <Button
            size="small"
            icon="refresh"
            text={intl.formatMessage({ id: `videos.${trouble.why === "over" ? "again" : "retry"}` })}
            onClick={retry}
          />
        </div>
      )}
    </section>
  );
}
