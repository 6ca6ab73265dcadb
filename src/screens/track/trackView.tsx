import { Button, Callout, HTMLSelect } from "@blueprintjs/core";
import { useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { type Hotkey, useHotkeys } from "#src/kit/keys/hotkeys.ts";
import { PageState } from "#src/kit/screen/pageStates.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { lastedText } from "#src/screens/devices/lastedText.ts";
import type { TrackPlace } from "#store/handles/deviceLocationTrack.ts";
import { TrackMap } from "./trackMap.tsx";
import { nowAt, type TrackPart, trackOf } from "./trackParts.ts";
import { rates, usePlayback } from "./usePlayback.ts";

interface TrackViewProps {
  answer: { places: readonly TrackPlace[]; total: number; stepMs: number };
  name: string;
  zone: string;
  active: boolean;
}

/** The parts of a track are walked through by their beginnings. */
const beside = (parts: readonly TrackPart[], at: number, way: 1 | -1): TrackPart | undefined =>
  way === 1 ? parts.find(({ from }) => from > at) : parts.findLast(({ from }) => from < at);

/** A track with what it consists of, and a player of it. */
export function TrackView({ answer, name, zone, active }: TrackViewProps) {
  const intl = useIntl();
  const track = useMemo(() => trackOf(answer.places, answer.stepMs), [answer]);
  const playback = usePlayback(track, active);
  const [chosen, setChosen] = useState<TrackPart>();
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `track.${id}` }, values);
  const metres = (length: number): string =>
    length < 1000
      ? say("metres", { count: intl.formatNumber(Math.round(length)) })
      : say("kilometres", { count: intl.formatNumber(length / 1000, { maximumFractionDigits: 1 }) });
  const speed = (perSecond: number): string => say("speed", { count: intl.formatNumber(perSecond * 3.6, { maximumFractionDigits: 0 }) });
  const now = nowAt(track, playback.at);
  const [first, last] = [track.places[0], track.places.at(-1)];
  const choose = (part: TrackPart) => {
    setChosen(part);
    playback.seek(part.from);
  };

  const keys = useRef({ play: playback.toggle, step: (_way: 1 | -1): void => undefined });
  keys.current = {
    play: playback.toggle,
    step(way) {
      const part = beside(track.parts, playback.at, way);
      if (part) choose(part);
    },
  };
  const hotkeys = useMemo((): Hotkey[] => {
    const group = "track.title";
    return [
      { combo: "p", label: "track.key.play", group, run: () => keys.current.play() },
      { combo: "[", label: "track.key.before", group, run: () => keys.current.step(-1) },
      { combo: "]", label: "track.key.after", group, run: () => keys.current.step(1) },
    ];
  }, []);
  useHotkeys(hotkeys);

  if (!first || !last) return <PageState icon="path-search" text={say("none")} />;
  const stops = track.parts.filter(({ kind }) => kind === "stop");
  const told = (part: TrackPart): string => {
    const lasted = lastedText(part.to - part.from, intl);
    if (part.kind === "stop") return say("part.stop", { number: stops.indexOf(part) + 1, lasted });
    if (part.kind === "gap") return say("part.gap", { lasted });
    return say("part.drive", { lasted, metres: metres(part.metres) });
  };
  return (
    <div className="gh-track-view">
      <div className="gh-track-map">
        <TrackMap label={say("map", { name })} track={track} now={now} chosen={chosen} onChoose={choose} />
      </div>
      <aside className="gh-track-side" aria-label={say("parts")}>
        <dl className="gh-track-facts">
          {(
            [
              ["distance", metres(track.metres)],
              ["driven", lastedText(track.drivenMs, intl)],
              ["stood", lastedText(track.stoodMs, intl)],
              ["fastest", speed(track.fastest)],
              ["places", intl.formatNumber(answer.total)],
            ] as const
          ).map(([fact, text]) => (
            <div key={fact}>
              <dt>{say(`fact.${fact}`)}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {answer.stepMs > 0 && (
          <Callout compact intent="primary">
            {say("thinned", { shown: answer.places.length, step: lastedText(answer.stepMs, intl) })}
          </Callout>
        )}
        {track.strays > 0 && <p className="gh-track-note">{say("strays", { count: track.strays })}</p>}
        <ol className="gh-track-parts">
          {track.parts.map((part) => (
            <li key={`${part.kind} ${part.from}`}>
              <button
                type="button"
                className={`gh-track-part gh-track-part-${part.kind}`}
                aria-pressed={part === chosen}
                onClick={() => choose(part)}
              >
                <time>{formatInstant(zone, part.from)}</time>
                <span>{told(part)}</span>
              </button>
            </li>
          ))}
        </ol>
      </aside>
      <div className="gh-track-player">
        <Button
          icon={playback.plays ? "pause" : "play"}
          aria-label={say(playback.plays ? "pause" : "play")}
          title={`${say(playback.plays ? "pause" : "play")} (P)`}
          onClick={playback.toggle}
        />
        <input
          type="range"
          className="gh-track-time"
          aria-label={say("instant")}
          aria-valuetext={formatInstant(zone, playback.at)}
          min={first.at}
          max={last.at}
          step={1000}
          value={playback.at}
          onChange={(event) => playback.seek(Number(event.currentTarget.value))}
        />
        <HTMLSelect
          aria-label={say("rate")}
          value={playback.rate}
          onChange={(event) => playback.setRate(Number(event.currentTarget.value))}
          options={rates.map((rate) => ({ value: rate, label: `${intl.formatNumber(rate)}×` }))}
        />
        <span className="gh-track-now">
          <time>{formatInstant(zone, playback.at)}</time>
          <span>{now ? (now.part.kind === "drive" ? speed(now.speed) : say(`now.${now.part.kind}`)) : "–"}</span>
          <span className="gh-mono">{now ? `${now.place.lng.toFixed(5)}, ${now.place.lat.toFixed(5)}` : ""}</span>
        </span>
      </div>
    </div>
  );
}
