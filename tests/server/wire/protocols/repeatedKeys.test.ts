import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { UpKind } from "#server/wire/protocol.ts";
import { jsonProtocol } from "#server/wire/protocols/mqttJson/jsonProtocol.ts";
import { colonsOf, repeatedKeys } from "#server/wire/protocols/mqttJson/repeatedKeys.ts";
import { holds } from "#tests/property.ts";

const found = (text: string): readonly string[] => repeatedKeys(text, colonsOf(JSON.parse(text)));

describe("keys that stand more than once in their object", () => {
  test.each([
    ['{"values":{"f":1},"values":{"g":2}}', ["$.values"]],
    ['{"ts":1,"ts" : 2,"values":{}}', ["$.ts"]],
    ['{"values":{"f":1,"g":{"f":2},"f":3}}', ["$.values.f"]],
    ['[{"values":{"a":1}},{"slaves":[{"no":1},{"no":2,"values":{"a":1,"b":":","a":2}}]}]', ["$[1].slaves[1].values.a"]],
    ['{"a":1,"\\u0061":2}', ["$.a"]],
    ['{"__proto__":1,"__proto__":2}', ["$.__proto__"]],
    ['{"a":{"x":1,"x":2},"a":{"y":1,"y":2}}', ["$.a.x", "$.a", "$.a.y"]],
    ['{"a":1,"a":1,"a":1}', ["$.a"]],
    [`{${"abcdefgh".replace(/./g, '"$&":1,"$&":2,')}"z":0}`, [..."abcde"].map((key) => `$.${key}`)],
  ])("are named by their path: %s", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test.each([
    '{"ts":"2026-01-14T16:00:00Z","values":{"t":"a:b","u\\":":1,"a\\u003ab":2}}',
    '{"a":{"a":{"a":1}},"b":["a","a",{"a":1},{"a":2}]}',
    '["a:","a:"]',
    '{"a" :1 , "b"\n:"a"}',
    "1",
  ])("are none in %s", (text) => {
    expect(found(text)).toEqual([]);
  });

  test("are none in whatever JSON is written from, and one where one is written twice", () => {
    holds(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.string(), (members, key) => {
        const text = JSON.stringify(members);
        expect(found(text)).toEqual([]);
        const name = JSON.stringify(key);
        const twice = `{${name}:0,${name}:1,"under":${text}}`;
        expect(found(twice)).toEqual([`$.${key}`.slice(0, 128), ...(key === "under" ? ["$.under"] : [])].slice(0, 1));
      }),
    );
  });

  test("are looked for as deep as a message is nested, without an end of the stack", () => {
    const deep = `${'{"a":'.repeat(10_000)}{"b":1,"b":2}${"}".repeat(10_000)}`;
    expect(found(deep)).toHaveLength(1);
  });

  test.each<[UpKind, string, string]>([
    ["telemetry", '{"values":{"f":1},"values":{"g":2}}', "values"],
    ["telemetry", '[{"values":{"f":1,"f":2}}]', "[0].values.f"],
    [
      "telemetry",
      '{"ts":"2026-01-14T16:00:00Z","x":{},"slaves":[{"no":1,"values":{}},{"no":2,"no":3,"values":{"t":"a:b","u":[]}}]}',
      "slaves[1].no",
    ],
    ["event", '{"type":"door","content":{"a":1,"a":2}}', "content.a"],
    ["location", '{"lng":1,"lat":2,"lng":3}', "lng"],
    ["info", '{"iccid":"1","iccid":"2"}', "iccid"],
    ["command/reply", '{"id":"c","code":0,"code":1}', "code"],
  ])("leave their row in the log of the device, and the last of them counts: %s %s", (kind, text, at) => {
    const { message, faults } = jsonProtocol("mqtt-json").decode(kind, Buffer.from(text), Date.UTC(2027, 0));
    expect(message).toBeDefined();
    expect(faults).toEqual([{ code: "repeatedKey", values: { at }, hourly: expect.stringMatching(/^repeated [^[]+$/) }]);
  });
});

test.each([
  ["{}", { code: "noValues" }],
  ['{"Values":{"f":1}}', { code: "noValues" }],
  ['[{"Values":{"f":1}}]', { code: "noValuesAt", values: { at: "[0]" } }],
  ["1", { code: "notObject" }],
  ["[1]", { code: "shape", values: { at: "[0]" } }],
])("%s is told apart from what is no object", (text, fault) => {
  expect(jsonProtocol("mqtt-json").decode("telemetry", Buffer.from(text), 0).faults).toEqual([fault]);
});
