import { manyOf, type Noun, type Words } from "#contract/kit/call.ts";
import type { Language } from "#contract/messages.ts";
import { resources } from "#contract/resources.ts";

/** Of what is no resource of its own. */
const parts: Readonly<Record<string, Noun>> = { "sample/user": { zh: "示例用户", en: "sample user" } };
const nouns = new Map<string, Noun>([
  ...resources.flatMap(({ name, noun }): [string, Noun][] => (noun ? [[name, noun]] : [])),
  ...Object.entries(parts),
]);

/** What is done with the noun behind it. */
const verbs: Readonly<Record<string, Words>> = {
  add: { zh: "添加", en: "Add" },
  add_child: { zh: "添加", en: "Add" },
  delete: { zh: "删除", en: "Delete" },
  delete_child: { zh: "删除", en: "Delete" },
  disable: { zh: "停用", en: "Deactivate" },
  edit: { zh: "编辑", en: "Edit" },
  edit_child: { zh: "编辑", en: "Edit" },
  enable: { zh: "启用", en: "Enable" },
  post: { zh: "添加", en: "Add" },
  put: { zh: "编辑", en: "Edit" },
  remove: { zh: "删除", en: "Delete" },
  upload: { zh: "上传", en: "Upload" },
};
const lookUp: Words = { zh: "查询", en: "View" };

/** Looking at one, and at a list. */
const looks: Readonly<Record<string, (noun: Noun) => Words>> = {
  get: (noun) => ({ zh: `查看${noun.zh}`, en: `View ${noun.en}` }),
  query: (noun) => ({ zh: `查询${noun.zh}列表`, en: `View ${manyOf(noun)}` }),
};

