import type { Call } from "#contract/kit/call.ts";
import { alarmLog, alarmSwitch, alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmContact, alarmGroup } from "#contract/resources/alarmGroup.ts";
import { alarmMask } from "#contract/resources/alarmMask.ts";
import { alarmTriggerTemplate } from "#contract/resources/alarmTriggerTemplate.ts";
import { alarmTry } from "#contract/resources/alarmTry.ts";
import { alarmType } from "#contract/resources/alarmType.ts";
import { alarmUserWeixin } from "#contract/resources/companyWeixin.ts";
import { device } from "#contract/resources/device.ts";
import { deviceArgument } from "#contract/resources/deviceArgument.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceDataRecipeApp } from "#contract/resources/deviceDataRecipeApp.ts";
import { deviceDataRecipeAppCmd } from "#contract/resources/deviceDataRecipeAppCmd.ts";
import { deviceDataRecipeBodyType } from "#contract/resources/deviceDataRecipeBodyType.ts";
import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import { deviceTemplate } from "#contract/resources/deviceTemplate.ts";
import { deviceTemplateUi } from "#contract/resources/deviceTemplateUi.ts";
import { deviceTemplateUiCmd } from "#contract/resources/deviceTemplateUiCmd.ts";
import { deviceTemplateUiCompany } from "#contract/resources/deviceTemplateUiCompany.ts";
import { deviceUnitType } from "#contract/resources/deviceUnitType.ts";
import { type BuiltinItem, pickCompany } from "#server/menu/builtinItem.ts";

export const templateReads = [
  deviceDataRecipe.calls.query,
  deviceDataRecipe.calls.get,
  deviceDataRecipe.calls.list_body,
  deviceDataRecipe.calls.get_body,
];

const pointChoices = [deviceUnitType.calls.query, deviceRecipePicture.calls.query, deviceDataRecipeBodyType.calls.query];

/** What a device template is put together of. */
const presetChoices = [deviceDataRecipe.calls.query, alarmTriggerTemplate.calls.query];

