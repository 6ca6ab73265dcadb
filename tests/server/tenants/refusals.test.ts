import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { alarmContact } from "#contract/resources/alarmGroup.ts";
import { appVersion } from "#contract/resources/appVersion.ts";
import { auth } from "#contract/resources/auth.ts";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import { dict } from "#contract/resources/dict.ts";
import { license } from "#contract/resources/license.ts";
import { menu } from "#contract/resources/menu.ts";
import { terminalUser } from "#contract/resources/relations.ts";
import { role } from "#contract/resources/role.ts";
import { user } from "#contract/resources/user.ts";
import { userTempData } from "#contract/resources/userTempData.ts";
import { goodPassword, lastText } from "#tests/server/people/people.ts";
import { type RecordSample, recordSamples } from "#tests/server/records/recordSamples.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { openTenant, picture, type Tenant } from "./tenant.ts";

let site: Site;
let north: Tenant;
let admin: string;
/** Holds roles, end consumers and the query of devices, and nothing else. */
let clerk: string;
const clerkItems = [
  { menuId: "role.list", actions: ["/api/user_role/query_user", "/api/role/permission", "/api/role/authorize"] },
  { menuId: "user.terminal", actions: ["/api/terminal_user/query", "/api/terminal_user/put"] },
  { menuId: "devices.list", actions: ["/api/device/query"] },
];

const done = async (call: Call, request: object, token = north.token): Promise<{ id: string }> => {
  const answer = await site.ask(call, request, { token });
  expect([call.path, answer.code, answer.message]).toEqual([call.path, 0, answer.message]);
  return answer.data as { id: string };
};

beforeAll(async () => {
  site = await openSite();
  admin = await site.signIn("admin", adminPassword);
  north = await openTenant(site, "ZQNORTH");
  const { id } = await done(role.calls.post, { name: "Clerks" });
  await done(role.calls.authorize, { id, version: 1, items: clerkItems });
  await site.addUser({ account: "clerk", companyId: north.ids.company, type: 1, roles: [id] });
  clerk = await site.signIn("clerk", "secret1");
});
afterAll(() => site.close());

type Requested = (ids: Tenant["ids"]) => object | Promise<object>;
type Case = readonly [what: string, code: number, asked: { call: Call; request: Requested; token: () => string }];
const refused = (what: string, code: number, call: Call, request: Requested, token: () => string = () => north.token): Case => [
  what,
  code,
  { call, request, token },
];

const point = { name: "Another", writable: true };
const child = { userName: "Child", password: goodPassword };

const app = { name: "Console", platform: "android", path: "https://example.org/app.apk", versionName: "Spring", versionNumber: "1.2.0" };
const colour = { name: "colour" };

/** Contacts may have one name. */
const byName = recordSamples.filter(({ kind }) => kind.resource.name !== alarmContact.name);