/** Calls that their verb and noun do not say. */
const own: Readonly<Record<string, Words>> = {
  login: { zh: "登录", en: "Sign in" },
  logout: { zh: "退出登录", en: "Sign out" },
  register: { zh: "注册组织", en: "Register organisation" },
  reset_pass: { zh: "重置密码（忘记密码）", en: "Reset forgotten password" },
  send_auth_pass_code: { zh: "发送验证手机的短信验证码", en: "Send phone verification code" },
  send_login_pass_code: { zh: "发送登录短信验证码", en: "Send sign-in verification code" },
  send_register_code: { zh: "发送注册短信验证码", en: "Send registration verification code" },
  send_reset_pass_code: { zh: "发送重置密码短信验证码", en: "Send password reset verification code" },
  "alarm_log/recover": { zh: "处理报警", en: "Handle alarms" },
  "alarm_switch/open_or_close": { zh: "开关报警通知", en: "Turn alarm notifications on or off" },
  "alarm_trigger/open_or_close": { zh: "启用或停用报警规则", en: "Enable or disable alarm rule" },
  "alarm_trigger/open_or_close_mask": { zh: "屏蔽或恢复报警规则的通知", en: "Mute or unmute notifications of alarm rule" },
  "company/update_my": { zh: "编辑本组织", en: "Edit own organisation" },
  "device/addSnAndPsd": { zh: "登记序列号", en: "Register SNs" },
  "device/change_user": { zh: "转移设备到其他组织", en: "Transfer devices to another organisation" },
  "device/send_auth_code": { zh: "发送设备授权码", en: "Send device authorisation code" },
  "device/update_device_sn": { zh: "更换设备序列号", en: "Replace SN of device" },
  "device/update_device_type": { zh: "更改设备类型", en: "Change type of devices" },
  "device/update_ternimal_user": { zh: "更改设备的终端用户", en: "Change end user of devices" },
  "device/delSnAndPsd": { zh: "删除登记的序列号", en: "Delete registered SNs" },
  "device/renew": { zh: "续期设备服务", en: "Renew service of devices" },
  "auth/file/upload": { zh: "上传导入表格", en: "Upload import table" },
  "device_data/delete": { zh: "删除已存储数据", en: "Delete stored readings" },
  "device_data/dlexcel": { zh: "导出已存储数据", en: "Export stored readings" },
  "device/dlexcel": { zh: "导出设备", en: "Export devices" },
  "device/generate_sn": { zh: "生成序列号", en: "Generate SNs" },
  "device/import": { zh: "导入设备", en: "Import devices" },
  "device/import_sn": { zh: "导入序列号", en: "Import SNs" },
  "tuya/device/reset_device/{device}": { zh: "恢复涂鸦设备的出厂设置", en: "Restore factory settings of Tuya device" },
  "device/cmd": { zh: "下发命令", en: "Send command to device" },
  "device_change/post": { zh: "批量更改设备", en: "Change many devices" },
  "device_change/undo": { zh: "撤销批量更改", en: "Undo change of many devices" },
  "device_company_group/add_to_group": { zh: "将设备加入组织分组", en: "Add devices to organisation group" },
  "device_company_group/remove_from_group": { zh: "将设备移出组织分组", en: "Remove devices from organisation group" },
  "device_group_member/add": { zh: "将设备加入设备分组", en: "Add devices to device group" },
  "device_group_member/remove": { zh: "将设备移出设备分组", en: "Remove devices from device group" },
  "device_data_log/dlexcel": { zh: "导出历史数据", en: "Export history" },
  "device_argument/send": { zh: "下发参数表", en: "Send parameter table" },
  "device_data_recipe_app/check_device_template": { zh: "检查设备模板的应用方案", en: "Check app recipes of device template" },
  "device_template_ui/get_device": { zh: "查询设备的面板", en: "View panels of device" },
  "device_template_ui_cmd/check": { zh: "检查面板命令", en: "Check panel commands" },
  "device_template/copy": { zh: "复制设备模板", en: "Copy device template" },
  "device_template/query_device": { zh: "查询设备模板的设备", en: "View devices of device template" },
  "device_data_recipe/add_body": { zh: "添加数据点", en: "Add data point" },
  "device_data_recipe/delete_body": { zh: "删除数据点", en: "Delete data point" },
  "device_data_recipe/put_bodies": { zh: "保存数据点表格", en: "Save point sheet" },
  "device_data_recipe/use": { zh: "查看数据点使用情况", en: "View uses of data points" },
  "device_data_recipe/read_table": { zh: "读取数据点文件", en: "Read file of data points" },
  "device_data_recipe/put_body": { zh: "编辑数据点", en: "Edit data point" },
  "device_data_recipe/update_body_type": { zh: "设置数据点分类", en: "Set category of data points" },
  "device_data_recipe/top": { zh: "将数据点移到最前", en: "Move data point to top" },
  "device_data_recipe/down": { zh: "将数据点移到最后", en: "Move data point to bottom" },
  "device_data_recipe/orderby": { zh: "移动数据点", en: "Move data point" },
  "device_data_recipe/copy": { zh: "复制数据模板", en: "Copy data template" },
  "device_event/dlexcel_user_event": { zh: "导出操作日志", en: "Export operation log" },
  "device_event/query_user_event": { zh: "查询操作日志", en: "View operation log" },
  "device_favorites/add": { zh: "关注设备", en: "Follow devices" },
  "device_favorites/bottom": { zh: "将关注的设备置底", en: "Pin followed device to bottom" },
  "device_favorites/cancel": { zh: "取消关注设备", en: "Unfollow devices" },
  "device_favorites/sort": { zh: "调整关注列表的顺序", en: "Rearrange follow list" },
  "device_favorites/top": { zh: "将关注的设备置顶", en: "Pin followed device to top" },
  "device_recipe_picture/add_body": { zh: "添加图标", en: "Add icon" },
  "device_recipe_picture/delete_body": { zh: "删除图标", en: "Delete icon" },
  "device_recipe_picture/put_body": { zh: "编辑图标", en: "Edit icon" },
  "device_state_log/dlexcel": { zh: "导出上下线记录", en: "Export online/offline log" },
  "device_type/do_default": { zh: "设置默认设备类型", en: "Choose default device type" },
  "device_type_relation/put": { zh: "编辑关联的设备类型", en: "Edit related device types" },
  "device_user_bind/ask": { zh: "申请设备", en: "Ask for device" },
  "device_user_bind/auth": { zh: "设备授权", en: "Authorise user for device" },
  "device_user_bind/removeAuth": { zh: "取消设备授权", en: "Withdraw device authorisation" },
  "employee_bind_customer/batchBindCustomer": { zh: "绑定或解绑客户", en: "Bind or unbind customers" },
  "job/cancel": { zh: "取消后台任务", en: "Cancel job" },
  "license/atv_lic_file": { zh: "激活许可", en: "Activate licence" },
  "license/get_lic_file": { zh: "下载许可文件", en: "Download licence file" },
  "order/send_by_sn": { zh: "按序列号发送命令", en: "Send commands by SN" },
  "order/send": { zh: "下发预置命令", en: "Send saved command" },
  "role/authorize": { zh: "编辑角色权限", en: "Edit permissions of role" },
  "role/permission": { zh: "查询角色权限", en: "View permissions of role" },
  "sample/user/batchremove": { zh: "批量删除示例用户", en: "Delete sample users" },
  "sample/login": { zh: "示例登录", en: "Sample sign-in" },
  "user/add_child_company": { zh: "添加下级组织用户", en: "Add user of sub-organisation" },
  "user/edit_child_role": { zh: "编辑用户角色", en: "Edit roles of user" },
  "user/reset_child_pass": { zh: "重置用户密码", en: "Reset password of user" },
  "user/end_sessions": { zh: "结束其他会话", en: "End other sessions" },
  "user/totp_begin": { zh: "开始设置身份验证器", en: "Set up authenticator" },
  "user/totp_confirm": { zh: "启用身份验证器", en: "Turn on authenticator" },
  "user/totp_end": { zh: "停用身份验证器", en: "Turn off authenticator" },
  "user/update": { zh: "编辑个人信息", en: "Edit own profile" },
  "user/update_pass": { zh: "修改密码", en: "Change own password" },
  "user_temp_data/delete": { zh: "删除个人偏好", en: "Delete own preferences" },
  "user_temp_data/post": { zh: "保存个人偏好", en: "Save own preferences" },
  subscibe_device_on: { zh: "订阅设备", en: "Subscribe to device" },
  "admin issue-token": { zh: "运维命令：签发会话", en: "Operator: open session" },
  "admin reset-password": { zh: "运维命令：重置密码", en: "Operator: reset password" },
  "notice/mark": { zh: "将通知标为已读", en: "Mark notifications as read" },
};

