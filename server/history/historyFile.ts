import type { RequestOf } from "#contract/kit/call.ts";
import type { Language } from "#contract/messages.ts";
import type { deviceDataLog, HistoryPointInfo } from "#contract/resources/deviceDataLog.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { Cell } from "#server/kit/csv.ts";
import type { FileAnswer } from "#server/kit/implement.ts";
import { type Rows, tableFile } from "#server/kit/tableFile.ts";
import type { Telemetry, Value } from "#server/telemetry/telemetry.ts";
import { type HistoryRow, historyRows } from "./historyCells.ts";
import { type ChosenPoint, chooseHistory, type HistoryChoice } from "./historyChoice.ts";
import { localTime } from "./localTime.ts";

type Request = RequestOf<typeof deviceDataLog.calls.dlexcel>;
type Reader = Pick<Telemetry, "find" | "raw" | "buckets">;

const batchRows = 2000;

const headings: Record<Language, { time: string; sn: string }> = { zh: { time: "时间", sn: "序列号" }, en: { time: "Time", sn: "SN" } };

const headingOf = (language: Language, { slaveName, name, nameEn, unit }: HistoryPointInfo): string => {
  const point = language === "en" && nameEn !== "" ? nameEn : name;
  return `${slaveName} / ${point}${unit === "" ? "" : ` (${unit})`}`;
};

const counter = /^-?\d{1,40}$/;

/** Of a text point everything is text, whatever it looks like; of any other the digits of a long counter are a number. */
const cellOf = ({ valueType }: ChosenPoint, value: Value | null): Cell => {
  if (value === null) return null;
  if (valueType === "text") return String(value);
  return typeof value === "string" && counter.test(value) ? BigInt(value) : value;
};

async function* batches(telemetry: Reader, choice: HistoryChoice): AsyncGenerator<Rows> {
  const writeTime = localTime(choice.zone);
  const record = ({ ts, cells }: HistoryRow): Cell[] => [
    writeTime(ts),
    choice.device.sn,
    ...choice.points.map((point, place) => cellOf(point, cells[place]?.value ?? null)),
  ];
  for await (const batch of historyRows(telemetry, choice, { order: "asc", size: batchRows })) yield batch.map(record);
}

const nameOf = ({ device, zone, from, to }: HistoryChoice): string => {
  const writeTime = localTime(zone);
  const minute = (ts: number): string => writeTime(ts).slice(0, 16).replace(/[-:]/g, "").replace("T", "-");
  return `${device.name} ${minute(from)}_${minute(to)}`;
};

/** The table of the whole period as a file, oldest first. */
export const historyFile = async (
  db: Db,
  telemetry: Reader,
  caller: Caller,
  request: Request,
  asked: Language,
  most?: number,
): Promise<FileAnswer> => {
  const choice = await chooseHistory(db, telemetry, caller, request);
  const language = request.language ?? asked;
  const { time, sn } = headings[language];
  return tableFile({
    ...{ name: nameOf(choice), format: request.format, language, batches: batches(telemetry, choice) },
    columns: [
      { heading: time, width: 210 },
      { heading: sn, width: 160 },
      ...choice.points.map(({ info }) => ({ heading: headingOf(language, info), width: 160 })),
    ],
    ...(most === undefined ? {} : { most }),
  });
};
