import type { Call } from "#contract/kit/call.ts";
import { appVersion } from "#contract/resources/appVersion.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import { deviceUnitType } from "#contract/resources/deviceUnitType.ts";
import { order } from "#contract/resources/order.ts";
import { type BuiltinItem, pickCompany } from "#server/menu/builtinItem.ts";

const iconReads = [
  deviceRecipePicture.calls.query,
  deviceRecipePicture.calls.get,
  deviceRecipePicture.calls.query_body,
  deviceRecipePicture.calls.get_body,
];

/** What stands in system management beside dictionaries and settings. */
export const platformItems: readonly BuiltinItem<Call>[] = [
  {
    id: "system.units",
    path: "/system/data_unit",
    name: "数据单位",
    nameEn: "Data units",
    icon: "percentage",
    actions: [
      deviceUnitType.calls.query,
      deviceUnitType.calls.get,
      deviceUnitType.calls.post,
      deviceUnitType.calls.put,
      deviceUnitType.calls.delete,
      pickCompany,
    ],
  },
  {
    id: "system.icons",
    path: "/system/icon_group",
    name: "图标组",
    nameEn: "Icon groups",
    icon: "media",
    actions: [...iconReads, deviceRecipePicture.calls.post, deviceRecipePicture.calls.put, deviceRecipePicture.calls.delete, pickCompany],
  },
  {
    id: "devices.icons",
    path: "/devices/icon/grouplist",
    name: "图标",
    nameEn: "Icons",
    hidden: true,
    actions: [...iconReads, deviceRecipePicture.calls.add_body, deviceRecipePicture.calls.put_body, deviceRecipePicture.calls.delete_body],
  },
  {
    id: "system.orders",
    path: "/system/orders",
    name: "预置命令",
    nameEn: "Saved commands",
    icon: "send-message",
    actions: [
      order.calls.query,
      order.calls.get,
      order.calls.post,
      order.calls.put,
      order.calls.delete,
      order.calls.send,
      device.calls.cmd,
      device.calls.query_mini,
      deviceDataRecipe.calls.query,
      deviceDataRecipe.calls.list_body,
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
    actions: [
      appVersion.calls.query,
      appVersion.calls.get,
      appVersion.calls.post,
      appVersion.calls.put,
      appVersion.calls.delete,
      appVersion.calls.upload,
    ],
  },
];
