/** How far ahead of its arrival a reading's own time may lie, in milliseconds: clocks are never quite right. */
export const farthestAhead = 300_000;

/** When a reading counts as taken: its own time, or its arrival where its clock is ahead. */
export const takenAt = (ts: number, arrivedAt: number): number => Math.min(ts, arrivedAt);

/** The newest reading: its own time, and when it counts as taken. */
export interface Newest {
  readonly ts: number;
  readonly taken: number;
}

/**
 * Whether a reading takes the place of the newest one. Of times that are ahead the later counts; a time that is not ahead counts against the
 * arrival of one that was. A newest that was taken after this arrival tells that the server's clock was set back, and gives way to anything.
 */
export const isNewer = (ts: number, arrivedAt: number, newestTs: number, newestTaken: number): boolean =>
  newestTaken > arrivedAt || ts >= (ts > arrivedAt ? newestTs : newestTaken);
