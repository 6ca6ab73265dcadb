import { describe, expect, it } from "vitest";
import { messages as en } from "#locales/en.ts";
import { messages as zh } from "#locales/zh.ts";

/** Messages that name one and the same thing, by the word for it. */
const words = {
  new: [
    ["Unhandled", "未处理"],
    ["alarmState.new", "alarms.option.state.0", "device.alarm.state.0"],
  ],
  handled: [
    ["Handled", "已处理"],
    ["alarmState.handled", "alarms.option.state.1", "device.alarm.state.1"],
  ],
  "a false alarm": [
    ["False alarm", "误报"],
    ["alarmState.false", "alarms.option.state.2", "device.alarm.state.2"],
  ],
  open: [
    ["Active", "未解除"],
    ["alarms.open", "alarms.filter.open", "device.alarm.open"],
  ],
  released: [
    ["Cleared", "已解除"],
    ["notice.released", "device.alarm.released"],
  ],
  "the processing status": [
    ["Handling status", "处理状态"],
    ["alarms.column.state", "alarms.filter.state"],
  ],
  "open alarms": [
    ["Active alarms", "未解除报警"],
    ["home.open", "board.open", "devices.column.openAlarms", "devices.filter.alarmed"],
  ],
  notice: [
    ["Advisory", "提示"],
    ["level.0", "alarmLevel.0", "alarms.option.level.0"],
  ],
  general: [
    ["General", "一般"],
    ["level.1", "alarmLevel.1", "alarms.option.level.1"],
  ],
  major: [
    ["Major", "重要"],
    ["level.2", "alarmLevel.2", "alarms.option.level.2"],
  ],
  emergency: [
    ["Emergency", "紧急"],
    ["level.3", "alarmLevel.3", "alarms.option.level.3"],
  ],
} as const;

describe("the words for alarms", () => {
  it.each(Object.entries(words))("say %s in one way on every screen", (_, [[english, chinese], ids]) => {
    expect(ids.map((id) => [id, en[id], zh[id]])).toEqual(ids.map((id) => [id, english, chinese]));
  });

  it("call an alarm that nobody has processed new, and one that is not released open", () => {
    const other = /unprocessed|still in alarm|\bin alarm\b|报警中/i;
    for (const texts of [en, zh]) expect(Object.entries(texts).filter(([, text]) => other.test(text))).toEqual([]);
  });
});
