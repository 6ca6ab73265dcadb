import { expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import { deviceDataRecipe, pointFields } from "#contract/resources/deviceDataRecipe.ts";
import { putPoints } from "#server/catalog/pointBodies.ts";
import { getPoint, listPoints } from "#server/catalog/points.ts";
import { pointUses } from "#server/catalog/pointUses.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { addDeviceTo, addPointTo, addTemplate, callerOf, morning, notFound, openWorld, refusal } from "./world.ts";

const root = callerOf("root");
const north = callerOf("north");
const south = callerOf("south");
const { calls } = deviceDataRecipe;

const put = (db: Db, caller: Caller, request: object) => putPoints(db, caller, calls.put_bodies.request.parse(request), morning);
const rows = async (db: Db, caller: Caller, recipeId: string) =>
  (await listPoints(db, caller, calls.list_body.request.parse({ recipeId, pageSize: limits.point.perTemplate }))).list;
const addresses = async (db: Db, recipeId: string) => (await rows(db, north, recipeId)).map(({ address }) => address);

test("a table of points is added, changed and removed together", async () => {
  const { db } = await openWorld();
  const recipeId = await addTemplate(db, north);
  const kept = await addPointTo(db, north, recipeId, { address: "1", unit: "bar", decimals: 2 });
  const gone = await addPointTo(db, north, recipeId, { address: "2" });
  const { counts, change } = await put(db, north, {
    recipeId,
    added: [
      { name: "a", address: "10", sort: 5 },
      { name: "b", address: "11", sort: 5 },
    ],
    changed: [{ id: kept, version: 1, changes: { unit: "kPa", min: null } }],
    removed: [{ id: gone, version: 1 }],
  });
  expect(counts).toEqual({ added: 2, changed: 1, removed: 1 });
  expect(await getPoint(db, north, kept)).toMatchObject({ unit: "kPa", decimals: 2, address: "1", version: 2 });
  expect(await addresses(db, recipeId)).toEqual(["1", "10", "11"]);
  expect(JSON.parse(change)).toMatchObject({ [kept]: [{ unit: "bar" }, { unit: "kPa" }], [gone]: ["Point 2 2", null] });
});

test("fields that a change does not name stay, whatever the schema would fill in", async () => {
  const { db } = await openWorld();
  const recipeId = await addTemplate(db, north);
  const fields = { address: "1", nameEn: "t", valueType: "int16", decimals: 3, writable: true, storeMode: 2, wordOrder: "little" } as const;
  const id = await addPointTo(db, north, recipeId, fields);
  await put(db, north, { recipeId, changed: [{ id, version: 1, changes: { unit: "K" } }] });
  expect(await getPoint(db, north, id)).toMatchObject({ ...fields, unit: "K" });
});

test("nothing of a table is saved where one of its points cannot be, and each fault is told at its field", async () => {
  const { db } = await openWorld();
  const recipeId = await addTemplate(db, north);
  const id = await addPointTo(db, north, recipeId, { address: "1", min: 5 });
  const refused = await refusal(
    put(db, north, {
      recipeId,
      added: [{ name: "a", address: "10" }],
      changed: [{ id, version: 1, changes: { max: 1 } }],
    }),
  );
  expect(refused).toMatchObject({ code: 400, data: { fields: [{ path: "changed.0.max" }] } });
  expect(await addresses(db, recipeId)).toEqual(["1"]);
});

test("points of a table may not take an address, its bits or an English name that another point has", async () => {
  const { db } = await openWorld();
  const recipeId = await addTemplate(db, north);
  const id = await addPointTo(db, north, recipeId, { address: "1", nameEn: "one" });
  const paths = async (request: object) => {
    const refused = (await refusal(put(db, north, { recipeId, ...request }))) as { data: { fields: { path: string }[] } } | undefined;
    return refused?.data.fields.map(({ path }) => path);
  };
  const added = (...points: object[]) => paths({ added: points.map((point) => ({ name: "n", ...point })) });
  expect(await added({ address: "1" })).toEqual(["added.0.address"]);
  expect(await added({ address: "2", nameEn: "one" })).toEqual(["added.0.nameEn"]);
  expect(await added({ address: "2", nameEn: "1" })).toEqual(["added.0.nameEn"]);
  expect(await added({ address: "one" })).toEqual(["added.0.address"]);
  expect(await added({ address: "3", startBit: 1 }, { address: "3", endBit: 1 })).toEqual(["added.1.address"]);
  expect(await added({ address: "4", nameEn: "4" }, { address: "3", startBit: 1 }, { address: "3", startBit: 2 })).toBeUndefined();
  // Two that change places do not stand in each other's way, and neither does one that goes.
  const four = (await rows(db, north, recipeId)).find(({ address }) => address === "4");
  const swapped = { changed: [{ id, version: 1, changes: { address: "4", nameEn: "" } }], removed: [{ id: four?.id, version: 1 }] };
  expect(await paths(swapped)).toBeUndefined();
});

test("a table over a point that somebody else saved is refused with who and when", async () => {
  const { db } = await openWorld();
  const recipeId = await addTemplate(db, north);
  const id = await addPointTo(db, north, recipeId, { address: "1" });
  const change = { recipeId, changed: [{ id, version: 1, changes: { unit: "K" } }] };
  await put(db, north, change);
  expect(await refusal(put(db, north, change))).toMatchObject({ code: 1300, data: { by: "north user", version: 2 } });
  expect(await refusal(put(db, north, { recipeId, removed: [{ id, version: 1 }] }))).toMatchObject({ code: 1300 });
  expect(await refusal(put(db, north, { ...change, removed: [{ id, version: 1 }] }))).toMatchObject({ code: 1381 });
});

test("points of another template, of another organisation and secret ones are not found", async () => {
  const { db } = await openWorld();
  const recipeId = await addTemplate(db, north);
  const foreign = await addPointTo(db, south, await addTemplate(db, south), { address: "1" });
  expect(await refusal(put(db, north, { recipeId, removed: [{ id: foreign, version: 1 }] }))).toMatchObject(notFound);
  expect(await refusal(put(db, south, { recipeId }))).toMatchObject(notFound);
  expect(await refusal(put(db, north, { recipeId: await addTemplate(db, root) }))).toMatchObject({ code: 403 });
});

test("a template takes 2,000 points in a table and no more", async () => {
  const { db } = await openWorld();
  const recipeId = await addTemplate(db, north);
  const points = Array.from({ length: limits.point.perTemplate }, (_, at) => ({ name: `p${at}`, address: `a${at}`, sort: at }));
  expect((await put(db, north, { recipeId, added: points })).counts.added).toBe(2000);
  expect(await addresses(db, recipeId)).toEqual(points.map(({ address }) => address));
  expect(await refusal(put(db, north, { recipeId, added: [{ name: "more", address: "more" }] }))).toMatchObject({ code: 413 });
});

test("a point that a rule watches is not removed by a table", async () => {
  const { db } = await openWorld();
  const recipeId = await addTemplate(db, north);
  const id = await addPointTo(db, north, recipeId, { address: "1" });
  await db
    .insertInto("alarm_trigger")
    .values({
      ...{
        id: "rule",
        company_id: "north",
        name: "Rule",
        recipe_id: recipeId,
        point_id: id,
        device_id: null,
        level: 1,
        condition: "above",
      },
      ...{ a: 1, b: null, min: null, max: null, hold_seconds: 0, push_content: "", push_content_en: "", release_content: "" },
      ...{ release_content_en: "", save_data: 1, enabled: 1, created_at: morning, updated_at: morning, updated_by: "" },
    })
    .execute();
  expect(await refusal(put(db, north, { recipeId, removed: [{ id, version: 1 }] }))).toMatchObject({ code: 1301 });
  expect(await pointUses(db, north, recipeId)).toEqual({
    devices: 0,
    points: [{ pointId: id, rules: 1, ruleTemplates: 0, commands: 0, parameters: 0 }],
  });
});

test("the devices that use a template are counted once, as far as the caller sees them", async () => {
  const { db } = await openWorld();
  const recipeId = await addTemplate(db, root);
  await addDeviceTo(db, north, recipeId, { slaves: [1, 2].map((no) => ({ no, name: `s${no}`, recipeId })) });
  await addDeviceTo(db, south, recipeId, { sn: "SOUTH-1" });
  expect((await pointUses(db, north, recipeId)).devices).toBe(1);
  expect((await pointUses(db, root, recipeId)).devices).toBe(2);
});

test("every field of a point can be changed by a table, and none is filled in", () => {
  const names = Object.keys(pointFields.shape).filter((name) => name !== "recipeId");
  const parsed = calls.put_bodies.request.parse({ recipeId: "r", changed: [{ id: "p", version: 1, changes: {} }] });
  expect(parsed.changed[0]?.changes).toEqual({});
  const all = Object.fromEntries(
    names.map((name) => [name, (pointFields.parse({ recipeId: "r", name: "n", address: "1" }) as never)[name]]),
  );
  const full = calls.put_bodies.request.parse({ recipeId: "r", changed: [{ id: "p", version: 1, changes: all }] });
  expect(Object.keys(full.changed[0]?.changes ?? {}).sort()).toEqual(names.sort());
});

test("a table names categories and icon groups that its organisation is offered, and no others", async () => {
  const { db } = await openWorld();
  const recipeId = await addTemplate(db, north);
  const added = [{ name: "a", address: "1", categoryId: "elsewhere", iconGroupId: "nowhere" }];
  const paths = [{ path: "added.0.iconGroupId" }, { path: "added.0.categoryId" }];
  expect(await refusal(put(db, north, { recipeId, added }))).toMatchObject({ code: 400, data: { fields: paths } });
});

test("a secret point is not found by who may not see it, and stays out of their way", async () => {
  const { db } = await openWorld();
  const recipeId = await addTemplate(db, north);
  const id = await addPointTo(db, north, recipeId, { address: "1", auth: 1 });
  const limited = callerOf("north", { grants: new Set([calls.put_bodies.path]) });
  expect(await refusal(put(db, limited, { recipeId, removed: [{ id, version: 1 }] }))).toMatchObject(notFound);
  expect(await refusal(put(db, limited, { recipeId, added: [{ name: "a", address: "1" }] }))).toMatchObject({ code: 400 });
  expect(await rows(db, north, recipeId)).toHaveLength(1);
});

test("a point that a saved command writes is not removed by a table", async () => {
  const { db } = await openWorld();
  const recipeId = await addTemplate(db, north);
  const id = await addPointTo(db, north, recipeId, { address: "1", writable: true });
  const stamps = { created_at: morning, updated_at: morning, updated_by: "" };
  await db
    .insertInto("saved_order")
    .values({ id: "order", company_id: "north", name: "Order", recipe_id: recipeId, slave: 1, remark: "", ...stamps })
    .execute();
  await db.insertInto("saved_order_value").values({ order_id: "order", place: 0, point_id: id, value: "1" }).execute();
  expect(await refusal(put(db, north, { recipeId, removed: [{ id, version: 1 }] }))).toMatchObject({ code: 1301 });
  expect((await pointUses(db, north, recipeId)).points).toEqual([{ pointId: id, rules: 0, ruleTemplates: 0, commands: 1, parameters: 0 }]);
});
