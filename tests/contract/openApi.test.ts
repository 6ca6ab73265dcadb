import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callNotes } from "#contract/callNotes.ts";
import { codes } from "#contract/codes.ts";
import type { Call } from "#contract/kit/call.ts";
import { languages } from "#contract/languages.ts";
import { resources } from "#contract/resources.ts";
import { openApi } from "#server/http/openApi/document.ts";
import { documentChecker } from "./documentChecker.ts";

const every = resources.flatMap((resource) =>
  Object.entries(resource.calls).map(([verb, call]) => ({ name: `${resource.name}_${verb}`, call })),
);

interface Document {
  paths: Record<string, Record<string, Operation>>;
}
interface Whole {
  $ref?: string;
  anyOf?: { $ref?: string; type?: string; items?: object }[];
}
interface Content {
  encoding?: Record<string, { contentType: string }>;
  schema: Whole & { contentSchema?: Whole };
}
interface Operation {
  operationId: string;
  summary?: string;
  parameters: { name?: string; required?: boolean }[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses: Record<string, unknown>;
  security?: unknown[];
}

describe("the OpenAPI document", () => {
  const document = openApi(resources, "/", "en") as unknown as Document;
  const operationOf = (call: Call): Operation => {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()];
    if (!operation) throw new Error(`${call.path} is not there`);
    return operation;
  };
  it("says of the raw calls that take ids that a list of them may stand there bare, or one of them, as text and as JSON", () => {
    const asJson = (call: Call) => operationOf(call).requestBody?.content["application/json"]?.schema;
    const asText = (call: Call) => operationOf(call).requestBody?.content["text/plain"]?.schema.contentSchema;
    const raw = every.filter(({ call }) => call.encoding === "raw");
    const bare = raw.filter(({ call }) => asText(call)?.anyOf).map(({ name }) => name);
    expect(bare).toEqual(["user_enable", "user_disable", "company_enable", "company_disable"]);
    const enable = raw.find(({ name }) => name === "user_enable");
    const kinds = enable && asText(enable.call)?.anyOf?.map(({ $ref, type }) => $ref ?? type);
    expect(every.filter(({ call }) => asJson(call)?.anyOf).map(({ name }) => name)).toEqual(bare);
    expect(kinds).toEqual(["#/components/schemas/user_enable_request", "array", "string"]);
    expect(raw.length).toBeGreaterThan(bare.length);
  });

  it("asks no token for exactly those calls that everybody may make", () => {
    const open = every.filter(({ call }) => operationOf(call).security?.length === 0).map(({ name }) => name);
    expect(open).toEqual(every.filter(({ call }) => call.access === "public").map(({ name }) => name));
    expect(open).toContain("auth_login");
    expect(every.filter(({ call }) => operationOf(call).security !== undefined)).toHaveLength(open.length);
  });

  let checker: Ajv2020;
  let folder: string;

  beforeAll(() => {
    checker = documentChecker(document);
    folder = mkdtempSync(join(tmpdir(), "gatehouse-client-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(languages)("passes redocly's recommended rules, without an error and without a warning, in %s", async (language) => {
    const config = await createConfig({ extends: ["recommended"], rules: { "info-license": "off" } });
    const source = JSON.stringify(openApi(resources, "https://console.example", language));
    const found = await lintFromString({ source, absoluteRef: "/openapi.json", config });
    expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it("gives a client by the command of docs/api.md, within the product's own folder too", { timeout: 240_000 }, () => {
    const command = /^npx .+$/m.exec(readFileSync("docs/api.md", "utf8"))?.[0] ?? "";
    mkdirSync("dist", { recursive: true });
    const within = mkdtempSync(resolve("dist", "client-"));
    try {
      writeFileSync(join(within, "gatehouse.json"), JSON.stringify(document));
      execFileSync("sh", ["-c", command], { cwd: within, stdio: "pipe" });
      expect(readFileSync(join(within, "gatehouse.ts"), "utf8")).toContain("export interface paths");
    } finally {
      rmSync(within, { recursive: true });
    }
  });

  it("gives a client that compiles, recursive answers and refusals included", () => {
    const file = (name: string) => join(folder, name);
    writeFileSync(file("openapi.json"), JSON.stringify(document));
    const generator = [
      "--import",
      resolve("tests/contract/client/olderTypeScript.mjs"),
      resolve("node_modules/openapi-typescript/bin/cli.js"),
    ];
    execFileSync(process.execPath, [...generator, file("openapi.json"), "--default-non-nullable", "false", "-o", file("gatehouse.ts")], {
      stdio: "pipe",
    });
    writeFileSync(
      file("use.ts"),
      [
        'import type { components, operations, paths } from "./gatehouse.ts";',
        "type Answer<Name extends keyof operations> = operations[Name] extends { responses: { 200: { content: { 'application/json': infer Body } } } } ? Body : never;",
        'export const deepest = (menu: components["schemas"]["MenuItem"]): string => menu.children.map(deepest).join(menu.name);',
        'export const names = (answer: Answer<"device_query">): string[] => (answer.code === 0 ? answer.data.list.map(({ name }) => name) : [answer.message]);',
        'export const conflict = (answer: Answer<"device_put">): number => (answer.code === 1300 ? answer.data.version : answer.code);',
        'export const token = (answer: Answer<"auth_login">): string | undefined => (answer.code === 0 ? answer.data.token : answer.code === 1019 ? answer.data.phone : undefined);',
        'export const asked: components["schemas"]["device_query_request"] = { pageNo: 1, presence: "online", sortField: "sn" };',
        "// @ts-expect-error nothing that it can be sorted by",
        'export const unsorted: components["schemas"]["device_query_request"] = { sortField: "password" };',
        'export const body: paths["/api/device/cmd"]["post"]["requestBody"]["content"]["application/json"] = { id: "a", slave: 1, values: { p: 1 } };',
        "// @ts-expect-error a command needs its values",
        'export const half: components["schemas"]["device_cmd_request"] = { id: "a", slave: 1 };',
        "// @ts-expect-error no such filter",
        'export const unknown: components["schemas"]["device_query_request"] = { presense: "online" };',
      ].join("\n"),
    );
    const options = {
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      target: "es2023",
      module: "nodenext",
      allowImportingTsExtensions: true,
    };
    writeFileSync(file("tsconfig.json"), JSON.stringify({ compilerOptions: { ...options, types: [] }, files: ["use.ts"] }));
    writeFileSync(file("package.json"), '{"type":"module"}');
    const compiled = spawnSync(process.execPath, [resolve("node_modules/typescript/bin/tsc"), "-p", folder], { encoding: "utf8" });
    expect([compiled.stdout, compiled.status]).toEqual(["", 0]);
  }, 120_000);

  it("has each schema in a form that a validator takes, and refers to nothing that is not there", () => {
    const text = JSON.stringify(document);
    for (const [, pointer] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = (pointer ?? "")
        .split("/")
        .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
      expect([pointer, typeof found]).toEqual([pointer, "object"]);
    }
    for (const { name, call } of every)
      if (call.method === "POST") expect(checker.getSchema(`openapi#/components/schemas/${name}_request`)).toBeTypeOf("function");
    expect(text).not.toMatch(/\$defs|__schema/);
  });

  it.each(every)("$name says in words what it does, what it takes and how it refuses", ({ name, call }) => {
    const operation = operationOf(call);
    expect([operation.operationId, typeof operation.summary]).toEqual([name, "string"]);
    const statuses = new Set(Object.values(codes).map(({ status }): number => status));
    statuses.delete(405);
    if (call.access === "public") statuses.delete(401);
    if (call.access !== "granted" && call.kind === "read") statuses.delete(403);
    if (call.method === "GET") for (const status of [413, 415]) statuses.delete(status);
    expect(Object.keys(operation.responses)).toEqual([...statuses].sort().map(String));
    const shape = (call.request as { shape?: Record<string, { safeParse(value: unknown): { success: boolean } }> }).shape ?? {};
    const needed = Object.keys(shape).filter((field) => !shape[field]?.safeParse(undefined).success);
    if (call.method === "POST") expect(operation.requestBody?.required).toBe(needed.length > 0);
    else expect(operation.parameters.filter(({ required }) => required).map((parameter) => parameter.name)).toEqual(needed);
  });

  it("has notes on calls that there are", () => {
    const paths = new Set(every.map(({ call }) => call.path));
    expect(Object.keys(callNotes).filter((path) => !paths.has(path))).toEqual([]);
  });

  it("summarises no two calls alike", () => {
    const summaries = every.map(({ call }) => operationOf(call).summary);
    expect(summaries.filter((each, at) => summaries.indexOf(each) !== at)).toEqual([]);
  });

  describe("its schemas of requests", () => {
    const fits = (name: string, request: object): boolean => {
      const validate = checker.getSchema(`openapi#/components/schemas/${name}_request`);
      return validate?.(request) === true;
    };
    const device = { name: "Pump", sn: "GW-0001", typeId: "t", industry: "water", slaves: [{ no: 1, name: "One", recipeId: "r" }] };

    it("know limits that are counted in code points, blanks, enumerations, bounds and what is required", () => {
      expect(fits("device_post", device)).toBe(true);
      expect(fits("device_post", { ...device, name: "😀".repeat(40) })).toBe(true);
      const wrong = [
        { name: "x".repeat(41) },
        { name: "   " },
        { name: "" },
        { sn: "a b c d" },
        { lng: 180.1 },
        { slaves: [] },
        { slaves: [{ no: 248, name: "One", recipeId: "r" }] },
        { naem: "Pump" },
      ];
      for (const change of wrong) expect([change, fits("device_post", { ...device, ...change })]).toEqual([change, false]);
      const { sn: _sn, ...without } = device;
      expect(fits("device_post", without)).toBe(false);
      expect([1, 1000, 1001, 0].map((pageSize) => fits("device_query", { pageSize }))).toEqual([true, true, false, false]);
      expect(["asc", "up"].map((sortOrder) => fits("device_query", { sortOrder }))).toEqual([true, false]);
      expect(["2026-01-14T18:00:00+08:00", "2026-01-14"].map((from) => fits("device_event_query", { from }))).toEqual([true, false]);
      expect([1, 3].map((state) => fits("alarm_log_recover", { ids: ["a"], state, remark: "done" }))).toEqual([true, false]);
    });

    it("say in words what JSON Schema cannot, and which fields of a form are JSON text", () => {
      const text = JSON.stringify(document);
      for (const rule of ["to: “To” must be later than “From”", "repassword: Passwords do not match", "Formula format error"])
        expect(text).toContain(rule);
      const body = document.paths["/api/device/post"]?.post?.requestBody?.content["application/x-www-form-urlencoded"];
      expect(body?.encoding).toEqual({ attributes: { contentType: "application/json" }, slaves: { contentType: "application/json" } });
      expect(Object.keys(document.paths["/api/user/enable"]?.post?.requestBody?.content ?? {})[0]).toBe("text/plain");
      expect(Object.keys(document.paths["/api/image_file/upload"]?.post?.requestBody?.content ?? {})[0]).toBe("multipart/form-data");
    });
  });
});
