import { createIntl } from "react-intl";
import { describe, expect, it } from "vitest";
import { languages } from "#contract/languages.ts";
import { type MessageId, messages, say } from "#contract/messages.ts";

/** Messages with a number in front of what it counts. */
const counting = (Object.keys(messages) as MessageId[]).filter((id) => /, plural,/.test(messages[id].en));
const valuesOf = (id: MessageId, count: number) =>
  Object.fromEntries([...messages[id].en.matchAll(/\{(\w+)[},]/g)].map(([, name = ""]) => [name, count]));

describe("a shared message that counts", () => {
  it("says one of a thing and many of it in English", () => {
    expect(say("en", "rule.tooShort", { min: 1 })).toBe("Must have at least 1 character");
    expect(say("en", "rule.tooShort", { min: 8 })).toBe("Must have at least 8 characters");
    expect(say("en", "code.inUse", { count: 1, what: "device" })).toBe("Cannot be deleted: in use by 1 device. Remove it first");
    expect(say("en", "code.inUse", { count: 2, what: "devices" })).toBe("Cannot be deleted: in use by 2 devices. Remove these first");
    expect(say("zh", "rule.tooShort", { min: 1 })).toBe("至少 1 个字符");
  });

  it("is the same text from the server and in the console, in both languages", () => {
    expect(counting.length).toBeGreaterThan(10);
    for (const language of languages) {
      const texts = Object.fromEntries(counting.map((id) => [id, messages[id][language]]));
      const intl = createIntl({ locale: language, messages: texts });
      for (const id of counting)
        for (const count of [0, 1, 2, 5000])
          expect([id, say(language, id, valuesOf(id, count))]).toEqual([id, intl.formatMessage({ id }, valuesOf(id, count))]);
    }
  });

  it("puts no word of several behind a number that can be one", () => {
    const severalAlways: readonly MessageId[] = ["file.cut", "fault.messageTooLong"];
    const plain = (Object.keys(messages) as MessageId[]).filter((id) =>
      /\{(bytes|count|digits|events|limit|max|min|minutes|seconds|times)\} (?!is |was )[a-z]+s\b/.test(messages[id].en),
    );
    expect(plain).toEqual(severalAlways);
  });
});
