import type { RequestOf } from "#contract/kit/call.ts";
import type { Cell } from "#contract/kit/csv.ts";
import { localTime } from "#contract/kit/localTime.ts";
import type { Language } from "#contract/messages.ts";
import type { deviceStateLog, StateRow } from "#contract/resources/deviceStateLog.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import type { FileAnswer } from "#server/kit/fileAnswer.ts";
import { type Rows, tableFile } from "#server/kit/tableFile.ts";
import { type LogScan, logPlaces, logTotal } from "./deviceLog.ts";
import { stateRowsOf, stateScan } from "./stateRows.ts";
import { stateWords } from "./stateWords.ts";

type Request = RequestOf<typeof deviceStateLog.calls.dlexcel>;

const batchRows = 1000;

async function* batches(db: Db, scan: LogScan): AsyncGenerator<StateRow[]> {
  const stretch = { order: "asc", limit: batchRows, total: await logTotal(db, scan) } as const;
  let places = await logPlaces(db, scan, stretch);
  while (places.length > 0) {
    yield await stateRowsOf(
      db,
      places.map(({ id }) => id),
    );
    places = places.length < batchRows ? [] : await logPlaces(db, scan, { ...stretch, after: places.at(-1) });
  }
}

const widths = [210, 160, 160, 160, 80, 160, 210, 90];

async function* rows(db: Db, scan: LogScan, zone: string, language: Language): AsyncGenerator<Rows> {
  const words = stateWords[language];
  const writeTime = localTime(zone);
  const record = ({ at, kind, reason, until, deviceName, deviceSn, companyName }: StateRow): Cell[] => [
    writeTime(Date.parse(at)),
    deviceName,
    deviceSn,
    companyName,
    words.kinds[kind],
    words.reasons[reason],
    until === null ? null : writeTime(Date.parse(until)),
    until === null ? null : (Date.parse(until) - Date.parse(at)) / 1000,
  ];
  for await (const batch of batches(db, scan)) yield batch.map(record);
}

const nameOf = (deviceName: string | undefined, { from, to }: Request, zone: string, language: Language, now: number): string => {
  const writeTime = localTime(zone);
  const minute = (ts: number): string => writeTime(ts).slice(0, 16).replace(/[-:]/g, "").replace("T", "-");
  const title = [deviceName, stateWords[language].title].filter(Boolean).join(" ");
  return `${title} ${minute(Date.parse(from))}_${minute(Math.min(now, Date.parse(to)))}`;
};

/** The changes that the filters let through as a file, oldest first; times in the caller's zone. */
export const stateFile = async (
  db: Db,
  caller: Caller,
  request: Request,
  { language: asked, now }: { language: Language; now: number },
  most?: number,
): Promise<FileAnswer> => {
  const language = request.language ?? asked;
  const scan = await stateScan(db, caller, request);
  const device = request.deviceId
    ? await db.selectFrom("device").select("name").where("id", "=", request.deviceId).executeTakeFirstOrThrow()
    : undefined;
  return tableFile({
    name: nameOf(device?.name, request, caller.zone, language, now),
    ...{ format: request.format, language, batches: rows(db, scan, caller.zone, language) },
    columns: stateWords[language].columns.map((heading, place) => ({ heading, width: widths[place] ?? 100 })),
    ...(most === undefined ? {} : { most }),
  });
};
