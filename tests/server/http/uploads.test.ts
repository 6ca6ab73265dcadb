import { afterAll, beforeAll, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { imageFile } from "#contract/resources/imageFile.ts";
import { sheetImport } from "#contract/resources/sheetImport.ts";
import { sys } from "#contract/resources/sys.ts";
import { user } from "#contract/resources/user.ts";
import { drawn } from "#tests/server/drawn.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { head, tableOf } from "#tests/server/imports/tables.ts";
import { lastLogged } from "#tests/server/people/people.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

let site: Site;
let token: string;
beforeAll(async () => {
  site = await openSite();
  token = await site.signIn("admin", adminPassword);
});
afterAll(() => site.close());

const fileOf = (content: Buffer, name: string): File => new File([new Uint8Array(content)], name);
const table = () => tableOf("sns", [{ sn: "UP-0001" }, { sn: "UP-0002" }]);
/** As a browser or any other client sends a form with a file. */
const multipart = async (path: string, fields: Readonly<Record<string, string>>, file: File) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append("file", file);
  const response = await fetch(site.base + path, { method: "POST", headers: { token }, body });
  return (await response.json()) as { code: number; data: { id: string; url: string } };
};

it("auth/file/upload takes a form with a file, and the file is there after a restart [S7.012]", async () => {
  const { code, data } = await multipart("/api/auth/file/upload", { kind: "sns" }, fileOf(await table(), "sns.xlsx"));
  expect(code).toBe(0);
  await site.restart();
  token = await site.signIn("admin", adminPassword);
  expect(await head(site, token, data.id)).toMatchObject({ fileName: "sns.xlsx", total: 2, good: 2 });
  const { list } = (await site.ask(sheetImport.calls.query, { id: data.id }, { token })).data;
  expect(list.map(({ cells }) => cells.sn)).toEqual(["UP-0001", "UP-0002"]);
  expect((await multipart("/api/auth/file/upload", { kind: "neither" }, fileOf(await table(), "sns.xlsx"))).code).toBe(400);
});

it("image_file/upload keeps a picture, which is served wherever it was put, also after a restart [S7.013]", async () => {
  const { code, data } = await multipart("/api/image_file/upload", { kind: "picture" }, fileOf(await drawn("png"), "pump.png"));
  expect([code, data.url]).toEqual([0, expect.stringMatching(/^\/files\/[\w-]+\.png$/)]);
  const { recipeId } = await addTemplate(site, token, "Pumps", [{ name: "Level", address: "1" }]);
  const id = await addDevice(site, token, { sn: "UP-0003", recipeId });
  const { version, slaves, ...fields } = (await site.ask(device.calls.get, { id }, { token })).data;
  const kept = slaves.map(({ no, name }) => ({ no, name, recipeId }));
  const profile = (await site.ask(user.calls.my, {}, { token })).data;
  const settings = (await site.ask(sys.calls.query, {}, { token })).data;
  const saved = [
    await site.ask(device.calls.put, { ...fields, id, version, slaves: kept, image: data.url }, { token }),
    await site.ask(user.calls.update, { ...profile, avatar: data.url, phone: "" }, { token }),
    await site.ask(sys.calls.put, { ...settings, logo: data.url }, { token }),
  ];
  expect(saved.map((answer) => answer.code)).toEqual([0, 0, 0]);
  await site.restart();
  token = await site.signIn("admin", adminPassword);
  const shown = [
    (await site.ask(device.calls.get, { id }, { token })).data.image,
    (await site.ask(user.calls.my, {}, { token })).data.avatar,
    (await site.ask(sys.calls.query, {}, { token })).data.logo,
  ];
  expect(shown).toEqual([data.url, data.url, data.url]);
  const picture = await fetch(site.base + data.url);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(
    Buffer.from(await picture.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG");
});

it.each([
  ["设备 清单 (1) – été.xlsx", "设备 清单 (1) – été.xlsx"],
  ["/etc/设备.xlsx", "设备.xlsx"],
  ["../../设备.xlsx", "设备.xlsx"],
  ["C:\\Users\\王\\设备.xlsx", "设备.xlsx"],
])("the name of a file keeps its characters and loses its path: %s [S9.035]", async (name, kept) => {
  const { data } = await site.ask(sheetImport.calls.upload, { kind: "sns", file: fileOf(await table(), name) }, { token });
  expect((await head(site, token, data.id)).fileName).toBe(kept);
  const picture = name.replace("xlsx", "png");
  await site.ask(imageFile.calls.upload, { kind: "picture", file: fileOf(await drawn("png"), picture) }, { token });
  expect(JSON.parse((await lastLogged(site, imageFile.calls.upload.path)).detail).name).toBe(kept.replace("xlsx", "png"));
});
