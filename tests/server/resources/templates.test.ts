import { expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import { deviceDataRecipe, pointFields } from "#contract/resources/deviceDataRecipe.ts";
import { addPoint, editPoint, getPoint, listPoints, removePoints } from "#server/catalog/points.ts";
import { recipes } from "#server/catalog/recipes.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { portions } from "#server/kit/portions.ts";
import { addDeviceTo, addPointTo, addTemplate, askedBy, callerOf, morning, notFound, openWorld, refusal } from "./world.ts";

const root = callerOf("root");
const north = callerOf("north");
const town = callerOf("town");
const south = callerOf("south");
const { calls } = deviceDataRecipe;

const list = (fields: object = {}) => calls.query.request.parse(fields);
const { post, put, query, delete: remove } = recipes.answers;
type Query = ReturnType<typeof list>;
type Fields = Parameters<typeof post>[0];
type Edit = Parameters<typeof put>[0];
const addRecipe = (db: Db, caller: Caller, fields: Fields) => post(fields, askedBy(db, caller));
const editRecipe = (db: Db, caller: Caller, request: Edit) => put(request, askedBy(db, caller));
const listRecipes = (db: Db, caller: Caller, request: Query) => query(request, askedBy(db, caller));
const removeRecipes = (db: Db, caller: Caller, ids: string[]) => remove({ ids }, askedBy(db, caller));
const getRecipe = async (db: Db, caller: Caller, id: string) => calls.get.response.parse(await recipes.row(db, caller, id));
const body = (recipeId: string, fields: object = {}) => calls.list_body.request.parse({ recipeId, ...fields });

const addRule = (db: Db, recipeId: string, pointId: string) =>
  db
    .insertInto("alarm_trigger")
    .values({
      id: `rule-${pointId}`,
      company_id: "north",
      name: "Rule",
      recipe_id: recipeId,
      point_id: pointId,
      device_id: null,
      level: 1,
      condition: "above",
      a: 1,
      b: null,
      min: null,
      max: null,
      hold_seconds: 0,
      push_content: "",
      push_content_en: "",
      release_content: "",
      release_content_en: "",
      save_data: 1,
      enabled: 1,

      created_at: morning,
      updated_at: morning,
      updated_by: "",
    })
    .execute();

test("a template is answered with its points and the devices that use it", async () => {
  const { db } = await openWorld();
  const id = await addTemplate(db, root, "Shared");
  await addPointTo(db, root, id, { address: "1" });
  await addPointTo(db, root, id, { address: "2", auth: 1 });
  const slaves = [1, 2].map((no) => ({ no, name: `S${no}`, recipeId: id }));
  await addDeviceTo(db, north, id, { slaves });
  await addDeviceTo(db, south, id, { sn: "SN-0002" });
  const row = {
    id,
    name: "Shared",
    description: "",
    companyId: "root",
    companyName: "The root",
    points: 2,
    devices: 2,
    createdAt: new Date(morning).toISOString(),
    version: 1,
  };
  expect(await getRecipe(db, root, id)).toEqual(row);
  expect(await getRecipe(db, callerOf("north", { grants: new Set() }), id)).toEqual({ ...row, points: 1, devices: 1 });
});

test("templates of the own organisation, of those below and of those above are listed, searched and sorted", async () => {
  const { db } = await openWorld();
  await addTemplate(db, root, "Root_1");
  await addTemplate(db, north, "north");
  await addTemplate(db, town, "Town");
  await addTemplate(db, south, "south");
  const names = async (caller: typeof root, fields: object = {}) =>
    (await listRecipes(db, caller, list(fields))).list.map((row) => row.name);
  expect(await names(north)).toEqual(["Root_1", "Town", "north"]);
  expect(await names(town)).toEqual(["Root_1", "Town", "north"]);
  expect(await names(south)).toEqual(["Root_1", "south"]);
  expect(await names(north, { name: " O_ " })).toEqual([]);
  expect(await names(north, { name: " T_ " })).toEqual(["Root_1"]);
  expect(await names(north, { name: "TOWN" })).toEqual(["Town"]);
  for (const sortField of ["name", "companyName", "points", "devices", "createdAt"])
    expect((await names(root, { sortField, sortOrder: "desc" })).length).toBe(4);
  expect(() => list({ sortField: "company_id" })).toThrow("rule.invalid");
  expect(await listRecipes(db, root, list({ pageNo: 9, pageSize: 3 }))).toMatchObject({ pageNo: 2, total: 4, list: [{ name: "south" }] });
});

test("a template's name is used once in an organisation, whatever its case", async () => {
  const { db } = await openWorld();
  const add = (caller: typeof root, name: string) => refusal(addRecipe(db, caller, { name, description: "" }));
  expect(await add(north, "Pump Ä")).toBe(undefined);
  expect(await add(north, "pump ä")).toMatchObject({ code: 1203 });
  expect(await add(town, "pump ä")).toBe(undefined);
  const other = await addTemplate(db, north, "Other");
  const rename = (name: string) => refusal(editRecipe(db, north, { id: other, name, description: "", version: 1 }));
  expect(await rename("PUMP Ä")).toMatchObject({ code: 1203 });
  expect(await rename("OTHER")).toBe(undefined);
});

test("a template of an organisation above is seen but not changed; one beside is as if missing", async () => {
  const { db } = await openWorld();
  const above = await addTemplate(db, root, "Above");
  const abovePoint = await addPointTo(db, root, above, { address: "1" });
  const beside = await addTemplate(db, south, "Beside");
  const besidePoint = await addPointTo(db, south, beside, { address: "1" });
  const changes = (recipeId: string, pointId: string) => [
    () => editRecipe(db, north, { id: recipeId, name: "X", description: "", version: 1 }),
    () => removeRecipes(db, north, [recipeId]),
    () => addPoint(db, north, pointFields.parse({ recipeId, name: "P", address: "9" }), morning),
    () => editPoint(db, north, { ...pointFields.parse({ recipeId, name: "P", address: "9" }), id: pointId, version: 1 }, morning),
    () => removePoints(db, north, [pointId]),
  ];
  const reads = (recipeId: string, pointId: string) => [
    () => getRecipe(db, north, recipeId),
    () => listPoints(db, north, body(recipeId)),
    () => getPoint(db, north, pointId),
  ];
  for (const read of reads(above, abovePoint)) expect(await refusal(read())).toBe(undefined);
  for (const change of changes(above, abovePoint)) expect(await refusal(change())).toMatchObject({ code: 403 });
  for (const [recipe, point] of [
    [beside, besidePoint],
    ["missing", "missing"],
  ] as const)
    for (const call of [...reads(recipe, point), ...changes(recipe, point)]) expect(await refusal(call())).toEqual(notFound);
});

test("a template in use is not deleted, and the answer says by what and how many", async () => {
  const { db } = await openWorld();
  const used = await addTemplate(db, north, "Used");
  const watched = await addTemplate(db, north, "Watched");
  const point = await addPointTo(db, north, watched, { address: "1" });
  const free = await addTemplate(db, north, "Free");
  await addDeviceTo(db, north, used, { slaves: [1, 2].map((no) => ({ no, name: `S${no}`, recipeId: used })) });
  await addDeviceTo(db, north, used, { sn: "SN-0002" });
  await addRule(db, watched, point);
  expect(await refusal(removeRecipes(db, north, [free, used]))).toMatchObject({
    code: 1301,
    message: "Cannot be deleted: in use by 2 devices. Remove these first",
  });
  expect(await refusal(removeRecipes(db, north, [watched]))).toMatchObject({
    message: "Cannot be deleted: in use by 1 alarm rule. Remove it first",
  });
  expect(await refusal(removePoints(db, north, [point]))).toMatchObject({ code: 1301 });
  expect(await removeRecipes(db, north, [free])).toMatchObject({ removed: 1 });
  expect((await listRecipes(db, north, list())).total).toBe(2);
});

test("every field of a data point is stored and answered, and can be changed [S3.038] [S3.039]", async () => {
  const { db } = await openWorld();
  const recipeId = await addTemplate(db, north);
  const iconGroupId = "state-icons";
  const stamps = { created_at: morning, updated_at: morning, updated_by: "" };
  await db
    .insertInto("icon_group")
    .values({ id: iconGroupId, company_id: "north", name: "State", ...stamps })
    .execute();
  await db
    .insertInto("point_category")
    .values({ id: "heat", company_id: "north", name: "Heat", name_en: "", sort: 0, ...stamps })
    .execute();
  const fields = {
    recipeId,
    iconGroupId,
    name: "温度",
    nameEn: "temp",
    address: "40001",
    defaultValue: "0",
    valueType: "int16",
    integerDigits: 3,
    decimals: 0,
    unit: "°C",
    min: -40,
    max: 0,
    startBit: 0,
    endBit: 15,
    enumeration: [{ value: 0, label: "停", labelEn: "stopped" }],
    receiveFormula: "x*0.1",
    sendFormula: "x*10",
    storeMode: 2,
    display: false,
    writable: true,
    dataSource: "meter",
    auth: 2,
    sort: -1,
    categoryId: "heat",
    registerType: "input",
    byteOrder: "little",
    wordOrder: "little",
    coding: "bcd",
    registers: 4,
    pollSeconds: 60,
  } as const;
  const id = await addPointTo(db, north, recipeId, { ...fields, enumeration: [...fields.enumeration] });
  expect(await getPoint(db, north, id)).toEqual({ ...fields, id, version: 1 });
  const changed = {
    ...pointFields.parse({ recipeId, name: "压力", address: "40002" }),
    nameEn: "pressure",
    defaultValue: "1.5",
    valueType: "float64" as const,
    integerDigits: null,
    decimals: 2,
    unit: "kPa",
    min: null,
    max: 1e6,
    startBit: null,
    endBit: null,
    enumeration: [{ value: -1, label: "无", labelEn: "" }],
  };
  await editPoint(db, north, { ...changed, id, version: 1 }, morning);
  expect(await getPoint(db, north, id)).toEqual({ ...changed, id, version: 2 });
  expect(await refusal(editPoint(db, north, { ...changed, id, version: 1 }, morning))).toMatchObject({
    code: 1300,
    data: { by: "north user", version: 2 },
  });
});

test("no two points take the same bits of an address, share an English name, or are named like another's address", async () => {
  const { db } = await openWorld();
  const recipe = await addTemplate(db, north);
  const add = async (address: string, fields: object = {}) => {
    const refused = await refusal(addPointTo(db, north, recipe, { address, ...fields }));
    return refused === undefined ? "added" : (refused as { code: number }).code;
  };
  expect(await add("1", { nameEn: "one" })).toBe("added");
  expect(await add("1")).toBe(1316);
  expect(await add("1", { startBit: 0, endBit: 3 })).toBe("added");
  expect(await add("1", { startBit: 0, endBit: 7 })).toBe("added");
  expect(await add("1", { startBit: 0, endBit: 3 })).toBe(1316);
  expect(await add("1", { startBit: 4 })).toBe("added");
  expect(await add("1", { startBit: 4, endBit: 4 })).toBe(1316);
  expect(await add("2", { nameEn: "one" })).toBe(1316);
  expect(await add("2", { nameEn: "1" })).toBe(1316);
  expect(await add("one")).toBe(1316);
  expect(await add("2")).toBe("added");
  expect(await add("3")).toBe("added");
  expect((await listPoints(db, north, body(recipe))).total).toBe(6);
});

test("points are listed in the order of sort, then of their making, and found in names and address", async () => {
  const { db } = await openWorld();
  const recipe = await addTemplate(db, north);
  await addPointTo(db, north, recipe, { address: "a1", sort: 2, nameEn: "speed" });
  await addPointTo(db, north, recipe, { address: "a2", sort: 1 });
  await addPointTo(db, north, recipe, { address: "a3", sort: 1, name: "压力" });
  const addresses = async (fields: object = {}) => (await listPoints(db, north, body(recipe, fields))).list.map((point) => point.address);
  expect(await addresses()).toEqual(["a2", "a3", "a1"]);
  expect(await addresses({ name: "SPEED" })).toEqual(["a1"]);
  expect(await addresses({ name: "压" })).toEqual(["a3"]);
  expect(await addresses({ name: "A3" })).toEqual(["a3"]);
  expect(await addresses({ sortField: "address", sortOrder: "desc" })).toEqual(["a3", "a2", "a1"]);
});

test("a template holds 2,000 points and no more", async () => {
  const { db } = await openWorld();
  const recipe = await addTemplate(db, north);
  const id = await addPointTo(db, north, recipe, { address: "first" });
  const row = await db.selectFrom("point").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const copies = Array.from({ length: limits.point.perTemplate - 2 }, (_, index) => ({
    ...row,
    id: `copy-${index}`,
    address: `copy-${index}`,
  }));
  for (const some of portions(copies)) await db.insertInto("point").values(some).execute();
  await addPointTo(db, north, recipe, { address: "last" });
  expect(await refusal(addPointTo(db, north, recipe, { address: "beyond" }))).toMatchObject({ code: 413 });
});

test("formulas with wrong format, illegal characters, blanks or line breaks are refused [S5.064] [S5.066] [S5.067]", () => {
  const accepts = (receiveFormula: string) => pointFields.safeParse({ recipeId: "r", name: "n", address: "1", receiveFormula }).success;
  expect(["", "x", "x*0.1+5", "(x-4)/16"].map(accepts)).toEqual([true, true, true, true]);
  expect(["x*", "(x", "x;1", "eval(x)", "x + 1", "x\n", "x\r\n*2"].map(accepts)).toEqual(Array(7).fill(false));
});
