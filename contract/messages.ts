export type Language = "zh" | "en";
export const languages: readonly Language[] = ["zh", "en"];

/** Messages that server and console share: those of codes, of rules and of what devices send. Values in braces are filled in. */
export const messages = {
  "code.ok": { zh: "成功", en: "Success" },
  "code.badRequest": { zh: "数据有误，请检查提交数据正确性", en: "The data is not right, please check what was submitted" },
  "code.sessionEnded": { zh: "账号会话已过期，请重新登录", en: "The session has expired, please sign in again" },
  "code.forbidden": { zh: "您没有权限访问", en: "You have no permission for this" },
  "code.notFound": { zh: "记录不存在", en: "There is no such record" },
  "code.tooLarge": { zh: "提交的内容过大", en: "What was submitted is too large" },
  "code.tooMany": { zh: "请求过于频繁，请稍后再试", en: "Too many requests, please wait a moment" },
  "code.fault": { zh: "服务器连接超时", en: "The server did not answer in time" },
  "code.captchaWrong": { zh: "验证码错误或已过期", en: "The captcha is wrong or has expired" },
  "code.loginRefused": { zh: "账号或密码错误，或账号已锁定", en: "Wrong account or password, or the account is locked" },
  "code.secondFactor": { zh: "请输入手机验证码", en: "Enter the code sent to the phone" },
  "code.nameExists": { zh: "名称已存在", en: "The name exists already" },
  "code.versionConflict": { zh: "{by} 已于 {at} 修改此记录", en: "{by} changed this record at {at}" },
  "code.inUse": { zh: "正在被 {count} 个{what}使用，不能删除", en: "In use by {count} {what}, so it cannot be deleted" },
  "code.deviceOffline": { zh: "设备不在线，命令未下发", en: "The device is offline, nothing was sent" },
  "code.deviceSilent": { zh: "设备未在规定时间内应答", en: "The device did not answer in time" },
  "code.deviceRefused": { zh: "设备拒绝了命令：{reason}", en: "The device refused the command: {reason}" },
  "code.pointReadOnly": { zh: "数据点 {name} 为只读", en: "Data point {name} is read-only" },
  "code.valueUnfit": { zh: "数值不符合数据点 {name} 的定义", en: "The value does not fit data point {name}" },
  "code.alarmProcessed": { zh: "该报警已处理", en: "This alarm has been processed already" },
  "code.batchProcessed": {
    zh: "所选报警中有 {count} 条已处理，未作任何更改",
    en: "{count} of the selected alarms are processed already; nothing was changed",
  },
  "code.phoneCodeWrong": { zh: "手机验证码错误或已过期", en: "The phone code is wrong or has expired" },
  "code.phoneCodeWait": { zh: "请在 {seconds} 秒后再获取验证码", en: "Wait {seconds} seconds before asking for another code" },
  "code.snExists": { zh: "序列号已存在", en: "The serial number exists already" },
  "code.slaveNumberRepeated": { zh: "从机编号相同，请核实", en: "The slave numbers are the same, please verify" },
  "code.slaveNameRepeated": { zh: "从机名称不能重复", en: "Slave name cannot be repeated" },
  "code.commandForbidden": { zh: "没有下发命令的权限", en: "No permission to issue commands" },
  "code.tooMuchData": { zh: "一次最多查询 10000 条数据", en: "A maximum of 10000 items can be returned in one query" },
  "code.addressRepeated": { zh: "数据点地址或英文名重复", en: "The address or English name is used by another data point" },
  "code.deliveryFailed": { zh: "验证码发送失败，请稍后再试", en: "The code could not be sent, please try again later" },
  "code.passwordWrong": { zh: "密码错误", en: "Wrong password" },
  "rule.required": { zh: "必填", en: "Required" },
  "rule.chooseOne": { zh: "请至少选择一项", en: "Choose at least one" },
  "rule.tooLong": { zh: "字符过长", en: "Characters too long" },
  "rule.invalid": { zh: "填写内容不正确", en: "This value is not right" },
  "rule.account.required": { zh: "请输入账号", en: "Enter account" },
  "rule.login.password": { zh: "请输入密码", en: "Enter password" },
  "rule.login.code": { zh: "请输入验证码", en: "Enter Code" },
  "rule.phone.required": { zh: "请输入手机号码", en: "Enter the phone number" },
  "rule.phone.format": { zh: "请填写正确手机号码", en: "Enter a correct phone number" },
  "rule.phone.decimal": { zh: "手机号码不允许包含小数点", en: "The phone number must not contain a decimal point" },
  "rule.password.required": { zh: "请输入密码", en: "Enter a password" },
  "rule.password.format": { zh: "密码由6-18位数字和字母组成", en: "The password is 6-18 letters or digits" },
  "rule.password.again": { zh: "请再次输入密码", en: "Enter the password again" },
  "rule.password.differs": { zh: "两次输入密码不一致!", en: "The two passwords differ!" },
  "rule.code.required": { zh: "请输入验证码", en: "Enter the code" },
  "rule.name.required": { zh: "请输入姓名", en: "Enter the name" },
  "rule.age": { zh: "年龄应为 0-200 的整数", en: "The age is a whole number from 0 to 200" },
  "rule.date": { zh: "请填写正确日期", en: "Enter a correct date" },
  "rule.slaveNumber": { zh: "从机编号应为 1-247", en: "A slave number is from 1 to 247" },
  "rule.slave.atLeastOne": { zh: "至少添加一个从机", en: "Add at least one slave" },
  "rule.sn": {
    zh: "序列号由 4-64 位字母、数字、点、横线或下划线组成",
    en: "A serial number is 4-64 letters, digits, dots, hyphens or underscores",
  },
  "rule.devicePassword": { zh: "设备密码为 6-64 个可见字符", en: "A device password is 6-64 visible characters" },
  "rule.formula": { zh: "公式格式错误", en: "Formula format error" },
  "rule.address": { zh: "地址不能包含空格或换行", en: "An address has no spaces or line breaks" },
  "rule.bits": { zh: "起始位不能大于结束位，范围 0-63", en: "The start bit is not above the end bit, both 0-63" },
  "rule.range": { zh: "下限不能大于上限", en: "The lower limit is not above the upper one" },
  "rule.number": { zh: "请输入数字", en: "Enter a number" },
  "rule.history.points": { zh: "一次最多选择 10 个数据点", en: "Choose at most 10 data points" },
  "rule.history.point": { zh: "请选择数据点", en: "Choose a data point" },
  "rule.history.device": { zh: "请选择设备", en: "Choose a device" },
  "rule.period": { zh: "结束时间必须晚于开始时间", en: "The end must be after the start" },
  "rule.trigger": { zh: "请填写触发值", en: "Enter the trigger values" },
  "rule.deadBand": { zh: "释放值必须在触发值的安全一侧", en: "The release limit must be on the safe side of the trigger" },
  "fault.json": { zh: "消息不是 UTF-8 编码的 JSON", en: "The message is not JSON in UTF-8" },
  "fault.notObject": { zh: "消息不是 JSON 对象", en: "The message is not a JSON object" },
  "fault.shape": { zh: "消息中的 {at} 缺失或类型不符", en: "{at} of the message is missing or of the wrong type" },
  "fault.slave": { zh: "消息中的从机编号 {at} 不在 1-247 之内", en: "Slave number {at} of the message is not from 1 to 247" },
  "fault.time": {
    zh: "消息中的时间 {at} 无法识别，读数未保存",
    en: "Time {at} cannot be read: its readings were not kept",
  },
  "fault.future": {
    zh: "消息中的时间 {at} 超前一天以上，读数按到达时间保存",
    en: "Time {at} is over a day ahead: kept at the arrival",
  },
  "fault.empty": { zh: "从机 {slave} 的地址 {address} 没有数值", en: "Slave {slave}, address {address}: no value" },
  "fault.type": {
    zh: "从机 {slave} 的地址 {address} 的数值与数据点的值类型不符",
    en: "Slave {slave}, address {address}: value of the wrong type",
  },
  "fault.fraction": {
    zh: "从机 {slave} 的地址 {address} 的数值带小数，而数据点为整数类型",
    en: "Slave {slave}, address {address}: a fraction for an integer",
  },
  "fault.notFinite": {
    zh: "从机 {slave} 的地址 {address} 的数值或公式结果不是有限数字",
    en: "Slave {slave}, address {address}: value or result is not finite",
  },
  "fault.overflow": {
    zh: "从机 {slave} 的地址 {address} 的数值超出数据点的值类型",
    en: "Slave {slave}, address {address}: value beyond its type",
  },
  "fault.bits": {
    zh: "从机 {slave} 的地址 {address} 的数值超出数据点的位范围",
    en: "Slave {slave}, address {address}: value beyond its bits",
  },
  "fault.definition": {
    zh: "从机 {slave} 的地址 {address} 对应的数据点定义有误，请检查数据模板",
    en: "Slave {slave}, address {address}: check its data point",
  },
  "fault.unknownSlave": {
    zh: "设备没有从机 {slave}，其读数未保存（如地址 {address}）",
    en: "No slave {slave} on this device: address {address} not kept",
  },
  "fault.unknownPoint": {
    zh: "从机 {slave} 的数据模板中没有地址 {address}，读数未保存",
    en: "Slave {slave} has no address {address} in its template: not kept",
  },
  "fault.unaskedReply": { zh: "设备应答了未下发或已过期的命令", en: "A reply to no command, or to one that has expired" },
  "fault.unaskedProgress": { zh: "设备上报了未下发的升级的进度", en: "Progress of an upgrade that was not sent" },
} as const satisfies Record<string, Record<Language, string>>;

export type MessageId = keyof typeof messages;

/** What a device's message can be at fault with; the text is that of `fault.<code>`. */
export type FaultCode = MessageId extends infer Id ? (Id extends `fault.${infer Code}` ? Code : never) : never;

export const isMessageId = (text: string): text is MessageId => Object.hasOwn(messages, text);

/** The text of a shared message with its values filled in. */
export const say = (language: Language, message: MessageId, values: Readonly<Record<string, string | number>> = {}): string =>
  messages[message][language].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
