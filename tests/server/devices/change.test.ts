import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ArgumentOf, Call, ResponseOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import { alarmLog, alarmTrigger } from "#contract/resources/alarm.ts";
import { device } from "#contract/resources/device.ts";
import { type ChangeAction, deviceChange } from "#contract/resources/deviceChange.ts";
import { deviceCompanyGroup } from "#contract/resources/deviceCompanyGroup.ts";
import { deviceGroup } from "#contract/resources/deviceGroup.ts";
import { deviceGroupMember } from "#contract/resources/deviceGroupMember.ts";
import { job } from "#contract/resources/job.ts";
import { dayIn, daysLater, renewedEnd } from "#server/devices/leases.ts";
import { deviceRow } from "#tests/server/deviceRow.ts";
import { addTemplate, connectDevice, sendTelemetry, until } from "#tests/server/fleet.ts";
import { openPeople, type People } from "#tests/server/people/people.ts";
import { grantedUser } from "#tests/server/platform/grantedUser.ts";

const { post, undo } = deviceChange.calls;
type Asked = ArgumentOf<typeof post>;
let people: People;
/** Of North, who may do everything there; changed by a restart. */
let north: string;
let south: string;
let lastSeq = 0;

const services = () => people.site.gatehouse.services;
const db = () => services().db;
const ask = <C extends Call>(call: C, request: object, token = north) => people.site.ask(call, request, { token, language: "en" });
const done = async <C extends Call>(call: C, request: object, token = north): Promise<ResponseOf<C>> => {
  const answer = await ask(call, request, token);
  if (answer.code !== 0) throw new Error(`${call.path}: ${answer.code} ${answer.message} ${JSON.stringify(answer.fields)}`);
  return answer.data;
};
const today = dayIn("Asia/Shanghai", Date.now());

const addDevice = async (id: string, company_id: string, more: object = {}): Promise<void> => {
  await db()
    .insertInto("device")
    .values(deviceRow({ id, company_id, sn: `SN-${id}`, type_id: "change-pump", ...more }))
    .execute();
  await db()
    .insertInto("slave")
    .values({ id: `s-${id}`, device_id: id, no: 1, name: "Main", recipe_id: "change-before" })
    .execute();
};
const rowOf = (id: string) => db().selectFrom("device").selectAll().where("id", "=", id).executeTakeFirst();
const noticed = async (): Promise<string[]> =>
  (await db().selectFrom("device").select("id").where("alarm_notice", "=", 1).orderBy("id").execute()).map(({ id }) => id);

interface Ended {
  readonly id: string;
  readonly row: ResponseOf<typeof job.calls.query>["list"][number] | undefined;
  readonly results: ResponseOf<typeof job.calls.results>["list"];
}

const endOf = async (id: string, token = north): Promise<Ended> => {
  await services().jobs.idle();
  const row = (await done(job.calls.query, {}, token)).list.find((one) => one.id === id);
  return { id, row, results: (await done(job.calls.results, { id, pageSize: 1000 }, token)).list };
};
const change = async (request: Asked, token = north): Promise<Ended> => endOf((await done(post, request, token)).id, token);
const putBack = async ({ id }: Ended, token = north): Promise<Ended> => endOf((await done(undo, { id }, token)).id, token);
const told = ({ results }: Ended) => results.map(({ place, record, code }) => [place, record, code]);
const figures = ({ row }: Ended) => [row?.state, row?.done, row?.total, row?.failed];
/** What the operation log has of a call since the test began, newest first. */
const loggedOf = (call: Call) =>
  db().selectFrom("operation_log").selectAll().where("call", "=", call.path).where("seq", ">", lastSeq).orderBy("seq", "desc").execute();

const signIn = async (): Promise<void> => {
  people = { ...people, admin: await people.site.signIn("admin", "adminpw1") };
  north = await people.site.signIn("change.north", "secret1");
  south = await people.site.signIn("change.south", "secret1");
};

