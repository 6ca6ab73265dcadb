import type { RequestOf } from "#contract/kit/call.ts";
import type { Cell } from "#contract/kit/csv.ts";
import { localTime } from "#contract/kit/localTime.ts";
import { type Language, say } from "#contract/messages.ts";
import type { Bound } from "#contract/pointLimits.ts";
import type { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { isRounded } from "#contract/wholeFormula.ts";
import { withUnit } from "#contract/withUnit.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { FileAnswer } from "#server/kit/fileAnswer.ts";
import { type Rows, tableFile } from "#server/kit/tableFile.ts";
import type { Telemetry, Value } from "#server/telemetry/telemetry.ts";
import { historyRows } from "./historyCells.ts";
import { type ChosenPoint, chooseHistory, type HistoryChoice } from "./historyChoice.ts";
import { invalidReadings } from "./invalidReadings.ts";
import { type MarkedRow, openMarks } from "./marks.ts";

type Request = RequestOf<typeof deviceDataLog.calls.dlexcel>;
type Reader = Pick<Telemetry, "find" | "raw" | "buckets">;

const batchRows = 2000;

const headings = { zh: { time: "时间", sn: "序列号", note: "备注" }, en: { time: "Time", sn: "SN", note: "Note" } } as const;

const pointName = (point: ChosenPoint | undefined, language: Language): string =>
  (language === "en" && point?.info.nameEn) || (point?.info.name ?? "");

const headingOf = (point: ChosenPoint, language: Language): string => {
  const { slaveName, unit } = point.info;
  return `${slaveName} / ${pointName(point, language)}${unit === "" ? "" : ` (${unit})`}`;
};

const beyondMessages = {
  reading: { min: "file.below", max: "file.above" },
  bucket: { min: "file.someBelow", max: "file.someAbove" },
} as const;

const counter = /^-?\d{1,40}$/;

/** Of a text point everything is text, whatever it looks like; of any other the digits of a long counter are a number. */
const cellOf = ({ info: { valueType } }: ChosenPoint, value: Value | null): Cell => {
  if (value === null) return null;
  if (valueType === "text") return String(value);
  return typeof value === "string" && counter.test(value) ? BigInt(value) : value;
};

const limitText = ({ info: { unit, ...limits } }: ChosenPoint, bound: Bound): string => withUnit(`${limits[bound] ?? ""}`, unit);

const isApproximate = ({ info }: ChosenPoint, value: Value | null | undefined): boolean =>
  info.approximate === true && typeof value === "number" && isRounded(value);

/** What a reader of the row has to know: readings missing before it, those that could not be read, pass a limit or are approximate. */
const noteOf = ({ points, aggregation }: HistoryChoice, { gaps, invalid, beyond, cells }: MarkedRow, language: Language): string =>
  [
    ...gaps.map((place) => [place, say(language, "file.gap")] as const),
    ...invalid.map(({ place, code }) => {
      const { info, address } = points[place] ?? {};
      return [place, say(language, `fault.${code}`, { slave: info?.slave ?? 0, address: address ?? "" })] as const;
    }),
    ...beyond.flatMap(({ place, bound }) => {
      const point = points[place];
      const message = beyondMessages[aggregation === "raw" ? "reading" : "bucket"][bound];
      return point ? [[place, say(language, message, { limit: limitText(point, bound) })] as const] : [];
    }),
    ...points.flatMap((point, place) =>
      isApproximate(point, cells[place]?.value) ? [[place, say(language, "file.approximate")] as const] : [],
    ),
  ]
    .map(([place, text]) => `${pointName(points[place], language)}: ${text}`)
    .join("; ");

async function* batches(db: Db, telemetry: Reader, choice: HistoryChoice, language: Language): AsyncGenerator<Rows> {
  const writeTime = localTime(choice.zone);
  const mark = await openMarks(telemetry, choice, choice.from);
  const record = (row: MarkedRow): Cell[] => [
    writeTime(row.ts),
    choice.device.sn,
    ...choice.points.map((point, place) => cellOf(point, row.cells[place]?.value ?? null)),
    noteOf(choice, row, language) || null,
  ];
  let done = choice.from;
  for await (const batch of historyRows(telemetry, choice, { order: "asc", size: batchRows })) {
    const end = (batch.at(-1)?.ts ?? done) + 1;
    yield mark(batch, await invalidReadings(db, choice, done, end)).map(record);
    done = end;
  }
  yield mark([], await invalidReadings(db, choice, done, choice.to)).map(record);
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
  const { time, sn, note } = headings[language];
  return tableFile({
    ...{ name: nameOf(choice), format: request.format, language, batches: batches(db, telemetry, choice, language) },
    columns: [
      { heading: time, width: 210 },
      { heading: sn, width: 160 },
      ...choice.points.map((point) => ({ heading: headingOf(point, language), width: 160 })),
      { heading: note, width: 320 },
    ],
    ...(most === undefined ? {} : { most }),
  });
};
