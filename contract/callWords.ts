import type { Language } from "#contract/messages.ts";

type Words = Readonly<Record<Language, string>>;

/** What a resource keeps, in the singular. */
const nouns: Readonly<Record<string, Words>> = {
  alarm_log: { zh: "报警记录", en: "alarm record" },
  alarm_switch: { zh: "报警开关", en: "alarm switch" },
  alarm_trigger: { zh: "报警规则", en: "alarm rule" },
  app_version: { zh: "应用包", en: "app package" },
  company: { zh: "组织", en: "organisation" },
  device: { zh: "设备", en: "device" },
  device_data_log: { zh: "历史数据", en: "history" },
  device_data_recipe: { zh: "数据模板", en: "data template" },
  device_event: { zh: "设备事件", en: "device event" },
  device_model: { zh: "设备型号", en: "device model" },
  device_recipe_picture: { zh: "图标组", en: "icon group" },
  device_slave: { zh: "从机", en: "slave" },
  device_state_log: { zh: "设备上下线记录", en: "device state log" },
  device_type: { zh: "设备类型", en: "device type" },
  device_unit_type: { zh: "数据单位", en: "data unit" },
  device_user_bind: { zh: "设备授权", en: "device authorisation" },
  dict: { zh: "字典项", en: "dictionary entry" },
  employee_bind_customer: { zh: "客户关系", en: "customer relation" },
  image_file: { zh: "图片", en: "picture" },
  license: { zh: "许可", en: "licence" },
  menu: { zh: "菜单项", en: "menu item" },
  order: { zh: "指令", en: "order" },
  role: { zh: "角色", en: "role" },
  "sample/user": { zh: "示例用户", en: "sample user" },
  sys: { zh: "系统设置", en: "system settings" },
  terminal_user: { zh: "终端用户", en: "end consumer" },
  user: { zh: "用户", en: "user" },
  user_role: { zh: "角色", en: "role" },
  notice: { zh: "通知", en: "notification" },
  user_temp_data: { zh: "个人偏好", en: "own preference" },
};

/** What is done with the noun behind it. */
const verbs: Readonly<Record<string, Words>> = {
  add: { zh: "添加", en: "Add" },
  add_child: { zh: "添加", en: "Add" },
  batchremove: { zh: "批量删除", en: "Delete several of" },
  delete: { zh: "删除", en: "Delete" },
  delete_child: { zh: "删除", en: "Delete" },
  disable: { zh: "停用", en: "Disable" },
  edit: { zh: "修改", en: "Edit" },
  edit_child: { zh: "修改", en: "Edit" },
  enable: { zh: "启用", en: "Enable" },
  post: { zh: "添加", en: "Add" },
  put: { zh: "修改", en: "Edit" },
  remove: { zh: "删除", en: "Delete" },
  upload: { zh: "上传", en: "Upload" },
};
const lookUp: Words = { zh: "查询", en: "Look up" };