/** Templates of what devices say and are, and alarms. */
export const templateMenu: readonly BuiltinItem<Call>[] = [
  {
    id: "template",
    path: "/template",
    name: "模板管理",
    nameEn: "Templates",
    icon: "document",
    children: [
      {
        id: "template.list",
        path: "/template/list",
        name: "数据模板",
        nameEn: "Data templates",
        icon: "th-list",
        actions: [
          ...templateReads,
          deviceDataRecipe.calls.post,
          deviceDataRecipe.calls.put,
          deviceDataRecipe.calls.delete,
          deviceDataRecipe.calls.copy,
          pickCompany,
        ],
      },
      {
        id: "template.edit",
        path: "/template/edit",
        name: "数据点",
        nameEn: "Data points",
        hidden: true,
        actions: [
          ...templateReads,
          ...[deviceDataRecipe.calls.add_body, deviceDataRecipe.calls.put_body, deviceDataRecipe.calls.delete_body],
          ...[deviceDataRecipe.calls.top, deviceDataRecipe.calls.down, deviceDataRecipe.calls.orderby],
          ...[deviceDataRecipe.calls.update_body_type, deviceDataRecipeBodyType.calls.query],
        ],
      },
      {
        id: "template.sheet",
        path: "/template/sheet",
        name: "数据点表格",
        nameEn: "Point sheet",
        hidden: true,
        actions: [
          ...templateReads,
          ...[deviceDataRecipe.calls.put_bodies, deviceDataRecipe.calls.use, deviceDataRecipe.calls.read_table],
          ...[deviceDataRecipeBodyType.calls.query, deviceRecipePicture.calls.query, device.calls.list_recipe_slave_sn],
        ],
      },
      {
        id: "template.registers",
        path: "/template/registerset",
        name: "寄存器设置",
        nameEn: "Register settings",
        hidden: true,
        actions: [
          ...templateReads,
          ...[deviceDataRecipe.calls.put_body, deviceDataRecipe.calls.try_registers, deviceDataRecipe.calls.poll_plan],
        ],
      },
      {
        id: "template.apps",
        path: "/template/apps",
        name: "应用方案",
        nameEn: "App recipes",
        icon: "mobile-phone",
        actions: [
          ...[deviceDataRecipeApp.calls.query, deviceDataRecipeApp.calls.get, deviceDataRecipeApp.calls.post],
          ...[deviceDataRecipeApp.calls.put, deviceDataRecipeApp.calls.delete, deviceDataRecipe.calls.query, pickCompany],
        ],
      },
      {
        id: "template.app",
        path: "/template/app",
        name: "数据模板的应用方案",
        nameEn: "App recipe of data template",
        hidden: true,
        actions: [
          ...[deviceDataRecipeApp.calls.query, deviceDataRecipeApp.calls.post, deviceDataRecipeApp.calls.put],
          ...Object.values(deviceDataRecipeAppCmd.calls),
          ...templateReads,
        ],
      },
      {
        id: "template.parameters",
        path: "/template/argument",
        name: "参数表",
        nameEn: "Parameter tables",
        icon: "properties",
        actions: [
          ...Object.values(deviceArgument.calls),
          ...[device.calls.cmd, device.calls.query_mini, deviceDataRecipe.calls.query, deviceDataRecipe.calls.list_body, pickCompany],
        ],
      },
      {
        id: "template.device",
        path: "/template/device",
        name: "设备模板",
        nameEn: "Device templates",
        icon: "projects",
        actions: [
          deviceTemplate.calls.query,
          deviceTemplate.calls.get,
          deviceTemplate.calls.post,
          deviceTemplate.calls.put,
          deviceTemplate.calls.delete,
          deviceTemplate.calls.copy,
          deviceTemplate.calls.query_device,
          deviceDataRecipeApp.calls.check_device_template,
          pickCompany,
        ],
      },
      {
        id: "template.deviceadd",
        path: "/template/deviceadd",
        name: "添加设备模板",
        nameEn: "Add device template",
        hidden: true,
        noCache: true,
        actions: [deviceTemplate.calls.post, ...presetChoices],
      },
      {
        id: "template.deviceedit",
        path: "/template/deviceedit",
        name: "编辑设备模板",
        nameEn: "Edit device template",
        hidden: true,
        noCache: true,
        actions: [deviceTemplate.calls.get, deviceTemplate.calls.put, ...presetChoices],
      },
      {
        id: "template.devices",
        path: "/template/device/devices",
        name: "设备模板的设备",
        nameEn: "Devices of device template",
        hidden: true,
        actions: [deviceTemplate.calls.get, deviceTemplate.calls.query_device, device.calls.put],
      },
      {
        id: "template.ui",
        path: "/template/ui",
        name: "设备面板",
        nameEn: "Device panels",
        icon: "control",
        actions: [
          ...Object.values(deviceTemplateUi.calls),
          ...[deviceTemplate.calls.query, deviceTemplateUiCmd.calls.query, deviceTemplateUiCompany.calls.query, pickCompany],
        ],
      },
      {
        id: "template.uiedit",
        path: "/template/ui/edit",
        name: "面板编辑器",
        nameEn: "Panel editor",
        hidden: true,
        noCache: true,
        actions: [
          ...[deviceTemplateUi.calls.get, deviceTemplateUi.calls.put, deviceTemplateUiCmd.calls.query],
          ...[deviceTemplate.calls.get, device.calls.query_mini, device.calls.get, deviceDataLog.calls.query_mutil, ...templateReads],
        ],
      },
      {
        id: "template.uicmd",
        path: "/template/uicmd",
        name: "面板命令",
        nameEn: "Panel commands",
        icon: "send-message",
        actions: [
          ...[deviceTemplateUiCmd.calls.query, deviceTemplateUiCmd.calls.get, deviceTemplateUiCmd.calls.post],
          ...[deviceTemplateUiCmd.calls.put, deviceTemplateUiCmd.calls.delete],
          ...[deviceTemplateUi.calls.query, deviceTemplateUi.calls.get, deviceTemplate.calls.get, pickCompany, ...templateReads],
        ],
      },
      {
        id: "template.uicmdcheck",
        path: "/template/uicmdCheck",
        name: "面板命令检查",
        nameEn: "Panel command check",
        hidden: true,
        actions: [deviceTemplateUiCmd.calls.check, deviceTemplateUi.calls.query, device.calls.query_mini, device.calls.get],
      },
      {
        id: "template.types",
        path: "/template/data/type",
        name: "数据点分类",
        nameEn: "Point categories",
        icon: "tag",
        actions: [...Object.values(deviceDataRecipeBodyType.calls), pickCompany],
      },
      {
        id: "template.add",
        path: "/template/add",
        name: "添加数据模板",
        nameEn: "Add data template",
        hidden: true,
        noCache: true,
        actions: [deviceDataRecipe.calls.post, ...templateReads],
      },
      {
        id: "template.adds",
        path: "/template/adds",
        name: "添加数据点",
        nameEn: "Add data point",
        hidden: true,
        noCache: true,
        actions: [...templateReads, deviceDataRecipe.calls.add_body, ...pointChoices],
      },
      {
        id: "template.edits",
        path: "/template/edits",
        name: "编辑数据点",
        nameEn: "Edit data point",
        hidden: true,
        noCache: true,
        actions: [...templateReads, deviceDataRecipe.calls.put_body, ...pointChoices],
      },
    ],
  },
  {
    id: "alarms",
    path: "/alarms",
    name: "报警管理",
    nameEn: "Alarms",
    icon: "notifications",
    children: [
      {
        id: "alarms.history",
        path: "/alarms/history",
        name: "报警历史",
        nameEn: "Alarm history",
        icon: "history",
        actions: [
          alarmLog.calls.query,
          alarmLog.calls.get,
          alarmLog.calls.notices,
          ...[alarmLog.calls.comments, alarmLog.calls.comment, deviceDataLog.calls.query_mutil],
          alarmLog.calls.recover,
          alarmLog.calls.count,
          alarmLog.calls.countLevel,
          alarmLog.calls.queryDevices,
          alarmLog.calls.delete,
          device.calls.getDeviceAlarmNum,
          device.calls.query_mini,
          alarmType.calls.query,
          alarmTrigger.calls.query,
          alarmTrigger.calls.get,
          pickCompany,
        ],
      },
      {
        id: "alarms.board",
        path: "/alarm/board",
        name: "报警值班台",
        nameEn: "Operator board",
        icon: "presentation",
        actions: [
          ...[alarmLog.calls.query, alarmLog.calls.get, alarmLog.calls.countLevel, alarmLog.calls.recover],
          ...[alarmLog.calls.notices, alarmLog.calls.comments, alarmLog.calls.comment],
          ...[deviceDataLog.calls.query_mutil, alarmTrigger.calls.get],
        ],
      },
      {
        id: "alarms.rules",
        path: "/alarms/triggerslist",
        name: "报警规则",
        nameEn: "Alarm rules",
        icon: "filter-list",
        actions: [
          alarmTrigger.calls.query,
          alarmTrigger.calls.get,
          alarmTrigger.calls.delete,
          alarmTrigger.calls.open_or_close,
          alarmTrigger.calls.open_or_close_mask,
          alarmTrigger.calls.post,
          alarmTrigger.calls.put,
          alarmMask.calls.put,
          alarmType.calls.query,
          pickCompany,
        ],
      },
      {
        id: "alarms.rule",
        path: "/alarms/triggers/add",
        name: "报警规则编辑",
        nameEn: "Alarm rule editor",
        hidden: true,
        noCache: true,
        actions: [
          ...[alarmTrigger.calls.post, alarmTrigger.calls.put, alarmTrigger.calls.get, ...templateReads, device.calls.query_mini],
          ...[alarmType.calls.query, alarmGroup.calls.query, alarmTry.calls.run, deviceDataLog.calls.query_mutil],
        ],
      },
      {
        id: "alarms.templates",
        path: "/alarms/templates",
        name: "报警规则模板",
        nameEn: "Alarm rule templates",
        icon: "document",
        actions: [...Object.values(alarmTriggerTemplate.calls), deviceDataRecipe.calls.query, pickCompany],
      },
      {
        id: "alarms.template",
        path: "/alarms/templates/edit",
        name: "报警规则模板编辑",
        nameEn: "Alarm rule template editor",
        hidden: true,
        noCache: true,
        actions: [
          ...[alarmTriggerTemplate.calls.post, alarmTriggerTemplate.calls.put, alarmTriggerTemplate.calls.get, ...templateReads],
          alarmType.calls.query,
        ],
      },
      {
        id: "alarms.types",
        path: "/alarms/types",
        name: "报警类型",
        nameEn: "Alarm types",
        icon: "tag",
        actions: [...Object.values(alarmType.calls), pickCompany],
      },
      {
        id: "alarms.importTypes",
        path: "/alarms/types/import",
        name: "导入报警类型",
        nameEn: "Import alarm types",
        hidden: true,
        noCache: true,
        actions: [alarmType.calls.import, pickCompany],
      },
      {
        id: "alarms.groups",
        path: "/alarms/groups",
        name: "报警组",
        nameEn: "Alarm groups",
        icon: "people",
        actions: [...Object.values(alarmGroup.calls), alarmContact.calls.query, pickCompany],
      },
      {
        id: "alarms.contacts",
        path: "/alarms/contacts",
        name: "报警联系人",
        nameEn: "Alarm contacts",
        icon: "mobile-phone",
        actions: [...Object.values(alarmContact.calls), alarmUserWeixin.calls.query, alarmUserWeixin.calls.bind, pickCompany],
      },
      {
        id: "alarms.masks",
        path: "/alarms/masks",
        name: "屏蔽记录",
        nameEn: "Mutes",
        icon: "volume-off",
        actions: [
          ...Object.values(alarmMask.calls),
          alarmTrigger.calls.query,
          alarmTrigger.calls.get,
          alarmType.calls.query,
          device.calls.query_mini,
          pickCompany,
        ],
      },
      {
        id: "alarms.sound",
        path: "/alarms/sound",
        name: "通知与声音",
        nameEn: "Notification settings",
        icon: "volume-up",
        actions: [alarmSwitch.calls.query],
      },
    ],
  },
];