beforeAll(async () => {
  people = await openPeople();
  const { site } = people;
  const type = { company_id: "root", name_en: "", description: "" };
  await db()
    .insertInto("device_type")
    .values([
      { ...type, id: "change-pump", name: "Pump" },
      { ...type, id: "change-valve", name: "Valve" },
      { ...type, id: "change-souths", name: "South's", company_id: people.south },
    ])
    .execute();
  const recipe = { description: "", created_at: 0, updated_at: 0, updated_by: "" };
  await db()
    .insertInto("recipe")
    .values([
      { ...recipe, id: "change-before", company_id: "root", name: "Before" },
      { ...recipe, id: "change-after", company_id: "root", name: "After" },
      { ...recipe, id: "change-souths", company_id: people.south, name: "South's" },
    ])
    .execute();
  await site.addUser({ account: "change.north", companyId: people.north, roles: ["role-administrator"] });
  await site.addUser({ account: "change.south", companyId: people.south, roles: ["role-administrator"] });
  await signIn();
});
afterAll(() => people.site.close());
beforeEach(async () => {
  await db().deleteFrom("job").execute();
  await db().deleteFrom("device").execute();
  const { seq } = await db().selectFrom("operation_log").select("seq").orderBy("seq", "desc").limit(1).executeTakeFirstOrThrow();
  lastSeq = seq;
  for (const id of ["one", "two", "three"]) await addDevice(id, people.north);
  await addDevice("below", people.town);
  await addDevice("foreign", people.south);
});

describe("a change of many devices", () => {
  it("covers the ticked ones and answers for each, those of others as if they were not there [S7.052]", async () => {
    const ended = await change({ ids: ["one", "foreign", "missing", "two", "one"], action: { kind: "alarmNotice", on: false } });
    expect(figures(ended)).toEqual(["done", 4, 4, 2]);
    expect(told(ended)).toEqual([
      [1, "one (SN-one)", 0],
      [2, "foreign", 404],
      [3, "missing", 404],
      [4, "two (SN-two)", 0],
    ]);
    expect(await noticed()).toEqual(["below", "foreign", "three"]);
  });

  it("covers the whole filter as it was when that was asked for, though its devices leave it one after another [S7.052]", async () => {
    const ids = Array.from({ length: 2 * limits.change.atOnce + 3 }, (_, index) => `many${String(index).padStart(4, "0")}`);
    for (const id of ids) await addDevice(id, people.north, { industry: "water" });
    const ended = await change({ filter: { industry: "water" }, count: ids.length, action: { kind: "alarmNotice", on: false } });
    expect(figures(ended)).toEqual(["done", ids.length, ids.length, 0]);
    expect(await noticed()).toEqual(["below", "foreign", "one", "three", "two"]);
    const all = await change({ filter: {}, count: 1000, action: { kind: "alarmNotice", on: false } });
    expect(all.results.filter(({ message }) => message === "Unchanged")).toHaveLength(ids.length);
    expect(await noticed()).toEqual(["foreign"]);
    const typed = await change({ filter: { typeId: "change-pump" }, count: 1000, action: { kind: "type", typeId: "change-valve" } });
    expect(figures(typed)).toEqual(["done", ids.length + 4, ids.length + 4, 0]);
    const left = await db().selectFrom("device").select("id").where("type_id", "=", "change-pump").execute();
    expect(left).toEqual([{ id: "foreign" }]);
  });

  it("is refused where there are more devices by now than were named, and does nothing [S7.052]", async () => {
    const refused = await ask(post, { filter: {}, count: 3, action: { kind: "delete" } });
    expect([refused.code, refused.message]).toEqual([
      1410,
      "4 devices match now, more than the 3 that you confirmed. Nothing was changed: confirm again",
    ]);
    expect((await done(job.calls.query, {})).list).toEqual([]);
    expect(await rowOf("one")).toBeDefined();
    expect((await ask(post, { filter: { industry: "none" }, count: 3, action: { kind: "delete" } })).code).toBe(1413);
  });

  it.each<[string, object]>([
    ["both ids and a filter", { ids: ["one"], filter: {}, count: 4, action: { kind: "delete" } }],
    ["neither", { action: { kind: "delete" } }],
    ["a filter without a count", { filter: {}, action: { kind: "delete" } }],
    ["no known action", { ids: ["one"], action: { kind: "paint" } }],
    ["a renewal in two ways", { ids: ["one"], action: { kind: "renew", to: "2030-01-01", months: 2 } }],
    ["a type of another organisation", { ids: ["one"], action: { kind: "type", typeId: "change-souths" } }],
    ["a template of another organisation", { ids: ["one"], action: { kind: "template", recipeId: "change-souths" } }],
    ["a template that is not there", { ids: ["one"], action: { kind: "template", recipeId: "missing" } }],
  ])("is refused with %s", async (_what, request) => {
    expect((await ask(post, request)).code).toBe(400);
    expect((await done(job.calls.query, {})).list).toEqual([]);
  });

  it("leaves the rows in the operation log that the single calls do", async () => {
    await change({ ids: ["one", "below"], action: { kind: "alarmNotice", on: false } });
    const rows = await loggedOf(device.calls.put);
    expect(rows.map(({ detail, change: what }) => [JSON.parse(detail), JSON.parse(what)])).toEqual([
      [{ id: "below", alarmNotice: false }, { alarmNotice: [true, false] }],
      [{ id: "one", alarmNotice: false }, { alarmNotice: [true, false] }],
    ]);
    expect((await rowOf("one"))?.version).toBe(2);
  });
});

