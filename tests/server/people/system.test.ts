import { generateKeyPairSync, sign } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auth } from "#contract/resources/auth.ts";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { dict } from "#contract/resources/dict.ts";
import { imageFile } from "#contract/resources/imageFile.ts";
import { license } from "#contract/resources/license.ts";
import { terminalUser } from "#contract/resources/relations.ts";
import { sys } from "#contract/resources/sys.ts";
import { user } from "#contract/resources/user.ts";
import { blackPng, drawn, moving } from "#tests/server/drawn.ts";
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

describe("pictures", () => {
  let png: Buffer;
  let pictures: Readonly<Record<"png" | "jpg" | "gif", Buffer>>;
  beforeAll(async () => {
    png = await drawn("png");
    pictures = { png, jpg: await drawn("jpeg"), gif: await drawn("gif") };
  });
  const upload = (content: Buffer, kind = "picture", name = "a.png") =>
    ask(imageFile.calls.upload, { kind, file: new File([new Uint8Array(content)], name, { type: "image/png" }) }, { token: admin });
  const sized = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
  const kept = async (content: Buffer, kind = "picture"): Promise<Buffer> => {
    const answer = await upload(content, kind);
    if (answer.code !== 0) throw new Error(`${answer.code} ${answer.message}`);
    return Buffer.from(await (await fetch(site.base + answer.data.url)).arrayBuffer());
  };
  const megabyte = 1_048_576;

  it("are JPG, GIF and PNG by their content, kept under a name of chance and served as nothing but pictures [S5.032] [S6.048]", async () => {
    for (const [extension, picture] of Object.entries(pictures)) {
      const answer = await upload(picture, "avatar", "../../evil.html");
      expect(answer.data.url).toMatch(new RegExp(`^/files/[\\w-]{24}\\.${extension}$`));
      const response = await fetch(site.base + answer.data.url);
      expect(response.headers.get("content-type")).toBe(`image/${extension === "jpg" ? "jpeg" : extension}`);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("content-security-policy")).toContain("sandbox");
      const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect({ format, width, height }).toEqual({ format: extension === "jpg" ? "jpeg" : extension, width: 60, height: 40 });
    }
  });

  it("are drawn anew: without what a camera or somebody else wrote into them, upright, an avatar small", async () => {
    const camera = await sharp({ create: { width: 1600, height: 900, channels: 3, background: "#2a6" } })
      .withExif({ IFD0: { Copyright: "SECRETPLACE" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "31/1 34/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(camera.includes("SECRETPLACE")).toBe(true);
    const photo = await kept(Buffer.concat([camera, Buffer.from("<script>PAYLOAD</script>")]), "avatar");
    const { width, height, exif, orientation } = await sharp(photo).metadata();
    expect({ width, height, exif, orientation }).toEqual({ width: 288, height: 512, exif: undefined, orientation: undefined });
    for (const text of ["SECRETPLACE", "PAYLOAD"]) expect(photo.includes(text)).toBe(false);
    expect((await kept(Buffer.concat([png, Buffer.from("PAYLOAD")]))).includes("PAYLOAD")).toBe(false);
  });

  it("keep the frames and the pace of a GIF, and what is clear in a PNG", async () => {
    const { pages, delay, loop } = await sharp(await kept(await moving(3, 20)), { animated: true }).metadata();
    expect({ pages, delay, loop }).toEqual({ pages: 3, delay: [100, 200, 300], loop: 2 });
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } } })
      .png()
      .toBuffer();
    expect((await sharp(await kept(clear)).stats()).isOpaque).toBe(false);
  });

  it("of enormous size are refused by what their header says, whatever they weigh", async () => {
    const bomb = blackPng(20_000, 20_000);
    expect(bomb.length).toBeLessThan(60_000);
    for (const enormous of [bomb, blackPng(12_001, 10), blackPng(10, 12_001), blackPng(5001, 5000)])
      expect((await upload(enormous)).code).toBe(1335);
    expect((await upload(blackPng(5000, 5000))).code).toBe(0);
    expect((await upload(await moving(110, 500))).code).toBe(1335);
    expect((await upload(await moving(90, 500))).code).toBe(0);
  });

  it("that are cut off are refused: a bare header, the first bytes, the last ones missing", async () => {
    const noisy = {
      create: {
        width: 300,
        height: 200,
        channels: 3 as const,
        background: "#888",
        noise: { type: "gaussian" as const, mean: 128, sigma: 40 },
      },
    };
    const whole = {
      png: await sharp(noisy).png().toBuffer(),
      jpg: await sharp(noisy).jpeg().toBuffer(),
      gif: await sharp(noisy).gif().toBuffer(),
    };
    for (const [format, content] of Object.entries(whole)) {
      expect([format, (await upload(content)).code]).toEqual([format, 0]);
      for (const bytes of [8, 33, Math.floor(content.length / 2), Math.floor(content.length * 0.9)])
        expect([format, bytes, (await upload(content.subarray(0, bytes))).code]).toEqual([format, bytes, 1329]);
    }
  });

  it("that begin like one kind and are another are refused", async () => {
    expect((await upload(Buffer.concat([Buffer.from("GIF89a"), png]))).code).toBe(1329);
    expect((await upload(Buffer.concat([png.subarray(0, 8), pictures.jpg]))).code).toBe(1329);
  });

  it("that are something else are refused, whatever their name says [S5.035]", async () => {
    for (const content of ["<script>alert(1)</script>", "<svg onload=alert(1)>", "BM", "", "%PDF-1.7"])
      expect([content, (await upload(Buffer.from(content))).code]).toEqual([content, 1329]);
  });

  it.each([
    ["avatar", megabyte, 0],
    ["avatar", megabyte + 1, 400],
    ["picture", 5 * megabyte, 0],
    ["picture", 5 * megabyte + 1, 400],
  ])("of kind %s with %d bytes are answered with %d [S5.033] [S5.034]", async (kind, bytes, code) => {
    const answer = await upload(sized(bytes), kind);
    expect(answer.code).toBe(code);
    if (code !== 0) expect(answer.fields.map(({ path }) => path)).toEqual(["file"]);
  });

  it("need somebody signed in, and one file", async () => {
    const file = new File([new Uint8Array(png)], "a.png");
    expect((await ask(imageFile.calls.upload, { file }, {})).code).toBe(401);
    expect((await ask(imageFile.calls.upload, { kind: "picture" }, { token: admin })).fields.map(({ path }) => path)).toEqual(["file"]);
    const body = new FormData();
    for (const name of ["file", "other"]) body.append(name, file);
    const response = await fetch(`${site.base}/api/image_file/upload`, { method: "POST", headers: { token: admin }, body });
    expect(response.status).toBe(413);
  });

  it("are found under their own names only", async () => {
    for (const path of ["/files/nothing-that-was-uploaded.png", "/files/..%2Fapp.db", "/files/app.db", "/files/%2e%2e/app.db"])
      expect([path, (await fetch(site.base + path, { redirect: "manual" })).status]).toEqual([path, 404]);
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
