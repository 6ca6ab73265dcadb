import { createIntl } from "react-intl";
import { describe, expect, it } from "vitest";
import { messages as contract } from "#contract/messages.ts";
import { messages } from "#locales/en.ts";
import { refusalText } from "#src/kit/feedback/refusalText.ts";
import { pointLine } from "#src/kit/value/pointText.ts";
import { shownText } from "#src/kit/value/shownText.ts";
import { eventWords, resultWords } from "#src/screens/devices/eventWords.ts";
import { fieldWords, valueWords } from "#src/screens/devices/operationWords.ts";

const refusals = Object.fromEntries(Object.entries(contract).map(([id, { en }]) => [id, en]));
const intl = createIntl({ locale: "en", messages: { ...refusals, ...messages } });
const turned = "abc\u202etxt.exe";
const escaped = "abc\\u202Etxt.exe";

describe("text of devices, people and logs", () => {
  it.each([
    [turned, escaped],
    ["\u0000\u001b[2J", "\\u0000\\u001B[2J"],
    ["a\u2066b\u2069\u200f\u061c", "a\\u2066b\\u2069\\u200F\\u061C"],
    ["pay\u200bpal\ufeff", "pay\\u200Bpal\\uFEFF"],
    ["a\u2028b\u0085", "a\\u2028b\\u0085"],
    ["\ud800", "\\uD800"],
    ["De\u2062po\u{e0041}t\u200d", "De\\u2062po\\u{E0041}t\\u200D"],
  ])("shows what acts on the text around it, and what is not seen, as an escape: %j", (text, shown) => {
    expect(shownText(text)).toBe(shown);
  });

  it.each(["冷库一号 · Cold room 1", "عربي", "two\nlines\tand a tab", "👩‍🔧 é", "≈ 1.5 °C"])("leaves %j as it is", (text) => {
    expect(shownText(text)).toBe(text);
  });

  it("is shown so in events, replies, readings, refusals and the operation log", () => {
    const event = (kind: "event" | "command", content: unknown) => eventWords({ kind, content: JSON.stringify(content) }, intl);
    expect(event("event", { text: turned })).toBe(`text: ${escaped}`);
    expect(event("command", { slave: 1, values: [{ name: "Label", value: turned }] })).toBe(`Slave 1 · Label = ${escaped}`);
    const refused = {
      kind: "command",
      content: JSON.stringify({ slave: 1, values: [], message: turned }),
      result: "deviceRefused",
    } as const;
    expect(resultWords(refused, intl, "UTC")).toContain(escaped);
    const call = "/api/device/cmd";
    expect([fieldWords(call, turned, intl), valueWords(call, "values", { p: turned }, { intl, zone: "UTC" })]).toEqual([
      escaped,
      expect.stringContaining(escaped),
    ]);
    expect(pointLine(turned, { unit: "", decimals: null, enumeration: [] }, "en")).toBe(escaped);
    expect(refusalText({ code: 9, message: turned, data: null }, intl)?.text).toBe(escaped);
  });
});
