import type { BuiltinItem } from "#server/menu/builtinItem.ts";

/** What stands in system management beside dictionaries and settings. */
export const platformItems: readonly BuiltinItem[] = [
  {
    id: "system.units",
    path: "/system/data_unit",
    name: "数据单位",
    nameEn: "Data units",
    icon: "percentage",
    actions: ["device_unit_type/query", "device_unit_type/get", "device_unit_type/post", "device_unit_type/put", "device_unit_type/delete"],
  },
];
