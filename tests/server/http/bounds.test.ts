import { request as httpRequest } from "node:http";
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { device } from "#contract/resources/device.ts";
import { dict } from "#contract/resources/dict.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const form = "application/x-www-form-urlencoded";
const json = "application/json";
const many = 100_000;

let site: Site;
let admin: string;
beforeAll(async () => {
  site = await openSite();
  admin = await site.signIn("admin", adminPassword);
});
afterAll(() => site.close());

const post = async (path: string, type: string, body: string, token = "") => {
  const headers = { token, "Accept-Language": "en-US", "Content-Type": type };
  const response = await fetch(site.base + path, { method: "POST", headers, body });
  const text = await response.text();
  const { code, message, data } = JSON.parse(text) as { code: number; message: string; data: { fields?: { path: string }[] } | null };
  return { code, message, fields: data?.fields, bytes: text.length };
};

describe("a request with more than any call has", () => {
  const names = Array.from({ length: many }, (_, n) => n.toString(36));
  const values = `The request has too many values: at most ${limits.request.members}`;
  const members = `The request has too many values: at most ${limits.request.names}`;
  const parts = `The form has too many fields: at most ${limits.request.fields}`;
  const list = (count: number, item: string) => `[${Array(count).fill(item).join(",")}]`;

  it.each([
    ["a form of a hundred thousand fields", form, names.map((name) => `${name}=`).join("&"), parts],
    ["one field a hundred thousand times", form, names.map(() => "username=").join("&"), values],
    ["JSON of a hundred thousand members", json, `{${names.map((name) => `"${name}":1`).join(",")}}`, members],
    ["a list of a hundred thousand items", json, `{"ids":${list(many, '"a"')}}`, values],
    ["what is no JSON at all", json, `{${",".repeat(many)}`, values],
    ["lists in lists", json, `{"ids":${list(300, list(300, "1"))}}`, values],
  ])("is refused by its number, in a few words: %s", async (_what, type, body, message) => {
    expect(await post("/api/login", type, body)).toEqual({ code: 400, message, fields: undefined, bytes: expect.any(Number) });
    expect((await post("/api/login", type, body)).bytes).toBeLessThan(300);
  });

  it("is refused as well where the list stands in a field of a form", async () => {
    const body = `ids=${encodeURIComponent(list(many, '"a"'))}`;
    expect((await post(device.calls.delete.path, form, body, admin)).message).toBe(values);
  });

  it("is not what a bulk action is: ten thousand rows are taken, as JSON and as fields", async () => {
    const ids = Array.from({ length: limits.bulk }, (_, n) => `id-${n}`);
    expect((await post(device.calls.delete.path, json, JSON.stringify({ ids }), admin)).code).toBe(404);
    expect((await post(device.calls.delete.path, form, ids.map((one) => `ids=${one}`).join("&"), admin)).code).toBe(404);
  });
});

describe("a refusal", () => {
  const names = Array.from({ length: 150 }, (_, n) => `field${n}`);
  const wrong = { ids: Array(limits.bulk).fill(1) };

  it.each([
    ["fields that no call has", form, names.map((name) => `${name}=`).join("&")],
    ["such fields in JSON", json, JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])))],
    ["such fields further down", json, JSON.stringify({ slaves: names.map((name) => ({ [name]: 1 })) })],
    ["fields that stand twice", form, names.map((name) => `${name}=&${name}=`).join("&")],
  ])("names the first few of many faults: %s", async (_what, type, body) => {
    const { fields } = await post(device.calls.post.path, type, body, admin);
    expect(fields).toHaveLength(limits.request.faults);
  });

  it("names the first few items of a list that do not fit, and of names as long as a body their beginning", async () => {
    expect((await post(device.calls.delete.path, json, JSON.stringify(wrong), admin)).fields).toHaveLength(limits.request.faults);
    const long = "x".repeat(500_000);
    expect((await post("/api/login", json, JSON.stringify({ [long]: 1 }))).fields).toEqual([
      { path: "x".repeat(limits.request.place), message: expect.any(String) },
    ]);
    expect((await post("/api/login", json, `{"${long}":1,"${long}":2}`)).bytes).toBeLessThan(500);
    const query = Array.from({ length: 1000 }, (_, n) => `q${n}=`).join("&");
    expect((await post(`/api/login?${query}`, form, "")).fields).toHaveLength(limits.request.faults);
  });

  it.each([
    ["lists what it can be sorted by", device.calls.query_mini, "Must be one of: name, sn"],
    ["and says no more of a list with an order of its own", dict.calls.query, "Invalid value"],
  ])("of a list that is to be sorted by what it has not %s", async (_what, call, message) => {
    expect((await post(call.path, form, "sortField=password", admin)).fields).toEqual([{ path: "sortField", message }]);
  });
});

/** Byte for byte as it comes, packed or not. */
const docs = (headers: Record<string, string>) =>
  new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
    const asked = httpRequest(`${site.base}/api/docs`, { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }));
    });
    asked.on("error", reject);
    asked.end();
  });

describe("the description of the calls", () => {
  it("comes packed as the asker takes it, and need not come again while it is the same", async () => {
    const plain = await docs({});
    const br = await docs({ "Accept-Encoding": "gzip, deflate, br" });
    const gzip = await docs({ "Accept-Encoding": "gzip, br;q=0" });
    expect([plain, br, gzip].map(({ headers }) => headers["content-encoding"])).toEqual([undefined, "br", "gzip"]);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    const etag = String(br.headers.etag);
    const again = await docs({ "Accept-Encoding": "br", "If-None-Match": `"other", ${etag}` });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const english = await docs({ "Accept-Language": "en-US", "If-None-Match": etag });
    expect(english.status).toBe(200);
  });

  it("is packed once, however often it is asked for", async () => {
    const packed = { "Accept-Encoding": "br" };
    const plain = await docs({});
    const { body } = await docs(packed);
    /** Microseconds of the processor. */
    const cost = async (work: () => unknown): Promise<number> => {
      const began = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    const tight = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
    const packings = await cost(() => {
      for (let n = 0; n < 25; n += 1) expect(brotliCompressSync(plain.body, tight).equals(body)).toBe(true);
    });
    const answers = await cost(async () => {
      for (let n = 0; n < 50; n += 1) await docs(packed);
    });
    expect(answers).toBeLessThan(packings);
  });
});
