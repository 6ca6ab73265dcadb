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
  {
    id: "system.apps",
    path: "/system/app_version",
    name: "应用安装包",
    nameEn: "App packages",
    icon: "mobile-phone",
    platform: true,
    actions: ["app_version/query", "app_version/get", "app_version/post", "app_version/put", "app_version/delete", "app_version/upload"],
  },
];
