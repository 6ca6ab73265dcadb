import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { createActor, type SnapshotFrom } from "xstate";
import type { VideoRow } from "#contract/resources/deviceVideo.ts";
import { type VideoTrouble, videoPlayback } from "#machines/videoPlayback.ts";
import { videoPlayer } from "#src/actors/video/videoPlayer.ts";
import { serverNow } from "#store/serverClock.ts";

export type PlaybackPhase = "paused" | "loading" | "live" | "stalled" | "waiting" | "refused";

export interface Playback {
  readonly phase: PlaybackPhase;
  readonly trouble: VideoTrouble | undefined;
  /** When it is tried again, by the server's clock. */
  readonly until: number;
}

const paused: Playback = { phase: "paused", trouble: undefined, until: 0 };

const playbackOf = ({ value, context }: SnapshotFrom<typeof videoPlayback>): Playback => ({
  phase: typeof value === "string" ? value : value.playing,
  trouble: context.trouble,
  until: context.until,
});

const isSame = (one: Playback, other: Playback): boolean =>
  one.phase === other.phase && one.trouble === other.trouble && one.until === other.until;

/** Plays a stream in the element of `element` while `on`: nothing is asked for and nothing kept otherwise. */
export const useVideoPlayback = (
  { kind, url, allowed }: Pick<VideoRow, "kind" | "url" | "allowed">,
  element: RefObject<HTMLVideoElement | null>,
  on: boolean,
): Playback & { retry(): void } => {
  const [playback, setPlayback] = useState(paused);
  const again = useRef<() => void>(undefined);
  useEffect(() => {
    if (!on) return undefined;
    const player = videoPlayer({ kind, url, allowed }, () => element.current);
    const actor = createActor(videoPlayback.provide({ actors: { player } }), { input: { now: serverNow } });
    const watch = actor.subscribe((snapshot) => {
      const next = playbackOf(snapshot);
      setPlayback((before) => (isSame(before, next) ? before : next));
    });
    again.current = () => actor.send({ type: "retry" });
    actor.start();
    return () => {
      again.current = undefined;
      watch.unsubscribe();
      actor.stop();
      setPlayback(paused);
    };
  }, [kind, url, allowed, element, on]);
  const retry = useCallback(() => again.current?.(), []);
  return { ...playback, retry };
};
