import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { instant } from "#contract/kit/page.ts";
import { realtimeMessage } from "#contract/realtime.ts";
import { resources } from "#contract/resources.ts";
import { isDayName, isTimeName } from "./timeNames.ts";

interface Definition {
  type: string;
  format?: string;
  offset?: boolean;
  innerType?: z.core.$ZodType;
  out?: z.core.$ZodType;
  getter?: () => z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  values?: readonly unknown[];
}

interface Leaf {
  /** Of the field, whatever lists it is in. */
  name: string;
  path: string;
  is: "time" | "day" | "none" | string;
}

const kindOf = ({ type, format, offset, values }: Definition): Leaf["is"] => {
  if (format === "datetime" && !offset) return "time";
  if (format === "date") return "day";
  return values?.length === 1 && values[0] === "" ? "none" : type;
};

function* leaves(schema: z.core.$ZodType, name: string, path: string, above: readonly z.core.$ZodType[] = []): Generator<Leaf> {
  if (above.includes(schema)) return;
  const definition: Definition = schema._zod.def;
  const { innerType, out, getter, options, shape, element, valueType } = definition;
  const inside = [...above, schema];
  const same = innerType ?? (definition.type === "pipe" ? out : undefined) ?? getter?.() ?? element ?? valueType;
  if (same) yield* leaves(same, name, path, inside);
  else if (options) for (const option of options) yield* leaves(option, name, path, inside);
  else if (shape) for (const [field, part] of Object.entries(shape)) yield* leaves(part, field, `${path}.${field}`, inside);
  else yield { name, path, is: kindOf(definition) };
}

const notices = "/api/notice/query.list.data";
const told = resources
  .flatMap(({ calls }) => Object.values(calls))
  .flatMap(({ path, response }) => [...leaves(response, "", path)])
  .filter(({ path }) => !path.startsWith(notices));

describe("times and days", () => {
  it("are texts of ISO 8601 in UTC and yyyy-MM-dd in every answer, and no numbers [S7.025]", () => {
    const times = told.filter(({ name }) => isTimeName(name));
    expect(times.filter(({ is }) => is !== "time")).toEqual([]);
    const days = told.filter(({ name }) => isDayName(name));
    expect(days.filter(({ is }) => is !== "day" && is !== "none")).toEqual([]);
    // Nothing that is a time or a day is called otherwise, a person's birth apart: a Sparkplug node has one of another kind.
    const others = told.filter(({ name, is }) => (is === "time" && !isTimeName(name)) || (is === "day" && !isDayName(name)));
    expect(new Set(others.map(({ name }) => name))).toEqual(new Set(["birth"]));
    expect([times.length, days.length].every((count) => count > 20)).toBe(true);
  });

  it("are texts in every message of the socket, which a page shows whatever their form", () => {
    const times = [...leaves(realtimeMessage, "", "")].filter(({ name }) => isTimeName(name) || isDayName(name));
    expect(times.length).toBeGreaterThan(5);
    expect(times.filter(({ name, is }) => is !== (name === "ts" ? "time" : "string"))).toEqual([]);
  });

  it("are taken with an offset too, as long as the year has four digits in UTC", () => {
    expect(instant.parse("2026-01-14T18:00:00+08:00")).toBe("2026-01-14T10:00:00.000Z");
    for (const far of ["9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00"]) expect(instant.safeParse(far).success).toBe(false);
  });
});
