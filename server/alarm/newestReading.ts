import type { Telemetry } from "#server/telemetry/telemetry.ts";
import type { NewestReading } from "./ruleIndex.ts";

/** What the store of readings knows of a point before a rule looks at it. */
export const newestReadingOf =
  (telemetry: Pick<Telemetry, "find" | "latest" | "latestTaken">): NewestReading =>
  (deviceId, slave, pointId) => {
    const series = telemetry.find(deviceId, slave, pointId);
    const latest = series === undefined ? undefined : telemetry.latest(series);
    return latest && series !== undefined
      ? { ts: latest.ts, value: latest.value, taken: telemetry.latestTaken(series) ?? latest.ts }
      : undefined;
  };
