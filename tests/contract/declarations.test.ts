import { describe, expect, it } from "vitest";
import { z } from "zod";
import { codes } from "#contract/codes.ts";
import { pathFields } from "#contract/kit/path.ts";
import { languages } from "#contract/languages.ts";
import { isMessageId, messages } from "#contract/messages.ts";
import { resources } from "#contract/resources.ts";
import { implementations } from "#server/implementations.ts";
import { builtinMenu } from "#server/menu/builtin.ts";
import type { BuiltinItem } from "#server/menu/builtinItem.ts";

const calls = resources.flatMap((resource) => Object.values(resource.calls));
const everyItem = (items: readonly BuiltinItem[]): BuiltinItem[] => items.flatMap((item) => [item, ...everyItem(item.children ?? [])]);

describe("the contract", () => {
  it("has every call under /api [S7.001]", () => {
    expect(calls.filter(({ path }) => !path.startsWith("/api/"))).toEqual([]);
  });

  it("declares no path twice", () => {
    const paths = calls.map(({ path }) => path);
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
  });

  it("names in a path only fields of a request that comes by GET", () => {
    const unfit = calls.filter(({ path, method, request }) => {
      const shape = request instanceof z.ZodObject ? request.shape : {};
      return pathFields(path).some((name) => method !== "GET" || !(name in shape));
    });
    expect(unfit.map(({ path }) => path)).toEqual([]);
  });

  it("is answered whole: each resource by one implementation", () => {
    expect(implementations.map(({ resource }) => resource.name).sort()).toEqual(resources.map(({ name }) => name).sort());
  });

  it("names in `touches` only resources that there are or will be under their wire names", () => {
    const known = new Set([...resources.map(({ name }) => name)]);
    expect(calls.flatMap(({ touches }) => touches).filter((name) => !known.has(name))).toEqual([]);
  });

  it("has a status for each code: its own below 1000, and 200 for those of the business [S7.024]", () => {
    const all = Object.values(codes);
    expect(all.filter(({ code, status }) => status !== (code > 0 && code < 1000 ? code : 200))).toEqual([]);
    expect([400, 401, 403, 404, 413, 429, 500].filter((code) => !all.some((known) => known.code === code))).toEqual([]);
  });

  it("keeps codes unique and their messages in both languages [S8.017] [S8.018]", () => {
    const numbers = Object.values(codes).map(({ code }) => code);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const { message } of Object.values(codes)) expect(isMessageId(message)).toBe(true);
    for (const texts of Object.values(messages)) for (const language of languages) expect(texts[language].trim()).not.toBe("");
  });
});

describe("the built-in menu", () => {
  it("names in its actions only granted calls of the contract", () => {
    const granted = new Set(calls.filter(({ access }) => access === "granted").map(({ path }) => path));
    const unknown = everyItem(builtinMenu).flatMap((item) => (item.actions ?? []).filter((action) => !granted.has(`/api/${action}`)));
    expect(unknown).toEqual([]);
  });

  it("lets an administrator reach every granted call", () => {
    const held = new Set(everyItem(builtinMenu).flatMap((item) => (item.actions ?? []).map((action) => `/api/${action}`)));
    expect(calls.filter(({ access, path }) => access === "granted" && !held.has(path)).map(({ path }) => path)).toEqual([]);
  });
});