describe("the right to change many devices", () => {
  const actions: readonly [ChangeAction, Call][] = [
    [{ kind: "alarmNotice", on: false }, device.calls.put],
    [{ kind: "template", from: "", recipeId: "change-after" }, device.calls.put],
    [{ kind: "type", typeId: "change-valve" }, device.calls.update_device_type],
    [{ kind: "renew", to: "", months: 1 }, device.calls.renew],
    [{ kind: "transfer", companyId: "root", erase: [] }, device.calls.change_user],
    [{ kind: "delete" }, device.calls.delete],
    [{ kind: "command", pointId: "p", value: 1 }, device.calls.cmd],
    [{ kind: "join", id: "g" }, deviceGroupMember.calls.add],
    [{ kind: "leave", id: "g" }, deviceGroupMember.calls.remove],
    [{ kind: "joinCompany", id: "g" }, deviceCompanyGroup.calls.add_to_group],
    [{ kind: "leaveCompany", id: "g" }, deviceCompanyGroup.calls.remove_from_group],
  ];
  /** A user of North whose role has these calls alone. */
  const withCalls = async (account: string, calls: readonly Call[]): Promise<string> => {
    const id = `role-${account}`;
    await db().deleteFrom("user_role").where("role_id", "=", id).execute();
    await db().deleteFrom("role").where("id", "=", id).execute();
    await db()
      .insertInto("role")
      .values({ id, company_id: people.north, name: account, description: "", created_at: 0, updated_at: 0, updated_by: "" })
      .execute();
    await db()
      .insertInto("role_menu")
      .values({ role_id: id, menu_id: "devices.list", actions: JSON.stringify(calls.map(({ path }) => path)) })
      .execute();
    if (!(await db().selectFrom("user").select("id").where("account", "=", account).executeTakeFirst()))
      await people.site.addUser({ account, companyId: people.north, roles: [] });
    const user = await db().selectFrom("user").select("id").where("account", "=", account).executeTakeFirstOrThrow();
    await db().insertInto("user_role").values({ user_id: user.id, role_id: id }).execute();
    return await people.site.signIn(account, "secret1");
  };

  it.each(actions)("$kind is refused without that of the single call", async (action, call) => {
    const others = [...new Set(actions.map(([, each]) => each))].filter((each) => each !== call);
    const token = await withCalls("without", others);
    const refused = await ask(post, { ids: ["one"], action }, token);
    expect([403, 1314]).toContain(refused.code);
    expect((await done(job.calls.query, {}, token)).list).toEqual([]);
  });

  it("is asked for again while it runs: who loses it stops it, and what was done stays told", async () => {
    const ids = Array.from({ length: limits.change.atOnce + 50 }, (_, index) => `r${String(index).padStart(4, "0")}`);
    for (const id of ids) await addDevice(id, people.north);
    const token = await withCalls("loser", [device.calls.put]);
    let seen = 0;
    services().changes.follow("the test", async (what) => {
      if (what.kind !== "devices" || seen > 0) return;
      seen = what.ids.length;
      await db().deleteFrom("role_menu").where("role_id", "=", "role-loser").execute();
    });
    const ended = await change({ ids, action: { kind: "alarmNotice", on: false } }, token);
    expect(figures(ended)).toEqual(["failed", limits.change.atOnce, ids.length, 0]);
    expect(ended.row?.message).toBe("You do not have permission. Ask your administrator");
    expect(seen).toBe(limits.change.atOnce);
    expect(await noticed()).toHaveLength(5 + 50);
  });
});

