import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appVersion } from "#contract/resources/appVersion.ts";
import { lastLogged } from "#tests/server/people/people.ts";
import { openSite, type Site } from "#tests/server/site.ts";
import { apk, ipa, zipOf } from "./zipFile.ts";

const { query, get, post, put, delete: remove, upload, check_new_version, get_app_path } = appVersion.calls;
let site: Site;
let token: string;

beforeAll(async () => {
  site = await openSite();
  token = await site.signIn("admin", "adminpw1");
});
afterAll(() => site.close());

const send = (content: Buffer, name = "app.apk", asked = token) =>
  site.ask(upload, { file: new File([new Uint8Array(content)], name) }, { token: asked });
const kept = () => readdirSync(join(site.folder, "files")).filter((name) => /\.(apk|ipa)$/.test(name));
const ready = async (fields: object) => {
  const answer = await site.ask(post, { name: "Console", platform: "android", path: "https://store.example.cn/app", ...fields }, { token });
  expect([fields, answer.code, answer.fields]).toEqual([fields, 0, []]);
  return answer.data.id;
};

describe("uploading an app package", () => {
  it("takes apk and ipa by their content, whatever their name says, and offers them as downloads [S5.053]", async () => {
    for (const [platform, extension, content] of [
      ["android", "apk", apk],
      ["ios", "ipa", ipa],
    ] as const) {
      const { data } = await send(content, "../../page.html");
      expect(data).toEqual({
        platform,
        size: content.length,
        path: expect.stringMatching(new RegExp(`^/files/[\\w-]{24}\\.${extension}$`)),
      });
      const response = await fetch(site.base + data.path);
      expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
      expect(response.headers.get("content-type")).toBe("application/octet-stream");
      expect(response.headers.get("content-disposition")).toMatch(/^attachment/);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    }
    expect(JSON.parse((await lastLogged(site, upload.path)).detail)).toEqual({ name: "page.html", bytes: ipa.length });
  });

  it("refuses everything else and keeps nothing of it [S5.053]", async () => {
    const before = kept();
    const broken = Buffer.from(apk);
    broken.writeUInt32LE(7, broken.length - 6);
    const others = {
      "a page": Buffer.from("<script>alert(1)</script>"),
      nothing: Buffer.alloc(0),
      "another archive": zipOf({ "word/document.xml": "" }),
      "a manifest deeper down": zipOf({ "res/AndroidManifest.xml": "" }),
      both: zipOf({ "AndroidManifest.xml": "", "Payload/App.app/Info.plist": "" }),
      "a name in the content alone": zipOf({ "note.txt": "AndroidManifest.xml" }),
      "a broken directory": broken,
      "the head alone": apk.subarray(0, 40),
    };
    for (const [name, content] of Object.entries(others)) {
      const answer = await send(content);
      expect([name, answer.code, answer.fields.map(({ path }) => path)]).toEqual([name, 400, ["file"]]);
    }
    expect(kept()).toEqual(before);
    expect(readdirSync(join(site.folder, "uploads"))).toEqual([]);
    expect((await site.ask(upload, {}, { token })).fields.map(({ path }) => path)).toEqual(["file"]);
  });

  it("goes by disk, so that one larger than any other body is taken", async () => {
    const large = zipOf({ "AndroidManifest.xml": "", "lib/large.so": Buffer.alloc(12 * 1_048_576, 7) });
    expect((await send(large)).data.size).toBe(large.length);
  });

  it("is the platform's alone, also for who was granted the call", async () => {
    await site.addUser({ account: "tenant", companyId: await site.addCompany("Tenant") });
    const tenant = await site.signIn("tenant", "secret1");
    expect((await send(apk, "app.apk", tenant)).code).toBe(403);
    expect((await send(apk, "app.apk", "")).code).toBe(401);
    expect(readdirSync(join(site.folder, "uploads"))).toEqual([]);
  });
});

