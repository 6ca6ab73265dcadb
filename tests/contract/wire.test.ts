import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { declaredFields, decodeFields, encodeFields, listFields, unknownFields } from "#contract/kit/wire.ts";
import { holds } from "#tests/property.ts";

const schema = z.object({
  text: z.string(),
  count: z.number(),
  flag: z.boolean(),
  maybe: z.number().nullable(),
  absent: z.string().optional(),
  tags: z.array(z.string()),
  nested: z.object({ a: z.number(), b: z.record(z.string(), z.number()) }),
  level: z.union([z.literal(0), z.literal(1)]),
  kind: z.enum(["x", "y"]),
});

describe("form fields", () => {
  it("carry every flat request there and back, nested values as JSON text [S7.005]", () => {
    holds(
      fc.property(
        fc.record({
          text: fc.string(),
          count: fc.double({ noNaN: true, noDefaultInfinity: true }),
          flag: fc.boolean(),
          maybe: fc.option(fc.integer()),
          tags: fc.array(fc.string()),
          nested: fc.record({
            a: fc.integer(),
            b: fc.dictionary(
              fc.string().filter((key) => key !== "__proto__"),
              fc.integer(),
            ),
          }),
          level: fc.constantFrom(0 as const, 1 as const),
          kind: fc.constantFrom("x" as const, "y" as const),
        }),
        (request) => {
          const travelled = Object.fromEntries(new URLSearchParams(new URLSearchParams(encodeFields(request)).toString()));
          const count = Object.is(request.count, -0) ? 0 : request.count;
          expect(schema.parse(decodeFields(schema, travelled))).toEqual({ ...request, count });
        },
      ),
    );
  });

  it("leave what does not fit as it is, so that the schema names the fault", () => {
    expect(decodeFields(schema, { count: "12a", flag: "yes", nested: "{" })).toEqual({ count: "12a", flag: "yes", nested: "{" });
  });

  it("do not take an empty field for the number zero", () => {
    expect(decodeFields(schema, { count: "", maybe: "" })).toEqual({ count: "", maybe: null });
  });

  it("take nothing that the schema does not name", () => {
    expect(decodeFields(schema, { text: "a", constructor: "b", other: "c" })).toEqual({ text: "a" });
  });
});

describe("one field", () => {
  const read = (field: z.ZodType, text: unknown): unknown => decodeFields(z.object({ field }), { field: text }).field;

  it.each<[string, z.ZodType, unknown, unknown]>([
    ["a number", z.number(), "-1.5e1", -15],
    ["a number with blanks around it", z.number(), " 1", " 1"],
    ["no finite number", z.number(), "Infinity", "Infinity"],
    ["a whole number", z.int(), "12", 12],
    ["true", z.boolean(), "true", true],
    ["one for true", z.boolean(), "1", true],
    ["false", z.boolean(), "false", false],
    ["nought for false", z.boolean(), "0", false],
    ["neither true nor false", z.boolean(), "2", "2"],
    ["a text of digits", z.string(), "12", "12"],
    ["an empty text", z.string(), "", ""],
    ["an empty text that may be null", z.string().nullable(), "", null],
    ["an empty text that may be left out", z.string().optional(), "", ""],
    ["an empty number that may be left out", z.number().optional(), "", undefined],
    ["an empty number that has a default", z.number().default(3), "", undefined],
    ["an empty number that is filled in before", z.number().prefault(3), "", undefined],
    ["an empty number that may be null within", z.number().nullable().optional(), "", null],
    ["a number below a pipe", z.number().pipe(z.number().min(1)), "2", 2],
    ["a number below a lazy schema", z.lazy(() => z.number()), "2", 2],
    ["a word of several", z.enum(["1", "2"]), "1", "1"],
    ["a literal text", z.literal("1"), "1", "1"],
    ["a literal number", z.literal(1), "1", 1],
    ["one of several texts", z.union([z.literal("1"), z.string().optional()]), "1", "1"],
    ["one of a text and a number", z.union([z.string(), z.number()]), "1", 1],
    ["a list", z.array(z.number()), "[1,2]", [1, 2]],
    ["one element of a list", z.array(z.number()), "7", [7]],
    ["one text of a list that is a number in JSON", z.array(z.string()), "7", ["7"]],
    ["a list that is broken off", z.array(z.string()), " [1,", " [1,"],
    ["a list that stands several times", z.array(z.number()), ["1", "2"], [1, 2]],
    ["what is no text in such a list", z.array(z.number()), ["1", 2], [1, 2]],
    ["several of what is no list", z.number(), ["1", "2"], ["1", "2"]],
    ["a record", z.object({ a: z.number() }), '{"a":1}', { a: 1 }],
    ["what is no JSON", z.object({ a: z.number() }), "{a}", "{a}"],
    ["null in JSON", z.object({ a: z.number() }), "null", "null"],
    ["a number that came as one", z.number(), 5, 5],
  ])("that is %s is read as its schema has it", (_what, field, text, expected) => {
    expect(read(field, text)).toEqual(expected);
  });

  it("is written as text, empty where it is null, and left out where there is none", () => {
    expect(encodeFields({ a: 0, b: false, c: null, d: undefined, e: [1], f: { g: 2 }, h: "t" })).toEqual({
      ...{ a: "0", b: "false", c: "", e: "[1]", f: '{"g":2}', h: "t" },
    });
  });
});

