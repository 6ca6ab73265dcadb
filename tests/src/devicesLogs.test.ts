// @vitest-environment jsdom
import { createIntl } from "react-intl";
import { describe, expect, it } from "vitest";
import { isMessageId, type Language, messages } from "#contract/messages.ts";
import { stateReasons } from "#contract/resources/deviceStateLog.ts";
import { messages as en } from "#locales/en.ts";
import { messages as zh } from "#locales/zh.ts";
import { eventList } from "#src/screens/devices/eventList.tsx";
import { eventWords, resultWords } from "#src/screens/devices/eventWords.ts";
import { lastedText } from "#src/screens/devices/lastedText.ts";
import { dayNames, logPeriod, periodFault } from "#src/screens/devices/logPeriod.ts";
import { screenMessageIds } from "#tests/src/kit/screenMessages.ts";

const texts: Record<Language, Readonly<Record<string, string>>> = { zh, en };
const intlOf = (language: Language) =>
  createIntl({
    locale: language,
    messages: { ...Object.fromEntries(Object.entries(messages).map(([id, text]) => [id, text[language]])), ...texts[language] },
  });

describe("the logs of devices", () => {
  const zone = "America/New_York";
  const now = Date.parse("2026-11-03T15:00:00Z");

  it("are shown for whole local days, also where the clocks change, up to and including today", () => {
    expect(logPeriod(zone, {}, now)).toEqual({ from: "2026-10-28T04:00:00.000Z", to: "2026-11-04T05:00:00.000Z" });
    expect(logPeriod(zone, { period: "today" }, now)).toEqual({ from: "2026-11-03T05:00:00.000Z", to: "2026-11-04T05:00:00.000Z" });
    expect(logPeriod(zone, { period: "month", from: "2026-11-01", to: "2026-11-01" }, now)).toEqual({
      from: "2026-11-01T04:00:00.000Z",
      to: "2026-11-02T05:00:00.000Z",
    });
    const names = dayNames(zone, logPeriod(zone, { period: "year" }, now));
    expect([names.length, new Set(names).size, names[0], names.at(-1)]).toEqual([365, 365, "2025-11-04", "2026-11-03"]);
  });

  it("say why a period can be neither counted nor downloaded", () => {
    expect(periodFault(logPeriod(zone, { period: "year" }, now))).toBeUndefined();
    expect(periodFault(logPeriod(zone, { to: "2024-02-29" }, now))).toBeUndefined();
    expect(periodFault(logPeriod(zone, { from: "2020-01-01" }, now))).toBe("rule.period.long");
    expect(periodFault(logPeriod(zone, { from: "2026-11-02", to: "2026-11-01" }, now))).toBe("rule.period");
  });

  it("tell lengths of time in their two largest units", () => {
    const say = (milliseconds: number) => lastedText(milliseconds, intlOf("en"));
    expect([say(-5), say(999), say(61_000), say(3_600_000), say(90_061_000)]).toEqual(["0 s", "0 s", "1 min 1 s", "1 h", "1 d 1 h"]);
    expect(lastedText(7_500_000, intlOf("zh"))).toBe("2 小时 5 分钟");
  });

  it("tell commands and movements in the reader's words, with their result", () => {
    const content = JSON.stringify({ slave: 2, values: [{ id: "p", name: "Set", value: 0 }], code: 0, message: "", milliseconds: 12 });
    const sent = { kind: "command", content } as const;
    expect(eventWords(sent, intlOf("en"))).toBe("Slave 2 · Set = 0");
    const both = JSON.stringify({ slave: 2, values: [{ id: "p", name: "温度", nameEn: "Temperature", value: true }] });
    expect((["zh", "en"] as const).map((language) => eventWords({ kind: "command", content: both }, intlOf(language)))).toEqual([
      expect.stringContaining("温度 = 开（1）"),
      "Slave 2 · Temperature = On (1)",
    ]);
    const kept = [
      { name: "阀门", nameEn: "Valve", value: true, unit: "", label: "打开", labelEn: "Open" },
      { name: "温度", nameEn: "Temperature", value: 21.5, unit: "°C" },
      { name: "计数", nameEn: "Count", value: "9007199254740993", unit: "kWh" },
    ];
    const worded = JSON.stringify({ slave: 1, values: kept });
    expect((["zh", "en"] as const).map((language) => eventWords({ kind: "command", content: worded }, intlOf(language)))).toEqual([
      "从机 1 · 阀门 = 打开 · 温度 = 21.5 °C · 计数 = 9007199254740993 kWh",
      "Slave 1 · Valve = Open · Temperature = 21.5 °C · Count = 9007199254740993 kWh",
    ]);
    expect(resultWords({ ...sent, result: "ok" }, intlOf("en"), "UTC")).toBe("Success (12 ms)");
    expect(resultWords({ ...sent, result: "deviceSilent" }, intlOf("zh"), "UTC")).toBe("设备未在规定时间内应答");
    expect(resultWords({ kind: "event", content: "{}", result: "" }, intlOf("en"), "UTC")).toBe("–");
    expect(eventWords({ kind: "transfer", content: '{"from":"North","to":"South"}' }, intlOf("zh"))).toBe("North → South");
    expect(eventWords({ kind: "location", content: '{"lng":121.5,"lat":0}' }, intlOf("en"))).toBe("Longitude 121.5, latitude 0");
    expect(eventWords({ kind: "command", content: "torn" }, intlOf("en"))).toBe("torn");
  });

  it("say of commands and faults that some of them is about data points which the reader may not see", () => {
    const sent = { slave: 1, values: [{ id: "p", name: "Set", value: 3 }], code: 0, hidden: true };
    const fault = { code: "type", values: { slave: 1, address: "…" }, bytes: 9, hidden: true };
    const told = (kind: "command" | "fault" | "event", content: object, language: "zh" | "en" = "en") =>
      eventWords({ kind, content: JSON.stringify(content) }, intlOf(language));
    expect(told("command", sent)).toBe("Slave 1 · Set = 3 · with data points that are not visible to you");
    expect(told("command", { ...sent, values: [] }, "zh")).toBe("从机 1 · 含对您不可见的数据点");
    expect(told("fault", fault)).toBe(
      "Slave 1, point address …: value of the wrong data type · with data points that are not visible to you",
    );
    expect(told("fault", { hidden: true })).toBe("with data points that are not visible to you");
    expect(told("event", { type: "note", content: "x", hidden: true })).toBe("note: x");
  });

  it("have every text in both languages", () => {
    const ids = [...screenMessageIds(eventList({ zone })), ...stateReasons.map((reason) => `states.reason.${reason}`)];
    const lost = (["zh", "en"] as const).flatMap((language) => ids.filter((id) => texts[language][id] === undefined && !isMessageId(id)));
    expect(lost).toEqual([]);
  });
});
