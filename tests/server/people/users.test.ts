import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { role } from "#contract/resources/role.ts";
import { user } from "#contract/resources/user.ts";
import { goodPassword, lastLogged, lastText, openPeople, type People } from "./people.ts";

let people: People;
const { calls } = user;

beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.site.close());

const ask: People["site"]["ask"] = (call, request, asked) => people.site.ask(call, request, asked);
let count = 0;
const child = (more: object = {}) => {
  count += 1;
  return { account: `child${count}`, userName: `Child ${count}`, password: goodPassword, ...more };
};
const added = async (token: string, more: object = {}) => {
  const fields = child(more);
  const call = "companyId" in more ? calls.add_child_company : calls.add_child;
  const answer = await ask(call, fields, { token });
  if (answer.code !== 0) throw new Error(`${answer.code} ${answer.message}`);
  return { ...fields, id: answer.data.id };
};
const rowOf = async (id: string, token = people.admin) => {
  const { data } = await ask(calls.get_child, { pageSize: 500 }, { token });
  return data.list.find((row) => row.id === id);
};

describe("users", () => {
  it("are six kinds, numbered on the wire and named by the server [S1.003] [S3.006] [S6.001]", async () => {
    const names = ["管理员", "员工", "维修员", "终端用户", "公众号用户", "业主"];
    for (const [type, name] of names.entries()) {
      await people.site.addUser({ account: `type${type}`, type });
      const token = await people.site.signIn(`type${type}`, "secret1");
      const { data } = await ask(calls.my, {}, { token });
      expect([data.type, data.authTypeName]).toEqual([type, name]);
    }
  });

  it("are added in one's own organisation or a lower one, and in no other [S6.040] [S7.007] [S7.054]", async () => {
    const own = await added(people.northOwner);
    const lower = await added(people.northOwner, { companyId: people.town });
    expect((await rowOf(own.id))?.companyName).toBe("North");
    expect((await rowOf(lower.id))?.companyName).toBe("Town");
    for (const companyId of [people.south, people.root, "missing"]) {
      const refused = await ask(calls.add_child_company, child({ companyId }), { token: people.northOwner });
      expect([companyId, refused.code]).toEqual([companyId, 1330]);
    }
  });

  it("show name, nick name, phone, e-mail, avatar, roles, state, last address and registration time [S3.064] [S2.117] [S2.196]", async () => {
    const made = await added(people.northOwner, {
      nickName: "Nick",
      phone: "13812345678",
      email: "a@b.cn",
      roleIds: ["role-staff"],
    });
    expect(await rowOf(made.id)).toMatchObject({
      account: made.account,
      nickName: "Nick",
      phone: "13812345678",
      email: "a@b.cn",
      avatar: "",
      roles: [{ id: "role-staff", name: "员工" }],
      enabled: true,
      lastAddress: "",
      lastLoginAt: null,
    });
    await people.site.signIn(made.account, goodPassword);
    const seen = await rowOf(made.id);
    expect([seen?.lastAddress, typeof seen?.lastLoginAt, typeof seen?.createdAt]).toEqual(["127.0.0.1", "string", "string"]);
    const own = await ask(calls.query, {}, { token: people.northOwner });
    expect(own.data.list.map(({ account }) => account)).toEqual(expect.arrayContaining([made.account, "north.owner"]));
    expect(own.data.list.every(({ companyName }) => companyName === "North")).toBe(true);
  });

  it.each([
    ["account", "", 400],
    ["account", "with blank", 400],
    ["account", "x".repeat(65), 400],
    ["account", "x".repeat(64), 0],
    ["userName", "", 400],
    ["userName", "名".repeat(20), 0],
    ["userName", "名".repeat(21), 400],
    ["phone", "1381234567", 400],
    ["email", "nobody", 400],
    ["password", "Abc12", 400],
    ["password", "Kes72x", 0],
    ["password", "Kestrel72xKestre18", 0],
    ["password", "Kestrel72xKestrel19", 400],
    ["password", "123456", 1320],
    ["password", "aaaaaa", 1320],
    ["password", "Password1", 1320],
    ["type", 4, 400],
  ])("take %s %j with code %d", async (field, value, code) => {
    expect((await ask(calls.add_child, child({ [field]: value }), { token: people.northOwner })).code).toBe(code);
  });

  it("hold an account once, in any case, and sign in with it in any case", async () => {
    const made = await added(people.northOwner, { account: "Some.One" });
    expect((await ask(calls.add_child, child({ account: "SOME.one" }), { token: people.southOwner })).code).toBe(1324);
    expect(await people.site.signIn(made.account.toUpperCase(), goodPassword)).toBeTruthy();
  });

  it("of a foreign organisation answer like missing ones, on every call", async () => {
    const made = await added(people.northOwner);
    const edits = { userName: "x", type: 1, version: 1, roleIds: [], ids: [made.id] };
    for (const call of [calls.edit_child, calls.edit_child_role, calls.reset_child_pass, calls.enable, calls.disable, calls.delete_child]) {
      const foreign = await ask(call, { ...edits, id: made.id }, { token: people.southOwner });
      const missing = await ask(call, { ...edits, id: "missing", ids: ["missing"] }, { token: people.southOwner });
      expect([call.path, foreign.code]).toEqual([call.path, 404]);
      expect(foreign).toEqual(missing);
    }
    expect(await rowOf(made.id, people.southOwner)).toBeUndefined();
  });

  it("of the official-account kind are never modified [S1.004] [S6.002]", async () => {
    const id = await people.site.addUser({ account: "official", type: 4 });
    expect((await rowOf(id))?.modifiable).toBe(false);
    const edits = { id, userName: "x", type: 1, version: 1, roleIds: [], ids: [id] };
    for (const call of [calls.edit_child, calls.edit_child_role, calls.reset_child_pass, calls.enable, calls.disable, calls.delete_child])
      expect([call.path, (await ask(call, edits, { token: people.admin })).code]).toEqual([call.path, 1319]);
    expect(await rowOf(id)).toMatchObject({ userName: "official", version: 1, enabled: true });
    const { data } = await ask(role.calls.permission, { id: "role-official-account" }, { token: people.admin });
    expect(data.modifiable).toBe(false);
    const put = await ask(role.calls.put, { id: "role-official-account", name: "x", version: 1 }, { token: people.admin });
    const authorize = await ask(role.calls.authorize, { id: "role-official-account", version: 1, items: [] }, { token: people.admin });
    expect([put.code, authorize.code]).toEqual([1319, 1319]);
  });

  it("are given no type and no role above what the giver holds", async () => {
    const roles = ["role-administrator"];
    expect((await ask(calls.add_child, child({ type: 0 }), { token: people.northOwner })).code).toBe(1323);
    expect((await ask(calls.add_child, child({ roleIds: roles }), { token: people.northOwner })).code).toBe(1323);
    const made = await added(people.northOwner);
    expect((await ask(calls.edit_child_role, { id: made.id, roleIds: roles, version: 1 }, { token: people.northOwner })).code).toBe(1323);
    const edit = { id: made.id, userName: "x", type: 0, version: 1 };
    expect((await ask(calls.edit_child, edit, { token: people.northOwner })).code).toBe(1323);
    const upper = await people.site.addUser({ account: "upper", type: 0, companyId: people.north });
    expect((await ask(calls.disable, { ids: [upper] }, { token: people.northOwner })).code).toBe(1319);
  });

  it("who may do more than the caller are not touched: nobody takes over an account to gain its rights", async () => {
    const menuId = "user.children";
    const actions = ["/api/user/get_child", "/api/user/edit_child", "/api/user/reset_child_pass", "/api/user/disable"];
    const made = await ask(role.calls.post, { name: "Desk" }, { token: people.northOwner });
    const given = { id: made.data.id, version: 1, items: [{ menuId, actions }] };
    expect((await ask(role.calls.authorize, given, { token: people.northOwner })).code).toBe(0);
    const desk = await added(people.northOwner, { roleIds: [made.data.id] });
    const token = await people.site.signIn(desk.account, goodPassword);
    const [strong, weak] = [await added(people.northOwner, { roleIds: ["role-staff"] }), await added(people.northOwner)];
    const edit = { userName: "x", type: 1, phone: "13800000000", ownPassword: goodPassword, version: 1 };
    for (const call of [calls.reset_child_pass, calls.edit_child, calls.disable]) {
      expect([call.path, (await ask(call, { ...edit, id: strong.id, ids: [strong.id] }, { token })).code]).toEqual([call.path, 1323]);
      expect([
        call.path,
        (await ask(call, { ...edit, id: weak.id, ids: [weak.id], version: call === calls.edit_child ? 2 : 1 }, { token })).code,
      ]).toEqual([call.path, 0]);
    }
    expect(await people.site.signIn(strong.account, goodPassword)).toBeTruthy();
  });

  it("that are disabled lose their sessions and cannot log in, until they are enabled [S4.061] [S4.062]", async () => {
    const made = await added(people.northOwner);
    const token = await people.site.signIn(made.account, goodPassword);
    expect((await ask(calls.disable, { ids: [made.id] }, { token: people.northOwner })).code).toBe(0);
    expect((await rowOf(made.id))?.enabled).toBe(false);
    expect((await ask(calls.my, {}, { token })).code).toBe(401);
    await expect(people.site.signIn(made.account, goodPassword)).rejects.toThrow("1018");
    expect((await ask(calls.enable, { ids: [made.id] }, { token: people.northOwner })).code).toBe(0);
    expect(await people.site.signIn(made.account, goodPassword)).toBeTruthy();
    expect(JSON.parse((await lastLogged(people.site, "/api/user/enable")).change)).toEqual({ [made.account]: [false, true] });
  });

  it("take raw bodies: an id, a list of ids, an object with roles [S7.008]", async () => {
    const made = await added(people.northOwner);
    const raw = async (path: string, body: unknown) => {
      const headers = { token: people.northOwner, "Content-Type": "text/plain" };
      const response = await fetch(`${people.site.base}/api/user/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      return (await response.json()).code;
    };
    expect(await raw("disable", made.id)).toBe(0);
    expect(await raw("enable", [made.id])).toBe(0);
    expect(await raw("edit_child_role", { id: made.id, roleIds: ["role-repairman"], version: 3 })).toBe(0);
    expect((await rowOf(made.id))?.roles.map(({ id }) => id)).toEqual(["role-repairman"]);
    expect(await raw("enable", { nonsense: 1 })).toBe(400);
  });

  it("get a new password, given or generated, that ends their sessions and stays out of the log [S8.047]", async () => {
    const made = await added(people.northOwner);
    const token = await people.site.signIn(made.account, goodPassword);
    const reset = await ask(calls.reset_child_pass, { id: made.id, ownPassword: goodPassword }, { token: people.northOwner });
    expect(reset.data.password).toMatch(/^[A-Za-z0-9]{14}$/);
    expect((await ask(calls.my, {}, { token })).code).toBe(401);
    expect(await people.site.signIn(made.account, reset.data.password ?? "")).toBeTruthy();
    const again = { id: made.id, password: "Osprey93k", ownPassword: goodPassword };
    const given = await ask(calls.reset_child_pass, again, { token: people.northOwner });
    expect(given.data.password).toBeNull();
    expect(await people.site.signIn(made.account, "Osprey93k")).toBeTruthy();
    const logged = await people.site.gatehouse.services.db.selectFrom("operation_log").selectAll().execute();
    expect(JSON.stringify(logged)).not.toMatch(/Osprey93k|Kestrel72x/);
  });

  it("are deleted whole or not at all, never oneself", async () => {
    const [one, two] = [await added(people.northOwner), await added(people.northOwner)];
    const token = await people.site.signIn(one.account, goodPassword);
    expect((await ask(calls.delete_child, { ids: [one.id, "missing"] }, { token: people.northOwner })).code).toBe(404);
    expect((await ask(calls.delete_child, { ids: [one.id, two.id] }, { token: people.northOwner })).data).toEqual({ removed: 2 });
    expect((await ask(calls.my, {}, { token })).code).toBe(401);
    const me = (await ask(calls.my, {}, { token: people.northOwner })).data;
    expect((await ask(calls.delete_child, { ids: [me.id] }, { token: people.northOwner })).code).toBe(1326);
  });

  it("are found by plain text, filtered, sorted and paged", async () => {
    await added(people.southOwner, { account: "percent.one", userName: "50%_a" });
    const found = async (request: object) => {
      const { data } = await ask(calls.get_child, request, { token: people.southOwner });
      return data.list.map(({ userName }) => userName);
    };
    expect(await found({ search: " 50%_A " })).toEqual(["50%_a"]);
    expect(await found({ search: "%" })).toEqual(["50%_a"]);
    expect(await found({ enabled: false })).toEqual([]);
    const past = await ask(calls.get_child, { pageNo: 99, pageSize: 1 }, { token: people.admin });
    expect(past.data.pageNo).toBe(past.data.total);
    expect((await ask(calls.get_child, { sortField: "password_hash" }, { token: people.admin })).code).toBe(400);
  });
});

describe("the own account", () => {
  it("shows and changes name, nick name, phone, e-mail and avatar; a new phone takes its code and the password, and ends other sessions [S2.190] [S3.004]", async () => {
    const made = await added(people.northOwner, { roleIds: ["role-staff"] });
    const token = await people.site.signIn(made.account, goodPassword);
    const fields = { userName: "New", nickName: "N", email: "n@example.org", avatar: "/files/abcdefghijklmnopqrst.png", phone: "" };
    expect((await ask(calls.update, { ...fields, version: 1, password: goodPassword }, { token })).code).toBe(0);
    expect((await ask(calls.my, {}, { token })).data).toMatchObject({ ...fields, version: 2 });
    const phone = "13855550001";
    const unproved = await ask(
      calls.update,
      { ...fields, phone, version: 2, verificationCode: "000000", password: goodPassword },
      { token },
    );
    expect(unproved.code).toBe(1309);
    const { auth } = await import("#contract/resources/auth.ts");
    await ask(auth.calls.send_auth_pass_code, { phone }, { token });
    const other = await people.site.signIn(made.account, goodPassword);
    const proof = { verificationCode: await lastText(people.site, phone) };
    expect((await ask(calls.update, { ...fields, ...proof, phone, version: 2, password: "wrong1" }, { token })).code).toBe(1318);
    const proved = await ask(calls.update, { ...fields, ...proof, phone, version: 2, password: goodPassword }, { token });
    expect(proved.code).toBe(0);
    expect((await ask(calls.my, {}, { token: other })).code).toBe(401);
    expect((await ask(calls.my, {}, { token })).data.phone).toBe(phone);
    expect((await ask(calls.update, { ...fields, version: 3, password: goodPassword }, { token })).code).toBe(0);
    const again = await ask(calls.update, { ...fields, ...proof, phone, version: 4, password: goodPassword }, { token });
    expect([again.code, (await ask(calls.my, {}, { token })).data.phone]).toEqual([1309, ""]);
  });

  it("changes its password against the old one, and its other sessions end [S2.191] [S5.030] [S5.031]", async () => {
    const made = await added(people.northOwner, { roleIds: ["role-staff"] });
    const token = await people.site.signIn(made.account, goodPassword);
    const other = await people.site.signIn(made.account, goodPassword);
    const change = (password: string, newPassword: string, repassword = newPassword) =>
      ask(calls.update_pass, { password, newPassword, repassword }, { token });
    expect((await change("wrong1", "Osprey93k")).code).toBe(1318);
    for (const [field, request] of [
      ["password", change("", "Osprey93k")],
      ["newPassword", change(goodPassword, "")],
      ["repassword", change(goodPassword, "Osprey93k", "")],
      ["repassword", change(goodPassword, "Osprey93k", "Osprey93x")],
      ["newPassword", change(goodPassword, "Osp9k")],
      ["newPassword", change(goodPassword, "Osprey93kOsprey9319")],
    ] as const)
      expect((await request).fields.map(({ path }) => path)).toContain(field);
    expect((await change(goodPassword, "Osprey93k")).code).toBe(0);
    expect((await ask(calls.my, {}, { token })).code).toBe(0);
    expect((await ask(calls.my, {}, { token: other })).code).toBe(401);
    expect((await change("Osprey93k", "Osp93k")).code).toBe(0);
    expect((await change("Osp93k", "Osprey93kOsprey918")).code).toBe(0);
  });
});
