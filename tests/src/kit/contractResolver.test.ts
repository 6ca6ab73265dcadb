import type { FieldError } from "react-hook-form";
import { expect, it } from "vitest";
import { z } from "zod";
import { text } from "#contract/kit/text.ts";
import { isMessageId } from "#contract/messages.ts";
import { contractResolver } from "#src/kit/form/contractResolver.ts";

const schema = z.object({
  name: text(3),
  note: z.string().max(4, "rule.tooLong"),
  code: z.string().min(2),
  sort: z.number("rule.number").int("rule.number").min(0, "rule.number").max(9, "rule.number"),
  digits: z.number().int().max(20),
  lng: z.number("rule.longitude").max(180, "rule.longitude"),
  ids: z.array(z.string()).min(1).max(2),
});
const good = { name: "a", note: "", code: "ab", sort: 0, digits: 1, lng: 0, ids: ["a"] };

const faultsOf = async (values: object): Promise<unknown[]> => {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await contractResolver(schema, new Map())({ ...good, ...values }, undefined, options);
  return Object.values(errors).map((error) => {
    const { message, types } = error as FieldError;
    return [message, types];
  });
};

it.each([
  ["a name", { name: "abcd" }, "rule.tooLong.most", { max: "3" }],
  ["a text", { note: "abcde" }, "rule.tooLong.most", { max: "4" }],
  ["a code", { code: "a" }, "rule.tooShort", { min: "2" }],
  ["a number below", { sort: -1 }, "rule.least", { min: "0" }],
  ["a number above", { sort: 10 }, "rule.greatest", { max: "9" }],
  ["a number without words of its own", { digits: 21 }, "rule.greatest", { max: "20" }],
  ["a list that is empty", { ids: [] }, "rule.fewest", { min: "1" }],
  ["a list", { ids: ["a", "b", "c"] }, "rule.most", { max: "2" }],
])("%s beyond its limit is told with the limit", async (_, values, message, types) => {
  expect(await faultsOf(values)).toEqual([[message, types]]);
  expect(isMessageId(message)).toBe(true);
});

it("says what is wrong otherwise in the words of the field, or in those that fit any", async () => {
  expect(await faultsOf({ lng: 181 })).toEqual([["rule.longitude", { max: "180" }]]);
  expect(await faultsOf({ sort: 1.5 })).toEqual([["rule.type.integer", {}]]);
  expect(await faultsOf({ sort: Number.NaN })).toEqual([["rule.number", {}]]);
  expect(await faultsOf({ sort: undefined, code: "" })).toEqual([
    ["rule.required", { min: "2" }],
    ["rule.number", {}],
  ]);
});
