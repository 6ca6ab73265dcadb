import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { decodeFields, encodeFields } from "#contract/kit/wire.ts";
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
