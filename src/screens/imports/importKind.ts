import { alarmTypeTable } from "#contract/alarmTypeTable.ts";
import { type DeviceTableColumn, deviceTable, snTable } from "#contract/deviceTable.ts";
import type { SheetKindName } from "#contract/resources/sheetImport.ts";
import { alarmTypeCalls } from "#store/handles/alarmType.ts";
import { deviceCalls } from "#store/handles/device.ts";

/** What a view of tables has to know of what they bring. */
export interface ImportKind {
  readonly name: SheetKindName;
  /** Where the view stands, and where its records are listed. */
  readonly route: string;
  readonly list: string;
  readonly takes: typeof deviceCalls.import | typeof deviceCalls.import_sn | typeof alarmTypeCalls.import;
  readonly columns: readonly DeviceTableColumn[];
  /** Endings of files, as a chooser takes them. */
  readonly accept: string;
  /** What is to be known of a table, by messages `import.note.…`. */
  readonly notes: readonly string[];
}

export const deviceTables: ImportKind = {
  name: "devices",
  route: "/devices/import",
  list: "/devices/list",
  takes: deviceCalls.import,
  columns: deviceTable,
  accept: ".xls,.xlsx",
  notes: ["text", "names", "slaves", "attributes", "password"],
};

export const snTables: ImportKind = {
  name: "sns",
  route: "/devices/registry/import",
  list: "/devices/registry",
  takes: deviceCalls.import_sn,
  columns: snTable,
  accept: ".xls,.xlsx,.csv,.txt",
  notes: ["text", "snPassword"],
};

export const alarmTypeTables: ImportKind = {
  name: "alarmTypes",
  route: "/alarms/types/import",
  list: "/alarms/types",
  takes: alarmTypeCalls.import,
  columns: alarmTypeTable,
  accept: ".xls,.xlsx",
  notes: ["headings", "typeTexts"],
};
