/** What is said of what devices send, and of values that do not fit their points. */
export const deviceMessages = {
  "unfit.type": { zh: "不是 {type} 类型的值", en: "not a value of type {type}" },
  "unfit.whole": { zh: "必须为整数", en: "must be a whole number" },
  "unfit.notFinite": { zh: "不是有限的数字", en: "not a finite number" },
  "unfit.overflow": { zh: "超出 {type} 类型的范围", en: "beyond the range of type {type}" },
  "unfit.bits": { zh: "超出数据点的位范围", en: "too large for its bits" },
  "unfit.definition": { zh: "数据点定义有误，请检查数据模板", en: "its definition is not valid, check the data template" },
  "unfit.overlap": { zh: "与同一地址的另一数据点占用相同的位", en: "it takes the same bits as another data point of its address" },
  "unfit.digits": { zh: "超过 9007199254740991 的整数须以文本提交", en: "submit whole numbers beyond 9007199254740991 as text" },
  "unfit.choices": { zh: "只能取 {choices}", en: "must be one of {choices}" },
  "unfit.below": { zh: "不能小于 {limit}", en: "must be at least {limit}" },
  "unfit.above": { zh: "不能大于 {limit}", en: "must be at most {limit}" },
  "unfit.decimals": { zh: "最多 {digits} 位小数", en: "must have at most {digits} {digits, plural, one {decimal} other {decimals}}" },
  "unfit.integerDigits": {
    zh: "整数部分最多 {digits} 位",
    en: "must have at most {digits} {digits, plural, one {digit} other {digits}} before the decimal point",
  },
  "fault.json": { zh: "消息不是 UTF-8 编码的 JSON", en: "The message is not JSON in UTF-8" },
  "fault.notObject": { zh: "消息不是 JSON 对象", en: "The message is not a JSON object" },
  "fault.noValues": { zh: "消息中既没有 values 也没有 slaves", en: "The message has neither values nor slaves" },
  "fault.noValuesAt": { zh: "消息中的 {at} 既没有 values 也没有 slaves", en: "{at} of the message has neither values nor slaves" },
  "fault.repeatedKey": {
    zh: "消息中的 {at} 重复出现，以最后一个为准",
    en: "{at} stands more than once in the message: the last one counts",
  },
  "fault.deep": { zh: "消息中的 {at} 嵌套超过 100 层", en: "{at} of the message is nested more than 100 levels deep" },
  "fault.shape": { zh: "消息中的 {at} 缺失或类型不符", en: "{at} of the message is missing or of the wrong type" },
  "fault.slave": { zh: "消息中的从机编号 {at} 不在 1～247 之内", en: "Slave number {at} of the message is not from 1 to 247" },
  "fault.time": { zh: "消息中的时间 {at} 无法识别，读数未保存", en: "Time {at} cannot be read; its readings were not stored" },
  "fault.metricTime": {
    zh: "指标 {name} 的时间无法识别，数值未保存",
    en: "The time of metric {name} cannot be read; its value was not stored",
  },
  "fault.metricFuture": {
    zh: "指标 {name} 的时间超前五分钟以上，数值按到达时间保存",
    en: "The time of metric {name} is more than five minutes ahead; its value was stored with the arrival time",
  },
  "fault.future": {
    zh: "消息中的时间 {at} 超前五分钟以上，读数按到达时间保存",
    en: "Time {at} is more than five minutes ahead; stored with the arrival time",
  },
  "fault.empty": { zh: "从机 {slave} 的数据点地址 {address} 没有数值", en: "Slave {slave}, point address {address}: no value" },
  "fault.type": {
    zh: "从机 {slave} 的数据点地址 {address} 的数值与数据点的数据类型不符",
    en: "Slave {slave}, point address {address}: value of the wrong data type",
  },
  "fault.fraction": {
    zh: "从机 {slave} 的数据点地址 {address} 的数值带小数，而数据点为整数类型",
    en: "Slave {slave}, point address {address}: decimal value for an integer type",
  },
  "fault.notFinite": {
    zh: "从机 {slave} 的数据点地址 {address} 的数值或公式结果不是有限数字",
    en: "Slave {slave}, point address {address}: value or formula result is not a finite number",
  },
  "fault.overflow": {
    zh: "从机 {slave} 的数据点地址 {address} 的数值超出数据点的数据类型",
    en: "Slave {slave}, point address {address}: value out of range for its data type",
  },
  "fault.bits": {
    zh: "从机 {slave} 的数据点地址 {address} 的数值超出数据点的位范围",
    en: "Slave {slave}, point address {address}: value out of range for its bits",
  },
  "fault.definition": {
    zh: "从机 {slave} 的数据点地址 {address} 对应的数据点定义有误，请检查数据模板",
    en: "Slave {slave}, point address {address}: invalid data point definition, check the data template",
  },
  "fault.unknownSlave": {
    zh: "设备没有从机 {slave}，其读数未保存（如数据点地址 {address}）",
    en: "The device has no slave {slave}; its readings were not stored (such as point address {address})",
  },
  "fault.unknownPoint": {
    zh: "从机 {slave} 的数据模板中没有数据点地址 {address}，读数未保存",
    en: "The data template of slave {slave} has no point address {address}; the reading was not stored",
  },
  "fault.slaveSilent": { zh: "从机 {slave} 没有响应", en: "Slave {slave} does not respond" },
  "fault.slaveGarbled": {
    zh: "从机 {slave} 的响应无法解析：CRC 错误、不完整，或不是该请求的响应",
    en: "What came instead of the answer of slave {slave} could not be read: wrong CRC, cut off, or no answer to the request",
  },
  "fault.slaveFunction": {
    zh: "从机 {slave} 不支持读取数据点地址 {address}（异常 01：非法功能）",
    en: "Slave {slave} cannot read point address {address} (exception 01, illegal function)",
  },
  "fault.slaveAddress": {
    zh: "从机 {slave} 没有数据点地址 {address} 的寄存器（异常 02：非法数据地址）",
    en: "Slave {slave} has no register for point address {address} (exception 02, illegal data address)",
  },
  "fault.slaveValue": {
    zh: "从机 {slave} 不接受对数据点地址 {address} 的读取（异常 03：非法数据值）",
    en: "Slave {slave} does not accept the request for point address {address} (exception 03, illegal data value)",
  },
  "fault.slaveFailure": {
    zh: "从机 {slave} 读取数据点地址 {address} 时发生故障（异常 04：从机故障）",
    en: "Slave {slave} failed while reading point address {address} (exception 04, device failure)",
  },
  "fault.slaveException": {
    zh: "从机 {slave} 对数据点地址 {address} 的读取返回异常 {code}",
    en: "Slave {slave} answered the request for point address {address} with exception {code}",
  },
  "fault.notRegister": {
    zh: "从机 {slave} 的数据点地址 {address} 不是寄存器地址，无法轮询；请检查数据模板",
    en: "Slave {slave}, point address {address}: not a register address, so it is not polled; check the data template",
  },
  "fault.longRegisters": {
    zh: "从机 {slave} 的数据点地址 {address} 超过每次读取 {limit} 个寄存器的上限，无法轮询；请检查设备型号",
    en: "Slave {slave}, point address {address}: longer than the limit of {limit} {limit, plural, one {register} other {registers}} per request, so it is not polled; check the device model",
  },
  "fault.sparkplug": { zh: "消息不是 Sparkplug B 格式", en: "The message is not a Sparkplug B payload" },
  "fault.sparkplugPacked": {
    zh: "消息经过压缩，未保存；请关闭设备的压缩功能",
    en: "The message is compressed and was not stored; turn compression off on the device",
  },
  "fault.notSparkplug": {
    zh: "设备型号的传输类型不是 Sparkplug B，Sparkplug 消息已确认但未保存",
    en: "The transmission type of the device model is not Sparkplug B: a Sparkplug message was acknowledged but not kept",
  },
  "fault.notTuya": {
    zh: "设备型号的传输类型不是涂鸦云，涂鸦云的消息 {type} 未保存",
    en: "The transmission type of the device model is not Tuya cloud: message {type} of the Tuya cloud was not kept",
  },
  "fault.metricsPassedOver": {
    zh: "{count} 个指标（如 {name}）为数据集、UDT、文件或数组，不支持，未保存",
    en: "{count} {count, plural, one {metric} other {metrics}} (such as {name}) not stored: data sets, UDTs, files and arrays are not supported",
  },
  "fault.sequenceGap": {
    zh: "消息序号应为 {expected}，实为 {seq}：有消息丢失，每 30 秒最多请求设备重新发布一次 BIRTH",
    en: "The message has sequence number {seq} instead of {expected}: messages were lost, and its births are asked for, at most every 30 seconds",
  },
  "fault.unborn": {
    zh: "收到 {type} 消息，但之前没有相应的 BIRTH，每 30 秒最多请求设备重新发布一次 BIRTH",
    en: "{type} came before its birth; the births are asked for, at most every 30 seconds",
  },
  "fault.unknownAlias": {
    zh: "BIRTH 中没有别名 {alias}，该指标未保存，每 30 秒最多请求设备重新发布一次 BIRTH",
    en: "No birth has named alias {alias}: the metric was not stored, and the births are asked for, at most every 30 seconds",
  },
  "fault.tooManyMetrics": {
    zh: "BIRTH 中的指标超过 {metrics} 个或设备超过 {devices} 台，超出部分的别名无法识别",
    en: "The births have more than {metrics} {metrics, plural, one {metric} other {metrics}} or {devices} {devices, plural, one {device} other {devices}}: aliases beyond are not known",
  },
  "fault.sharedSn": {
    zh: "两台设备使用同一序列号，或一台设备反复建立连接：连接被新连接替换 {times} 次，IP 地址 {addresses}，客户端 {clients}",
    en: "Two devices use this SN, or one opens connection after connection: {times} {times, plural, one {connection was replaced by a newer one} other {connections were replaced by newer ones}}, from {addresses}, clients {clients}",
  },
  "fault.foreignTopic": {
    zh: "主题 {topic} 不属于该设备，消息（{bytes} 字节）已确认但未保存",
    en: "Topic {topic} is not one of this device: the message of {bytes} {bytes, plural, one {byte} other {bytes}} was acknowledged but not kept",
  },
  "fault.messageTooLong": {
    zh: "主题 {topic} 的消息为 {bytes} 字节，超过 {limit} 字节的上限，已确认但未保存",
    en: "A message of {bytes} bytes on {topic} is longer than {limit} {limit, plural, one {byte} other {bytes}}: acknowledged but not kept",
  },
  "fault.postTooLong": {
    zh: "上报到 {path} 的内容超过 {limit} 字节的上限，已拒绝",
    en: "A post to {path} is longer than {limit} {limit, plural, one {byte} other {bytes}} and was rejected",
  },
  "fault.flooding": {
    zh: "设备在短时间内发送了过多报文，已被拒绝或断开",
    en: "The device sent far too many packets in a short time and was rejected or disconnected",
  },
  "fault.eventsNotKept": {
    zh: "设备上报的事件过多：{events} 条消息（共 {bytes} 字节）已确认但未保存",
    en: "The device sends too many events: {events} {events, plural, one {message} other {messages}}, {bytes} {bytes, plural, one {byte} other {bytes}} together, acknowledged but not kept",
  },
  "fault.unprocessed": {
    zh: "主题 {topic} 的消息在处理时出错，已确认但未保存",
    en: "A message on {topic} could not be processed: acknowledged but not kept",
  },
  "fault.logInPassword": { zh: "来自 {from} 的登录被拒绝：密码错误", en: "Sign-in from {from} rejected: wrong password" },
  "fault.logInNoPassword": { zh: "来自 {from} 的登录被拒绝：未提供密码", en: "Sign-in from {from} rejected: no password was sent" },
  "fault.logInDisabled": {
    zh: "来自 {from} 的登录被拒绝：设备所属组织已停用或到期",
    en: "Sign-in from {from} rejected: the device's organisation is deactivated or has expired",
  },
  "fault.logInLimited": {
    zh: "来自 {from} 的登录未验证：此前密码错误次数过多，请停止重试并等待 20 秒",
    en: "Sign-in from {from} not checked: too many wrong passwords came before. Stop retrying and wait 20 seconds",
  },
  "fault.logInNotPolled": {
    zh: "来自 {from} 的网关拨入被拒绝：设备型号的传输类型不是 Modbus RTU over TCP",
    en: "A gateway that dialled in from {from} was rejected: the transmission type of the device model is not Modbus RTU over TCP",
  },
  "fault.unaskedReply": { zh: "设备应答了未下发或已过期的命令", en: "A reply to no command, or to one that has expired" },
  "fault.unaskedProgress": { zh: "设备上报了未下发的升级的进度", en: "Progress of an upgrade that was not sent" },
} as const;
