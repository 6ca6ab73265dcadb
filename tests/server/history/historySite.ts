import type { Aggregation } from "#contract/resources/deviceDataLog.ts";
import type { ChosenPoint, HistoryChoice } from "#server/history/historyChoice.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import { openTables, type Reading } from "#tests/server/telemetry/tablesSite.ts";

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
export const start = Date.UTC(2026, 2, 27, 16);

export const chosen = (series: number | undefined, info: Partial<ChosenPoint["info"]> = {}): ChosenPoint => ({
  info: {
    slave: 1,
    slaveName: "S",
    pointId: `p${series}`,
    name: "P",
    nameEn: "",
    unit: "",
    valueType: "float64",
    decimals: null,
    min: null,
    max: null,
    storeMode: 1,
    enumeration: [],
    ...info,
  },
  address: String(series),
  series,
});

export const choiceOf = (
  points: ChosenPoint[],
  aggregation: Aggregation,
  from: number,
  to: number,
  zone = "Asia/Shanghai",
): HistoryChoice => ({
  device: { id: "d", name: "D", sn: "SN" },
  zone,
  points,
  aggregation,
  from,
  to,
});

/** Real tables, whose questions are counted. */
export const openHistory = async (readings: Readonly<Record<number, readonly Reading[]>>) => {
  const tables = await openTables();
  for (const [series, rows] of Object.entries(readings))
    for (let done = 0; done < rows.length; done += 5000) tables.write(Number(series), rows.slice(done, done + 5000));
  tables.settle();
  const asked = { raw: 0, buckets: 0, widest: 0 };
  const telemetry: Pick<Telemetry, "raw" | "buckets"> = {
    async raw(query) {
      asked.raw += 1;
      return tables.queries.raw(query);
    },
    async buckets(query) {
      asked.buckets += 1;
      asked.widest = Math.max(asked.widest, query.to - query.from);
      return tables.queries.buckets(query);
    },
  };
  return { tables, telemetry, asked };
};
