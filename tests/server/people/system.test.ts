import { generateKeyPairSync, sign } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auth } from "#contract/resources/auth.ts";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { dict } from "#contract/resources/dict.ts";
import { license } from "#contract/resources/license.ts";
import { terminalUser } from "#contract/resources/relations.ts";
import { sys } from "#contract/resources/sys.ts";
import { user } from "#contract/resources/user.ts";
import { openSite, type Site } from "#tests/server/site.ts";
import { lastLogged, lastText } from "./people.ts";

const keys = generateKeyPairSync("ed25519");
const stranger = generateKeyPairSync("ed25519");
const publicKey = keys.publicKey.export({ format: "der", type: "spki" }).toString("base64");

let site: Site;
let admin: string;
let tenant: string;
let clock = Date.now();

beforeAll(async () => {
  site = await openSite({ variables: { LICENCE_PUBLIC_KEY: publicKey }, now: () => clock });
  admin = await site.signIn("admin", "adminpw1");
  await site.addUser({ account: "tenant.admin", type: 0, companyId: await site.addCompany("Tenant") });
  tenant = await site.signIn("tenant.admin", "secret1");
});
afterAll(() => site.close());

const ask: Site["ask"] = (call, request, asked) => site.ask(call, request, asked);

describe("dictionaries", () => {
  const made = async (fields: object) =>
    (await ask(dict.calls.post, { name: "colour", value: "red", ...fields }, { token: admin })).data.id;

  it("hold name, value, remark and priority, are listed by priority and found by text [S2.070] [S3.008] [S3.069] [S7.033]", async () => {
    const late = await made({ value: "late", remark: "Late one", priority: 9 });
    const early = await made({ value: "early", priority: 1 });
    const { data } = await ask(dict.calls.query, { pageNo: 1, pageSize: 10, name: "colour" }, { token: admin });
    expect(data.list.map(({ id }) => id)).toEqual([early, late]);
    expect(data.list[1]).toMatchObject({ name: "colour", value: "late", remark: "Late one", priority: 9, builtin: false });
    const found = await ask(dict.calls.query, { search: "LATE ONE" }, { token: admin });
    expect(found.data.list.map(({ id }) => id)).toEqual([late]);
    const change = { id: late, name: "colour", value: "later", remark: "", priority: 0, version: 1 };
    expect((await ask(dict.calls.put, change, { token: admin })).code).toBe(0);
    expect((await ask(dict.calls.put, change, { token: admin })).code).toBe(1300);
    expect((await ask(dict.calls.get, { id: late }, { token: admin })).data).toMatchObject({ value: "later", version: 2 });
    expect((await ask(dict.calls.delete, { ids: [late, early] }, { token: admin })).data).toEqual({ removed: 2 });
  });

  it("hold a value once, and the product's own entries for good", async () => {
    const id = await made({ value: "once" });
    expect((await ask(dict.calls.post, { name: "colour", value: "once" }, { token: admin })).code).toBe(1203);
    expect((await ask(dict.calls.delete, { ids: [id, "sys-conf-platform"] }, { token: admin })).code).toBe(1322);
    expect((await ask(dict.calls.get, { id }, { token: admin })).code).toBe(0);
    const own = { id: "sys-conf-platform", name: "sys-conf", value: "renamed", version: 1 };
    expect((await ask(dict.calls.put, own, { token: admin })).code).toBe(1319);
  });

  it("are read by everybody who is signed in and written by the platform alone", async () => {
    expect((await ask(dict.calls.query, { name: "industry", pageSize: 999 }, { token: tenant })).data.list.length).toBeGreaterThan(5);
    expect((await ask(dict.calls.post, { name: "a", value: "b" }, { token: tenant })).code).toBe(403);
    expect((await ask(dict.calls.put, { id: "industry-0", name: "a", value: "b", version: 1 }, { token: tenant })).code).toBe(403);
    expect((await ask(dict.calls.delete, { ids: ["industry-0"] }, { token: tenant })).code).toBe(403);
  });
});

