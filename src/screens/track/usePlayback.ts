import { useEffect, useRef, useState } from "react";
import type { Track } from "./trackParts.ts";

/** How many times as fast as it was. */
export const rates = [1, 10, 60, 300, 1800] as const;

export interface Playback {
  readonly at: number;
  readonly plays: boolean;
  readonly rate: number;
  seek(at: number): void;
  toggle(): void;
  setRate(rate: number): void;
}

/** Where time goes on to from an instant: what nothing is known of, and where it stood for long, is passed at once. */
const skipped = ({ parts }: Track, at: number): number => {
  const part = parts.find(({ kind, from, to }) => kind !== "drive" && at > from && at < to);
  return part ? part.to : at;
};

/** Time that runs through a track, for as long as the view is shown. */
export const usePlayback = (track: Track, active: boolean): Playback => {
  const first = track.places[0]?.at ?? 0;
  const last = track.places.at(-1)?.at ?? 0;
  const [at, setAt] = useState(first);
  const [wanted, setPlays] = useState(false);
  const [rate, setRate] = useState<number>(60);
  const plays = wanted && active;
  const now = useRef(at);
  now.current = at;

  useEffect(() => {
    if (!plays) return undefined;
    let before: number | undefined;
    let frame = requestAnimationFrame(function run(time) {
      const passed = before === undefined ? 0 : time - before;
      before = time;
      const next = Math.min(last, skipped(track, now.current + passed * rate));
      setAt(next);
      if (next >= last) setPlays(false);
      else frame = requestAnimationFrame(run);
    });
    return () => cancelAnimationFrame(frame);
  }, [plays, rate, track, last]);

  return {
    at,
    plays: wanted,
    rate,
    seek: (next) => setAt(Math.max(first, Math.min(last, next))),
    toggle() {
      if (!wanted && at >= last) setAt(first);
      setPlays(!wanted);
    },
    setRate,
  };
};
