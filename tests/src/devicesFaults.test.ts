import { createIntl } from "react-intl";
import { expect, test } from "vitest";
import { type Language, messages as shared } from "#contract/messages.ts";
import { messages as en } from "#locales/en.ts";
import { messages as zh } from "#locales/zh.ts";
import { faultText } from "#src/screens/devices/faultText.ts";
import { outcomeWords } from "#src/screens/devices/messageWords.ts";

const intlOf = (language: Language) =>
  createIntl({
    locale: language,
    messages: {
      ...(language === "zh" ? zh : en),
      ...Object.fromEntries(Object.entries(shared).map(([id, texts]) => [id, texts[language]])),
    },
  });

const said = (fault: object) => (["zh", "en"] as const).map((language) => faultText(JSON.stringify(fault), intlOf(language)));

test("a device's fault is told in the reader's language, with the message behind it", () => {
  const values = { slave: 7, address: "40001" };
  expect(said({ code: "unknownPoint", values, bytes: 9, text: "{}" })).toEqual([
    "从机 7 的数据模板中没有数据点地址 40001，读数未保存 · {}",
    "The data template of slave 7 has no point address 40001; the reading was not stored · {}",
  ]);
  expect(said({ code: "json", values: {}, bytes: 2, hex: "00ff", before: 1200 })).toEqual([
    "消息不是 UTF-8 编码的 JSON · 此前另有 1,200 条未记录 · 00ff",
    "The message is not JSON in UTF-8 · 1,200 earlier data errors were not recorded · 00ff",
  ]);
  expect(said({ code: "unknownSlave", values, bytes: 0, text: "", repeats: 3 })).toEqual([
    "设备没有从机 7，其读数未保存（如数据点地址 40001） · 上次记录后又出现 3 次",
    "The device has no slave 7; its readings were not stored (such as point address 40001) · 3 more since it was last recorded",
  ]);
});

test("a fault that was kept before faults had codes is left as it was written", () => {
  expect(said({ reason: "json $", bytes: 1, text: "{" })).toEqual([undefined, undefined]);
  expect(said({ code: "never heard of", values: {} })).toEqual([undefined, undefined]);
  expect(faultText("not json", intlOf("en"))).toBeUndefined();
});

test("readings of which nothing was stored are told apart from those that were read in part, and from other messages", () => {
  const say = (kind: "telemetry" | "info", valueCount: number) => outcomeWords({ kind, outcome: "faulty", valueCount }, intlOf("en"));
  expect([say("telemetry", 0), say("telemetry", 1), say("info", 0)]).toEqual(["Not decoded", "Not fully decoded", "Not fully decoded"]);
});
