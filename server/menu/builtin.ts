import type { Call } from "#contract/kit/call.ts";
import { alarmLog } from "#contract/resources/alarm.ts";
import { alarmMask } from "#contract/resources/alarmMask.ts";
import { device, deviceSlave } from "#contract/resources/device.ts";
import { deviceCompanyGroup } from "#contract/resources/deviceCompanyGroup.ts";
import { deviceData } from "#contract/resources/deviceData.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceFavorites } from "#contract/resources/deviceFavorites.ts";
import { deviceGroup } from "#contract/resources/deviceGroup.ts";
import { deviceGroupMember } from "#contract/resources/deviceGroupMember.ts";
import { deviceLocationTrack } from "#contract/resources/deviceLocationTrack.ts";
import { deviceMessage } from "#contract/resources/deviceMessage.ts";
import { deviceModel } from "#contract/resources/deviceModel.ts";
import { deviceStateLog } from "#contract/resources/deviceStateLog.ts";
import { deviceTemplate } from "#contract/resources/deviceTemplate.ts";
import { deviceTemplateUi } from "#contract/resources/deviceTemplateUi.ts";
import { deviceAttr, deviceType, deviceTypeRelation } from "#contract/resources/deviceType.ts";
import { deviceVideo } from "#contract/resources/deviceVideo.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { order } from "#contract/resources/order.ts";
import { deviceUserBind, terminalUser } from "#contract/resources/relations.ts";
import { sample } from "#contract/resources/sample.ts";
import { type BuiltinItem, named, pickCompany, recordItem } from "#server/menu/builtinItem.ts";
import { peopleMenu } from "#server/menu/builtinPeople.ts";
import { templateMenu, templateReads } from "#server/menu/builtinTemplates.ts";

