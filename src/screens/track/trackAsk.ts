import { limits } from "#contract/limits.ts";
import { type HistoryAsk, readAsk, writeAsk } from "#src/screens/devices/historyAsk.ts";
import { type Preset, presetRange, type Range } from "#src/screens/devices/historyRange.ts";

const dayMs = 86_400_000;

/** Periods that a track is asked of. */
export const trackPresets = ["hour", "day", "week", "month"] as const satisfies readonly Preset[];

export type TrackAsk = Pick<HistoryAsk, "deviceId" | "period">;

export const readTrack = (search: URLSearchParams): TrackAsk => {
  const { deviceId, period } = readAsk(search);
  return { deviceId, period };
};

export const writeTrack = (ask: TrackAsk): URLSearchParams => writeAsk({ ...ask, points: [], aggregation: "raw" });

export const trackRange = ({ period }: TrackAsk, zone: string, now: number): Partial<Range> =>
  "preset" in period ? presetRange(period.preset, zone, now) : period;

export type TrackFault = "rule.history.device" | "history.bounds" | "rule.period" | "rule.period.track";

/** What is missing before it can be asked, as a message; undefined when nothing is. */
export const trackFault = ({ deviceId }: TrackAsk, { from, to }: Partial<Range>): TrackFault | undefined => {
  if (deviceId === "") return "rule.history.device";
  if (from === undefined || to === undefined) return "history.bounds";
  if (from >= to) return "rule.period";
  return to - from > limits.track.days * dayMs ? "rule.period.track" : undefined;
};