const cases: readonly Case[] = [
  refused("an organisation by the name of its neighbour", 1203, company.calls.put, ({ branch, company: parentId }) => ({
    id: branch,
    parentId,
    name: "zqnorth EMPTY",
    version: 1,
  })),
  refused("the own organisation over a newer state", 1300, company.calls.update_my, () => ({ name: "Late", version: 99 })),
  refused("a second role of one name", 1203, role.calls.post, () => ({ name: "zqnorth ROLE" })),
  refused("a role by the name of another", 1203, role.calls.put, async () => ({
    ...(await done(role.calls.post, { name: "Second" })),
    name: "ZQNORTH role",
    version: 1,
  })),
  refused(
    "rights of a menu that whoever gives them does not see, even none",
    1323,
    role.calls.authorize,
    ({ role: id }) => ({ id, version: 1, items: [{ menuId: "system.menus", actions: [] }] }),
    () => clerk,
  ),
  refused(
    "a right that whoever gives it does not hold",
    1323,
    role.calls.authorize,
    ({ role: id }) => ({ id, version: 1, items: [{ menuId: "devices.list", actions: ["/api/device/delete"] }] }),
    () => clerk,
  ),
  refused(
    "an end consumer who may do more than who edits them",
    1323,
    terminalUser.calls.put,
    async ({ company: companyId }) => {
      const id = await site.addUser({ account: "mighty", type: 3, companyId });
      return { id, userName: "Mighty", version: 1 };
    },
    () => clerk,
  ),
  refused("an end consumer with a password that everybody knows", 1320, terminalUser.calls.post, () => ({
    ...child,
    account: "weak",
    password: "123456",
  })),
  refused("an end consumer by the account of another", 1324, terminalUser.calls.post, () => ({ ...child, account: "ZQNORTH.staff" })),
  refused("a second contact of one name and one phone", 1203, alarmContact.calls.post, () => ({
    name: "ZQNORTH contact",
    phone: "13900000001",
  })),
  ...byName.flatMap(({ kind: { resource }, as, fields, edited = (typed) => typed }: RecordSample) => [
    refused(`a second ${as} of one name`, 1203, resource.calls.post, (ids) => fields(`zqnorth ${as.toUpperCase()}`, ids)),
    refused(`a ${as} by the name of another`, 1203, resource.calls.put, async (ids) => ({
      ...edited(fields(`zqnorth ${as.toUpperCase()}`, ids)),
      ...((await done(resource.calls.post, fields("Second", ids))) as object),
      version: 1,
    })),
  ]),
  refused("a second icon for one value", 400, deviceRecipePicture.calls.put_body, async ({ iconGroup: groupId }) => ({
    ...(await done(deviceRecipePicture.calls.add_body, { groupId, value: "2", picture })),
    groupId,
    value: "ZQNORTH",
    picture,
    version: 1,
  })),
  refused("a point at the place of another", 1316, deviceDataRecipe.calls.put_body, async ({ recipe: recipeId }) => ({
    ...point,
    ...(await done(deviceDataRecipe.calls.add_body, { ...point, recipeId, address: "40002" })),
    recipeId,
    address: "40001",
    version: 1,
  })),
  refused("a point with icons that are not there", 400, deviceDataRecipe.calls.put_body, ({ point: id, recipe: recipeId }) => ({
    ...point,
    id,
    recipeId,
    address: "40001",
    iconGroupId: "missing",
    version: 1,
  })),
  refused("two slaves of one number", 1312, device.calls.put, ({ device: id, deviceType: typeId, recipe: recipeId }) => ({
    id,
    typeId,
    name: "Twice",
    sn: "ZQNORTH-1",
    industry: "water",
    slaves: [
      { no: 1, name: "One", recipeId },
      { no: 1, name: "Two", recipeId },
    ],
    version: 1,
  })),
  refused(
    "a menu item by the path of another",
    1203,
    menu.calls.put,
    async () => ({
      ...(await done(menu.calls.post, { path: "/third", name: "Third" }, admin)),
      path: "/devices/list",
      name: "Third",
      version: 1,
    }),
    () => admin,
  ),
  refused(
    "a menu item with a call that there is not",
    1323,
    menu.calls.put,
    async () => ({
      ...(await done(menu.calls.post, { path: "/fourth", name: "Fourth" }, admin)),
      path: "/fourth",
      name: "Fourth",
      actionList: ["/api/none"],
      version: 1,
    }),
    () => admin,
  ),
  refused(
    "a menu item over a newer state",
    1300,
    menu.calls.put,
    async () => ({ ...(await done(menu.calls.post, { path: "/fifth", name: "Fifth" }, admin)), path: "/fifth", name: "Late", version: 9 }),
    () => admin,
  ),
  refused(
    "a licence where no vendor's key is configured",
    1328,
    license.calls.atv_lic_file,
    () => ({ content: "x.y" }),
    () => admin,
  ),
  refused("the own profile over a newer state", 1300, user.calls.update, () => ({ userName: "Late", version: 99 })),
  refused("a new password that everybody knows", 1320, user.calls.update_pass, () => ({
    password: "secret1",
    newPassword: "123456",
    repassword: "123456",
  })),
  refused("an app package of a tenant", 403, appVersion.calls.post, () => app),
  refused("a tenant's edit of an app package", 403, appVersion.calls.put, async () => ({
    ...app,
    ...(await done(appVersion.calls.post, app, admin)),
    version: 1,
  })),
  refused("a tenant's deletion of an app package", 403, appVersion.calls.delete, async () => ({
    ids: [(await done(appVersion.calls.post, { ...app, versionNumber: "1.3.0" }, admin)).id],
  })),
  refused(
    "a dictionary's value that stands in it already",
    1203,
    dict.calls.put,
    async () => {
      await done(dict.calls.post, { ...colour, value: "red" }, admin);
      return { ...colour, ...(await done(dict.calls.post, { ...colour, value: "blue" }, admin)), value: "red", version: 1 };
    },
    () => admin,
  ),
];