describe("what is done with each device", () => {
  const groupOf = async (call: typeof deviceGroup.calls.post | typeof deviceCompanyGroup.calls.post, name: string, token = north) =>
    (await done(call, { name }, token)).id;
  const ownMembers = async (group: string) =>
    (await db().selectFrom("device_group_member").select("device_id").where("group_id", "=", group).orderBy("device_id").execute()).map(
      ({ device_id }) => device_id,
    );
  const companyMembers = async (group: string) =>
    (
      await db()
        .selectFrom("device_company_group_member")
        .select(["device_id", "slave_id"])
        .where("group_id", "=", group)
        .orderBy("device_id")
        .execute()
    ).map(({ device_id, slave_id }) => [device_id, slave_id]);

  it("is put into a group of one's own and taken out of it, and back", async () => {
    const id = await groupOf(deviceGroup.calls.post, "Own");
    await done(deviceGroupMember.calls.add, { id, deviceIds: ["two"] });
    const into = await change({ ids: ["one", "two", "foreign"], action: { kind: "join", id } });
    expect(into.results.map(({ code, message }) => [code, message])).toEqual([
      [0, ""],
      [0, "Unchanged"],
      [404, "Record not found"],
    ]);
    expect(await ownMembers(id)).toEqual(["one", "two"]);
    const back = await putBack(into);
    expect([figures(back), told(back)]).toEqual([["done", 1, 1, 0], [[1, "one (SN-one)", 0]]]);
    expect(await ownMembers(id)).toEqual(["two"]);
    const out = await change({ ids: ["one", "two"], action: { kind: "leave", id } });
    expect(await ownMembers(id)).toEqual([]);
    await putBack(out);
    expect(await ownMembers(id)).toEqual(["two"]);
    expect((await loggedOf(deviceGroupMember.calls.remove)).map(({ change: what }) => JSON.parse(what))).toEqual([
      { "two (two)": [true, false] },
      { "one (one)": [true, false] },
    ]);
    const souths = await groupOf(deviceGroup.calls.post, "South's", south);
    expect([(await ask(post, { ids: ["one"], action: { kind: "join", id: souths } })).code]).toEqual([404]);
    expect((await ask(post, { ids: ["one"], action: { kind: "leave", id: "missing" } })).code).toBe(404);
  });

  it("is put into an organisation's group whole, and its slaves stand there again when that is undone", async () => {
    const id = await groupOf(deviceCompanyGroup.calls.post, "Company");
    await done(deviceCompanyGroup.calls.add_to_group, { id, deviceIds: ["two"], slaveIds: ["s-one"] });
    const into = await change({ ids: ["one", "two", "below"], action: { kind: "joinCompany", id } });
    expect(told(into).map(([, , code]) => code)).toEqual([0, 0, 0]);
    expect(await companyMembers(id)).toEqual([
      ["below", ""],
      ["one", ""],
      ["two", ""],
    ]);
    await putBack(into);
    expect(await companyMembers(id)).toEqual([
      ["one", "s-one"],
      ["two", ""],
    ]);
    const out = await change({ filter: { companyGroupId: id }, count: 2, action: { kind: "leaveCompany", id } });
    expect(await companyMembers(id)).toEqual([["one", "s-one"]]);
    await done(deviceCompanyGroup.calls.add_to_group, { id, deviceIds: ["two"] });
    expect((await putBack(out)).results.map(({ code }) => code)).toEqual([1411]);
    const souths = await groupOf(deviceCompanyGroup.calls.post, "South's", south);
    expect((await ask(post, { ids: ["one"], action: { kind: "joinCompany", id: souths } })).code).toBe(404);
  });

  it("takes as many as a group holds, and says of the rest why not", async () => {
    const id = await groupOf(deviceCompanyGroup.calls.post, "Full");
    const slaves = Array.from({ length: limits.group.members - 1 }, (_, index) => `full${index}`);
    for (let from = 0; from < slaves.length; from += 300)
      await db()
        .insertInto("device_company_group_member")
        .values(slaves.slice(from, from + 300).map((slave_id) => ({ group_id: id, device_id: "three", slave_id, added_at: 0 })))
        .execute();
    const { results } = await change({ ids: ["one", "two"], action: { kind: "joinCompany", id } });
    expect(results.map(({ code, message }) => [code, message])).toEqual([
      [0, ""],
      [413, "A group holds 10000 at most, devices and slaves together; remove some first"],
    ]);
    const last = { group_id: id, device_id: "three", slave_id: "full0" };
    await db()
      .updateTable("device_company_group_member")
      .set({ device_id: "below", slave_id: "s-below" })
      .where("group_id", "=", last.group_id)
      .where("slave_id", "=", last.slave_id)
      .execute();
    expect(told(await change({ ids: ["below"], action: { kind: "joinCompany", id } }))).toEqual([[1, "below (SN-below)", 0]]);
  });

  it("is given another type with the values that fit, and has its old one again", async () => {
    const attribute = (id: string) => ({ id, name: "Power", nameEn: "", kind: "text", choices: "", defaultValue: "" });
    await db()
      .updateTable("device_type")
      .set({ attributes: JSON.stringify([attribute("a")]) })
      .where("id", "=", "change-pump")
      .execute();
    await db()
      .updateTable("device_type")
      .set({ attributes: JSON.stringify([attribute("b")]) })
      .where("id", "=", "change-valve")
      .execute();
    await db().updateTable("device").set({ attributes: '{"a":"7 kW"}' }).where("id", "=", "one").execute();
    const typed = async (id: string) => [(await rowOf(id))?.type_id, (await rowOf(id))?.attributes];
    const ended = await change({ ids: ["one", "two", "below"], action: { kind: "type", typeId: "change-valve" } });
    expect([await typed("one"), await typed("two")]).toEqual([
      ["change-valve", '{"b":"7 kW"}'],
      ["change-valve", "{}"],
    ]);
    await db().updateTable("device").set({ attributes: '{"b":"9 kW"}' }).where("id", "=", "two").execute();
    const back = await putBack(ended);
    expect(told(back).map(([place, , code]) => [place, code])).toEqual([
      [1, 0],
      [2, 1411],
      [3, 0],
    ]);
    expect([await typed("one"), await typed("two")]).toEqual([
      ["change-pump", '{"a":"7 kW"}'],
      ["change-valve", '{"b":"9 kW"}'],
    ]);
    expect((await loggedOf(device.calls.update_device_type)).map(({ change: what }) => JSON.parse(what))).toEqual([
      { one: ["Valve", "Pump"], below: ["Valve", "Pump"] },
      { one: ["Pump", "Valve"], two: ["Pump", "Valve"], below: ["Pump", "Valve"] },
    ]);
  });

  it("has its slaves of one template under another, which keep their ids, and back", async () => {
    await db().insertInto("slave").values({ id: "s2-one", device_id: "one", no: 2, name: "Two", recipe_id: "change-after" }).execute();
    const slaves = async (id: string) =>
      (await db().selectFrom("slave").select(["id", "recipe_id"]).where("device_id", "=", id).orderBy("no").execute()).map((row) => [
        row.id,
        row.recipe_id,
      ]);
    const ended = await change({ ids: ["one", "two"], action: { kind: "template", from: "change-before", recipeId: "change-after" } });
    expect([await slaves("one"), await slaves("two")]).toEqual([
      [
        ["s-one", "change-after"],
        ["s2-one", "change-after"],
      ],
      [["s-two", "change-after"]],
    ]);
    expect((await services().registry.byId("two"))?.slaves.get(1)).toBeDefined();
    const back = await putBack(ended);
    expect(figures(back)).toEqual(["done", 2, 2, 0]);
    expect([await slaves("one"), await slaves("two")]).toEqual([
      [
        ["s-one", "change-before"],
        ["s2-one", "change-after"],
      ],
      [["s-two", "change-before"]],
    ]);
    const [first] = await loggedOf(device.calls.put);
    expect(JSON.parse(first?.change ?? "")).toEqual({
      slaves: [[{ no: 1, name: "Main", recipeId: "change-after" }], [{ no: 1, name: "Main", recipeId: "change-before" }]],
    });
  });

  it("has no notifications of alarms, and has them again where nobody turned them on meanwhile [S7.052]", async () => {
    const ended = await change({ ids: ["one", "two"], action: { kind: "alarmNotice", on: false } });
    expect(ended.row).toMatchObject({ change: "alarmNotice", undo: false, undoable: true });
    await db().updateTable("device").set({ alarm_notice: 1 }).where("id", "=", "two").execute();
    const back = await putBack(ended);
    expect(back.results.map(({ record, code, message }) => [record, code, message])).toEqual([
      ["one (SN-one)", 0, ""],
      ["two (SN-two)", 1411, "Not put back: changed since"],
    ]);
    expect(back.row).toMatchObject({ change: "alarmNotice", undo: true, undoable: false });
    expect(await noticed()).toEqual(["below", "foreign", "one", "three", "two"]);
    expect((await ask(undo, { id: ended.id })).code).toBe(1414);
    expect((await ask(undo, { id: back.id })).code).toBe(1414);
    expect([(await ask(undo, { id: ended.id }, south)).code, (await ask(undo, { id: "missing" }, south)).code]).toEqual([404, 404]);
  });

  it("is renewed, but not where it would end before it begins, and ends as before when that is undone", async () => {
    await db()
      .updateTable("device")
      .set({ lease_end: daysLater(today, 7) })
      .where("id", "=", "one")
      .execute();
    await db().updateTable("device").set({ lease_start: "2999-01-01" }).where("id", "=", "two").execute();
    const ended = await change({ ids: ["one", "two", "three"], action: { kind: "renew", months: 1 } });
    expect(told(ended).map(([, , code]) => code)).toEqual([0, 1390, 0]);
    const after = renewedEnd(daysLater(today, 7), today, { to: "", months: 1 });
    expect([(await rowOf("one"))?.lease_end, (await rowOf("two"))?.lease_end]).toEqual([after, ""]);
    await putBack(ended);
    expect([(await rowOf("one"))?.lease_end, (await rowOf("three"))?.lease_end]).toEqual([daysLater(today, 7), ""]);
    const renewed = await change({ ids: ["one", "three"], action: { kind: "renew", months: 1 } });
    await done(device.calls.renew, { ids: ["one"], months: 1 });
    const since = (await rowOf("one"))?.lease_end;
    expect(told(await putBack(renewed)).map(([, , code]) => code)).toEqual([1411, 0]);
    expect([(await rowOf("one"))?.lease_end, (await rowOf("three"))?.lease_end]).toEqual([since, ""]);
  });

  it("goes to another organisation with its rules, and is not the old one's any more", async () => {
    const ended = await change({ ids: ["one", "two", "below"], action: { kind: "transfer", companyId: people.town } });
    expect(ended.results.map(({ code, message }) => [code, message])).toEqual([
      [0, ""],
      [0, ""],
      [0, "Unchanged"],
    ]);
    expect([(await rowOf("one"))?.company_id, (await rowOf("two"))?.company_id]).toEqual([people.town, people.town]);
    expect(ended.row?.undoable).toBe(false);
    expect((await ask(undo, { id: ended.id })).code).toBe(1414);
    expect((await ask(post, { ids: ["one"], action: { kind: "transfer", companyId: people.south } })).code).toBe(400);
    const events = await db().selectFrom("device_event").select("kind").where("device_id", "=", "one").execute();
    expect(events).toHaveLength(1);
  });

  it("raises an alarm anew where its alarms were erased on its way to another organisation", async () => {
    const { site } = people;
    const { recipeId, points } = await addTemplate(site, people.admin, "Watched", [{ address: "1", name: "Heat" }]);
    const slaves = [{ no: 1, name: "Main", recipeId }];
    const fields = { name: "Oven", sn: "CHANGE-HOT", password: "devicepw", typeId: "change-pump", industry: "water", slaves };
    const { id } = await done(device.calls.post, fields);
    const rule = { name: "Hot", recipeId, pointId: points["1"], deviceId: id, condition: "above", a: 90 };
    await done(alarmTrigger.calls.post, rule);
    const client = await connectDevice(site, "CHANGE-HOT");
    const open = async () => (await done(alarmLog.calls.query, { deviceId: id })).list.map((alarm) => alarm.id);
    await sendTelemetry(client, "CHANGE-HOT", { values: { "1": 95 } });
    const [first] = await until(async () => ((await open()).length === 1 ? open() : false), "the alarm");
    await change({ ids: [id], action: { kind: "transfer", companyId: people.town, erase: ["alarms"] } });
    await client.endAsync(true);
    const again = await connectDevice(site, "CHANGE-HOT");
    await sendTelemetry(again, "CHANGE-HOT", { values: { "1": 96 } });
    const [second] = await until(async () => ((await open()).length === 1 ? open() : false), "the alarm that is raised anew");
    expect(second).not.toBe(first);
    await again.endAsync();
  });

  it("is deleted with what is kept of it, and named in the log", async () => {
    const ended = await change({ filter: { companyId: people.north }, count: 4, action: { kind: "delete" } });
    expect(figures(ended)).toEqual(["done", 4, 4, 0]);
    expect((await db().selectFrom("device").select("id").execute()).map(({ id }) => id)).toEqual(["foreign"]);
    const [row] = await loggedOf(device.calls.delete);
    expect(JSON.parse(row?.change ?? "")).toMatchObject({ one: ["SN-one one", null], below: ["SN-below below", null] });
  });

  it("is sent a value, where it has the point; who is not connected is told as such", async () => {
    const { recipeId, points } = await addTemplate(people.site, people.admin, "Commanded", [
      { address: "40001", name: "Setpoint", writable: true },
      { address: "40002", name: "Fixed" },
    ]);
    const pointId = points["40001"] ?? "";
    const { id } = await done(
      device.calls.post,
      {
        ...{ name: "Listener", sn: "CHANGE-1", password: "devicepw", typeId: "change-pump", industry: "water" },
        slaves: [{ no: 3, name: "Main", recipeId }],
      },
      north,
    );
    await db().updateTable("slave").set({ recipe_id: recipeId }).where("id", "=", "s-two").execute();
    const client = await connectDevice(people.site, "CHANGE-1");
    const received: unknown[] = [];
    client.on("message", (_topic, payload) => {
      const command = JSON.parse(payload.toString()) as { id: string };
      received.push({ ...command, id: "" });
      client.publish("gw/CHANGE-1/command/reply", JSON.stringify({ id: command.id, code: 0, message: "set" }), { qos: 1 });
    });
    await client.subscribeAsync("gw/CHANGE-1/command", { qos: 1 });
    const ended = await change({ ids: [id, "one", "two"], action: { kind: "command", pointId, value: 12 } });
    expect(told(ended).map(([, record, code]) => [record, code])).toEqual([
      ["Listener (CHANGE-1)", 0],
      ["one (SN-one)", 1341],
      ["two (SN-two)", 1302],
    ]);
    expect(received).toEqual([{ id: "", slave: 3, values: { 40001: 12 } }]);
    expect(ended.row?.undoable).toBe(false);
    const refused = await ask(post, { ids: [id], action: { kind: "command", pointId: points["40002"] ?? "", value: 1 } });
    expect(refused.code).toBe(1305);
    expect((await ask(post, { ids: [id], action: { kind: "command", pointId: "missing", value: 1 } })).code).toBe(400);
    await client.endAsync();
  });

  it("is sent no value of a point that who asks does not see", async () => {
    const { points } = await addTemplate(people.site, people.admin, "Secrets", [
      { address: "1", name: "Open", writable: true },
      { address: "2", name: "Secret", writable: true, auth: 1 },
    ]);
    const sender = await grantedUser(people, "change.sender", [device.calls.cmd]);
    const asked = async (address: string) => {
      const action: ChangeAction = { kind: "command", pointId: points[address] ?? "", value: 1 };
      const { code, fields } = await ask(post, { ids: ["one"], action }, sender);
      return [code, (fields ?? []).map(({ path }) => path)];
    };
    expect([await asked("1"), await asked("2")]).toEqual([
      [0, []],
      [400, ["pointId"]],
    ]);
    await services().jobs.idle();
  });
});

