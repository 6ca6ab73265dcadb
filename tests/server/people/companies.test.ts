import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MessageId, say } from "#contract/messages.ts";
import { company } from "#contract/resources/company.ts";
import { role } from "#contract/resources/role.ts";
import { user } from "#contract/resources/user.ts";
import { goodPassword, lastLogged, openPeople, type People } from "./people.ts";

let people: People;
const { calls } = company;

beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.site.close());

const ask: People["site"]["ask"] = (call, request, asked) => people.site.ask(call, request, asked);
const row = async (id: string, token = people.admin) => (await ask(calls.get, { id }, { token })).data;
const edit = async (id: string, change: object, token = people.admin) => {
  const { parentId, name, expiresAt, version } = await row(id);
  return ask(calls.put, { id, parentId, name, expiresAt, version, ...change }, { token });
};

describe("organisations", () => {
  it("form a tree that is read level by level, from one's own down [S1.031] [S2.067] [S7.053]", async () => {
    const own = await ask(calls.query_tree, {}, { token: people.northOwner });
    expect(own.data.list.map(({ id, parentId, children }) => [id, parentId, children])).toEqual([[people.north, null, 1]]);
    const below = await ask(calls.query_tree, { parentId: people.north }, { token: people.northOwner });
    expect(below.data.list.map(({ name, parentId }) => [name, parentId])).toEqual([["Town", people.north]]);
    const stranger = await ask(calls.query_tree, { parentId: people.north }, { token: people.southOwner });
    expect(stranger.data.list).toEqual([]);
    const found = await ask(calls.query_tree, { name: "TOW" }, { token: people.admin });
    expect(found.data.list.map(({ id }) => id)).toEqual([people.town]);
  });

  it("have no twin, nor has a role, that what is seen nowhere tells apart", async () => {
    const token = people.northOwner;
    expect((await ask(calls.post, { parentId: people.north, name: "Depot" }, { token })).code).toBe(0);
    expect((await ask(role.calls.post, { name: "Wachter" }, { token })).code).toBe(0);
    for (const mark of ["\u2062", "\u{e0041}", "\u{e0001}", "\u034f", "\u180e", "\ufff9", "\u200d", "\ufe0f"]) {
      expect([mark, (await ask(calls.post, { parentId: people.north, name: `De${mark}pot` }, { token })).code]).toEqual([mark, 1203]);
      expect([mark, (await ask(role.calls.post, { name: `Wach${mark}ter` }, { token })).code]).toEqual([mark, 1203]);
    }
    const stacked = await ask(calls.post, { parentId: people.north, name: `Depot${"\u0301".repeat(19)}` }, { token });
    expect(stacked.fields).toEqual([{ path: "name", message: "同一字符上的附加符号过多" }]);
  });

  it("show and keep every field [S3.063] [S2.066]", async () => {
    const fields = {
      parentId: people.north,
      name: "全部字段",
      level: "总部",
      site: "https://example.org/a",
      address: "钟楼路 1 号",
      remark: "note",
      morning: "08:00-12:00",
      afternoon: "13:30-18:00",
      zone: "Asia/Urumqi",
      expiresAt: "2030-01-01T00:00:00.000Z",
      logo: "/files/abcdefghijklmnopqrst.png",
      picture: "/files/abcdefghijklmnopqrst.jpg",
    };
    const { data } = await ask(calls.post, fields, { token: people.northOwner });
    expect(await row(data.id)).toMatchObject({ ...fields, state: "normal", enabled: true, users: 0, roles: 0, version: 1 });
    const changed = { ...fields, name: "改名", morning: "", expiresAt: null, site: "" };
    expect((await ask(calls.put, { ...changed, id: data.id, version: 1 }, { token: people.northOwner })).code).toBe(0);
    expect(await row(data.id)).toMatchObject({ ...changed, version: 2 });
    const logged = JSON.parse((await lastLogged(people.site, "/api/company/put")).change);
    expect(logged).toMatchObject({ name: ["全部字段", "改名"], morning: ["08:00-12:00", ""] });
  });

  it.each<[field: string, value: string, rule: MessageId]>([
    ["name", "", "rule.required"],
    ["name", "  ", "rule.required"],
    ["name", "x".repeat(21), "rule.tooLong.most"],
    ["site", "ftp://a.b", "rule.website"],
    ["morning", "8-12", "rule.workingHours"],
    ["afternoon", "18:00-13:00", "rule.workingHours"],
    ["zone", "Mars/Base", "rule.zone"],
    ["logo", "https://evil.example/x.png", "rule.invalid"],
    ["expiresAt", "tomorrow", "rule.time"],
  ])("refuse %s %j by %s at the field", async (field, value, rule) => {
    const answer = await ask(calls.post, { parentId: "root", name: "Fields", [field]: value }, { token: people.admin });
    expect([answer.code, answer.fields]).toEqual([400, [{ path: field, message: say("zh", rule, { max: 20 }) }]]);
  });

  it("take names of 1 to 20 characters, counted as people count them, and a name once below one parent", async () => {
    const name = "😀".repeat(20);
    expect((await ask(calls.post, { parentId: "root", name }, { token: people.admin })).code).toBe(0);
    expect((await ask(calls.post, { parentId: "root", name: "NORTH" }, { token: people.admin })).code).toBe(1203);
    expect((await ask(calls.post, { parentId: people.south, name: "North" }, { token: people.admin })).code).toBe(0);
  });

  it("are seen from one's own down: a foreign one answers like a missing one, on every call [S1.006] [S6.037] [S2.118]", async () => {
    const listed = await ask(calls.query, { pageSize: 100 }, { token: people.southOwner });
    expect(listed.data.list.map(({ id }) => id)).not.toContain(people.north);
    for (const [call, request] of [
      [calls.get, {}],
      [calls.put, { parentId: people.south, name: "x", version: 1 }],
    ] as const) {
      const foreign = await ask(call, { ...request, id: people.north }, { token: people.southOwner });
      expect(foreign.code).toBe(404);
      expect(foreign).toEqual(await ask(call, { ...request, id: "missing" }, { token: people.southOwner }));
    }
    for (const call of [calls.delete, calls.enable, calls.disable]) {
      const foreign = await ask(call, { ids: [people.north] }, { token: people.southOwner });
      expect(foreign.code).toBe(404);
      expect(foreign).toEqual(await ask(call, { ids: ["missing"] }, { token: people.southOwner }));
    }
    const into = await ask(calls.post, { parentId: people.north, name: "Foreign" }, { token: people.southOwner });
    expect(into).toEqual(await ask(calls.post, { parentId: "missing", name: "Foreign" }, { token: people.southOwner }));
  });

  it("move with all that is below them, and never below themselves, not even when two moves meet", async () => {
    const { data: one } = await ask(calls.post, { parentId: "root", name: "One" }, { token: people.admin });
    const { data: two } = await ask(calls.post, { parentId: "root", name: "Two" }, { token: people.admin });
    expect((await edit(one.id, { parentId: one.id })).code).toBe(1325);
    const met = await Promise.all([edit(one.id, { parentId: two.id }), edit(two.id, { parentId: one.id })]);
    expect(met.map(({ code }) => code).sort()).toEqual([0, 1325]);
    const paths = await people.site.gatehouse.services.db
      .selectFrom("company")
      .select(["id", "parent_id", "path"])
      .where("id", "in", [one.id, two.id])
      .execute();
    const [inner] = paths.filter(({ parent_id }) => parent_id !== "root");
    const [outer] = paths.filter(({ parent_id }) => parent_id === "root");
    expect(inner?.path).toBe(`${outer?.path}${inner?.id}/`);
  });

  it("do not move away from above whose roles their users hold, nor take a role's holders out of its organisation's reach", async () => {
    const { data: upper } = await ask(calls.post, { parentId: people.north, name: "Upper" }, { token: people.admin });
    const { data: lower } = await ask(calls.post, { parentId: upper.id, name: "Lower" }, { token: people.admin });
    const { data: rule } = await ask(role.calls.post, { name: "Keepers", companyId: upper.id }, { token: people.admin });
    const child = { account: "keeper", userName: "Keeper", type: 1, password: goodPassword, roleIds: [rule.id], companyId: lower.id };
    const { data: keeper } = await ask(user.calls.add_child_company, child, { token: people.admin });
    const refused = await edit(lower.id, { parentId: people.south });
    expect([refused.code, refused.message]).toEqual([1331, "1 个用户的角色属于移动后不再是其上级的组织：Keepers。请先更换这些角色"]);
    expect((await row(lower.id)).parentId).toBe(upper.id);
    expect((await edit(upper.id, { parentId: people.south })).code).toBe(0);
    expect((await ask(user.calls.edit_child_role, { id: keeper.id, roleIds: [], version: 1 }, { token: people.admin })).code).toBe(0);
    expect((await edit(lower.id, { parentId: people.north })).code).toBe(0);
  });

  it("are not saved over a newer version, and say who was first", async () => {
    const before = await row(people.town);
    expect((await edit(people.town, { remark: "first" })).code).toBe(0);
    const late = await ask(
      calls.put,
      { id: people.town, parentId: people.north, name: "Late", version: before.version },
      { token: people.admin },
    );
    expect([late.code, late.data]).toMatchObject([1300, { by: "Administrator" }]);
  });

  it("cannot be moved, disabled or removed by those who stand on them", async () => {
    for (const call of [calls.disable, calls.delete])
      expect((await ask(call, { ids: [people.north] }, { token: people.northOwner })).code).toBe(1326);
    expect((await edit(people.north, {}, people.northOwner)).code).toBe(1326);
    const own = await ask(calls.get_my, {}, { token: people.northOwner });
    expect(own.data).toMatchObject({ name: "North", parentId: null, parentName: "" });
    expect(
      (await ask(calls.update_my, { name: "North", address: "here", version: own.data.version }, { token: people.northOwner })).code,
    ).toBe(0);
    expect((await ask(calls.get_my, {}, { token: people.northOwner })).data.address).toBe("here");
  });

  it("learn nothing of those beside them by the name that they give themselves", async () => {
    const own = async () => (await ask(calls.get_my, {}, { token: people.northOwner })).data;
    const renamed = async (name: string) => {
      const { version } = await own();
      const { code, data, message } = await ask(calls.update_my, { name, version }, { token: people.northOwner });
      return { code, data, message };
    };
    const free = await renamed("Nobody's name");
    expect([await renamed("South"), (await own()).name]).toEqual([free, "South"]);
    const { data: lower } = await ask(calls.post, { parentId: people.north, name: "Beside Town" }, { token: people.northOwner });
    expect((await edit(lower.id, { name: "TOWN" }, people.northOwner)).code).toBe(1203);
    expect(await renamed("North")).toEqual(free);
  });

  it("that are disabled sign nobody in and end what is open, below them as well, until they are enabled [S4.063] [S4.064] [S7.009]", async () => {
    const { data: upper } = await ask(calls.post, { parentId: "root", name: "Upper" }, { token: people.admin });
    const { data: lower } = await ask(calls.post, { parentId: upper.id, name: "Lower" }, { token: people.admin });
    const child = { account: "lower.user", userName: "Lower", password: goodPassword, companyId: lower.id };
    await ask(user.calls.add_child_company, child, { token: people.admin });
    const token = await people.site.signIn("lower.user", goodPassword);
    const response = await fetch(`${people.site.base}/api/company/disable`, {
      method: "POST",
      headers: { token: people.admin, "Content-Type": "text/plain" },
      body: JSON.stringify(upper.id),
    });
    expect((await response.json()).code).toBe(0);
    expect((await ask(user.calls.my, {}, { token })).code).toBe(401);
    await expect(people.site.signIn("lower.user", goodPassword)).rejects.toThrow("1018");
    expect((await row(upper.id)).state).toBe("disabled");
    expect((await ask(calls.enable, { ids: [upper.id] }, { token: people.admin })).code).toBe(0);
    expect(await people.site.signIn("lower.user", goodPassword)).toBeTruthy();
  });

  it("show no expiry, or that their time is over; an expired one signs nobody in and keeps its data [S4.065] [S4.066]", async () => {
    const { data } = await ask(calls.post, { parentId: "root", name: "Brief" }, { token: people.admin });
    await ask(
      user.calls.add_child_company,
      { account: "brief", userName: "Brief", password: goodPassword, companyId: data.id },
      { token: people.admin },
    );
    expect(await row(data.id)).toMatchObject({ expiresAt: null, state: "normal" });
    const token = await people.site.signIn("brief", goodPassword);
    expect((await edit(data.id, { expiresAt: "2020-01-01T00:00:00.000Z" })).code).toBe(0);
    expect((await ask(user.calls.my, {}, { token })).code).toBe(401);
    expect(await row(data.id)).toMatchObject({ state: "expired", users: 1 });
    const expired = await ask(calls.query, { state: "expired" }, { token: people.admin });
    expect(expired.data.list.map(({ id }) => id)).toEqual([data.id]);
  });

  it("are deleted only when nothing is left in them, and the answer says what is", async () => {
    const refused = await ask(calls.delete, { ids: [people.north] }, { token: people.admin, language: "en" });
    expect(refused.code).toBe(1301);
    expect(refused.message).toMatch(/sub-organisations?/);
    const { data } = await ask(calls.post, { parentId: "root", name: "Empty" }, { token: people.admin });
    expect((await ask(calls.delete, { ids: [data.id] }, { token: people.admin })).data).toEqual({ removed: 1 });
    expect((await ask(calls.get, { id: data.id }, { token: people.admin })).code).toBe(404);
  });
});
