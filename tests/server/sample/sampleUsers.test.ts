import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sample, sampleUserFields } from "#contract/resources/sample.ts";
import { openLoginLimits } from "#server/auth/loginLimits.ts";
import { hashPassword } from "#server/auth/password.ts";
import { type Db, openDatabase } from "#server/db/open.ts";
import { Problem } from "#server/kit/problem.ts";
import { confirmOwnPassword } from "#server/sample/ownPassword.ts";
import { addSampleUser, editSampleUser, listSampleUsers, pageSampleUsers, removeSampleUsers } from "#server/sample/sampleUsers.ts";
import { samplePeople, seedSampleUsers } from "#server/sample/seed.ts";
import { type OwnDatabase, ownDatabase } from "#tests/server/database.ts";
import { heldShortly } from "#tests/server/heldShortly.ts";

const at = Date.UTC(2026, 10, 27, 4);
const all = { companyPath: "root/" };
const editor = { ...all, companyId: "root", name: "Lin", zone: "Asia/Shanghai", at };
const companyRow = (id: string, path: string) => ({
  ...{ id, path, parent_id: id === "root" ? null : "root", name: id, enabled: 1, expires_at: null, zone: "UTC" },
  ...{ created_at: at, updated_at: at, updated_by: "" },
});
const person = (differences: object = {}) =>
  sampleUserFields.parse({ name: "陈静", sex: 0, age: 31, birth: "1995-03-09", addr: "Wuxi", ...differences });

let folder: string;
let db: Db;
let database: OwnDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gatehouse-sample-"));
  database = await ownDatabase(folder);
  db = await openDatabase(database.place);
  for (const id of ["root", "north", "south"])
    await db
      .insertInto("company")
      .values(companyRow(id, id === "root" ? "root/" : `root/${id}/`))
      .execute();
});

afterEach(async () => {
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true });
});

const refusalOf = async (work: Promise<unknown>): Promise<Problem> => {
  const fault = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(fault instanceof Problem)) throw new Error("was not refused");
  return fault;
};

test("86 sample users are there at the first start, and stay away once they were all removed", async () => {
  await seedSampleUsers(db, "root", at);
  const users = await listSampleUsers(db, all, {});
  expect(users).toHaveLength(86);
  expect(users.map(({ id, version, ...fields }) => fields)).toEqual(samplePeople(at));
  for (const user of users) expect(sampleUserFields.safeParse(user).success).toBe(true);
  await removeSampleUsers(
    db,
    all,
    users.map((user) => user.id),
  );
  await seedSampleUsers(db, "root", at + 1000);
  expect(await listSampleUsers(db, all, {})).toEqual([]);
});

test("a list page of 20 takes page and name and answers totalCount and users [S7.038] [S9.008]", async () => {
  await seedSampleUsers(db, "root", at);
  const request = sample.calls.listpage.request.parse({ page: 2 });
  const second = sample.calls.listpage.response.parse(await pageSampleUsers(db, all, request, request));
  expect(second.totalCount).toBe(86);
  expect(second.users.map((user) => user.name)).toEqual(
    samplePeople(at)
      .slice(20, 40)
      .map((user) => user.name),
  );
  const named = sample.calls.listpage.request.parse({ name: " 王" });
  const found = await pageSampleUsers(db, all, named, named);
  const expected = samplePeople(at).filter((user) => user.name.includes("王"));
  expect(found.totalCount).toBe(expected.length);
  expect(found.users.every((user) => user.name.includes("王"))).toBe(true);
});

test("a page past the end is the last one", async () => {
  await seedSampleUsers(db, "root", at);
  const last = await pageSampleUsers(db, all, {}, { page: 900, pageSize: 20 });
  expect(last).toEqual(await pageSampleUsers(db, all, {}, { page: 5, pageSize: 20 }));
  expect(last.users).toHaveLength(6);
});

test("rows are sorted by any shown column, either way", async () => {
  await seedSampleUsers(db, "root", at);
  const ages = (await listSampleUsers(db, all, { sortField: "age", sortOrder: "desc" })).map((user) => user.age);
  expect(ages).toEqual([...ages].sort((one, other) => other - one));
  const births = (await listSampleUsers(db, all, { sortField: "birth" })).map((user) => user.birth);
  expect(births).toEqual([...births].sort());
  expect(sample.calls.list.request.safeParse({ sortField: "version; drop table sample_user" }).success).toBe(false);
});

test("search is plain text: % and _ stand for themselves, outer blanks and case do not count", async () => {
  for (const name of ["50% off", "a_b", "AxB", "aXb 2"]) await addSampleUser(db, person({ name }), editor);
  const namesFor = async (name: string) => (await listSampleUsers(db, all, { name, sortField: "name" })).map((user) => user.name);
  expect(await namesFor("%")).toEqual(["50% off"]);
  expect(await namesFor("_")).toEqual(["a_b"]);
  expect(await namesFor("  axb ")).toEqual(["AxB", "aXb 2"]);
});

test("what is added is listed, and what is edited is listed as edited [S7.040] [S3.022]", async () => {
  const { id } = await addSampleUser(db, person({ age: 0 }), editor);
  expect(await listSampleUsers(db, all, {})).toEqual([{ id, name: "陈静", sex: 0, age: 0, birth: "1995-03-09", addr: "Wuxi", version: 1 }]);
  await editSampleUser(db, { ...person({ name: "陈晨", sex: 1, age: 200, birth: "", addr: "" }), id, version: 1 }, editor);
  expect(await listSampleUsers(db, all, {})).toEqual([{ id, name: "陈晨", sex: 1, age: 200, birth: "", addr: "", version: 2 }]);
});

