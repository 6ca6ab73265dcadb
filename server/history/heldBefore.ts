import type { Sample, Telemetry } from "#server/telemetry/telemetry.ts";
import type { ChosenPoint, HistoryChoice } from "./historyChoice.ts";

const changesOnly = 2;

/** The last reading before the period of a point that stores changes only, since it holds until the next; of buckets nothing is carried on. */
export const heldBefore = async (
  telemetry: Pick<Telemetry, "raw">,
  { from, aggregation }: Pick<HistoryChoice, "from" | "aggregation">,
  { series, info }: ChosenPoint,
): Promise<Sample | undefined> => {
  if (series === undefined || aggregation !== "raw" || info.storeMode !== changesOnly) return undefined;
  const [last] = await telemetry.raw({ series, from: Number.MIN_SAFE_INTEGER, to: from, limit: 1, order: "desc" });
  return last;
};
