import { beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { setSwitch, switchesOf } from "#server/alarm/alarmSwitches.ts";
import { switchMask } from "#server/alarm/maskRecords.ts";
import { addRule, deleteRules, editRule, getRule, queryRules, switchRule } from "#server/resources/alarmTrigger.ts";
import { eachWithFleet, fleet, someday } from "./fleet.ts";

eachWithFleet();
beforeEach(async () => {
  await fleet.recipe("kiln", "south", [{ id: "heat" }]);
  await fleet.device("s1", "south", { 1: "kiln" });
});

type Fields = z.input<typeof alarmTrigger.calls.post.request>;
const fields = (differences: Partial<Fields> = {}) =>
  alarmTrigger.calls.post.request.parse({ name: "Hot", recipeId: "boiler", pointId: "temp", condition: "above", a: 90, ...differences });
const north = () => fleet.caller("north");
const south = () => fleet.caller("south");
const add = async (differences: Partial<Fields> = {}, caller = north()) =>
  (await addRule(fleet.db, caller, fields(differences), someday)).id;
const edit = (id: string, version: number, differences: Partial<Fields> = {}, caller = north()) =>
  editRule(fleet.db, caller, { ...fields(differences), id, version }, someday + 1000);

describe("alarm rules", () => {
  test("keep every field and are read again", async () => {
    const written = {
      name: "Hot boiler",
      recipeId: "boiler",
      pointId: "temp",
      deviceId: "d1",
      level: 3,
      condition: "between",
      a: 90,
      b: 120,
      min: 80,
      max: 130,
      holdSeconds: 60,
      pushContent: "太热",
      pushContentEn: "too hot",
      releaseContent: "恢复",
      releaseContentEn: "fine",
      saveData: false,
    } as const;
    const id = await add(written);
    expect(await getRule(fleet.db, north(), id, someday)).toEqual({
      ...written,
      id,
      recipeName: "boiler",
      pointName: "点temp",
      pointNameEn: "temp",
      unit: "°C",
      enumeration: [],
      deviceName: "Device d1",
      companyName: "north",
      ...{ alarmTypeId: null, alarmTypeName: "", alarmTypeNameEn: "", alarmGroupId: null, alarmGroupName: "" },
      ...{ deviceTypeId: null, deviceTypeName: "", deviceTypeNameEn: "" },
      ...{ method: "once", repeatMinutes: null, repeatStop: "processed", escalation: [], releaseSeconds: 0 },
      ...{ scheduleDays: [], scheduleFrom: "", scheduleTo: "", holidays: [] },
      ...{ otherPointId: null, otherPointName: "", otherPointNameEn: "", join: "and", further: [] },
      enabled: true,
      ...{ mask: false, maskedBy: null },
      version: 1,
    });
  });

  test("refuse a name that the organisation has already, also on saving", async () => {
    await add();
    await expect(add()).rejects.toMatchObject({ code: "nameExists" });
    const other = await add({ name: "Cold" });
    await expect(edit(other, 1, { name: "Hot" })).rejects.toMatchObject({ code: "nameExists" });
    await edit(other, 1, { name: "Cold", a: 5 });
    await add({ recipeId: "kiln", pointId: "heat" }, fleet.caller("root"));
    expect((await queryRules(fleet.db, south(), query(), someday)).list.map((rule) => rule.name)).toEqual(["Hot"]);
  });

  test("refuse foreign and missing templates, points and devices alike", async () => {
    const wrong: Partial<Fields>[] = [
      { recipeId: "kiln", pointId: "heat" },
      { recipeId: "nowhere" },
      { pointId: "heat" },
      { pointId: "nowhere" },
      { deviceId: "s1" },
      { deviceId: "nowhere" },
      { recipeId: "kiln", pointId: "heat", deviceId: "d1" },
      { recipeId: "kiln", pointId: "heat", deviceId: "s1" },
      { recipeId: "kiln", pointId: null, condition: "offline", a: null },
    ];
    for (const differences of wrong) await expect(add(differences)).rejects.toMatchObject({ code: "notFound" });
    await fleet.device("d2", "north", {});
    await expect(add({ deviceId: "d2" })).rejects.toMatchObject({ code: "badRequest" });
  });

  test("a save over a newer version says who changed it and when", async () => {
    const id = await add();
    await edit(id, 1, { a: 95 });
    const changed = { by: "Person of north", at: new Date(someday + 1000).toISOString() };
    await expect(edit(id, 1, { a: 99 })).rejects.toMatchObject({
      code: "versionConflict",
      detail: { values: changed, data: { ...changed, version: 2 } },
    });
    expect(await getRule(fleet.db, north(), id, someday)).toMatchObject({ a: 95, version: 2 });
  });

  test("a foreign rule and a missing one get the same answer from every call", async () => {
    const id = await add();
    for (const target of [id, "nowhere"]) {
      const refused = { code: "notFound" };
      await expect(getRule(fleet.db, south(), target, someday)).rejects.toMatchObject(refused);
      await expect(edit(target, 1, {}, south())).rejects.toMatchObject(refused);
      await expect(deleteRules(fleet.db, south(), [target])).rejects.toMatchObject(refused);
      await expect(switchRule(fleet.db, south(), target, { enabled: 0 })).rejects.toMatchObject(refused);
    }
    expect((await queryRules(fleet.db, south(), query(), someday)).total).toBe(0);
  });

  test("are deleted together or not at all", async () => {
    const own = await add();
    const foreign = await add({ recipeId: "kiln", pointId: "heat" }, south());
    await expect(deleteRules(fleet.db, north(), [own, foreign])).rejects.toMatchObject({ code: "notFound" });
    expect((await queryRules(fleet.db, fleet.caller("root"), query(), someday)).total).toBe(2);
    expect(await deleteRules(fleet.db, fleet.caller("root"), [own, foreign, own])).toMatchObject({ removed: 2 });
  });

  test("are switched on and off and masked, which is no new version [S4.057] [S4.059]", async () => {
    const id = await add();
    await switchRule(fleet.db, north(), id, { enabled: 0 });
    await switchMask(fleet.db, north(), id, true, someday);
    expect((await queryRules(fleet.db, north(), query(), someday)).list).toMatchObject([{ id, enabled: false, mask: true, version: 1 }]);
    await switchRule(fleet.db, north(), id, { enabled: 1 });
    await switchMask(fleet.db, north(), id, false, someday);
    expect((await queryRules(fleet.db, north(), query(), someday)).list).toMatchObject([{ id, enabled: true, mask: false, version: 1 }]);
  });

  test("are listed by name, template, page and order", async () => {
    for (const name of ["b%", "a_", "C"]) await add({ name });
    const names = async (differences: Parameters<typeof query>[0]) =>
      (await queryRules(fleet.db, north(), query(differences), someday)).list.map((rule) => rule.name);
    expect(await names({ name: "%" })).toEqual(["b%"]);
    expect(await names({ name: " c " })).toEqual(["C"]);
    expect(await names({ recipeId: "kiln" })).toEqual([]);
    expect(await names({ sortField: "name", sortOrder: "desc", pageSize: 2 })).toEqual(["b%", "a_"]);
    expect(await names({ sortField: "name", pageSize: 2, pageNo: 8 })).toEqual(["b%"]);
  });

  test.each([
    ["flags", "a", 2 ** 53, true],
    ["flags", "b", -(2 ** 53), true],
    ["flags", "min", 2 ** 64, true],
    ["flags", "a", 9007199254740991, false],
    ["flags", "a", 0.5, false],
    ["temp", "a", 1e20, false],
  ] as const)(
    "a limit of a 64-bit point whose digits cannot all be kept is refused where it stands, of others it is taken: %s %s %d",
    async (pointId, path, limit, refused) => {
      const differences = { pointId, condition: "above" as const, a: 1, [path]: limit };
      const refusal = { code: "badRequest", detail: { fields: [{ path, message: "rule.exactLimit" }] } };
      if (refused) await expect(add(differences)).rejects.toMatchObject(refusal);
      const id = await add(refused ? { pointId } : differences);
      if (refused) await expect(edit(id, 1, differences)).rejects.toMatchObject(refusal);
      expect((await getRule(fleet.db, north(), id, someday))[path]).toBe(refused ? (path === "a" ? 90 : null) : limit);
    },
  );

  test("an offline rule has no point", async () => {
    const id = await add({ condition: "offline", pointId: "temp", a: null });
    expect((await getRule(fleet.db, north(), id, someday)).pointId).toBeNull();
  });
});

const query = (differences: z.input<typeof alarmTrigger.calls.query.request> = {}) => alarmTrigger.calls.query.request.parse(differences);

describe("alarm switches", () => {
  const standard = [
    { level: 0, notice: true, sound: false, tone: "chime", desktop: false },
    { level: 1, notice: true, sound: false, tone: "beep", desktop: false },
    { level: 2, notice: true, sound: true, tone: "double", desktop: false },
    { level: 3, notice: true, sound: true, tone: "alarm", desktop: false },
  ];

  test("are each user's own and are kept; another user's are untouched", async () => {
    expect(await switchesOf(fleet.db, "user-north")).toEqual(standard);
    await setSwitch(fleet.db, "user-north", { level: 2, notice: true, sound: false });
    await setSwitch(fleet.db, "user-north", { level: 2, notice: false, sound: false });
    expect((await switchesOf(fleet.db, "user-north"))[2]).toEqual({ ...standard[2], notice: false, sound: false });
    expect(await switchesOf(fleet.db, "user-south")).toEqual(standard);
  });

  test("keep the tone and the desktop that a setting leaves out, and give a level its own tone where none was chosen", async () => {
    const set = { level: 1 as const, notice: true, sound: true };
    await setSwitch(fleet.db, "user-north", { ...set, tone: "siren", desktop: true });
    expect(await setSwitch(fleet.db, "user-north", { ...set, sound: false })).toBe(JSON.stringify({ sound: [true, false] }));
    expect((await switchesOf(fleet.db, "user-north"))[1]).toEqual({ ...set, sound: false, tone: "siren", desktop: true });
    await fleet.db.insertInto("alarm_switch").values({ user_id: "user-north", level: 3, notice: 1, sound: 0 }).execute();
    expect((await switchesOf(fleet.db, "user-north"))[3]).toEqual({ ...standard[3], sound: false });
  });
});
