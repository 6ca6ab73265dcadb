import { Readable } from "node:stream";
import type { RequestOf } from "#contract/kit/call.ts";
import type { Language } from "#contract/messages.ts";
import type { deviceDataLog, HistoryPointInfo } from "#contract/resources/deviceDataLog.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { type Asis, asText, byteOrderMark, csv, fileName } from "#server/kit/csv.ts";
import type { FileAnswer } from "#server/kit/implement.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import { type HistoryRow, historyRows } from "./historyCells.ts";
import { chooseHistory, type HistoryChoice } from "./historyChoice.ts";
import { localTime } from "./localTime.ts";

type Request = RequestOf<typeof deviceDataLog.calls.dlexcel>;
type Reader = Pick<Telemetry, "find" | "raw" | "buckets">;

export const fileRows = 1_000_000;
const batchRows = 2000;

const headings: Record<Language, { time: string; sn: string; cut: (rows: number) => string }> = {
  zh: { time: "时间", sn: "序列号", cut: (rows) => `数据过多，仅导出前 ${rows} 行，其后的数据未包含在内` },
  en: { time: "Time", sn: "SN", cut: (rows) => `Too much data: cut after ${rows} rows, what comes later is not in this file` },
};

const headingOf = (language: Language, { slaveName, name, nameEn, unit }: HistoryPointInfo): string => {
  const point = language === "en" && nameEn !== "" ? nameEn : name;
  return `${slaveName} / ${point}${unit === "" ? "" : ` (${unit})`}`;
};

const counter = /^-?\d{1,40}$/;
const shownDigits = 15;

const cellOf = (value: string | number | null): string | number | bigint | null | Asis => {
  if (typeof value !== "string" || !counter.test(value)) return value;
  return value.replace("-", "").length > shownDigits ? asText(value) : BigInt(value);
};

async function* lines(telemetry: Reader, choice: HistoryChoice, language: Language, most: number): AsyncGenerator<string> {
  const heading = headings[language];
  const writeTime = localTime(choice.zone);
  const sn = asText(choice.device.sn);
  const record = ({ ts, cells }: HistoryRow) => [writeTime(ts), sn, ...cells.map((cell) => cellOf(cell?.value ?? null))];
  yield byteOrderMark + csv([[heading.time, heading.sn, ...choice.points.map(({ info }) => headingOf(language, info))]]);
  let written = 0;
  for await (const batch of historyRows(telemetry, choice, { order: "asc", size: batchRows })) {
    const taken = batch.slice(0, most - written);
    written += taken.length;
    yield csv(taken.map(record));
    if (taken.length === batch.length) continue;
    yield csv([[heading.cut(written)]]);
    return;
  }
}

const nameOf = ({ device, zone, from, to }: HistoryChoice): string => {
  const writeTime = localTime(zone);
  const minute = (ts: number): string => writeTime(ts).slice(0, 16).replace(/[-:]/g, "").replace("T", "-");
  return `${fileName(device.name)} ${minute(from)}_${minute(to)}.csv`;
};

/**
 * The table of the whole period as a CSV file, oldest first, written while it is read. Complete up to a million rows; one that was cut
 * says so in its last line.
 */
export const historyFile = async (
  db: Db,
  telemetry: Reader,
  caller: Caller,
  request: Request,
  language: Language,
  most = fileRows,
): Promise<FileAnswer> => {
  const choice = await chooseHistory(db, telemetry, caller, request);
  return {
    fileName: nameOf(choice),
    contentType: "text/csv; charset=utf-8",
    body: Readable.from(lines(telemetry, choice, request.language ?? language, most)),
  };
};