describe("app packages", () => {
  it("have name, address, version name and number, and can be listed and edited, also after a restart [S3.072]", async () => {
    const { path } = (await send(apk)).data;
    const id = await ready({ path, versionName: "Spring", versionNumber: "1.2.0" });
    const fields = { name: "Console", platform: "android", path, versionName: "Spring", versionNumber: "1.2.0" };
    expect((await site.ask(query, { search: "spring" }, { token })).data.list).toMatchObject([{ id, ...fields, size: apk.length }]);
    const change = { id, version: 1, ...fields, versionName: "Summer" };
    expect((await site.ask(put, change, { token })).code).toBe(0);
    expect((await site.ask(put, change, { token })).code).toBe(1300);
    await site.restart();
    token = await site.signIn("admin", "adminpw1");
    expect((await site.ask(get, { id }, { token })).data).toMatchObject({ ...fields, versionName: "Summer", version: 2 });
    expect((await site.ask(remove, { ids: [id] }, { token })).data).toEqual({ removed: 1 });
    expect((await site.ask(get, { id }, { token })).code).toBe(404);
    expect((await fetch(site.base + path, { redirect: "manual" })).status).toBe(404);
  });

  it("are refused with an address that holds nothing, something else, or runs", async () => {
    const { path } = (await send(ipa)).data;
    const fields = { name: "Console", platform: "android", versionName: "x", versionNumber: "1" };
    for (const address of [path, "/files/nothing-that-was-uploaded.apk", "javascript:alert(1)", "/files/../app.db", ""]) {
      const answer = await site.ask(post, { ...fields, path: address }, { token });
      expect([address, answer.code, answer.fields.map((fault) => fault.path)]).toEqual([address, 400, ["path"]]);
    }
    for (const versionNumber of ["", "1.", "v1", "1.2.3.4.5", "-1"])
      expect((await site.ask(post, { ...fields, path: "https://a.cn", versionNumber }, { token })).fields).toMatchObject([
        { path: "versionNumber" },
      ]);
  });

  it("tell an app of a newer version by comparing numbers, and where to get it, without an account [S7.111]", async () => {
    const name = "Meter";
    for (const versionNumber of ["9", "1.9", "10", "2.0"]) await ready({ name, versionName: `v${versionNumber}`, versionNumber });
    await ready({ name, platform: "ios", versionName: "apple", versionNumber: "99" });
    const ask = async (versionNumber: string) =>
      (await site.ask(check_new_version, { name: " METER", platform: "android", versionNumber })).data;
    expect(await ask("9")).toMatchObject({ newer: true, latest: { versionNumber: "10", versionName: "v10", platform: "android" } });
    expect((await ask("1.10")).newer).toBe(true);
    for (const same of ["10", "10.0.0", "010", "11"]) expect([same, (await ask(same)).newer]).toEqual([same, false]);
    const nobody = await site.ask(check_new_version, { name: "nobody", platform: "ios", versionNumber: "1" });
    expect(nobody.data).toEqual({ newer: false, latest: null });
    const got = await site.ask(get_app_path, { name, platform: "android" });
    expect(got.data).toMatchObject({ path: "https://store.example.cn/app", versionNumber: "10" });
    expect((await site.ask(get_app_path, { name: "nobody" })).code).toBe(404);
    const again = await site.ask(
      post,
      { name, platform: "android", path: "https://a.cn", versionName: "x", versionNumber: "10.0" },
      { token },
    );
    expect(again.fields).toMatchObject([{ path: "versionNumber" }]);
    const sorted = await site.ask(query, { search: name, platform: "android", sortField: "versionNumber" }, { token });
    expect(sorted.data.list.map(({ versionNumber }) => versionNumber)).toEqual(["1.9", "2.0", "9", "10"]);
  });

  it("leave no file behind that was never saved, once its form cannot be open any more", async () => {
    const { path } = (await send(apk)).data;
    writeFileSync(join(site.folder, "uploads", "cut-off"), "half");
    const old = new Date(Date.now() - 2 * 86_400_000);
    utimesSync(join(site.folder, path), old, old);
    await send(apk);
    expect(kept()).not.toContain(path.slice("/files/".length));
    await site.restart();
    expect(existsSync(join(site.folder, "uploads"))).toBe(false);
  });
});
