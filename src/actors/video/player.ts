import type { VideoReport, VideoTrouble } from "#machines/videoPlayback.ts";

/** What a player works with: the element that shows the stream, and whom it tells. */
export interface Player {
  readonly element: HTMLVideoElement;
  readonly url: string;
  report(event: VideoReport): void;
  /** The trouble of an answer that did not come, or came with this status. `from`: the address that was asked. */
  troubleOf(status: number, from: string): VideoTrouble;
}

/** Begins to play; answers how it is ended, which lets go of connection and memory. */
export type Play = (player: Player) => () => void;

/** Seconds of the past that are kept, and of the future that are fetched: a wall has many of them. */
export const buffered = { behind: 8, ahead: 12, bytes: 8_000_000 } as const;