describe("a change that was interrupted", () => {
  const again = async (id: string, set: object): Promise<Ended> => {
    await db()
      .updateTable("job")
      .set({ state: "waiting", ended_at: null, done: 0, cursor: null, ...set })
      .where("id", "=", id)
      .execute();
    await people.site.restart();
    await services().jobs.idle();
    await signIn();
    return endOf(id);
  };

  it("goes on after a restart, and changes nothing twice", async () => {
    const ids = Array.from({ length: limits.change.atOnce + 20 }, (_, index) => `i${String(index).padStart(4, "0")}`);
    for (const id of ids) await addDevice(id, people.north, { lease_end: "2999-01-31" });
    const before = await change({ ids, action: { kind: "renew", months: 1 } });
    const ends = async () =>
      new Set((await db().selectFrom("device").select("lease_end").where("id", "in", ids).execute()).map((row) => row.lease_end));
    expect(await ends()).toEqual(new Set(["2999-02-28"]));
    // The first portion's outcome is kept and not reported; the second was not begun.
    await db().updateTable("device").set({ lease_end: "2999-01-31" }).where("id", "in", ids.slice(limits.change.atOnce)).execute();
    await db()
      .updateTable("device_change_portion")
      .set({ outcome: "", changed: 0 })
      .where("job_id", "=", before.id)
      .where("portion", "=", 1)
      .execute();
    await db().deleteFrom("job_result").where("job_id", "=", before.id).execute();
    const ended = await again(before.id, {});
    expect([figures(ended), ended.results.length]).toEqual([["done", ids.length, ids.length, 0], ids.length]);
    expect(await ends()).toEqual(new Set(["2999-02-28"]));
  });

  it("does not send a command again that may have been sent", async () => {
    const { points } = await addTemplate(people.site, people.admin, "Interrupted", [{ address: "1", name: "Setpoint", writable: true }]);
    const before = await change({ ids: ["one"], action: { kind: "command", pointId: points["1"] ?? "", value: 1 } });
    await db().updateTable("device_change_portion").set({ outcome: "-" }).where("job_id", "=", before.id).execute();
    const ended = await again(before.id, {});
    expect(ended.results.map(({ record, code }) => [record, code])).toEqual([["one (SN-one)", 1412]]);
  });

  it("and cancelled keeps what is done, tells of it, and can be undone", async () => {
    const ids = Array.from({ length: limits.change.atOnce + 20 }, (_, index) => `c${String(index).padStart(4, "0")}`);
    for (const id of ids) await addDevice(id, people.north);
    let cancelling: Promise<unknown> | undefined;
    services().changes.follow("the test", async (what) => {
      if (what.kind !== "devices" || cancelling) return;
      const { id } = await db().selectFrom("job").select("id").executeTakeFirstOrThrow();
      cancelling = services().jobs.cancel(id);
    });
    const ended = await change({ ids, action: { kind: "alarmNotice", on: false } });
    await cancelling;
    expect(ended.row?.state).toBe("cancelled");
    expect(ended.results).toHaveLength(limits.change.atOnce);
    expect((await putBack(ended)).row).toMatchObject({ state: "done", done: limits.change.atOnce });
    expect(await noticed()).toHaveLength(5 + ids.length);
  });
});