describe("what is refused", () => {
  it.each(cases)("%s, by code %i", async (_what, code, { call, request, token }) => {
    const asked = await request(north.ids);
    const answer = await site.ask(call, asked, { token: token() });
    expect([answer.code, answer.status]).toEqual([code, code < 1000 ? code : 200]);
  });

  it("a second authenticator while one counts", async () => {
    const id = await site.addUser({ account: "careful" });
    await site.gatehouse.services.db
      .insertInto("user_factor")
      .values({ user_id: id, secret: "JBSWY3DPEHPK3PXP", confirmed_at: 1 })
      .execute();
    const { token } = await site.gatehouse.services.sessions.open(id, "");
    expect((await site.ask(user.calls.totp_begin, { password: "secret1" }, { token })).code).toBe(1319);
  });

  it("taking away the phone that codes go to", async () => {
    const id = await site.addUser({ account: "coded", phone: "13700000041", secondFactor: true });
    const { token } = await site.gatehouse.services.sessions.open(id, "");
    const answer = await site.ask(user.calls.update, { userName: "Coded", phone: "", password: "secret1", version: 1 }, { token });
    expect([answer.code, answer.fields.map(({ path }) => path)]).toEqual([400, ["phone"]]);
  });

  it("a log-in code for who has no phone for codes", async () => {
    const id = await site.addUser({ account: "authenticated" });
    const { db, captchas } = site.gatehouse.services;
    await db.insertInto("user_factor").values({ user_id: id, secret: "JBSWY3DPEHPK3PXP", confirmed_at: 1 }).execute();
    const random = "r1";
    await site.ask(auth.calls.get_random_code, { random });
    const form = { username: "authenticated", password: "secret1", random, code: (await captchas.peek(random)) ?? "", verifyCode: "" };
    expect((await site.ask(auth.calls.login, form)).code).toBe(1019);
    expect((await site.ask(auth.calls.send_login_pass_code, form)).code).toBe(400);
  });

  it("more than 500 keys of a user's own", async () => {
    const id = await site.addUser({ account: "hoarder" });
    const { token } = await site.gatehouse.services.sessions.open(id, "");
    const rows = Array.from({ length: 499 }, (_, index) => ({ user_id: id, key: `key ${index}`, value: "", updated_at: 0 }));
    await site.gatehouse.services.db.insertInto("user_temp_data").values(rows).execute();
    const kept = async (key: string) => (await site.ask(userTempData.calls.post, { key, value: "x" }, { token })).code;
    expect([await kept("last"), await kept("one more"), await kept("last")]).toEqual([0, 413, 0]);
  });

  it("more than a megabyte of a user's own, of which no answer carries more", async () => {
    const id = await site.addUser({ account: "collector", roles: [], type: 3 });
    const { token } = await site.gatehouse.services.sessions.open(id, "");
    const keep = (key: string, value: string, language: "zh" | "en" = "en") =>
      site.ask(userTempData.calls.post, { key, value }, { token, language });
    const value = "值".repeat(30_000);
    const codes: number[] = [];
    for (let n = 0; n < 16; n += 4) {
      const answers = await Promise.all([0, 1, 2, 3].map((more) => keep(`key ${n + more}`, value)));
      codes.push(...answers.map(({ code }) => code));
    }
    expect([codes.filter((code) => code === 0).length, codes.filter((code) => code === 413).length]).toEqual([11, 5]);
    expect((await keep("one more", value)).message).toBe(
      "Limit of saved preferences reached (500, or 1 MB); delete views that you do not use",
    );
    expect((await keep("one more", value, "zh")).message).toBe("您保存的个人设置已达上限（500 项或 1 MB），请先删除不用的视图");
    expect((await site.ask(userTempData.calls.query, {}, { token })).data.list).toHaveLength(11);
    const { db } = site.gatehouse.services;
    const before = Array.from({ length: 400 }, (_, n) => ({ user_id: id, key: `old ${n}`, value: "x".repeat(100_000), updated_at: 0 }));
    await db.insertInto("user_temp_data").values(before).execute();
    const { data } = await site.ask(userTempData.calls.query, { pageSize: 1000 }, { token });
    expect(data.list.length).toBeGreaterThan(0);
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(1_100_000);
    expect((await site.ask(userTempData.calls.query, { key: "old 399" }, { token })).data.list).toHaveLength(1);
    expect([(await keep("old 1", "x")).code, (await keep("old 2", "y".repeat(100_000))).code, (await keep("new", "x")).code]).toEqual([
      0, 0, 413,
    ]);
  });

  it("the right password, too, after five wrong ones", async () => {
    const id = await site.addUser({ account: "guessed" });
    const { token } = await site.gatehouse.services.sessions.open(id, "");
    const ended = (password: string) => site.ask(user.calls.end_sessions, { password }, { token });
    for (let turn = 0; turn < 5; turn += 1) expect((await ended("wrong1")).code).toBe(1318);
    expect((await ended("secret1")).code).toBe(429);
  });

  it("registering an account that was made after its code was sent", async () => {
    const phone = "13700000051";
    expect((await site.ask(auth.calls.send_register_code, { phone })).code).toBe(0);
    await site.addUser({ account: phone });
    const form = { companyName: "Late", companyLevel: "经理", userName: "王小明", nickName: "小明", phone, email: "ming@example.org" };
    const answer = await site.ask(auth.calls.register, {
      ...form,
      password: goodPassword,
      repassword: goodPassword,
      verificationCode: await lastText(site, phone),
    });
    expect(answer.code).toBe(1324);
  });
});
