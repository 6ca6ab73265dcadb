import fc from "fast-check";
import { expect, test } from "vitest";
import { compilePoint, type PointDefinition } from "#contract/point/decode.ts";
import { valueTypes } from "#contract/pointValue.ts";
import { sampleReading } from "#server/wire/sampleReading.ts";
import { holds } from "#tests/property.ts";

const defined: PointDefinition = {
  ...{ id: "p1", address: "40001", name: "温度", nameEn: "temperature", valueType: "int16", startBit: null, endBit: null },
  ...{ integerDigits: null, decimals: null, min: null, max: null, receiveFormula: "", sendFormula: "", enumeration: [] },
  ...{ storeMode: 1, writable: true },
};
const sampleOf = (change: Partial<PointDefinition>) => sampleReading(compilePoint({ ...defined, ...change }));

test.each<[string, Partial<PointDefinition>, unknown]>([
  ["the middle of the limits", { min: 0, max: 100 }, { raw: 50, value: 50 }],
  ["what the sending formula makes of it", { min: 0, max: 40, receiveFormula: "x*0.1", sendFormula: "x*10" }, { raw: 200, value: 20 }],
  ["what the receiving formula alone is made of", { min: -40, max: 60, receiveFormula: "x*0.1-40" }, { raw: 500, value: 10 }],
  ["a choice", { enumeration: [{ value: 3, label: "开", labelEn: "Open" }] }, { raw: 3, value: 3 }],
  ["a truth", { valueType: "bool" }, { raw: true, value: 1 }],
  ["a text that goes into one register", { valueType: "text" }, { raw: "ok", value: "ok" }],
  ["bits in their place", { valueType: "bool", startBit: 4, endBit: 4 }, { raw: 16, value: 1 }],
  ["its decimals", { valueType: "float32", decimals: 1 }, { raw: 21.5, value: 21.5 }],
  ["nothing of a formula that is not valid", { receiveFormula: "x*" }, undefined],
])("gives %s", (_, change, expected) => {
  expect(sampleOf(change)).toEqual(expected);
});

const limits = fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 1, max: 2000 }));

test("the console shows the value of every example, and it is within limits that can be reached", () => {
  const definition = fc.record({
    valueType: fc.constantFrom(...valueTypes.filter((type) => type !== "text" && type !== "bool")),
    decimals: fc.option(fc.integer({ min: 0, max: 3 })),
    receiveFormula: fc.constantFrom("", "x*0.1", "x/4+10", "(x-32)*5/9"),
    range: fc.option(limits),
  });
  holds(
    fc.property(definition, ({ range, ...change }) => {
      const bounds = range ? { min: range[0], max: range[0] + range[1] } : {};
      const point = compilePoint({ ...defined, ...change, ...bounds });
      const sample = sampleReading(point);
      const decoded = point.decode(sample?.raw);
      expect(decoded).toMatchObject({ ok: true, value: sample?.value });
    }),
  );
});
