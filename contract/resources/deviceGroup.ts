import { fieldWords, lineField, linesField, ownRecord } from "#contract/kit/plainRecord.ts";
import { paragraph, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

/** Groups of devices that each user keeps alone. */
export const deviceGroup = ownRecord("device_group", {
  noun: { zh: "设备分组", en: "device group" },
  short: { zh: "分组", en: "group" },
  screen: "groups",
  fields: {
    name: lineField(text(limits.names.device), fieldWords.name),
    remark: linesField(paragraph(limits.remark), fieldWords.remark),
  },
  searched: ["name", "remark"],
  sortable: ["name"],
  also: ["get"],
  counts: { devices: { zh: "设备数", en: "Devices" } },
});
