import { expect, it } from "vitest";
import { z } from "zod";
import { contractResolver } from "#src/kit/form/contractResolver.ts";

const schema = z.object({
  name: z
    .string("rule.required")
    .min(3, "rule.name.short")
    .regex(/^[a-z]*$/, "rule.name.letters")
    .max(5, "rule.tooLong"),
  note: z.string().max(4),
  kind: z.enum(["a", "b"]),
  age: z.number().max(200, "rule.age"),
  address: z.object({ lines: z.array(z.string().min(1, "rule.required")) }),
  both: z
    .string()
    .refine((value) => value !== "x", { error: "rule.both", params: { limit: 7 } })
    .optional(),
});
const right = { name: "abc", note: "", kind: "a", age: 1, address: { lines: ["x"] } };
const options = { fields: {}, shouldUseNativeValidation: false } as unknown as Parameters<ReturnType<typeof contractResolver>>[2];
const told = async (values: object, faults: Record<string, string> = {}) =>
  contractResolver(schema, new Map(Object.entries(faults)))(values, undefined, options);

it("answers the values of a form that is right", async () => {
  expect(await told(right)).toEqual({ values: right, errors: {} });
});

it("tells the first fault of each field and no other", async () => {
  const { errors, values } = await told({ ...right, name: "A", age: 201 });
  expect(values).toEqual({});
  expect(errors).toMatchObject({ name: { message: "rule.name.short" }, age: { message: "rule.age" } });
  expect((await told({ ...right, name: "ABCDEF" })).errors).toMatchObject({ name: { message: "rule.name.letters" } });
  expect((await told({ ...right, name: "abcdef" })).errors).toMatchObject({ name: { message: "rule.tooLong.most" } });
});

it("puts what a field tells of itself before what the schema finds, and refuses a form that is right otherwise", async () => {
  expect((await told({ ...right, name: "A" }, { name: "rule.number" })).errors).toMatchObject({
    name: { type: "server", message: "rule.number" },
  });
  const { errors, values } = await told(right, { age: "rule.number" });
  expect([values, errors]).toEqual([{}, { age: expect.objectContaining({ message: "rule.number" }) }]);
});

it("has words for a fault that has none: required where nothing is, too long, or invalid", async () => {
  const messages = async (values: object) =>
    Object.fromEntries(
      Object.entries((await told({ ...right, ...values })).errors).map(([name, error]) => [name, (error as { message: string }).message]),
    );
  expect(await messages({ kind: undefined, note: null })).toEqual({ kind: "rule.required", note: "rule.required" });
  expect(await messages({ kind: "", note: "12345" })).toEqual({ kind: "rule.required", note: "rule.tooLong.most" });
  expect(await messages({ kind: "c", note: 7 })).toEqual({ kind: "rule.invalid", note: "rule.invalid" });
});

it("names the limit that was passed, and puts a nested fault in its place", async () => {
  const { errors } = await told({ ...right, age: 201, name: "ab", both: "x", address: { lines: ["a", ""] } });
  expect(errors).toMatchObject({
    age: { types: { max: "200" } },
    name: { types: { min: "3" } },
    both: { message: "rule.both", types: { limit: "7" } },
    address: { lines: [undefined, { message: "rule.required" }] },
  });
});
