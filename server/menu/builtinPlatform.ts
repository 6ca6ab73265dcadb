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
    id: "system.orders",
    path: "/system/orders",
    name: "指令管理",
    nameEn: "Saved orders",
    icon: "send-message",
    actions: [
      "order/query",
      "order/get",
      "order/post",
      "order/put",
      "order/delete",
      "order/send",
      "device/cmd",
      "device/query_mini",
      "device_data_recipe/query",
      "device_data_recipe/list_body",
    ],
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
