import { type ReadingKind, readingKinds } from "#contract/resources/deviceData.ts";
import { type HistoryAsk, rangeOf, readPeriod, writePeriod } from "./historyAsk.ts";

/** Which stored readings are looked at. Bounds of values are kept as they were typed. */
export interface DataAsk {
  deviceIds: readonly string[];
  /** A part of a data point's name or address. */
  point: string;
  kind: ReadingKind;
  least: string;
  most: string;
  period: HistoryAsk["period"];
}

const texts = ["point", "least", "most"] as const;

export const readDataAsk = (search: URLSearchParams): DataAsk => ({
  deviceIds: [...new Set(search.getAll("deviceId").filter((id) => id !== ""))],
  point: search.get("point") ?? "",
  kind: readingKinds.find((one) => one === search.get("kind")) ?? "stored",
  least: search.get("least") ?? "",
  most: search.get("most") ?? "",
  period: readPeriod(search),
});

export const writeDataAsk = (ask: DataAsk): URLSearchParams => {
  const search = new URLSearchParams(ask.deviceIds.map((id) => ["deviceId", id]));
  for (const name of texts) if (ask[name].trim() !== "") search.set(name, ask[name].trim());
  if (ask.kind !== "stored") search.set("kind", ask.kind);
  writePeriod(search, ask.period);
  return search;
};

/** What is typed as a number: undefined for nothing, NaN for what is none. */
const bound = (text: string): number | undefined => (text.trim() === "" ? undefined : Number(text));

export type DataFault = "history.bounds" | "rule.period" | "rule.number";

/** What the calls are asked with; a preset's period ends `now`. What is wrong with it, where it cannot be asked. */
export const dataRequest = (ask: DataAsk, zone: string, now: number) => {
  const range = rangeOf(ask, zone, now);
  const { from, to } = range;
  const [least, most] = ask.kind === "invalid" ? [] : [bound(ask.least), bound(ask.most)];
  const fault = (): DataFault | undefined => {
    if (from === undefined || to === undefined) return "history.bounds";
    if (from >= to) return "rule.period";
    return Number.isFinite(least ?? 0) && Number.isFinite(most ?? 0) ? undefined : "rule.number";
  };
  const wrong = fault();
  if (wrong !== undefined || from === undefined || to === undefined) return { fault: wrong, range };
  const chosen = {
    deviceIds: [...ask.deviceIds],
    ...(ask.point === "" ? {} : { point: ask.point }),
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  };
  const narrowed = { ...chosen, kind: ask.kind, ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) };
  return { fault: undefined, range: { from, to }, chosen, narrowed };
};
