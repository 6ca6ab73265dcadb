import type { ComponentType } from "react";

export interface ScreenEntry {
  readonly path: string;
  load(): Promise<ComponentType>;
  /** Kept alive behind its tab; all others are built anew on each visit. */
  readonly keepAlive?: boolean;
  /** Drawn alone, without header, menu and tabs. */
  readonly bare?: boolean;
  /** Says nothing but what is in `firstWords.ts`. */
  readonly firstWords?: boolean;
}

const home = async () => (await import("#src/screens/home/homeScreen.tsx")).HomeScreen;
const deviceForm = async () => (await import("#src/screens/devices/deviceFormScreen.tsx")).DeviceFormScreen;
const deviceTemplateForm = async () => (await import("#src/screens/template/device/deviceTemplateFormScreen.tsx")).DeviceTemplateFormScreen;
const pointForm = async () => (await import("#src/screens/template/pointFormScreen.tsx")).PointFormScreen;

/** Every screen there is. Which of them a user has, and their names, is said by the server's menu. */
export const screens: readonly ScreenEntry[] = [
  { path: "/home_page", load: home },
  { path: "/monitor", load: home },
  { path: "/newindex", bare: true, load: async () => (await import("#src/screens/board/boardScreen.tsx")).BoardScreen },
  { path: "/track", bare: true, load: async () => (await import("#src/screens/track/trackScreen.tsx")).TrackScreen },
  { path: "/checkCamera", bare: true, load: async () => (await import("#src/screens/videos/cameraScreen.tsx")).CameraScreen },
  {
    path: "/devices/list",
    keepAlive: true,
    firstWords: true,
    load: async () => (await import("#src/screens/devices/deviceListScreen.tsx")).DeviceListScreen,
  },
  { path: "/devices/follow", load: async () => (await import("#src/screens/devices/followScreen.tsx")).FollowScreen },
  {
    path: "/devices/deviceDatail",
    keepAlive: true,
    load: async () => (await import("#src/screens/devices/deviceDetailScreen.tsx")).DeviceDetailScreen,
  },
  { path: "/panel", bare: true, load: async () => (await import("#src/screens/panels/panelScreen.tsx")).PanelScreen },
  {
    path: "/devices/communicate/details",
    load: async () => (await import("#src/screens/devices/communicationScreen.tsx")).CommunicationScreen,
  },
  { path: "/devices/connect", load: async () => (await import("#src/screens/devices/connect/connectScreen.tsx")).ConnectScreen },
  { path: "/devices/lower_computer/details", load: async () => (await import("#src/screens/devices/slaveScreen.tsx")).SlaveScreen },
  { path: "/devices/adds", load: deviceForm },
  { path: "/devices/edit", load: deviceForm },
  { path: "/devices/types", load: async () => (await import("#src/screens/devices/typeScreen.tsx")).TypeScreen },
  { path: "/devices/models", load: async () => (await import("#src/screens/devices/modelScreen.tsx")).ModelScreen },
  { path: "/devices/videoList", load: async () => (await import("#src/screens/videos/videoListScreen.tsx")).VideoListScreen },
  { path: "/devices/registry", load: async () => (await import("#src/screens/devices/registryScreen.tsx")).RegistryScreen },
  { path: "/devices/transfer", load: async () => (await import("#src/screens/devices/transferScreen.tsx")).TransferScreen },
  { path: "/devices/bindlist", load: async () => (await import("#src/screens/devices/bindScreen.tsx")).BindScreen },
  { path: "/devices/lease", load: async () => (await import("#src/screens/devices/leaseScreen.tsx")).LeaseScreen },
  { path: "/devices/import", load: async () => (await import("#src/screens/imports/importScreen.tsx")).DeviceImportScreen },
  { path: "/devices/registry/import", load: async () => (await import("#src/screens/imports/importScreen.tsx")).SnImportScreen },
  { path: "/devices/groups", load: async () => (await import("#src/screens/devices/groupScreen.tsx")).GroupScreen },
  { path: "/devices/group", load: async () => (await import("#src/screens/devices/groupMemberScreen.tsx")).GroupMemberScreen },
  { path: "/devices/history", load: async () => (await import("#src/screens/devices/historyScreen.tsx")).HistoryScreen },
  { path: "/devices/data", load: async () => (await import("#src/screens/devices/dataScreen.tsx")).DataScreen },
  { path: "/devices/logs", load: async () => (await import("#src/screens/devices/deviceLogScreen.tsx")).DeviceLogScreen },
  { path: "/devices/query_user_event", load: async () => (await import("#src/screens/devices/operationLogScreen.tsx")).OperationLogScreen },
  { path: "/devices/gatewaydis", load: async () => (await import("#src/screens/orders/gatewayCommandScreen.tsx")).GatewayCommandScreen },
  { path: "/template/list", load: async () => (await import("#src/screens/template/recipeListScreen.tsx")).RecipeListScreen },
  { path: "/template/edit", load: async () => (await import("#src/screens/template/pointListScreen.tsx")).PointListScreen },
  { path: "/template/sheet", load: async () => (await import("#src/screens/template/sheet/pointSheetScreen.tsx")).PointSheetScreen },
  { path: "/template/registerset", load: async () => (await import("#src/screens/template/registerScreen.tsx")).RegisterScreen },
  { path: "/template/apps", load: async () => (await import("#src/screens/template/app/appListScreen.tsx")).AppListScreen },
  { path: "/template/app", load: async () => (await import("#src/screens/template/app/appRecipeScreen.tsx")).AppRecipeScreen },
  { path: "/template/argument", load: async () => (await import("#src/screens/template/parameterScreen.tsx")).ParameterScreen },
  { path: "/template/add", load: async () => (await import("#src/screens/template/recipeFormScreen.tsx")).RecipeFormScreen },
  {
    path: "/template/device",
    load: async () => (await import("#src/screens/template/device/deviceTemplateScreen.tsx")).DeviceTemplateScreen,
  },
  { path: "/template/deviceadd", load: deviceTemplateForm },
  { path: "/template/deviceedit", load: deviceTemplateForm },
  {
    path: "/template/device/devices",
    load: async () => (await import("#src/screens/template/device/templatedDevicesScreen.tsx")).TemplatedDevicesScreen,
  },
  { path: "/template/ui", load: async () => (await import("#src/screens/panels/panelListScreen.tsx")).PanelListScreen },
  { path: "/template/ui/edit", load: async () => (await import("#src/screens/panels/panelEditorScreen.tsx")).PanelEditorScreen },
  { path: "/template/uicmd", load: async () => (await import("#src/screens/panels/panelCommandScreen.tsx")).PanelCommandScreen },
  { path: "/template/uicmdCheck", load: async () => (await import("#src/screens/panels/panelCheckScreen.tsx")).PanelCheckScreen },
  { path: "/template/data/type", load: async () => (await import("#src/screens/template/categoryScreen.tsx")).CategoryScreen },
  { path: "/template/adds", load: pointForm },
  { path: "/template/edits", load: pointForm },
  { path: "/alarms/templates", load: async () => (await import("#src/screens/alarms/ruleTemplateScreen.tsx")).RuleTemplateScreen },
  {
    path: "/alarms/templates/edit",
    load: async () => (await import("#src/screens/alarms/ruleTemplateFormScreen.tsx")).RuleTemplateFormScreen,
  },
  { path: "/alarms/history", load: async () => (await import("#src/screens/alarms/alarmHistoryScreen.tsx")).AlarmHistoryScreen },
  {
    path: "/alarm/board",
    bare: true,
    load: async () => (await import("#src/screens/alarms/board/alarmBoardScreen.tsx")).AlarmBoardScreen,
  },
  { path: "/alarms/triggerslist", load: async () => (await import("#src/screens/alarms/ruleListScreen.tsx")).RuleListScreen },
  { path: "/alarms/triggers/add", load: async () => (await import("#src/screens/alarms/ruleFormScreen.tsx")).RuleFormScreen },
  { path: "/alarms/types", load: async () => (await import("#src/screens/alarms/typeScreen.tsx")).AlarmTypeScreen },
  { path: "/alarms/types/import", load: async () => (await import("#src/screens/imports/importScreen.tsx")).AlarmTypeImportScreen },
  { path: "/alarms/groups", load: async () => (await import("#src/screens/alarms/groupScreen.tsx")).AlarmGroupScreen },
  { path: "/alarms/masks", load: async () => (await import("#src/screens/alarms/maskScreen.tsx")).AlarmMaskScreen },
  { path: "/alarms/contacts", load: async () => (await import("#src/screens/alarms/contactScreen.tsx")).AlarmContactScreen },
  { path: "/alarms/sound", load: async () => (await import("#src/screens/alarms/soundScreen.tsx")).SoundScreen },
  { path: "/company/list", load: async () => (await import("#src/screens/company/companyListScreen.tsx")).CompanyListScreen },
  { path: "/company/companyTree", load: async () => (await import("#src/screens/company/companyTreeScreen.tsx")).CompanyTreeScreen },
  { path: "/company/companyDetail", load: async () => (await import("#src/screens/company/companyDetailScreen.tsx")).CompanyDetailScreen },
  { path: "/company/companyUI", load: async () => (await import("#src/screens/panels/panelLinkScreen.tsx")).PanelLinkScreen },
  { path: "/company/customers", load: async () => (await import("#src/screens/company/customersScreen.tsx")).CustomersScreen },
  { path: "/company/weixin", load: async () => (await import("#src/screens/weixin/accountScreen.tsx")).WeixinAccountScreen },
  { path: "/company/weixin/users", load: async () => (await import("#src/screens/weixin/boundUserScreen.tsx")).BoundUserScreen },
  { path: "/company/weixin/contacts", load: async () => (await import("#src/screens/weixin/boundContactScreen.tsx")).BoundContactScreen },
  { path: "/user/list", load: async () => (await import("#src/screens/user/userListScreen.tsx")).UserListScreen },
  { path: "/user/children", load: async () => (await import("#src/screens/user/childrenScreen.tsx")).ChildrenScreen },
  { path: "/user/terminal", load: async () => (await import("#src/screens/user/terminalScreen.tsx")).TerminalScreen },
  { path: "/user/profile", load: async () => (await import("#src/screens/user/profileScreen.tsx")).ProfileScreen },
  { path: "/role/list", load: async () => (await import("#src/screens/role/roleListScreen.tsx")).RoleListScreen },
  { path: "/system/settings", load: async () => (await import("#src/screens/system/settingsScreen.tsx")).SettingsScreen },
  { path: "/system/dict", load: async () => (await import("#src/screens/system/dictScreen.tsx")).DictScreen },
  { path: "/system/menus", load: async () => (await import("#src/screens/system/menuScreen.tsx")).MenuScreen },
  { path: "/system/license", load: async () => (await import("#src/screens/system/licenceScreen.tsx")).LicenceScreen },
  { path: "/system/data_unit", load: async () => (await import("#src/screens/system/unitScreen.tsx")).UnitScreen },
  { path: "/system/app_version", load: async () => (await import("#src/screens/system/appScreen.tsx")).AppScreen },
  { path: "/system/orders", load: async () => (await import("#src/screens/orders/orderListScreen.tsx")).OrderListScreen },
  { path: "/system/icon_group", load: async () => (await import("#src/screens/icons/iconGroupScreen.tsx")).IconGroupScreen },
  { path: "/devices/icon/grouplist", load: async () => (await import("#src/screens/icons/iconPictureScreen.tsx")).IconPictureScreen },
  { path: "/sample/users", load: async () => (await import("#src/screens/sample/usersScreen.tsx")).SampleUsersScreen },
  { path: "/sample/charts", load: async () => (await import("#src/screens/sample/chartsScreen.tsx")).SampleChartsScreen },
  { path: "/sample/notice", load: async () => (await import("#src/screens/sample/noticeScreen.tsx")).SampleNoticeScreen },
];
