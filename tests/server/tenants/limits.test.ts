import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Call } from "#contract/kit/call.ts";
import { resources } from "#contract/resources.ts";
import { schemaOf } from "#server/http/openApi/schema.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

let site: Site;
let token: string;
beforeAll(async () => {
  site = await openSite();
  token = await site.signIn("admin", adminPassword);
});
afterAll(() => site.close());

const shapeOf = ({ request }: Call): [string, z.ZodType][] =>
  request instanceof z.ZodObject ? Object.entries(request.shape as Record<string, z.ZodType>) : [];
const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

/** The greatest and the least that a field takes, each with what is just beyond it. */
const boundsOf = (schema: z.ZodType): [within: unknown, beyond: unknown][] => {
  const { type, maxLength, minimum, maximum } = schemaOf(schema, "input", "en", {}) as Readonly<Record<string, unknown>>;
  if (type === "string" && typeof maxLength === "number") return [["泵".repeat(maxLength), "泵".repeat(maxLength + 1)]];
  if (type !== "number" && type !== "integer") return [];
  const bounds: [number, number][] = [];
  if (typeof minimum === "number") bounds.push([minimum, minimum - 1]);
  if (typeof maximum === "number") bounds.push([maximum, maximum + 1]);
  return bounds;
};

const calls = resources
  .flatMap((resource) => Object.values(resource.calls))
  .filter(({ kind, path }) => kind === "write" && path !== "/api/logout");
const limited = calls.flatMap((call) =>
  shapeOf(call).flatMap(([name, schema]) =>
    boundsOf(schema).map((bounds) => [`${call.path} ${name}`, call, name, schema, bounds] as const),
  ),
);
const named = calls.flatMap((call) =>
  shapeOf(call)
    .filter(([name, schema]) => /^name$|Name$/.test(name) && !takes(schema, "") && takes(schema, "A"))
    .map(([name]) => [`${call.path} ${name}`, call, name] as const),
);

/** Fields that the server finds a fault in, whatever else is missing. */
const faultyOf = async (call: Call, request: object): Promise<string[]> =>
  (await site.ask(call, request, { token })).fields.map(({ path }) => path);

describe("the server", () => {
  it.each(limited)("holds the limit of %s on both sides of it [S5.079]", async (_what, call, name, schema, [within, beyond]) => {
    if (takes(schema, within)) expect(await faultyOf(call, { [name]: within })).not.toContain(name);
    expect(await faultyOf(call, { [name]: beyond })).toContain(name);
  });

  it.each(named)("takes no blanks alone for %s [S5.081]", async (_what, call, name) => {
    for (const blanks of [" ", "\u3000\u3000", "\t \u00a0", "\u200b\u2003"])
      expect([blanks, await faultyOf(call, { [name]: blanks })]).toEqual([blanks, expect.arrayContaining([name])]);
  });

  it("has limits and names in its calls", () => {
    expect([limited.length > 100, named.length > 20]).toEqual([true, true]);
  });
});
