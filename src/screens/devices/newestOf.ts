import type { PointNow } from "#contract/resources/device.ts";
import { type LiveValues, valueKey } from "#src/app/realtime/useDeviceValues.ts";

/** The newer of what the device was read with at `readAt` and what has come since, whatever their own times: a clock may have been ahead. */
export const newestOf = (
  slave: number,
  point: PointNow,
  live: LiveValues,
  readAt: number,
): { value: PointNow["value"]; ts: number | null } => {
  const read = point.ts === null ? null : Date.parse(point.ts);
  const came = live.get(valueKey(slave, point.id));
  return came && (read === null || came.ts >= read || came.at > readAt) ? came : { value: point.value, ts: read };
};
