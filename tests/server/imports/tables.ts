import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { alarmTypeTable } from "#contract/alarmTypeTable.ts";
import { type DeviceTableColumn, deviceTable, snTable } from "#contract/deviceTable.ts";
import type { Cell } from "#contract/kit/csv.ts";
import type { Language } from "#contract/messages.ts";
import { alarmType } from "#contract/resources/alarmType.ts";
import { device } from "#contract/resources/device.ts";
import { job } from "#contract/resources/job.ts";
import type { SheetKindName, SheetRow } from "#contract/resources/sheetImport.ts";
import { sheetImport } from "#contract/resources/sheetImport.ts";
import { xlsx } from "#server/kit/xlsx.ts";
import type { Answer, Site } from "#tests/server/site.ts";
import { xlsxCells } from "#tests/server/xlsxCells.ts";

type Kind = SheetKindName;
const taking = { devices: device.calls.import, sns: device.calls.import_sn, alarmTypes: alarmType.calls.import };
const tables = { devices: deviceTable, sns: snTable, alarmTypes: alarmTypeTable };
export type Row = Readonly<Record<string, Cell>>;

async function* batchesOf(rows: readonly (readonly Cell[])[]): AsyncGenerator<readonly (readonly Cell[])[]> {
  for (let from = 0; from < rows.length; from += 500) yield rows.slice(from, from + 500);
}

/** A workbook of these headings and cells. */
export const workbook = (headings: readonly string[], rows: readonly (readonly Cell[])[]): Promise<Buffer> =>
  buffer(Readable.from(xlsx({ name: "Sheet", headings, widths: headings.map(() => 100), batches: batchesOf(rows) })));

/** A table of rows by the ids of their columns, under the headings of one language. */
export const tableOf = (kind: Kind, rows: readonly Row[], language: Language = "en"): Promise<Buffer> => {
  const used = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = (tables[kind] as readonly DeviceTableColumn[]).filter(({ id }) => used.has(id));
  return workbook(
    columns.map(({ headings }) => headings[language]),
    rows.map((row) => columns.map(({ id }) => row[id] ?? "")),
  );
};

export const upload = (
  site: Site,
  token: string,
  file: Buffer,
  { kind = "devices", name = "table.xlsx", ...more }: { kind?: Kind; name?: string; companyId?: string } = {},
): Promise<Answer<{ id: string }>> =>
  site.ask(sheetImport.calls.upload, { kind, ...more, file: new File([new Uint8Array(file)], name) }, { token, language: "en" });

/** The faults of each row as `column: message`, by its line. */
export const faultsOf = async (site: Site, token: string, id: string, language: Language = "en"): Promise<Record<number, string[]>> => {
  const rows: SheetRow[] = (await site.ask(sheetImport.calls.query, { id, pageSize: 1000 }, { token, language })).data.list;
  return Object.fromEntries(
    rows.map(({ line, faults }) => [line, faults.map(({ column, message, note }) => `${note ? "note " : ""}${column}: ${message}`)]),
  );
};

export const head = async (site: Site, token: string, id: string, language: Language = "en") =>
  (await site.ask(sheetImport.calls.get, { id }, { token, language })).data;

export const fileOf = async (site: Site, token: string, id: string): Promise<Buffer> => {
  const response = await fetch(`${site.base}${job.calls.file.path}`, {
    method: "POST",
    headers: { token, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ id }),
  });
  return Buffer.from(await response.arrayBuffer());
};

/** Takes an upload over; answers the job's row and the cells of its file. */
export const takeOver = async (
  site: Site,
  token: string,
  id: string,
  { kind = "devices", goodOnly = false }: { kind?: Kind; goodOnly?: boolean } = {},
) => {
  const call = taking[kind];
  const begun = await site.ask(call, { id, goodOnly }, { token, language: "en" });
  if (begun.code !== 0) return { begun, row: undefined, results: [], cells: [] };
  await site.gatehouse.services.jobs.idle();
  const { list } = (await site.ask(job.calls.query, {}, { token, language: "en" })).data;
  const row = list.find((each) => each.id === begun.data.id);
  const results = (await site.ask(job.calls.results, { id: begun.data.id, pageSize: 1000 }, { token, language: "en" })).data.list;
  return { begun, row, results, cells: row?.state === "done" ? xlsxCells(await fileOf(site, token, begun.data.id)) : [] };
};
