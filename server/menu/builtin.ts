/** Items that the product brings; each capability adds its own. Ids are stable, so that what an administrator changed is kept. */
export interface BuiltinItem {
  id: string;
  path: string;
  name: string;
  nameEn: string;
  icon?: string;
  hidden?: boolean;
  affix?: boolean;
  noCache?: boolean;
  /** Call paths without /api/. */
  actions?: readonly string[];
  children?: readonly BuiltinItem[];
}

const deviceReads = ["device/query", "device/get", "device/query_mini", "device_slave/query", "device_type/query", "device_model/query"];
const templateReads = ["device_data_recipe/query", "device_data_recipe/get", "device_data_recipe/list_body", "device_data_recipe/get_body"];

export const builtinMenu: readonly BuiltinItem[] = [
  {
    id: "home",
    path: "/home_page",
    name: "首页",
    nameEn: "Home",
    icon: "home",
    actions: ["device/query", "alarm_log/count", "alarm_log/countLevel", "alarm_log/query"],
  },
  {
    id: "monitor",
    path: "/monitor",
    name: "首页",
    nameEn: "Home",
    icon: "home",
    hidden: true,
    affix: true,
    actions: ["device/query", "alarm_log/count", "alarm_log/countLevel", "alarm_log/query"],
  },
  {
    id: "newindex",
    path: "/newindex",
    name: "大屏",
    nameEn: "Large screen",
    icon: "presentation",
    actions: ["device/query", "alarm_log/count", "alarm_log/countLevel", "alarm_log/query"],
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
        actions: [...deviceReads, "device/post", "device/put", "device/delete", ...templateReads],
      },
      {
        id: "devices.detail",
        path: "/devices/deviceDatail",
        name: "设备详情",
        nameEn: "Device detail",
        hidden: true,
        actions: [
          ...deviceReads,
          "device/cmd",
          "device/put",
          "device_data_log/query_mutil",
          "device_event/query",
          "alarm_log/query",
          "alarm_log/recover",
        ],
      },
      {
        id: "devices.adds",
        path: "/devices/adds",
        name: "添加设备",
        nameEn: "Add device",
        hidden: true,
        noCache: true,
        actions: ["device/post", ...deviceReads, ...templateReads],
      },
      {
        id: "devices.edit",
        path: "/devices/edit",
        name: "设备属性",
        nameEn: "Device properties",
        hidden: true,
        noCache: true,
        actions: ["device/put", ...deviceReads, ...templateReads],
      },
      {
        id: "devices.history",
        path: "/devices/history",
        name: "历史数据",
        nameEn: "History",
        icon: "timeline-line-chart",
        actions: [...deviceReads, "device_data_log/query", "device_data_log/query_mutil", "device_data_log/dlexcel"],
      },
      {
        id: "devices.operations",
        path: "/devices/query_user_event",
        name: "操作日志",
        nameEn: "Operation log",
        icon: "history",
        actions: ["device_event/query_user_event"],
      },
    ],
  },
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
        actions: [...templateReads, "device_data_recipe/post", "device_data_recipe/put", "device_data_recipe/delete"],
      },
      {
        id: "template.edit",
        path: "/template/edit",
        name: "数据点列表",
        nameEn: "Data points",
        hidden: true,
        actions: [...templateReads, "device_data_recipe/add_body", "device_data_recipe/put_body", "device_data_recipe/delete_body"],
      },
      {
        id: "template.adds",
        path: "/template/adds",
        name: "添加数据点",
        nameEn: "Add data point",
        hidden: true,
        noCache: true,
        actions: [...templateReads, "device_data_recipe/add_body"],
      },
      {
        id: "template.edits",
        path: "/template/edits",
        name: "编辑数据点",
        nameEn: "Edit data point",
        hidden: true,
        noCache: true,
        actions: [...templateReads, "device_data_recipe/put_body"],
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
        actions: ["alarm_log/query", "alarm_log/get", "alarm_log/recover", "alarm_log/count", "alarm_log/countLevel"],
      },
      {
        id: "alarms.rules",
        path: "/alarms/triggerslist",
        name: "报警规则",
        nameEn: "Alarm rules",
        icon: "filter-list",
        actions: [
          "alarm_trigger/query",
          "alarm_trigger/get",
          "alarm_trigger/delete",
          "alarm_trigger/open_or_close",
          "alarm_trigger/open_or_close_mask",
          "alarm_trigger/post",
          "alarm_trigger/put",
        ],
      },
      {
        id: "alarms.rule",
        path: "/alarms/triggers/add",
        name: "报警规则编辑",
        nameEn: "Alarm rule",
        hidden: true,
        noCache: true,
        actions: ["alarm_trigger/post", "alarm_trigger/put", "alarm_trigger/get", ...templateReads, "device/query_mini"],
      },
      { id: "alarms.sound", path: "/alarms/sound", name: "声音设置", nameEn: "Sound settings", icon: "volume-up", actions: [] },
    ],
  },
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
          "sample/user/list",
          "sample/user/listpage",
          "sample/user/add",
          "sample/user/edit",
          "sample/user/remove",
          "sample/user/batchremove",
        ],
      },
      {
        id: "sample.charts",
        path: "/sample/charts",
        name: "示例图表",
        nameEn: "Sample charts",
        icon: "chart",
        actions: ["sample/user/list"],
      },
      {
        id: "sample.notice",
        path: "/sample/notice",
        name: "示例通知",
        nameEn: "Sample notice",
        icon: "notifications-updated",
        actions: [],
      },
    ],
  },
];
