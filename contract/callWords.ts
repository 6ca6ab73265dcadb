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
  "user_temp_data/delete": { zh: "删除个人偏好", en: "Delete own preference" },
  "user_temp_data/post": { zh: "保存个人偏好", en: "Keep own preference" },
  subscibe_device_on: { zh: "订阅设备", en: "Subscribe to a device" },
  "admin issue-token": { zh: "运维命令：签发会话", en: "Operator: open a session" },
  "admin reset-password": { zh: "运维命令：重置密码", en: "Operator: reset a password" },
};

/** What a call does, in words; undefined for what is no call of the contract, nor a command of the operator's. */
export const callWords = (path: string, language: Language): string | undefined => {
  const name = path.replace(/^\/api\//, "");
  const said = own[name];
  if (said) return said[language];
  const at = name.lastIndexOf("/");
  const noun = nouns[name.slice(0, at)];
  if (at < 0 || !noun) return undefined;
  const verb = verbs[name.slice(at + 1)] ?? lookUp;
  return language === "zh" ? `${verb.zh}${noun.zh}` : `${verb.en} ${noun.en}`;
};
