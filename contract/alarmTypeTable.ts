import type { DeviceTableColumn } from "#contract/deviceTable.ts";

/** The columns of a table of alarm types, named as the form names them. */
export const alarmTypeTable = [
  { id: "name", headings: { zh: "名称", en: "Name", more: ["报警类型", "Alarm type"] }, required: true, width: 180 },
  { id: "nameEn", headings: { zh: "英文名称", en: "English name" }, required: false, width: 180 },
  { id: "remark", headings: { zh: "备注", en: "Remark" }, required: false, width: 240 },
  { id: "remarkEn", headings: { zh: "英文备注", en: "English remark" }, required: false, width: 240 },
] as const satisfies readonly DeviceTableColumn[];
