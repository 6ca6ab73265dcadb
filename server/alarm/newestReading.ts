import type { Telemetry } from "#server/telemetry/telemetry.ts";
import type { NewestReading } from "./ruleIndex.ts";

/** What the store of readings knows of a point before a rule looks at it. */
export const newestReadingOf =
  (telemetry: Pick<Telemetry, "find" | "judged">): NewestReading =>
  (deviceId, slave, pointId) => {
    const series = telemetry.find(deviceId, slave, pointId);
    return series === undefined ? undefined : telemetry.judged(series);
  };
