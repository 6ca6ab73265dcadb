import { beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { alarmTrigger } from "#contract/resources/alarm.ts";
import { furtherColumns } from "#server/alarm/furtherColumns.ts";
import { refuseWatched } from "#server/catalog/points.ts";
import { pointUses } from "#server/catalog/pointUses.ts";
import { differences, giveRules, presetOf, templatedOf } from "#server/devices/fromTemplate.ts";
import { addRule, editRule, getRule, queryRules } from "#server/resources/alarmTrigger.ts";
import { eachWithFleet, fleet, someday } from "./fleet.ts";

eachWithFleet();
beforeEach(() => fleet.recipe("kiln", "north", [{ id: "heat", unit: "°C" }, { id: "outlet" }, { id: "count", valueType: "uint64" }]));

type Fields = z.input<typeof alarmTrigger.calls.post.request>;
const fields = (differences: Partial<Fields> = {}) =>
  alarmTrigger.calls.post.request.parse({ name: "Hot", recipeId: "kiln", pointId: "heat", condition: "above", a: 90, ...differences });
const north = () => fleet.caller("north");
const add = async (differences: Partial<Fields> = {}) => (await addRule(fleet.db, north(), fields(differences), someday)).id;

const falling = { pointId: "count", condition: "fallsBy", a: 2, b: 5 } as const;
const none = { a: null, b: null, min: null, max: null, otherPointId: null };

describe("a rule of several conditions", () => {
  test("keeps them in their order with the names of their points, and nothing that is not asked for", async () => {
    const further = [falling, { pointId: "outlet", condition: "between", a: 1, b: 2, otherPointId: "count" }] as const;
    const { id, change } = await addRule(fleet.db, north(), fields({ otherPointId: "outlet", join: "or", further: [...further] }), someday);
    const point = (pointId: string, unit = "") => ({ pointId, pointName: `点${pointId}`, pointNameEn: pointId, unit, enumeration: [] });
    expect(await getRule(fleet.db, north(), id, someday)).toMatchObject({
      ...{ ...point("heat", "°C"), otherPointId: "outlet", otherPointName: "点outlet", otherPointNameEn: "outlet", join: "or" },
      further: [
        { ...none, ...falling, ...point("count"), otherPointName: "", otherPointNameEn: "" },
        { ...none, ...point("outlet"), condition: "between", a: 1, b: 2, otherPointName: "", otherPointNameEn: "" },
      ],
    });
    expect(JSON.parse(change)).toMatchObject({
      join: [null, "or"],
      otherPointId: [null, "outlet"],
      further: [
        null,
        [
          { ...none, ...falling },
          { ...none, pointId: "outlet", condition: "between", a: 1, b: 2 },
        ],
      ],
    });
    await editRule(fleet.db, north(), { ...fields({ condition: "changed", further: [falling] }), id, version: 1 }, someday);
    expect(await getRule(fleet.db, north(), id, someday)).toMatchObject({ otherPointId: null, join: "and", further: [] });
  });

  test.each<[string, Partial<Fields>, object]>([
    ["a second point of another data template", { otherPointId: "temp" }, { code: "notFound" }],
    ["a further one of another data template", { further: [{ ...falling, pointId: "temp" }] }, { code: "notFound" }],
    [
      "a limit that no value meets to the digit",
      { further: [{ ...falling, a: 2 ** 60 }] },
      { detail: { fields: [{ path: "further.0.a", message: "rule.exactLimit" }] } },
    ],
  ])("is refused with %s", async (_what, differences, refused) => {
    await expect(add(differences)).rejects.toMatchObject(refused);
  });

  test("keeps every point that it names from being deleted, and counts for each once", async () => {
    await add({ otherPointId: "outlet", further: [falling, { ...falling, b: 6 }, { ...falling, pointId: "heat" }] });
    for (const id of ["heat", "outlet", "count"]) await expect(refuseWatched(fleet.db, [id])).rejects.toMatchObject({ code: "inUse" });
    await expect(refuseWatched(fleet.db, ["flags"])).resolves.toBeUndefined();
    const { points } = await pointUses(fleet.db, north(), "kiln");
    expect(points.map(({ pointId, rules }) => [pointId, rules]).sort()).toEqual([
      ["count", 1],
      ["heat", 1],
      ["outlet", 1],
    ]);
  });

  test("is not there for who does not see one of its points", async () => {
    const seen = async () => (await queryRules(fleet.db, north(), alarmTrigger.calls.query.request.parse({}), someday)).total;
    const one = await add({ further: [falling] });
    await add({ name: "Hotter", otherPointId: "outlet" });
    expect(await seen()).toBe(2);
    await fleet.db.updateTable("point").set({ auth: 1 }).where("id", "=", "count").execute();
    expect(await seen()).toBe(1);
    await expect(getRule(fleet.db, north(), one, someday)).rejects.toMatchObject({ code: "notFound" });
    await fleet.db.updateTable("point").set({ auth: 1 }).where("id", "=", "outlet").execute();
    expect(await seen()).toBe(0);
  });

  test("is given to a device as its device template has it, and is told apart where it differs", async () => {
    const { db } = fleet;
    const stamps = { company_id: "north", created_at: 0, updated_at: 0, updated_by: "builder" };
    const further = furtherColumns({
      condition: "above",
      join: "or",
      otherPointId: "outlet",
      further: fields({ further: [falling] }).further,
    });
    await db
      .insertInto("alarm_trigger_template")
      .values({
        ...{ id: "preset", name: "Preset", recipe_id: "kiln", point_id: "heat", level: 1, condition: "above", a: 1, b: null, min: null },
        ...{ max: null, hold_seconds: 0, push_content: "", push_content_en: "", release_content: "", release_content_en: "" },
        ...further,
        ...stamps,
      })
      .execute();
    await db
      .insertInto("device_template")
      .values({ id: "made", name: "Made", description: "", ...stamps })
      .execute();
    await db.insertInto("device_template_rule").values({ template_id: "made", rule_id: "preset", place: 0 }).execute();
    await fleet.device("k1", "north", { 1: "kiln" });
    const preset = await presetOf(db, "made");
    if (!preset) throw new Error("no preset");
    const own = async () => (await templatedOf(db, ["k1"]))("k1").rules;
    await giveRules(db, { id: "k1", sn: "SN-k1", companyId: "north" }, preset, await own(), { at: 0, by: "me" });
    expect(await own()).toMatchObject([{ device_id: "k1", point_id: "heat", ...further }]);
    const differing = async () => differences(preset, { slaves: [], rules: await own() }).map(({ kind }) => kind);
    expect(await differing()).toEqual([]);
    await db.updateTable("alarm_trigger").set({ further: "" }).where("device_id", "=", "k1").execute();
    expect(await differing()).toEqual(["ruleOther"]);
  });
});
