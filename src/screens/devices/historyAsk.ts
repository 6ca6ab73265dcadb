import { type Aggregation, aggregations } from "#contract/resources/deviceDataLog.ts";
import { type ChosenPoint, readChosen, writeChosen } from "./chosenPoints.ts";
import { isPreset, type Preset, presetRange, type Range } from "./historyRange.ts";

/** What history is asked for; a preset's period ends when it is asked. */
export interface HistoryAsk {
  deviceId: string;
  points: readonly ChosenPoint[];
  aggregation: Aggregation;
  period: { preset: Preset } | Partial<Range>;
}

export type HistoryView = "curve" | "table";

const aggregationOf = (text: string | null): Aggregation => aggregations.find((one) => one === text) ?? "raw";

const instantOf = (text: string | null): number | undefined => {
  const ts = Date.parse(text ?? "");
  return Number.isFinite(ts) ? ts : undefined;
};

/** The period that an address names, the last day where it names none. */
export const readPeriod = (search: URLSearchParams): HistoryAsk["period"] => {
  const preset = search.get("preset");
  if (isPreset(preset)) return { preset };
  const from = instantOf(search.get("from"));
  const to = instantOf(search.get("to"));
  if (from === undefined && to === undefined) return { preset: "day" };
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
};

export const writePeriod = (search: URLSearchParams, period: HistoryAsk["period"]): void => {
  if ("preset" in period) search.set("preset", period.preset);
  else {
    if (period.from !== undefined) search.set("from", new Date(period.from).toISOString());
    if (period.to !== undefined) search.set("to", new Date(period.to).toISOString());
  }
};

export const readAsk = (search: URLSearchParams): HistoryAsk => ({
  deviceId: search.get("device") ?? "",
  points: readChosen(search.get("points")),
  aggregation: aggregationOf(search.get("by")),
  period: readPeriod(search),
});

export const writeAsk = ({ deviceId, points, aggregation, period }: HistoryAsk): URLSearchParams => {
  const search = new URLSearchParams();
  if (deviceId !== "") search.set("device", deviceId);
  if (points.length > 0) search.set("points", writeChosen(points));
  if (aggregation !== "raw") search.set("by", aggregation);
  writePeriod(search, period);
  return search;
};

export const rangeOf = ({ period }: Pick<HistoryAsk, "period">, zone: string, now: number): Partial<Range> =>
  "preset" in period ? presetRange(period.preset, zone, now) : period;

export type AskFault = "rule.history.device" | "rule.history.point" | "history.bounds" | "rule.period";

/** What is missing before it can be asked, as a message; undefined when nothing is. */
export const faultOf = (ask: HistoryAsk, { from, to }: Partial<Range>): AskFault | undefined => {
  if (ask.deviceId === "") return "rule.history.device";
  if (ask.points.length === 0) return "rule.history.point";
  if (from === undefined || to === undefined) return "history.bounds";
  return from >= to ? "rule.period" : undefined;
};
