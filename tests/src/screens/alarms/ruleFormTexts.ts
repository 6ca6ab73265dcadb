import type { Language } from "#contract/messages.ts";
import type { Condition } from "#contract/resources/alarm.ts";

const zh = {
  condition: "触发条件*",
  hold: ["触发延时 [秒] 0 表示首个值即报警", "解除延时 [秒] 0 表示首个正常值即解除"],
};
const en = {
  condition: "Condition*",
  hold: ["On-delay [s] 0 = alarm on the first value", "Off-delay [s] 0 = clears on the first normal value"],
};
const low = { zh: "触发下限 A* [°C]", en: "Low trigger value A* [°C]" };
const high = { zh: "触发上限 B* [°C]", en: "High trigger value B* [°C]" };
const equal = { zh: [zh.condition, "数值* [°C]", ...zh.hold], en: [en.condition, "Value* [°C]", ...en.hold] };

/** The fields of each condition, of a point in °C: `label* [unit] help`. */
export const conditionTexts: Record<Condition, Record<Language, readonly string[]>> = {
  above: {
    zh: [zh.condition, "触发值* [°C]", "低于或等于时解除 [°C] 不高于触发值；留空则按触发值解除", ...zh.hold],
    en: [
      en.condition,
      "Trigger value* [°C]",
      "Clear at or below [°C] At most the trigger value. Empty = clears at the trigger value",
      ...en.hold,
    ],
  },
  below: {
    zh: [zh.condition, "触发值* [°C]", "高于或等于时解除 [°C] 不低于触发值；留空则按触发值解除", ...zh.hold],
    en: [
      en.condition,
      "Trigger value* [°C]",
      "Clear at or above [°C] At least the trigger value. Empty = clears at the trigger value",
      ...en.hold,
    ],
  },
  equal,
  notEqual: equal,
  between: {
    zh: [zh.condition, low.zh, high.zh, "低于时解除 [°C] 不高于触发下限", "高于时解除 [°C] 不低于触发上限", ...zh.hold],
    en: [
      ...[en.condition, low.en, high.en],
      ...["Clear below [°C] At most the low trigger value", "Clear above [°C] At least the high trigger value", ...en.hold],
    ],
  },
  outside: {
    zh: [zh.condition, low.zh, high.zh, "解除范围下限 [°C] 不低于触发下限", "解除范围上限 [°C] 不高于触发上限", ...zh.hold],
    en: [
      ...[en.condition, low.en, high.en],
      ...["Clears from [°C] At least the low trigger value", "Clears up to [°C] At most the high trigger value", ...en.hold],
    ],
  },
  bitSet: {
    zh: [zh.condition, "位序号（0 起）* 0～63，从最低位起", ...zh.hold],
    en: [en.condition, "Bit number (0 = lowest)* 0–63, counted from the lowest bit", ...en.hold],
  },
  changed: { zh: [zh.condition], en: [en.condition] },
  noData: { zh: [zh.condition, "无数据时长* [分钟]", ...zh.hold], en: [en.condition, "No data for* [min]", ...en.hold] },
  offline: { zh: [zh.condition, ...zh.hold], en: [en.condition, ...en.hold] },
};

/** The other groups, each its title and its fields. */
export const otherTexts: Record<Language, readonly (readonly string[])[]> = {
  zh: [
    ["规则", "名称*", "级别", "报警类型"],
    ["监视对象", "数据模板*", "数据点*", "设备范围", "设备类型"],
    ["通知方式", "报警组", "报警方式", "报警升级 报警持续未处理达到设定时间后，通知另一报警组。处理或解除后停止。"],
    ["适用时间", "适用日 不选则始终适用。按本组织时区。"],
    [
      ...["通知内容", "报警内容（中文）", "报警内容（英文）", "解除内容（中文）", "解除内容（英文）"],
      "在记录中保存报警值 关闭后记录中不保存报警值",
    ],
  ],
  en: [
    ["Rule", "Name*", "Level", "Alarm type"],
    ["Monitored data", "Data template*", "Data point*", "Devices", "Device type"],
    [
      ...["Notification", "Alarm group", "Alarm method"],
      "Escalation Notifies another alarm group when an alarm is still active and unhandled after this time. Stops when it is handled or cleared.",
    ],
    ["Schedule", "Days None = always. In the time zone of the organisation."],
    [
      ...["Notification texts", "Alarm text (Chinese)", "Alarm text (English)", "Clear text (Chinese)", "Clear text (English)"],
      "Keep the value in the record When off, the record does not keep the value",
    ],
  ],
};