test("saving over a newer version answers who changed it and when", async () => {
  const { id } = await addSampleUser(db, person(), editor);
  await editSampleUser(db, { ...person({ age: 32 }), id, version: 1 }, { ...editor, name: "Wang", at: at + 5000 });
  const refused = await refusalOf(editSampleUser(db, { ...person({ age: 33 }), id, version: 1 }, editor));
  expect(refused.envelope("en")).toEqual({
    code: 1300,
    data: { by: "Wang", at: "2026-11-27T04:00:05.000Z", version: 2 },
    message: "Wang changed this record at 2026-11-27 12:00:05",
  });
  expect((await listSampleUsers(db, all, {}))[0]?.age).toBe(32);
  await editSampleUser(db, { ...person({ age: 33 }), id }, editor);
  expect((await listSampleUsers(db, all, {}))[0]).toMatchObject({ age: 33, version: 3 });
});

test("an edit of what does not exist is refused", async () => {
  expect((await refusalOf(editSampleUser(db, { ...person(), id: "none", version: 1 }, editor))).code).toBe("notFound");
});

test("one row or several of them are removed, and a list with a missing one removes nothing", async () => {
  const ids: string[] = [];
  for (const name of ["a", "b", "c", "d"]) ids.push((await addSampleUser(db, person({ name }), editor)).id);
  const [first = "", second = "", third = "", fourth = ""] = ids;
  expect((await refusalOf(removeSampleUsers(db, all, [first, "none"]))).code).toBe("notFound");
  expect(await listSampleUsers(db, all, {})).toHaveLength(4);
  await removeSampleUsers(db, all, [first]);
  expect(await removeSampleUsers(db, all, [second, third, third])).toMatchObject({ removed: 2 });
  expect((await listSampleUsers(db, all, {})).map((user) => user.id)).toEqual([fourth]);
});

test("sample users are those of an organisation and of all below it: another's cannot be seen, changed or removed", async () => {
  const [north, south] = ["north", "south"].map((companyId) => ({ ...editor, companyId, companyPath: `root/${companyId}/` }));
  if (!north || !south) throw new Error("two organisations are needed");
  const { id } = await addSampleUser(db, person(), north);
  const own = await listSampleUsers(db, north, {});
  expect([own, await listSampleUsers(db, all, {})]).toEqual([[{ ...person(), id, version: 1 }], own]);
  expect(await listSampleUsers(db, south, {})).toEqual([]);
  expect((await pageSampleUsers(db, south, {}, { page: 1, pageSize: 20 })).totalCount).toBe(0);
  expect((await refusalOf(editSampleUser(db, { ...person({ age: 1 }), id, version: 1 }, south))).code).toBe("notFound");
  expect((await refusalOf(removeSampleUsers(db, south, [id]))).code).toBe("notFound");
  expect(await listSampleUsers(db, north, {})).toEqual(own);
  expect(await removeSampleUsers(db, all, [id])).toMatchObject({ removed: 1 });
});

test("more rows than one statement can name are removed at once", async () => {
  const row = { company_id: "root", sex: 1, age: 3, birth: "", addr: "", created_at: at, updated_at: at, updated_by: "" };
  const ids = Array.from({ length: 1203 }, (_, place) => `row${place}`);
  for (const id of ids)
    await db
      .insertInto("sample_user")
      .values({ ...row, id, name: id })
      .execute();
  expect(await removeSampleUsers(db, all, ids)).toMatchObject({ removed: 1203 });
  expect(await listSampleUsers(db, all, {})).toEqual([]);
});

test("the server refuses a blank name and ages of -1 and 201, and takes 0 and 200 [S5.027]", () => {
  const faultOf = (differences: object) =>
    sample.calls.add.request.safeParse({ name: "x", age: 20, ...differences }).error?.issues.map((issue) => issue.message);
  expect(faultOf({ age: 0 })).toBeUndefined();
  expect(faultOf({ age: 200 })).toBeUndefined();
  expect(faultOf({ age: -1 })).toEqual(["rule.age"]);
  expect(faultOf({ age: 201 })).toEqual(["rule.age"]);
  expect(faultOf({ name: "  " })).toEqual(["rule.name.required"]);
});

test("the caller's own password is confirmed; another's account and a wrong password are refused and counted", async () => {
  const caller = { userId: "u1", account: "lin", sessionId: "s1" };
  const stamped = { created_at: at, updated_at: at, updated_by: "" };
  const common = {
    company_id: "north",
    nick_name: "",
    phone: "",
    email: "",
    avatar: "",
    type: 1,
    enabled: 1,
    second_factor: 0,
    ...stamped,
  };
  const password_hash = await hashPassword("secret1");
  await db
    .insertInto("user")
    .values({ ...common, id: "u1", account: "lin", user_name: "Lin", password_hash })
    .execute();
  await db
    .insertInto("user")
    .values({ ...common, id: "u2", account: "wu", user_name: "Wu", password_hash })
    .execute();
  const loginLimits = openLoginLimits(await heldShortly());
  const attempt = (username: string, password: string) => confirmOwnPassword({ db, loginLimits }, caller, { username, password }, "::1");
  expect(await attempt("lin", "secret1")).toEqual({ id: "u1", username: "lin", name: "Lin", avatar: "" });
  expect((await refusalOf(attempt("wu", "secret1"))).code).toBe("passwordWrong");
  for (let n = 0; n < 4; n += 1) expect((await refusalOf(attempt("lin", "wrong"))).code).toBe("passwordWrong");
  expect((await refusalOf(attempt("lin", "secret1"))).code).toBe("loginRefused");
});
