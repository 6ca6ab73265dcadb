/** What publishers send their three points as. */
export type Speech = "json" | "sparkplug";

export type PublisherAsk =
  | { connect: { port: number; devices: readonly string[]; password: string; speaks: Speech } }
  | { run: { milliseconds: number; inFlight: number } };

/** `rate` is acknowledged messages a second while it ran; `acknowledged` has those that came afterwards too; latencies in ms. */
export interface PublisherRun {
  rate: number;
  acknowledged: number;
  p50: number;
  p95: number;
}

export type PublisherReply = { connected: number } | { failed: string } | PublisherRun;