/** Reading calls that menus grant: each is called differently, so that a person who grants them can tell them apart. */
const reads: Readonly<Record<string, Words>> = {
  "alarm_log/count": { zh: "查询报警数量", en: "Count alarms" },
  "alarm_log/countLevel": { zh: "按级别查询报警数量", en: "Count alarms by level" },
  "alarm_log/get": { zh: "查看报警", en: "View alarm" },
  "alarm_log/query": { zh: "查询报警记录", en: "View alarm records" },
  "company/query_tree": { zh: "查询组织树", en: "View organisation tree" },
  "device/check_transfer": { zh: "检查设备能否转移", en: "Check whether devices can be transferred" },
  "sheet_import/template": { zh: "下载导入模板", en: "Download table to fill in" },
  "device/querysnpsw": { zh: "查询登记的序列号和密码", en: "View registered SNs and passwords" },
  "device/my": { zh: "查询绑定到自己的设备", en: "View devices bound to oneself" },
  "device/get_user_count": { zh: "查询设备数量", en: "Count devices" },
  "device/query_user_count": { zh: "按用户查询设备数量", en: "Count devices by user" },
  "device/query_mini": { zh: "按名称或序列号搜索设备", en: "Search devices by name or SN" },
  "device_company_group/query_group_slave": { zh: "查询组织分组中的设备和从机", en: "View devices and slaves of organisation group" },
  "device_group_member/query": { zh: "查询设备分组中的设备", en: "View devices of device group" },
  "device_group_member/query_groups": { zh: "查询设备所在的分组", en: "View groups of device" },
  "device_data_log/query": { zh: "查询历史数据列表", en: "View history as rows" },
  "device_data_log/query_mutil": { zh: "查询历史曲线", en: "View history as trends" },
  "device_data_recipe/get_body": { zh: "查看数据点", en: "View data point" },
  "device_data_recipe/list_body": { zh: "查询数据点列表", en: "View data points" },
  "device_event/query": { zh: "查询设备事件", en: "View device events" },
  "device_favorites/query": { zh: "查询关注列表", en: "View follow list" },
  "device_recipe_picture/get_body": { zh: "查看图标", en: "View icon" },
  "device_recipe_picture/query_body": { zh: "查询图标列表", en: "View icons" },
  "device/query_location_count": { zh: "按地图统计设备", en: "Count devices on the map" },
  "device/list_recipe": { zh: "查询设备使用的数据模板", en: "View data templates in use" },
  "device/list_recipe_slave_sn": { zh: "查询使用数据模板的从机和序列号", en: "View slaves and SNs using data template" },
  "device_data/query": { zh: "查询已存储数据", en: "View stored readings" },
  "device_data/count": { zh: "统计已存储数据", en: "Count stored readings" },
  "device_message/daily_count": { zh: "查询每日通信统计", en: "View daily message figures" },
  "device_message/query": { zh: "查询通信记录", en: "View communication record" },
  "device_slave/get_device_slave": { zh: "查看从机", en: "View slave" },
  "device_slave/query": { zh: "查询从机", en: "View slaves" },
  "device_state_log/daily_count": { zh: "查询每日上下线统计", en: "View daily online/offline figures" },
  "device_state_log/query": { zh: "查询上下线记录", en: "View online/offline log" },
  "device_attr/query": { zh: "查询设备属性", en: "View device attributes" },
  "device_type_relation/get": { zh: "查询关联的设备类型", en: "View related device types" },
  "device_type_relation/queryDevice": { zh: "查询类型的设备", en: "View devices of a type" },
  "company/query_mini": { zh: "选择组织", en: "Choose organisation" },
  "alarm_switch/my": { zh: "查看自己的报警开关", en: "View own alarm switches" },
  "app_version/check_new_version": { zh: "检查应用新版本", en: "Check for newer app version" },
  "app_version/get_app_path": { zh: "查询应用下载链接", en: "View app download link" },
  check_random_code: { zh: "校验图形验证码", en: "Check captcha" },
  "company/get_my": { zh: "查看本组织", en: "View own organisation" },
  "dict/query": { zh: "查询字典", en: "View dictionary entries" },
  get_random_code: { zh: "获取图形验证码", en: "Get captcha" },
  "system/query_main": { zh: "查询平台名称和登录页文字", en: "View platform name and sign-in page texts" },
  "notice/query": { zh: "查询自己的通知", en: "View own notifications" },
  "sys/map": { zh: "查看地图设置", en: "View map settings" },
  "user/menu_tree": { zh: "查询自己的菜单", en: "View own menu" },
  "user/my": { zh: "查看自己的账号", en: "View own account" },
  "user/sessions": { zh: "查询自己的会话", en: "View own sessions" },
  "user_temp_data/query": { zh: "查询个人偏好", en: "View own preferences" },
  "device_user_bind/queryDevices": { zh: "查询用户的设备", en: "View devices of user" },
  "device_user_bind/queryUser": { zh: "查询设备的用户", en: "View users of device" },
  "employee_bind_customer/query": { zh: "查询客户关系", en: "View customer relations" },
  "job/file": { zh: "下载后台任务的文件", en: "Download job file" },
  "job/query": { zh: "查询自己的后台任务", en: "View own jobs" },
  "job/results": { zh: "查询后台任务的逐条结果", en: "View job results" },
  "license/lic_info": { zh: "查看许可", en: "View licence" },
  "menu/query": { zh: "查询菜单列表", en: "View menu items" },
  "sample/user/list": { zh: "查询全部示例用户", en: "View all sample users" },
  "sample/user/listpage": { zh: "分页查询示例用户", en: "View sample users by page" },
  "sys/query": { zh: "查看系统设置", en: "View system settings" },
  "user/get_child": { zh: "查询子用户列表", en: "View sub-users" },
  "user/query": { zh: "查询本组织用户", en: "View organisation users" },
  "user/query_device_user": { zh: "查询持有设备的用户", en: "View users with devices" },
  "user_role/query_child_user": { zh: "查询可分配的角色", en: "View assignable roles" },
  "user_role/query_user": { zh: "查询角色列表", en: "View roles" },
};

