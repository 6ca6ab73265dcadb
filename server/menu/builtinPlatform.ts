import { type BuiltinItem, pickCompany } from "#server/menu/builtinItem.ts";

const iconReads = [
  "device_recipe_picture/query",
  "device_recipe_picture/get",
  "device_recipe_picture/query_body",
  "device_recipe_picture/get_body",
];

/** What stands in system management beside dictionaries and settings. */
export const platformItems: readonly BuiltinItem[] = [
  {
    id: "system.units",
    path: "/system/data_unit",
    name: "数据单位",
    nameEn: "Data units",
    icon: "percentage",
    actions: [
      "device_unit_type/query",
      "device_unit_type/get",
      "device_unit_type/post",
      "device_unit_type/put",
      "device_unit_type/delete",
      pickCompany,
    ],
  },
  {
    id: "system.icons",
    path: "/system/icon_group",
    name: "图标组",
    nameEn: "Icon groups",
    icon: "media",
    actions: [...iconReads, "device_recipe_picture/post", "device_recipe_picture/put", "device_recipe_picture/delete", pickCompany],
  },
  {
    id: "devices.icons",
    path: "/devices/icon/grouplist",
    name: "图标",
    nameEn: "Icons",
    hidden: true,
    actions: [...iconReads, "device_recipe_picture/add_body", "device_recipe_picture/put_body", "device_recipe_picture/delete_body"],
  },
  {
    id: "system.orders",
    path: "/system/orders",
    name: "预置命令",
    nameEn: "Saved commands",
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
      pickCompany,
    ],
  },
  {
    id: "system.apps",
    path: "/system/app_version",
    name: "安装包",
    nameEn: "App packages",
    icon: "mobile-phone",
    platform: true,
    actions: ["app_version/query", "app_version/get", "app_version/post", "app_version/put", "app_version/delete", "app_version/upload"],
  },
];
