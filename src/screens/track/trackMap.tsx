import { useIntl } from "react-intl";
import { boundsOf } from "#src/kit/map/projection.ts";
import { useMap } from "#src/kit/map/useMap.ts";
import { useTiles } from "#src/kit/map/useTiles.ts";
import { type MapFrame, WorldMap } from "#src/kit/map/worldMap.tsx";
import type { TrackPlace } from "#store/handles/deviceLocationTrack.ts";
import type { Now, Track, TrackPart } from "./trackParts.ts";

const pointsOf = ({ spot }: MapFrame, places: readonly TrackPlace[]): string => {
  const points: string[] = [];
  let [left, top] = [Number.NaN, Number.NaN];
  for (const place of places) {
    const next = spot(place);
    // Of places that fall together one is enough.
    if (Math.abs(next.left - left) + Math.abs(next.top - top) < 1) continue;
    [left, top] = [next.left, next.top];
    points.push(`${left.toFixed(1)},${top.toFixed(1)}`);
  }
  return points.join(" ");
};

interface TrackMapProps {
  label: string;
  track: Track;
  now: Now | undefined;
  chosen: TrackPart | undefined;
  onChoose(part: TrackPart): void;
}

/** A track on the map: drives as lines, stops as squares with their number, gaps dashed, and where the device was at the instant that is played. */
export function TrackMap({ label, track, now, chosen, onChoose }: TrackMapProps) {
  const intl = useIntl();
  const all = boundsOf(track.places);
  const map = useMap(all);
  const stops = track.parts.filter(({ kind }) => kind === "stop");
  const [first, last] = [track.places[0], track.places.at(-1)];
  return (
    <WorldMap {...map} label={label} tiles={useTiles()} onFit={() => map.fit(all)}>
      {(frame) => {
        const end = (place: TrackPlace | undefined, name: "start" | "end") => {
          if (!place) return null;
          const { left, top } = frame.spot(place);
          return (
            <g className={`gh-track-${name}`} transform={`translate(${left} ${top})`}>
              <circle r="7" />
              <text y="4">{intl.formatMessage({ id: `track.${name}.sign` })}</text>
            </g>
          );
        };
        const here = now && frame.spot(now.place);
        return (
          <>
            <svg className="gh-map-layer" aria-hidden>
              {track.parts.map((part) =>
                part.kind === "stop" ? null : (
                  <polyline
                    key={`${part.kind} ${part.from}`}
                    className={`gh-track-${part.kind}${part === chosen ? " gh-track-chosen" : ""}`}
                    points={pointsOf(frame, part.places)}
                  />
                ),
              )}
            </svg>
            {stops.map((stop, index) => {
              const { left, top } = frame.spot(stop.at);
              return (
                <button
                  key={stop.from}
                  type="button"
                  className={stop === chosen ? "gh-track-stop gh-track-chosen" : "gh-track-stop"}
                  style={{ left, top }}
                  aria-label={intl.formatMessage({ id: "track.stop.number" }, { number: index + 1 })}
                  onClick={() => onChoose(stop)}
                >
                  {index + 1}
                </button>
              );
            })}
            <svg className="gh-map-layer" aria-hidden>
              {end(first, "start")}
              {end(last, "end")}
              {here && (
                <g className={now.part.kind === "gap" ? "gh-track-here gh-track-unknown" : "gh-track-here"}>
                  <circle cx={here.left} cy={here.top} r="8" />
                </g>
              )}
            </svg>
          </>
        );
      }}
    </WorldMap>
  );
}