const deviceReads = [
  device.calls.query,
  device.calls.get,
  device.calls.query_mini,
  deviceSlave.calls.query,
  deviceType.calls.query,
  deviceAttr.calls.query,
  deviceModel.calls.query,
  deviceTemplate.calls.query,
];
/** Devices, and how many there are. */
const figureReads = [device.calls.query, device.calls.get_user_count];
/** What became of them. */
const lifeReads = [device.calls.count_for_hdip_top, device.calls.new_up, device.calls.area_new_up, device.calls.guild_new_up];
const follows = [deviceFavorites.calls.add, deviceFavorites.calls.cancel];
/** What an end user does to have a device. */
const asks = [device.calls.send_auth_code, deviceUserBind.calls.ask];
const bindings = [deviceUserBind.calls.queryUser, deviceUserBind.calls.auth, deviceUserBind.calls.removeAuth];
/** Groups to filter by, and to put devices into. */
const grouping = [
  deviceGroup.calls.query,
  deviceGroup.calls.get,
  deviceGroupMember.calls.add,
  deviceCompanyGroup.calls.query,
  deviceCompanyGroup.calls.get,
  deviceCompanyGroup.calls.add_to_group,
];
const items: readonly BuiltinItem<Call>[] = [
  {
    id: "home",
    path: "/home_page",
    name: "首页",
    nameEn: "Home",
    icon: "home",
    actions: [
      ...figureReads,
      ...lifeReads,
      device.calls.my,
      device.calls.get,
      device.calls.device_alarm_list,
      alarmLog.calls.count,
      alarmLog.calls.countLevel,
      alarmLog.calls.query,
    ],
  },
  {
    id: "monitor",
    path: "/monitor",
    name: "首页",
    nameEn: "Home",
    icon: "home",
    hidden: true,
    affix: true,
    actions: [
      ...[...figureReads, ...lifeReads, device.calls.device_alarm_list],
      ...[alarmLog.calls.count, alarmLog.calls.countLevel, alarmLog.calls.query],
    ],
  },
  {
    id: "newindex",
    path: "/newindex",
    name: "大屏",
    nameEn: "Wallboard",
    icon: "presentation",
    actions: [...figureReads, alarmLog.calls.count, alarmLog.calls.countLevel, alarmLog.calls.query],
  },
  {
    id: "devices",
    path: "/devices",
    name: "设备管理",
    nameEn: "Devices",
    icon: "cube",
    children: [
      {
        id: "devices.list",
        path: "/devices/list",
        name: "设备列表",
        nameEn: "Device list",
        icon: "list",
        actions: [
          ...deviceReads,
          ...[device.calls.post, device.calls.put, device.calls.delete, device.calls.update_device_type, device.calls.change_user],
          ...templateReads,
          ...[pickCompany, ...follows, ...asks, ...grouping],
          ...[device.calls.query_location_count, device.calls.import, device.calls.dlexcel],
          ...[device.calls.renew, device.calls.cmd, deviceGroupMember.calls.remove, deviceCompanyGroup.calls.remove_from_group],
        ],
      },
      {
        id: "devices.follow",
        path: "/devices/follow",
        name: "关注列表",
        nameEn: "Follow list",
        icon: "star",
        actions: [...Object.values(deviceFavorites.calls), device.calls.get],
      },
      {
        id: "devices.detail",
        path: "/devices/deviceDatail",
        name: "设备详情",
        nameEn: "Device detail",
        hidden: true,
        actions: [
          ...deviceReads,
          device.calls.cmd,
          device.calls.put,
          device.calls.reset_device,
          deviceDataLog.calls.query_mutil,
          deviceTemplateUi.calls.get_device,
          deviceEvent.calls.query,
          deviceEvent.calls.call_off,
          device.calls.device_alarm,
          alarmLog.calls.query,
          alarmLog.calls.recover,
          ...Object.values(alarmMask.calls),
          ...follows,
          deviceGroupMember.calls.query_groups,
          deviceVideo.calls.query,
        ],
      },
      {
        id: "devices.panel",
        path: "/panel",
        name: "设备面板",
        nameEn: "Device panel",
        hidden: true,
        actions: [deviceTemplateUi.calls.get_device, device.calls.get, device.calls.cmd, deviceDataLog.calls.query_mutil],
      },
      {
        id: "devices.communicate",
        path: "/devices/communicate/details",
        name: "通信记录",
        nameEn: "Communication record",
        hidden: true,
        actions: [deviceMessage.calls.query, deviceMessage.calls.daily_count, deviceEvent.calls.query, device.calls.get],
      },
      {
        id: "devices.connect",
        path: "/devices/connect",
        name: "设备接入",
        nameEn: "Connect a device",
        hidden: true,
        actions: [device.calls.connection, device.calls.new_password, device.calls.get, device.calls.query_mini, deviceMessage.calls.query],
      },
      {
        id: "devices.slave",
        path: "/devices/lower_computer/details",
        name: "从机详情",
        nameEn: "Slave detail",
        hidden: true,
        actions: [
          ...[deviceSlave.calls.get_device_slave, device.calls.get, device.calls.cmd, deviceDataLog.calls.query_mutil],
          ...[alarmLog.calls.query, device.calls.list_recipe, device.calls.list_recipe_slave_sn],
        ],
      },
      {
        id: "devices.adds",
        path: "/devices/adds",
        name: "添加设备",
        nameEn: "Add device",
        hidden: true,
        noCache: true,
        actions: [device.calls.post, ...deviceReads, ...templateReads, pickCompany],
      },
      {
        id: "devices.import",
        path: "/devices/import",
        name: "导入设备",
        nameEn: "Import devices",
        hidden: true,
        noCache: true,
        actions: [device.calls.import, pickCompany],
      },
      {
        id: "devices.importSn",
        path: "/devices/registry/import",
        name: "导入序列号",
        nameEn: "Import SNs",
        hidden: true,
        noCache: true,
        actions: [device.calls.import_sn, pickCompany],
      },
      {
        id: "devices.edit",
        path: "/devices/edit",
        name: "设备属性",
        nameEn: "Device properties",
        hidden: true,
        noCache: true,
        actions: [device.calls.put, device.calls.update_device_sn, ...deviceReads, ...templateReads, pickCompany],
      },
      {
        id: "devices.history",
        path: "/devices/history",
        name: "历史数据",
        nameEn: "History",
        icon: "timeline-line-chart",
        actions: [...deviceReads, deviceDataLog.calls.query, deviceDataLog.calls.query_mutil, deviceDataLog.calls.dlexcel],
      },
      {
        id: "devices.data",
        path: "/devices/data",
        name: "数据管理",
        nameEn: "Data manager",
        icon: "database",
        actions: [...Object.values(deviceData.calls), device.calls.query_mini, device.calls.get],
      },
      {
        id: "devices.gateway",
        path: "/devices/gatewaydis",
        name: "网关命令",
        nameEn: "Gateway commands",
        icon: "send-message",
        actions: [
          ...[order.calls.send_by_sn, order.calls.query, device.calls.cmd],
          ...[deviceDataRecipe.calls.query, deviceDataRecipe.calls.list_body],
        ],
      },
      {
        id: "devices.track",
        path: "/track",
        name: "设备轨迹",
        nameEn: "Device track",
        icon: "path-search",
        actions: [deviceLocationTrack.calls.query, device.calls.query_mini, device.calls.get],
      },
      {
        id: "devices.videos",
        path: "/devices/videoList",
        name: "设备视频",
        nameEn: "Device videos",
        icon: "video",
        actions: [...Object.values(deviceVideo.calls), device.calls.query_mini, device.calls.get, pickCompany],
      },
      {
        id: "devices.cameras",
        path: "/checkCamera",
        name: "视频墙",
        nameEn: "Video wall",
        icon: "grid-view",
        actions: [deviceVideo.calls.query, device.calls.query_mini, device.calls.get],
      },
      {
        id: "devices.types",
        path: "/devices/types",
        name: "设备类型",
        nameEn: "Device types",
        icon: "properties",
        actions: [...Object.values(deviceType.calls), ...Object.values(deviceTypeRelation.calls), deviceAttr.calls.query, pickCompany],
      },
      {
        id: "devices.models",
        path: "/devices/models",
        name: "设备型号",
        nameEn: "Device models",
        icon: "barcode",
        actions: [...Object.values(deviceModel.calls), pickCompany, device.calls.connection],
      },
      {
        id: "devices.registry",
        path: "/devices/registry",
        name: "序列号登记",
        nameEn: "SN registry",
        icon: "key",
        actions: [
          ...[device.calls.querysnpsw, device.calls.addSnAndPsd, device.calls.delSnAndPsd],
          ...[device.calls.import_sn, device.calls.generate_sn, pickCompany],
        ],
      },
      {
        id: "devices.transfer",
        path: "/devices/transfer",
        name: "设备转移",
        nameEn: "Device transfer",
        icon: "swap-horizontal",
        actions: [device.calls.check_transfer, device.calls.change_user, device.calls.query_mini, pickCompany],
      },
      {
        id: "devices.bindlist",
        path: "/devices/bindlist",
        name: "设备授权",
        nameEn: "Device users",
        icon: "id-number",
        actions: [...bindings, device.calls.query_mini, device.calls.update_ternimal_user, terminalUser.calls.query],
      },
      {
        id: "devices.lease",
        path: "/devices/lease",
        name: "设备租约",
        nameEn: "Leases",
        icon: "calendar",
        actions: [device.calls.query, device.calls.get, device.calls.renew, deviceType.calls.query, pickCompany],
      },
      recordItem(deviceGroup, { id: "devices.groups", path: "/devices/groups", icon: "group-objects" }, [
        ...[deviceCompanyGroup.calls.query, deviceCompanyGroup.calls.post, deviceCompanyGroup.calls.put, deviceCompanyGroup.calls.delete],
        pickCompany,
      ]),
      {
        id: "devices.group",
        path: "/devices/group",
        name: "分组成员",
        nameEn: "Group members",
        hidden: true,
        actions: [
          ...[deviceGroup.calls.get, deviceGroupMember.calls.query, deviceGroupMember.calls.add, deviceGroupMember.calls.remove],
          ...[deviceCompanyGroup.calls.get, deviceCompanyGroup.calls.query_group_slave],
          ...[deviceCompanyGroup.calls.add_to_group, deviceCompanyGroup.calls.remove_from_group],
          ...[device.calls.get, device.calls.query_mini, deviceSlave.calls.query],
        ],
      },
      {
        id: "devices.operations",
        path: "/devices/query_user_event",
        name: "操作日志",
        nameEn: "Operation log",
        icon: "history",
        actions: [deviceEvent.calls.query_user_event, deviceEvent.calls.dlexcel_user_event, pickCompany],
      },
      {
        id: "devices.logs",
        path: "/devices/logs",
        name: "设备日志",
        nameEn: "Device logs",
        icon: "time",
        actions: [
          deviceStateLog.calls.query,
          deviceStateLog.calls.daily_count,
          deviceStateLog.calls.dlexcel,
          deviceEvent.calls.query,
          deviceEvent.calls.call_off,
          device.calls.query_mini,
          device.calls.get,
          pickCompany,
        ],
      },
    ],
  },
  ...templateMenu,
  ...peopleMenu,
  {
    id: "sample",
    path: "/sample",
    name: "示例",
    nameEn: "Samples",
    icon: "lab-test",
    children: [
      {
        id: "sample.users",
        path: "/sample/users",
        name: "示例用户",
        nameEn: "Sample users",
        icon: "people",
        actions: [
          sample.calls.list,
          sample.calls.listpage,
          sample.calls.add,
          sample.calls.edit,
          sample.calls.remove,
          sample.calls.batchremove,
        ],
      },
      {
        id: "sample.charts",
        path: "/sample/charts",
        name: "示例图表",
        nameEn: "Sample charts",
        icon: "chart",
        actions: [sample.calls.list],
      },
      {
        id: "sample.notice",
        path: "/sample/notice",
        name: "示例通知",
        nameEn: "Sample notifications",
        icon: "notifications-updated",
        actions: [],
      },
    ],
  },
];

export const builtinMenu: readonly BuiltinItem[] = named(items);
