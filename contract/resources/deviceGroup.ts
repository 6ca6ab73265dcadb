import { z } from "zod";
import { resource } from "#contract/kit/call.ts";
import { recordCalls, recordRow } from "#contract/kit/record.ts";
import { filterText, paragraph, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

export const deviceGroupFields = z.object({ name: text(limits.names.device), remark: paragraph(limits.remark) });

export const deviceGroupRow = z.object({ ...recordRow, name: z.string(), remark: z.string() });
export type DeviceGroupRow = z.output<typeof deviceGroupRow>;

const { get: _, ...calls } = recordCalls({
  fields: deviceGroupFields,
  row: deviceGroupRow,
  filters: { search: filterText },
  sortable: ["name"],
});

/** Groups of devices that each user keeps alone. */
export const deviceGroup = resource("device_group", calls, { zh: "设备分组", en: "device group" });
