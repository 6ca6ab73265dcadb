import { deviceUnitType } from "#contract/resources/deviceUnitType.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";

/** Data points keep their unit when it is deleted here: it is text there. */
export const unitKind: RecordKind<typeof deviceUnitType, "data_unit"> = {
  resource: deviceUnitType,
  table: "data_unit",
  reach: "shared",
  fields: ["name", "symbol", "category"],
  searched: ["name", "symbol", "category"],
  filters: { category: "holds" },
  sorted: { field: "category", order: "asc" },
  related: {},
  called: ({ name, symbol }) => `${name} ${symbol}`,
};

export const units = keepRecords(unitKind);
