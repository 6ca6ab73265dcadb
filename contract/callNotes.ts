import type { Language } from "#contract/messages.ts";

/** What a call's words and fields do not say, for who calls it from outside; by its path. */
export const callNotes: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  "/api/login": {
    zh: "random 为获取图形验证码时使用的文本，code 为图片中的字符。返回 1019 时，带上 verifyCode 重新提交同一请求，图形验证码仍然有效",
    en: "random is the text with which the captcha was requested, code the characters in its picture. After 1019, send the same request again with verifyCode: the captcha remains valid",
  },
  "/api/get_random_code": {
    zh: "random 由调用方选定，image 为图片。图形验证码只能使用一次，五分钟内有效",
    en: "random is chosen by the caller, image is the picture. A captcha can be used once, within five minutes",
  },
  "/api/check_random_code": {
    zh: "校验正确时不消耗图形验证码，错误时消耗",
    en: "A correct check does not use up the captcha; a wrong one does",
  },
  "/api/system/query_main": {
    zh: "依次为平台名称、运维电话、备案号、标志图片",
    en: "Platform name, support phone, ICP filing number and logo, one after the other",
  },
  "/api/send_login_pass_code": {
    zh: "返回 1019 之后不必提交 phone",
    en: "Omit phone after 1019",
  },
  "/api/device/post": {
    zh: "未提交 password 时生成密码，仅在此应答中返回一次",
    en: "If password is omitted, one is generated and returned only in this response",
  },
  "/api/device/cmd": {
    zh: "values 的键为数据点 id，值为显示的数值。等待设备应答最多十秒；结果也记入设备日志。at 为定时下发的时间；keep 为设备不在线时命令保持有效的秒数，state 为 planned 或 held 时尚未下发",
    en: "The keys of values are data point ids, the values are displayed values. Waits up to ten seconds for the reply of the device; the result is also recorded in the device log. at is a time to send at, keep how many seconds the command stays valid for a device that is offline; with state planned or held it is yet to be sent",
  },
  "/api/device_event/call_off": {
    zh: "取消尚未下发的命令；需要下发命令的权限。已下发的不计入 calledOff",
    en: "Calls off commands that are yet to be sent; needs the right to command devices. What was sent meanwhile is not counted in calledOff",
  },
  "/api/tuya/device/reset_device/{device}": {
    zh: "device 为设备 id。设备恢复出厂设置，清除配网信息并移出云项目，须重新配网。服务器未配置涂鸦云时返回 1431；涂鸦云拒绝时返回 1432 及其应答",
    en: "device is the id of the device. The device returns to factory settings, forgets its network and leaves the cloud project until it is paired again. 1431 while the Tuya cloud is not configured on the server; 1432 with the answer of the Tuya cloud when it rejects the request",
  },
  "/api/device_company_group/add_to_group": {
    zh: "id 为分组，deviceIds 为整台设备，slaveIds 为单个从机，至少提交一个。加入整台设备会取代其已在组内的从机；组内已有的保持不变",
    en: "id is the group, deviceIds whole devices, slaveIds single slaves; at least one of them. A whole device takes the place of its slaves in the group; what is in the group already stays",
  },
  "/api/device_company_group/query_group_slave": {
    zh: "返回分组中的设备和从机；slaveId 为空表示整台设备",
    en: "Returns the devices and slaves of a group; an empty slaveId stands for the whole device",
  },
  "/api/device/renew": {
    zh: "to 为新的到期日，或用 months 在原到期日之后延长若干个月（已到期或未设置时从今天算起）。一次最多 200 台，全部续期或全部不续期",
    en: "to is the new last day of service; or months prolongs it behind the last day (from today where it is over or not set). At most 200 devices, all of them or none",
  },
  "/api/device_change/post": {
    zh: "按 ids 或按 filter（与 device/query 相同的筛选条件）批量更改设备，作为后台任务进行，最多 100,000 台；需要逐台更改时所用接口的权限。count 为已确认的台数，实际多于它时拒绝（1410），不作任何更改。id 为任务，逐台结果见 job/results",
    en: "Changes devices by ids, or all that filter lets through (the filters of device/query), as a job of up to 100,000; asks for the right of the call that does it with one device. count is how many were confirmed: rejected (1410) where there are more. id is the job, whose results (job/results) tell each device",
  },
  "/api/device_change/undo": {
    zh: "id 为已结束且可恢复（undoable）的批量更改任务；此后被更改过的设备不恢复，并在结果中说明",
    en: "id is a job that has ended and can be undone (undoable); devices that were changed since stay as they are, which the results tell",
  },
  "/api/device/my": {
    zh: "返回以所有者（state 0）或授权用户（state 1）身份绑定到调用方的设备，与用户类型无关；待授权和已拒绝的不返回",
    en: "Returns the devices that are bound to the caller as owner (state 0) or authorised user (state 1), whatever type of user; pending and rejected bindings are left out",
  },
  "/api/device/count_for_hdip_top": {
    zh: "produced 为设备数加上尚无设备的已登记 SN 数（unused）；sold 为位于下级组织或已绑定用户的设备数；activated 为至少连接过一次的设备数",
    en: "produced counts devices and the registered SNs that have none yet (unused); sold counts devices that are in organisations below or bound to a user; activated those that have connected at least once",
  },
  "/api/device/new_up": {
    zh: "安装日期为填写的日期；未填写的，为首次连接的日期。返回最近 periods 个日、月或年，最新的在最后",
    en: "A device counts as installed on the day that is written down, or else on that of its first connection. The last periods are returned, the newest last",
  },
  "/api/device/area_new_up": {
    zh: "按数量从多到少；不填写日期则统计全部已安装的设备。others 为未列出的分组中的设备数",
    en: "The largest first; without days, all installed devices are counted. others are devices in groups that are not listed",
  },
  "/api/device/guild_new_up": {
    zh: "按数量从多到少；不填写日期则统计全部已安装的设备。others 为未列出的分组中的设备数",
    en: "The largest first; without days, all installed devices are counted. others are devices in groups that are not listed",
  },
  "/api/device/get_user_count": {
    zh: "调用方可见设备的总数、在线、离线、未激活数和有未解除报警的台数，与 device/query 相应筛选的 total 一致；companyId 限定组织及其下级",
    en: "Of the devices that the caller sees: total, online, offline, not activated, and those with active alarms, equal to the totals of device/query under these filters; companyId narrows to an organisation and those below it",
  },
  "/api/device/query_user_count": {
    zh: "每个绑定有设备的用户一行，数字含义与 get_user_count 相同，只计调用方可见的设备；userId 限定一个用户",
    en: "A row for each user with bound devices, with the figures of get_user_count, of devices that the caller sees only; userId narrows to one user",
  },
  "/api/device_data_recipe/put_bodies": {
    zh: "整体保存一个数据模板的多个数据点：有一处不能保存则全部不保存，错误按 added.序号.字段、changed.序号.字段 指出。changed 只填要改的字段",
    en: "Saves many data points of a data template as a whole: nothing is saved if one of them cannot be, and faults are told as added.index.field and changed.index.field. changed names only the fields to change",
  },
  "/api/device_data_recipe/read_table": {
    zh: "读取 xlsx、xls 或 csv 中的数据点并返回各单元格文本，不保存",
    en: "Reads data points from xlsx, xls or csv and returns the texts of the cells; nothing is kept",
  },
  "/api/order/send_by_sn": {
    zh: "按序列号发送预置命令（id）或填写的数值（recipeId、slave、values），逐台设备、逐个从机返回结果；不存在或不可见的序列号返回 404",
    en: "Sends a saved command (id) or the values given (recipeId, slave, values) to gateways by SN, with a result for each slave of each device; an SN that does not exist or is not visible answers 404",
  },
  "/api/device_data_recipe_app/check_device_template": {
    zh: "提交 id（设备模板）或 deviceId（设备）。逐个从机返回其数据模板的应用方案：enabled 已启用、disabled 已停用、missing 没有；全部启用时 complete 为 true。没有启用方案的从机，终端用户可见其全部公开的数据点",
    en: "Takes id (a device template) or deviceId (a device). Returns for each slave whether its data template has an app recipe: enabled, disabled, or missing; complete is true when all are enabled. Where none is enabled, end users see all public data points of the slave",
  },
  "/api/device_argument/send": {
    zh: "向所选设备中使用该数据模板的每个从机各下发一条命令，逐个返回结果，代码 0 表示完成。保存后数据点的写入设置已更改时拒绝（1402）",
    en: "Sends one command to each slave of these devices with the data template, and returns a result for each; code 0 means executed. Rejected (1402) where how a data point is written has changed since the table was saved",
  },
  "/api/order/send": {
    zh: "逐台设备、逐个从机返回结果，代码 0 表示完成",
    en: "Returns a result for each slave of each device; code 0 means executed",
  },
  "/api/device_data_log/query": {
    zh: "按行返回，一次最多 10,000 行，之后用 cursor 续查。cut 表示还有更多",
    en: "Returns rows, at most 10,000 per query; continue with cursor. cut means that there are more",
  },
  "/api/device_data_log/query_mutil": {
    zh: "返回曲线；原始数据按 columns 个像素抽取（首、末、最小、最大）。null 为间断",
    en: "Returns trends; raw readings are reduced to columns pixels (first, last, lowest and highest reading of each). null is a gap",
  },
  "/api/device_event/query": {
    zh: "命令、事件、移动以及无法解析的消息，最新的在前",
    en: "Commands, events, movements and messages that could not be decoded, newest first",
  },
  "/api/alarm_trigger/post": {
    zh: "a、b 为触发值（单侧条件只用 a；bitSet 为位序号，从 0 起；noData 为分钟数；risesBy、fallsBy、changesBy 中 a 为变化量、b 为分钟数），min、max 为解除值，otherPointId 为同一从机上的比较数据点（above、below、equal、notEqual），此时各值加到其最新值上，further 为同一从机的至多 4 个其他条件，以 join（and 全部满足、or 任一满足）与首个条件组合，holdSeconds 为触发延时，releaseSeconds 为解除延时。未提交 deviceId 时适用于使用该数据模板的所有设备，deviceTypeId 将其限于一种设备类型。method 为 repeat 时每 repeatMinutes 分钟再次通知，直至处理，repeatStop 为 released 时直至处理或解除；escalation 为至多三级的 minutes 与 alarmGroupId。scheduleDays 为空时始终适用，否则在本组织时区内从 scheduleFrom 到 scheduleTo 适用，holidays 除外",
    en: "a and b are the trigger values (only a for one-sided conditions; the bit number, from 0, for bitSet; minutes for noData; of risesBy, fallsBy and changesBy a is the change and b the minutes), min and max the clear limits, otherPointId another data point of the same slave that above, below, equal and notEqual compare with, to whose newest value all of them are added; further holds at most four more conditions of the same slave, which join combines with the first (and: all hold, or: any holds), holdSeconds the on-delay, releaseSeconds the off-delay. If deviceId is omitted, the rule applies to every device that uses the data template, or with deviceTypeId to those of that type. With method repeat it notifies again every repeatMinutes until handled; repeatStop says whether clearing ends that as well; escalation holds at most three steps of minutes and alarmGroupId. If scheduleDays is empty, the rule always applies, otherwise from scheduleFrom to scheduleTo in the time zone of the organisation, holidays left out",
  },
  "/api/alarm_group/post": {
    zh: "messageTypes 为通知方式（sms、wechat、email、webhook）。contactIds 为本组织或下级组织的联系人，至多 100 人。选择 webhook 且未提交 webhookSecret 时生成密钥，仅在此应答中返回一次。quietFrom、quietTo 为免打扰的起止时间（如 22:00、07:00）",
    en: "messageTypes are the notification methods (sms, wechat, email, webhook). contactIds are contacts of the group's organisation or of one below it, at most 100. With webhook and without webhookSecret, a secret is generated and returned only in this response. quietFrom and quietTo are the quiet hours (such as 22:00 and 07:00)",
  },
  "/api/company_weixin/post": {
    zh: "每个组织至多一个公众号（1437）。appSecret、token、aesKey 不会返回，编辑时留空保持不变。keywordDevice 等为消息模板中的参数名，留空则不发送该内容。shared 为真时，没有自有公众号的下级组织使用该公众号",
    en: "An organisation has at most one official account (1437). appSecret, token and aesKey are never returned and, left empty on edit, stay as they are. keywordDevice and the others name the keywords of the message; what has none is not sent. If shared is true, organisations below without an account of their own use it",
  },
  "/api/user_weixin/bind": {
    zh: "code 为二维码内容，10 分钟内由关注者扫描一次后绑定当前用户。没有可用公众号时拒绝（1438），微信拒绝时返回 1439",
    en: "code is the content of a QR code; whoever scans it within 10 minutes is bound to the user who asks, once. Rejected without an official account to use (1438) and if WeChat rejects it (1439)",
  },
  "/api/alarm_user_weixin/bind": {
    zh: "与 user_weixin/bind 相同，绑定 contactId 的报警联系人，使用其所属组织的公众号",
    en: "As user_weixin/bind, for the alarm contact of contactId, by the official account that its organisation uses",
  },
  "/api/alarm_group/try": {
    zh: "立即以 type 方式向组内每个接收方发送一条标明为测试的通知，逐个返回结果。每位用户每分钟最多 3 次（1403）；报警组未选择该方式时拒绝（1404）",
    en: "Immediately sends a notification marked as a test to each receiver of the group by type, and returns a result for each. At most 3 per user and minute (1403); rejected (1404) if the group does not use the method",
  },
  "/api/alarm_log/notices": {
    zh: "报警的通知情况：每个接收方和通知方式一行，含每次尝试的时间、结果和服务商应答。waitingUntil 为免打扰或合并汇总的等待截止时间，无等待时为 null",
    en: "Who was told of an alarm: one row for each receiver and notification method, with time, outcome and provider's response of every attempt. waitingUntil is when a notification that waits for quiet hours or a summary is sent; null if none waits",
  },
  "/api/alarm_log/comments": {
    zh: "一条报警记录的备注，最早的在前",
    en: "Comments on an alarm record, oldest first",
  },
  "/api/alarm_log/comment": {
    zh: "为报警记录添加备注，1～500 个字符，之后不能修改；每条记录最多 200 条备注（1440）",
    en: "Adds a comment of 1–500 characters to an alarm record, which cannot be changed later; at most 200 for each record (1440)",
  },
  "/api/alarm_trigger/try": {
    zh: "在设备已存储的数据上试运行规则（字段同 post），最长 31 天，不保存。最多回放 100,000 个数据，replayedUntil 为回放到的时间。atMost 为无人处理时通知数的上限。需要保存规则和查询历史数据的权限",
    en: "Tries a rule (fields as for post) on the stored readings of a device, over at most 31 days, and keeps nothing. At most 100,000 readings are replayed; replayedUntil is how far that is. atMost is the most notifications there could have been if nobody handled any. Needs the permissions to save rules and to read history",
  },
  "/api/alarm_trigger/put_mask": {
    zh: "设备、规则、类型至少选一项，同时满足所选各项的报警不再通知，但仍会记录。endsAt 为空表示直到手动结束，最多提前 366 天。提交 id 时只修改结束时间和原因",
    en: "At least one of device, rule and type; alarms that fit all that are given bring no notifications and are still recorded. endsAt null means until it is ended by hand; at most 366 days ahead. With id, only the end and the reason are changed",
  },
  "/api/alarm_type/import": {
    zh: "id 为上传的表格（auth/file/upload，kind 为 alarmTypes，仅 xls 和 xlsx）。同名类型已存在且内容相同的行保持不变，内容不同的行不导入",
    en: "id is an uploaded table (auth/file/upload with kind alarmTypes, xls and xlsx only). A row whose type exists with the same texts changes nothing; one with other texts is not imported",
  },
  "/api/alarm_log/delete": {
    zh: "只能删除已处理且已解除的报警记录；其中有一条未处理或未解除时全部拒绝（1415）",
    en: "Only records that are handled and no longer active can be deleted; if one of them is not, all are rejected (1415)",
  },
  "/api/alarm_log/queryDevices": {
    zh: "筛选与 query 相同，每台有符合记录的设备一行：记录数、其中未解除数、最高级别和最近报警时间",
    en: "Filters as in query; one row for each device with matching records: how many, how many still active, the highest level and the newest time",
  },
  "/api/alarm_switch/query": {
    zh: "调用方组织及下级组织的用户，各带四个级别的开关，只读；没有设置过的级别返回默认值",
    en: "Users of the caller's organisation and those below it, each with the switches of all four levels, read-only; a level that was never set is answered with its default",
  },
  "/api/device/device_alarm": {
    zh: "一台设备的未解除报警数（按级别）、最近的 10 条和正在生效的屏蔽",
    en: "Of one device: active alarms by level, the newest 10 of them, and the mutes that are running",
  },
  "/api/device/device_alarm_list": {
    zh: "有未解除报警的设备，最严重的在前；level 限定有该级别未解除报警的设备",
    en: "Devices with active alarms, the worst first; level narrows to devices with an active alarm of that level",
  },
  "/api/device/getDeviceAlarmNum": {
    zh: "调用方可见设备的总数、有未解除报警的台数和没有的台数；levels 为有该级别未解除报警的台数，一台设备可计入多个级别；companyId 限定组织及其下级",
    en: "Of the devices that the caller sees: total, with active alarms, without; levels counts devices with an active alarm of that level, so that one device can count at several; companyId narrows to an organisation and those below it",
  },
  "/api/alarm_log/recover": {
    zh: "state 1 为已处理，2 为误报，结果写在 remark。其中有已处理的记录时全部拒绝",
    en: "state 1 is handled, 2 a false alarm; remark is the result. If one of the records is already handled, all are rejected",
  },
  "/api/notice/query": {
    zh: "最近 30 天内的报警、上下线和服务到期通知，按当前权限和开关判断；最多 50 条报警、30 条上下线和 20 条服务到期",
    en: "Alarm, online/offline and lease notifications of the last 30 days, judged by current permissions and switches; at most 50 of alarms, 30 of online/offline changes and 20 of leases",
  },
  "/api/notice/mark": {
    zh: "将 ids 所列的通知，或 upTo 及之前的全部通知标为已读",
    en: "Marks the notifications in ids as read, or all up to and including upTo",
  },
  "/api/company/query_tree": {
    zh: "返回 parentId 的直接下级；未提交时只返回本组织；提交 name 时返回所有匹配的组织",
    en: "Returns the direct sub-organisations of parentId; if it is omitted, only the caller's own organisation; with name, all organisations that match",
  },
  "/api/company/put": {
    zh: "更改 parentId 会连同其下级一起移动；expiresAt 为 null 表示长期有效",
    en: "Another parentId moves the organisation with all its sub-organisations; expiresAt null means no expiry",
  },
  "/api/role/authorize": {
    zh: "items 为角色此后拥有的权限；调用方自己没有的权限保持不变",
    en: "items are the permissions of the role from now on; permissions that the caller does not hold remain unchanged",
  },
  "/api/user/reset_child_pass": {
    zh: "未提交 password 时生成密码，仅在此应答中返回一次。须提交调用方自己的密码（ownPassword），启用双因素认证时还须提交 verifyCode。会结束该用户的会话",
    en: "If password is omitted, one is generated and returned only in this response. Requires the caller's own password (ownPassword) and, with two-factor authentication, verifyCode. Ends the user's sessions",
  },
  "/api/user/update_pass": {
    zh: "会结束该账号的其他会话",
    en: "Ends the other sessions of the account",
  },
  "/api/image_file/upload": {
    zh: "JPG、GIF 或 PNG，头像最大 1 MB，其他图片最大 5 MB。图片会被重新编码。返回可保存到记录中的路径",
    en: "JPG, GIF or PNG; avatars up to 1 MB, other pictures up to 5 MB. The picture is re-encoded. Returns the path to be saved in a record",
  },
  "/api/app_version/upload": {
    zh: "apk 或 ipa，最大 200 MB。返回可保存到记录中的路径",
    en: "An apk or ipa up to 200 MB. Returns the path to be saved in the record",
  },
  "/api/license/get_lic_file": {
    zh: "当前许可文件；使用免费许可时为申请文件（JSON），其中包含安装标识",
    en: "The current licence file; with the free licence, the request file (JSON), which contains the installation ID",
  },
  "/api/sample/user/batchremove": {
    zh: "ids 为以逗号分隔的列表",
    en: "ids is a comma-separated list",
  },
};