/** Calls that their verb and noun do not say. */
const own: Readonly<Record<string, Words>> = {
  login: { zh: "登录", en: "Log in" },
  logout: { zh: "退出登录", en: "Log out" },
  register: { zh: "注册组织", en: "Register an organisation" },
  reset_pass: { zh: "重置密码（忘记密码）", en: "Reset a forgotten password" },
  send_auth_pass_code: { zh: "发送验证手机的验证码", en: "Send a code to prove a phone" },
  send_login_pass_code: { zh: "发送登录验证码", en: "Send a log-in code" },
  send_register_code: { zh: "发送注册验证码", en: "Send a registration code" },
  send_reset_pass_code: { zh: "发送重置密码验证码", en: "Send a password reset code" },
  "alarm_log/recover": { zh: "处理报警", en: "Process alarms" },
  "alarm_switch/open_or_close": { zh: "开关报警通知", en: "Switch alarm notices" },
  "alarm_trigger/open_or_close": { zh: "启停报警规则", en: "Switch an alarm rule" },
  "alarm_trigger/open_or_close_mask": { zh: "屏蔽报警规则", en: "Mask an alarm rule" },
  "company/update_my": { zh: "修改本组织", en: "Edit the own organisation" },
  "device/cmd": { zh: "下发命令", en: "Command a device" },
  "device_data_log/dlexcel": { zh: "导出历史数据", en: "Export history" },
  "device_data_recipe/add_body": { zh: "添加数据点", en: "Add data point" },
  "device_data_recipe/delete_body": { zh: "删除数据点", en: "Delete data point" },
  "device_data_recipe/put_body": { zh: "修改数据点", en: "Edit data point" },
  "device_event/dlexcel_user_event": { zh: "导出操作日志", en: "Export the operation log" },
  "device_event/query_user_event": { zh: "查询操作日志", en: "Look up the operation log" },
  "device_recipe_picture/add_body": { zh: "添加图标", en: "Add icon" },
  "device_recipe_picture/delete_body": { zh: "删除图标", en: "Delete icon" },
  "device_recipe_picture/put_body": { zh: "修改图标", en: "Edit icon" },
  "device_state_log/dlexcel": { zh: "导出设备上下线记录", en: "Export the device state log" },
  "device_user_bind/auth": { zh: "设备授权", en: "Authorise for a device" },
  "device_user_bind/removeAuth": { zh: "解除设备授权", en: "Take back a device authorisation" },
  "employee_bind_customer/batchBindCustomer": { zh: "绑定或解除客户", en: "Bind or release customers" },
  "license/atv_lic_file": { zh: "激活许可", en: "Activate a licence" },
  "license/get_lic_file": { zh: "下载许可文件", en: "Download the licence file" },
  "order/send": { zh: "下发指令", en: "Send an order" },
  "role/authorize": { zh: "修改角色权限", en: "Change a role's permissions" },
  "role/permission": { zh: "查询角色权限", en: "Look up a role's permissions" },
  "sample/login": { zh: "示例登录", en: "Sample log-in" },
  "user/add_child_company": { zh: "添加下级组织用户", en: "Add user of a lower organisation" },
  "user/edit_child_role": { zh: "修改用户角色", en: "Change a user's roles" },
  "user/reset_child_pass": { zh: "重置用户密码", en: "Reset a user's password" },
  "user/totp_begin": { zh: "开始设置身份验证器", en: "Begin an authenticator" },
  "user/totp_confirm": { zh: "启用身份验证器", en: "Confirm an authenticator" },
  "user/totp_end": { zh: "停用身份验证器", en: "End an authenticator" },
  "user/update": { zh: "修改个人资料", en: "Edit the own profile" },
  "user/update_pass": { zh: "修改密码", en: "Change the own password" },
  "notice/mark": { zh: "将通知标为已读", en: "Mark notifications as read" },
  "user_temp_data/delete": { zh: "删除个人偏好", en: "Delete own preference" },
  "user_temp_data/post": { zh: "保存个人偏好", en: "Keep own preference" },
  subscibe_device_on: { zh: "订阅设备", en: "Subscribe to a device" },
  "admin issue-token": { zh: "运维命令：签发会话", en: "Operator: open a session" },
  "admin reset-password": { zh: "运维命令：重置密码", en: "Operator: reset a password" },
};

