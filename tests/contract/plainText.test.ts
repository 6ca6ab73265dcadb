import { describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Call } from "#contract/kit/call.ts";
import { optionalText, paragraph, text } from "#contract/kit/text.ts";
import { resources } from "#contract/resources.ts";

const fault = (schema: z.ZodType, value: unknown): string | undefined => schema.safeParse(value).error?.issues[0]?.message;

describe("a name", () => {
  it.each([
    ["a zero-width space", "\u200b"],
    ["a Hangul filler", "\u3164"],
    ["a blank Braille cell", "\u2800"],
    ["a joiner", "\u200d"],
    ["a variation selector", "\ufe0f"],
    ["a mark without its letter", "\u0301"],
    ["blanks of all widths", " \u00a0\u2003\u3000"],
    ["a tag without its flag", "\u{e0062}"],
  ])("is not made of %s alone", (_what, value) => {
    expect(fault(text(20), value)).toBe("rule.required");
    expect([undefined, "rule.visible"]).toContain(fault(optionalText(20), value));
    expect(optionalText(20).safeParse(value).data ?? "").toBe("");
  });

  it.each([
    ["NUL", "a\u0000b"],
    ["an escape", "\u001b[31mred"],
    ["a line break", "a\nb"],
    ["a line separator", "a\u2028b"],
    ["half a character", "a\ud83d"],
    ["a turned direction", "invoice\u202etxt.exe"],
    ["an isolate", "a\u2067b"],
    ["a direction mark", "a\u200fb"],
  ])("has no %s in it", (_what, value) => {
    expect(fault(text(20), value)).toBe("rule.controls");
    expect(fault(optionalText(20), value)).toBe("rule.controls");
  });

  it("is kept composed, without what is seen nowhere, and may be of any script, emoji included", () => {
    expect(text(20).parse(" cafe\u0301 ")).toBe("caf\u00e9");
    expect(text(20).parse("ad\u200bmin\ufeff")).toBe("admin");
    for (const name of ["1号泵", "مضخة", "पंप", "👨\u200d👩\u200d👧", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "-", "→"])
      expect(text(20).parse(name)).toBe(name);
  });

  it("has its length counted once it is composed", () => {
    expect(text(2).parse("e\u0301e\u0301")).toBe("éé");
    expect(fault(text(1), "e\u0301e\u0301")).toBe("rule.tooLong");
  });
});

it("a text of several lines keeps its lines and tabs, and nothing else that acts", () => {
  expect(paragraph(20).parse("one\r\ntwo\tthree\rfour\n")).toBe("one\ntwo\tthree\nfour");
  expect(fault(paragraph(20), "a\u202eb")).toBe("rule.controls");
  expect(fault(paragraph(20), "a\u0007b")).toBe("rule.controls");
});

interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  options?: readonly z.ZodType[];
}

/** The schemas of texts in a request, each with the path to it. */
const textsOf = (schema: z.ZodType, path: string): [string, z.ZodType][] => {
  const definition = schema._zod.def as unknown as Definition;
  if (definition.type === "string") return [[path, schema]];
  const inner = definition.innerType ?? definition.in ?? definition.element;
  if (inner) return textsOf(inner, definition.element ? `${path}[]` : path);
  if (definition.options) return definition.options.flatMap((option) => textsOf(option, path));
  return Object.entries(definition.shape ?? {}).flatMap(([name, field]) => textsOf(field, `${path}.${name}`));
};

const writes: Call[] = resources.flatMap((resource) => Object.values(resource.calls)).filter(({ kind }) => kind === "write");

/** What is no name: compared with what is kept, looked for, or kept as it is for a program or a device. */
const asIs = [
  /\.(\w*[iI]ds?|actions|actionList)(\[\])?$/,
  /\.(\w*[pP]assword|random|username|code|\w+Code)$/,
  /\/(user_temp_data|license|send_login_pass_code)\b/,
  /\/dlexcel\w*\.(search|account|address|call)$/,
  /\/order\/\w+\.values\[\]\.value$/,
];

describe("every text that a write keeps", () => {
  const kept = writes.flatMap((call) => textsOf(call.request, call.path)).filter(([path]) => !asIs.some((pattern) => pattern.test(path)));

  it("is found by the walk", () => {
    const paths = kept.map(([path]) => path);
    expect(paths).toEqual(expect.arrayContaining(["/api/device/post.name", "/api/device/post.slaves[].name", "/api/company/put.remark"]));
    expect(paths.length).toBeGreaterThan(60);
  });

  it.each(kept)("%s takes neither controls nor turned directions", (_path, schema) => {
    for (const value of ["ab\u0000cd", "ab\u001bcd", "ab\u202ecd", "ab\u2066cd"]) expect(schema.safeParse(value).success).toBe(false);
  });
});