/** Resources that keep nothing that a verb could be said of. */
const topics: Readonly<Record<string, Words>> = {
  auth: { zh: "登录与注册", en: "signing in and registering" },
  sample: { zh: "示例", en: "samples" },
  device_favorites: { zh: "关注列表", en: "follow list" },
  device_change: { zh: "批量更改设备", en: "changes of many devices" },
  device_attr: { zh: "设备属性", en: "device attributes" },
  device_group_member: { zh: "设备分组的成员", en: "members of device groups" },
  device_type_relation: { zh: "关联的设备类型", en: "related device types" },
};

/** What a resource is about, in words. */
export const resourceWords = (name: string, language: Language): string | undefined => (topics[name] ?? nouns.get(name))?.[language];

/** What a call does, in words; undefined for what is no call of the contract, nor a command of the operator's. */
export const callWords = (path: string, language: Language): string | undefined => {
  const name = path.replace(/^\/api\//, "");
  const said = own[name] ?? reads[name];
  if (said) return said[language];
  const at = name.lastIndexOf("/");
  const noun = nouns.get(name.slice(0, at));
  if (at < 0 || !noun) return undefined;
  const look = looks[name.slice(at + 1)];
  if (look) return look(noun)[language];
  const verb = verbs[name.slice(at + 1)] ?? lookUp;
  return language === "zh" ? `${verb.zh}${noun.zh}` : `${verb.en} ${noun.en}`;
};