describe("settings", () => {
  const save = async (change: object, token = admin) => {
    const { data } = await ask(sys.calls.query, {}, { token: admin });
    return ask(sys.calls.put, { ...data, ...change }, { token });
  };

  it("hold platform name, logo, domain, filing text and maintenance phone, and the log-in page shows them [S3.068] [S1.033] [S1.034] [S1.035] [S2.192]", async () => {
    const fields = {
      platform: "水务平台",
      logo: "/files/abcdefghijklmnopqrst.png",
      domain: "iot.example.cn",
      record: "京ICP备1号",
      phone: "010-1",
    };
    expect((await save(fields)).code).toBe(0);
    expect((await ask(sys.calls.query, {}, { token: admin })).data).toMatchObject(fields);
    const shown = await ask(auth.calls.query_main);
    expect(shown.data.map(({ remark }) => remark)).toEqual([fields.platform, fields.phone, fields.record, fields.logo]);
    const conf = await ask(dict.calls.query, { name: "sys-conf", pageNo: 1, pageSize: 10 }, { token: admin });
    expect(conf.data.list[0]?.remark).toBe("水务平台");
    expect(JSON.parse((await lastLogged(site, "/api/sys/put")).change).platform).toEqual(["Gatehouse", "水务平台"]);
  });

  it.each([
    ["platform", "", 400],
    ["platform", "x", 0],
    ["platform", "名".repeat(18), 0],
    ["platform", "名".repeat(19), 400],
    ["domain", "no domain", 400],
    ["domain", "", 0],
    ["logo", "javascript:alert(1)", 400],
    ["passwordPolicy", "none", 400],
  ])("take %s %j with code %d [S5.036]", async (field, value, code) => {
    expect((await save({ [field]: value })).code).toBe(code);
  });

  it("are the platform's alone, and not saved over a newer version", async () => {
    expect((await ask(sys.calls.query, {}, { token: tenant })).code).toBe(403);
    expect((await save({}, tenant)).code).toBe(403);
    const { data } = await ask(sys.calls.query, {}, { token: admin });
    expect((await save({ phone: "1" })).code).toBe(0);
    expect((await ask(sys.calls.put, data, { token: admin })).code).toBe(1300);
  });
});

