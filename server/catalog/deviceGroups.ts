import { deviceGroup } from "#contract/resources/deviceGroup.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";

export const groupKind: RecordKind<typeof deviceGroup, "device_group"> = {
  resource: deviceGroup,
  table: "device_group",
  reach: "own",
  fields: ["name", "remark"],
  searched: ["name", "remark"],
  sorted: { field: "name", order: "asc" },
  related: {},
};

export const deviceGroups = keepRecords(groupKind);