describe("what a schema names", () => {
  it("is kept of a request, and nothing else", () => {
    expect(declaredFields(schema, { text: "a", other: 1, constructor: 2, maybe: null })).toEqual({ text: "a", maybe: null });
    expect(declaredFields(z.object({ a: z.string() }).optional(), { a: 1, b: 2 })).toEqual({ a: 1 });
    expect(declaredFields(z.string(), { a: 1 })).toEqual({});
  });

  it("are lists where it takes lists, optional ones too", () => {
    const lists = z.object({
      a: z.array(z.string()),
      b: z.array(z.string()).min(1).optional(),
      c: z.string(),
      d: z.object({ e: z.array(z.string()) }),
    });
    expect(listFields(lists)).toEqual(["a", "b"]);
    expect(listFields(z.string())).toEqual([]);
  });
});

describe("what a schema does not name", () => {
  const deep = z.object({
    name: z.string(),
    slaves: z.array(z.object({ no: z.number() })).optional(),
    nested: z.object({ a: z.number() }).nullable(),
    byName: z.record(z.string(), z.object({ a: z.number() })),
    either: z.union([z.object({ a: z.number() }), z.string()]),
  });
  const many = { faults: 9, members: 99 };
  const value = {
    name: "n",
    more: 1,
    slaves: [{ no: 1 }, { no: 2, to: 3 }],
    nested: { a: 1, constructor: 2 },
    byName: { x: { a: 1, y: { z: 1 } } },
    either: { b: 1 },
  };

  it("is told by its path, however deep, and below a union as its kind says", () => {
    expect(unknownFields(deep, value, many)).toEqual(["more", "slaves.1.to", "nested.constructor", "byName.x.y"]);
    expect(unknownFields(deep, { name: { a: 1 }, nested: null, slaves: { no: 1 } }, many)).toEqual([]);
    expect(unknownFields(deep, "text", many)).toEqual([]);
    expect(unknownFields(deep, [{ more: 1 }], many)).toEqual([]);
    expect(unknownFields(z.array(deep), [{ more: 1 }], many)).toEqual(["0.more"]);
    const kinds = z.array(
      z.discriminatedUnion("kind", [z.object({ kind: z.literal("a") }), z.object({ kind: z.literal("b"), n: z.number() })]),
    );
    expect(
      unknownFields(
        kinds,
        [
          { kind: "b", n: 1 },
          { kind: "a", n: 1 },
          { kind: "c", n: 1 },
        ],
        many,
      ),
    ).toEqual(["1.n"]);
  });

  it("is told of the first few alone", () => {
    expect(unknownFields(deep, value, { ...many, faults: 2 })).toEqual(["more", "slaves.1.to"]);
  });

  it("is not looked for in more values than may be in a request", () => {
    expect(unknownFields(deep, value, { ...many, members: 17 })).toHaveLength(4);
    expect(unknownFields(deep, value, { ...many, members: 16 })).toBeUndefined();
  });
});
