import { fileRows } from "#contract/fileFormat.ts";
import type { RequestOf } from "#contract/kit/call.ts";
import type { Cell } from "#contract/kit/csv.ts";
import { localTime } from "#contract/kit/localTime.ts";
import { type Language, say } from "#contract/messages.ts";
import { deviceData } from "#contract/resources/deviceData.ts";
import { withUnit } from "#contract/withUnit.ts";
import type { Db } from "#server/db/open.ts";
import { deviceInScope } from "#server/devices/deviceRows.ts";
import type { JobKind } from "#server/jobs/jobKind.ts";
import type { Caller } from "#server/kit/caller.ts";
import { nextTurn } from "#server/kit/nextTurn.ts";
import { Problem } from "#server/kit/problem.ts";
import { type Rows, tableFile } from "#server/kit/tableFile.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";
import { type DataReading, invalidRows, rowOf, seriesOfDevice } from "./dataChoice.ts";

type Request = RequestOf<typeof deviceData.calls.dlexcel>;

const batchRows = 5_000;
const names: Readonly<Record<Language, string>> = { zh: "设备数据", en: "Device data" };
const headings = {
  zh: ["时间", "设备名称", "序列号", "从机编号", "从机名称", "数据点", "值", "单位", "备注"],
  en: ["Time", "Device name", "SN", "Slave number", "Slave name", "Data point", "Value", "Unit", "Note"],
} as const;
const widths = [210, 160, 160, 90, 140, 160, 120, 80, 260];

const counter = /^-?\d{1,40}$/;

const cellValue = ({ valueType, value }: DataReading): Cell =>
  typeof value === "string" && valueType !== "text" && counter.test(value) ? BigInt(value) : value;

const nameOf = ({ name, nameEn }: DataReading, language: Language): string => (language === "en" && nameEn) || name;

const noteOf = (row: DataReading, language: Language): string | null => {
  const { code, beyond, slave, unit, ...limits } = row;
  if (code) return say(language, `fault.${code}`, { slave, address: nameOf(row, language) });
  if (!beyond) return null;
  return say(language, beyond === "min" ? "file.below" : "file.above", { limit: withUnit(`${limits[beyond] ?? ""}`, unit) });
};

interface Asked {
  readonly db: Db;
  readonly telemetry: Pick<Telemetry, "find" | "raw">;
  readonly request: Request;
  readonly language: Language;
  /** Whose rights hold for the next device. */
  caller(): Promise<Caller>;
  told(progress: { done: number; total: number }): Promise<void>;
}

async function* ofDevice(deviceId: string, asked: Asked): AsyncGenerator<Rows> {
  const { db, telemetry, request, language, caller: callerNow } = asked;
  const [from, to] = [Date.parse(request.from), Date.parse(request.to)];
  const caller = await callerNow();
  const writeTime = localTime(caller.zone);
  const record = (row: DataReading): Cell[] => [
    ...[writeTime(row.ts), row.deviceName, row.sn, row.slave, row.slaveName],
    ...[nameOf(row, language), cellValue(row), row.unit, noteOf(row, language)],
  ];
  const series = await seriesOfDevice(db, telemetry, caller, deviceId, request.point);
  if (request.kind === "invalid")
    yield (await invalidRows(db, telemetry, caller, { ...request, deviceIds: [deviceId] }, series)).reverse().map(record);
  else
    for (const one of series) {
      if (one.series === undefined) continue;
      let next = from;
      for (;;) {
        const samples = await telemetry.raw({ series: one.series, from: next, to, limit: batchRows, order: "asc" });
        yield samples.flatMap((sample) => {
          const row = rowOf(one, sample, request);
          return row ? [record(row)] : [];
        });
        await callerNow();
        await nextTurn();
        next = (samples.at(-1)?.ts ?? to) + 1;
        if (samples.length < batchRows) break;
      }
    }
}

const isGone = (fault: unknown): boolean => fault instanceof Problem && fault.code === "notFound";

/** The devices that are there as the file begins: one that goes meanwhile is told by its name. */
const namesOf = async ({ db, caller }: Asked, deviceIds: readonly string[]): Promise<ReadonlyMap<string, [name: string, sn: string]>> => {
  const known = new Map<string, [name: string, sn: string]>();
  for (const id of deviceIds) {
    try {
      const { name, sn } = await deviceInScope(db, await caller(), id);
      known.set(id, [name, sn]);
    } catch (fault) {
      if (!isGone(fault)) throw fault;
    }
  }
  return known;
};

async function* batches(asked: Asked): AsyncGenerator<Rows> {
  const { db, request, language, caller, told } = asked;
  const deviceIds = [...new Set(request.deviceIds)];
  const known = await namesOf(asked, deviceIds);
  for (const [place, deviceId] of deviceIds.entries()) {
    try {
      yield* ofDevice(deviceId, asked);
      // Readings go with their device: those behind the last batch are missing where it went meanwhile.
      await deviceInScope(db, await caller(), deviceId);
    } catch (fault) {
      if (!isGone(fault)) throw fault;
      const [name, sn] = known.get(deviceId) ?? [deviceId, null];
      yield [[null, name, sn, null, null, null, null, null, say(language, "file.deviceGone")]];
    }
    await told({ done: place + 1, total: deviceIds.length });
  }
}

/** The stored readings that are asked for as a file; begins anew after an interruption. */
export const dataFileJob: JobKind<Request> = {
  name: "dataFile",
  call: deviceData.calls.dlexcel,
  async run({ request, language: asked, at, caller, report, keepFile }, { db, telemetry }) {
    const language = request.language ?? asked;
    const { zone } = await caller();
    await keepFile(
      await tableFile({
        name: `${names[language]} ${localTime(zone)(at).slice(0, 10)}`,
        ...{ format: request.format, language, batches: batches({ db, telemetry, request, language, caller, told: report }) },
        columns: headings[language].map((heading, place) => ({ heading, width: widths[place] ?? 120 })),
        // A sheet ends after a million rows; text goes on.
        most: request.format === "xlsx" ? fileRows : Number.MAX_SAFE_INTEGER,
      }),
    );
  },
};