/** Reading calls that menus grant: each is called differently, so that a person who grants them can tell them apart. */
const reads: Readonly<Record<string, Words>> = {
  "alarm_log/count": { zh: "查询报警数量", en: "Count alarms" },
  "alarm_log/countLevel": { zh: "按级别查询报警数量", en: "Count alarms by level" },
  "alarm_log/get": { zh: "查看报警", en: "See an alarm" },
  "alarm_log/query": { zh: "查询报警记录", en: "See the alarm records" },
  "alarm_trigger/get": { zh: "查看报警规则", en: "See an alarm rule" },
  "alarm_trigger/query": { zh: "查询报警规则列表", en: "See the alarm rules" },
  "app_version/get": { zh: "查看应用包", en: "See an app package" },
  "app_version/query": { zh: "查询应用包列表", en: "See the app packages" },
  "company/get": { zh: "查看组织", en: "See an organisation" },
  "company/query": { zh: "查询组织列表", en: "See the organisations" },
  "company/query_mini": { zh: "选择组织", en: "Pick an organisation" },
  "company/query_tree": { zh: "查询组织树", en: "See the organisation tree" },
  "device/get": { zh: "查看设备", en: "See a device" },
  "device/query": { zh: "查询设备列表", en: "See the devices" },
  "device/query_mini": { zh: "按名称或序列号查找设备", en: "Find devices by name or SN" },
  "device_data_log/query": { zh: "查询历史数据列表", en: "See the history as rows" },
  "device_data_log/query_mutil": { zh: "查询历史曲线", en: "See the history as curves" },
  "device_data_recipe/get": { zh: "查看数据模板", en: "See a data template" },
  "device_data_recipe/get_body": { zh: "查看数据点", en: "See a data point" },
  "device_data_recipe/list_body": { zh: "查询数据点列表", en: "See the data points" },
  "device_data_recipe/query": { zh: "查询数据模板列表", en: "See the data templates" },
  "device_event/query": { zh: "查询设备事件", en: "See the device events" },
  "device_model/query": { zh: "查询设备型号", en: "See the device models" },
  "device_recipe_picture/get": { zh: "查看图标组", en: "See an icon group" },
  "device_recipe_picture/get_body": { zh: "查看图标", en: "See an icon" },
  "device_recipe_picture/query": { zh: "查询图标组列表", en: "See the icon groups" },
  "device_recipe_picture/query_body": { zh: "查询图标列表", en: "See the icons" },
  "device_slave/query": { zh: "查询从机", en: "See the slaves" },
  "device_state_log/daily_count": { zh: "查询每日上下线统计", en: "See the daily online figures" },
  "device_state_log/query": { zh: "查询设备上下线记录", en: "See the device state log" },
  "device_type/query": { zh: "查询设备类型", en: "See the device types" },
  "device_unit_type/get": { zh: "查看数据单位", en: "See a data unit" },
  "device_unit_type/query": { zh: "查询数据单位列表", en: "See the data units" },
  "alarm_switch/my": { zh: "查看自己的报警开关", en: "View own alarm switches" },
  "app_version/check_new_version": { zh: "检查应用新版本", en: "Check for a newer app" },
  "app_version/get_app_path": { zh: "查询应用下载链接", en: "View the download link of an app" },
  check_random_code: { zh: "校验图形验证码", en: "Check a captcha" },
  "company/get_my": { zh: "查看本组织", en: "View own organisation" },
  "dict/query": { zh: "查询字典", en: "View dictionary entries" },
  get_random_code: { zh: "获取图形验证码", en: "Draw a captcha" },
  "system/query_main": { zh: "查询平台名称和登录页文字", en: "View the platform name and the texts of the sign-in page" },
  "notice/query": { zh: "查询自己的通知", en: "View own notifications" },
  "user/menu_tree": { zh: "查询自己的菜单", en: "View own menu" },
  "user/my": { zh: "查看自己的账号", en: "View own account" },
  "user/sessions": { zh: "查询自己的会话", en: "View own sessions" },
  "user_temp_data/query": { zh: "查询个人偏好", en: "View own preferences" },
  "device_user_bind/queryDevices": { zh: "查询用户的设备", en: "See the devices of a user" },
  "device_user_bind/queryUser": { zh: "查询设备的用户", en: "See the users of a device" },
  "dict/get": { zh: "查看字典项", en: "See a dictionary entry" },
  "employee_bind_customer/query": { zh: "查询客户关系", en: "See the customer relations" },
  "license/lic_info": { zh: "查看许可", en: "See the licence" },
  "menu/get": { zh: "查看菜单项", en: "See a menu item" },
  "menu/query": { zh: "查询菜单列表", en: "See the menu items" },
  "order/get": { zh: "查看指令", en: "See an order" },
  "order/query": { zh: "查询指令列表", en: "See the orders" },
  "sample/user/list": { zh: "查询全部示例用户", en: "See all sample users" },
  "sample/user/listpage": { zh: "分页查询示例用户", en: "See the sample users by page" },
  "sys/query": { zh: "查看系统设置", en: "See the system settings" },
  "terminal_user/get": { zh: "查看终端用户", en: "See an end consumer" },
  "terminal_user/query": { zh: "查询终端用户列表", en: "See the end consumers" },
  "user/get_child": { zh: "查询下级用户列表", en: "See the users of all organisations below" },
  "user/query": { zh: "查询本组织用户", en: "See the users of the own organisation" },
  "user/query_device_user": { zh: "查询持有设备的用户", en: "See the users that hold devices" },
  "user_role/query_child_user": { zh: "查询可分配的角色", en: "See the roles to give" },
  "user_role/query_user": { zh: "查询角色列表", en: "See the roles" },
};

/** Resources that keep nothing that a verb could be said of. */
const topics: Readonly<Record<string, Words>> = {
  auth: { zh: "登录与注册", en: "signing in and registering" },
  sample: { zh: "示例", en: "samples" },
};

/** What a resource is about, in words. */
export const resourceWords = (name: string, language: Language): string | undefined => (topics[name] ?? nouns[name])?.[language];

/** What a call does, in words; undefined for what is no call of the contract, nor a command of the operator's. */
export const callWords = (path: string, language: Language): string | undefined => {
  const name = path.replace(/^\/api\//, "");
  const said = own[name] ?? reads[name];
  if (said) return said[language];
  const at = name.lastIndexOf("/");
  const noun = nouns[name.slice(0, at)];
  if (at < 0 || !noun) return undefined;
  const verb = verbs[name.slice(at + 1)] ?? lookUp;
  return language === "zh" ? `${verb.zh}${noun.zh}` : `${verb.en} ${noun.en}`;
};