describe("the licence", () => {
  const info = async () => (await ask(license.calls.lic_info, {}, { token: admin })).data;
  const file = (payload: object, key = keys.privateKey) => {
    const bytes = Buffer.from(JSON.stringify(payload));
    return `${bytes.toString("base64url")}.${sign(null, bytes, key).toString("base64url")}`;
  };
  const activate = (content: string, token = admin) => ask(license.calls.atv_lic_file, { content }, { token, language: "en" });
  const day = 86_400_000;
  const payload = async (more: object = {}) => ({
    installation: (await info()).installation,
    holder: "Water works",
    issuedAt: new Date(clock).toISOString(),
    expiresAt: new Date(clock + day).toISOString(),
    limits: { companies: 3, users: 50, devices: 500 },
    ...more,
  });

  it("is the built-in free one without a file, and the file to be downloaded then asks for one [S7.110]", async () => {
    expect(await info()).toMatchObject({
      kind: "free",
      state: "valid",
      expiresAt: null,
      limits: { companies: 100, users: 1000, devices: 1000 },
    });
    const response = await fetch(`${site.base}/api/license/get_lic_file`, { headers: { token: admin } });
    expect(response.headers.get("content-disposition")).toContain("gatehouse-request.json");
    expect(await response.json()).toEqual({ product: "Gatehouse", installation: (await info()).installation });
  });

  it("refuses a file that is foreign, changed, expired, or none, and says why", async () => {
    const good = file(await payload());
    const [body = "", signature = ""] = good.split(".");
    const cases: [string, string][] = [
      ["nonsense", "it is not a licence file"],
      [`${body}.`, "it is not a licence file"],
      [`${body.slice(0, -2)}AA.${signature}`, "the signature is not valid"],
      [file(await payload(), stranger.privateKey), "the signature is not valid"],
      [file(await payload({ installation: "another" })), "it was issued for another installation"],
      [file(await payload({ expiresAt: new Date(clock - 1).toISOString() })), "it has expired"],
      [file(await payload({ limits: {} })), "it is not a licence file"],
    ];
    for (const [content, reason] of cases) {
      const answer = await activate(content);
      expect([answer.code, answer.message]).toEqual([1327, `The licence file is not valid: ${reason}`]);
    }
    expect((await info()).kind).toBe("free");
  });

  it("holds what a signed file says until it expires, and limits what is added", async () => {
    const content = file(await payload());
    expect((await activate(content)).code).toBe(0);
    expect(JSON.parse((await lastLogged(site, license.calls.atv_lic_file.path)).change)).toMatchObject({ holder: [null, "Water works"] });
    expect(await info()).toMatchObject({ kind: "licensed", state: "valid", holder: "Water works", limits: { companies: 3 } });
    const response = await fetch(`${site.base}/api/license/get_lic_file`, { headers: { token: admin } });
    expect(await response.text()).toBe(content);
    expect((await ask(company.calls.post, { parentId: "root", name: "Third" }, { token: admin })).code).toBe(0);
    const over = await ask(company.calls.post, { parentId: "root", name: "Fourth" }, { token: admin, language: "en" });
    expect([over.code, over.message]).toEqual([1321, "Licence limit reached: 3 organisations. Activate a larger licence or remove some"]);
    clock += 2 * day;
    admin = await site.signIn("admin", "adminpw1");
    expect(await info()).toMatchObject({ kind: "licensed", state: "expired", limits: { companies: 100 } });
    expect((await ask(company.calls.post, { parentId: "root", name: "Fourth" }, { token: admin })).code).toBe(0);
  });

  it.each(["companies", "users"] as const)("lets nobody register over its %s", async (full) => {
    const counted = { companies: "company", users: "user" } as const;
    const { db } = site.gatehouse.services;
    const { used } = await db
      .selectFrom(counted[full])
      .select((eb) => eb.fn.countAll<number>().as("used"))
      .executeTakeFirstOrThrow();
    expect((await activate(file(await payload({ limits: { companies: 50, users: 50, devices: 50, [full]: used } })))).code).toBe(0);
    const phone = full === "users" ? "13900000071" : "13900000072";
    expect((await ask(auth.calls.send_register_code, { phone })).code).toBe(0);
    const form = { companyName: `Over ${full}`, companyLevel: "经理", userName: "王小明", nickName: "小明", email: "ming@example.org" };
    const password = { password: "Kestrel72x", repassword: "Kestrel72x" };
    const asked = { ...form, ...password, phone, verificationCode: await lastText(site, phone) };
    expect((await ask(auth.calls.register, asked)).code).toBe(1321);
    const child = { account: `child.${full}`, userName: "Over", password: "Kestrel72x", type: 1 };
    expect((await ask(user.calls.add_child, child, { token: admin })).code).toBe(full === "users" ? 1321 : 0);
    const consumer = { account: `over.${full}`, userName: "Over", password: "Kestrel72x" };
    expect((await ask(terminalUser.calls.post, consumer, { token: admin })).code).toBe(full === "users" ? 1321 : 0);
  });

  it.each([
    ["another key", { LICENCE_PUBLIC_KEY: stranger.publicKey.export({ format: "der", type: "spki" }).toString("base64") }],
    ["no key", { LICENCE_PUBLIC_KEY: "" }],
  ])("gives way to the free one with %s, and holds again with its own", async (_what, variables) => {
    expect((await activate(file(await payload({ limits: { companies: 1, users: 50, devices: 50 } })))).code).toBe(0);
    const troubles = async (): Promise<unknown> => ((await (await fetch(`${site.base}/readyz`)).json()) as { troubles: unknown }).troubles;
    await site.restart({}, variables);
    expect(await troubles()).toEqual(["licence"]);
    expect(await info()).toMatchObject({ kind: "free", state: "valid", limits: { companies: 100 } });
    expect((await ask(company.calls.post, { parentId: "root", name: `With ${_what}` }, { token: admin })).code).toBe(0);
    await site.restart();
    expect(await troubles()).toEqual([]);
    expect(await info()).toMatchObject({ kind: "licensed", limits: { companies: 1 } });
  });

  it("lets no device come over its number", async () => {
    const limits = { companies: 50, users: 50, devices: 1 };
    expect((await activate(file(await payload({ limits })))).code).toBe(0);
    const { db } = site.gatehouse.services;
    await db.insertInto("device_type").values({ id: "type", company_id: "root", name: "t", name_en: "t", description: "" }).execute();
    const { data: recipe } = await ask(deviceDataRecipe.calls.post, { name: "Recipe" }, { token: admin });
    const coming = (sn: string) =>
      ask(
        device.calls.post,
        { name: sn, sn, typeId: "type", industry: "water", slaves: [{ no: 1, name: "One", recipeId: recipe.id }] },
        { token: admin },
      );
    expect((await coming("SN-0001")).code).toBe(0);
    expect((await coming("SN-0002")).code).toBe(1321);
  });

  it("is the platform's alone", async () => {
    tenant = await site.signIn("tenant.admin", "secret1");
    for (const call of [license.calls.lic_info, license.calls.get_lic_file])
      expect((await ask(call, {}, { token: tenant })).code).toBe(403);
    expect((await activate("x", tenant)).code).toBe(403);
  });
});
