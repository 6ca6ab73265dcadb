import { afterAll, beforeAll, expect, it } from "vitest";
import { job } from "#contract/resources/job.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { role } from "#contract/resources/role.ts";
import { lastLogged } from "#tests/server/people/people.ts";
import { openSite, type Site } from "#tests/server/site.ts";

const { query, results, cancel, delete: remove, file } = job.calls;
const { dlexcel_user_event: begin } = deviceEvent.calls;
let site: Site;
let one: string;
let other: string;
let roleId: string;

beforeAll(async () => {
  site = await openSite();
  const admin = await site.signIn("admin", "adminpw1");
  roleId = (await site.ask(role.calls.post, { name: "Exporters" }, { token: admin })).data.id;
  const items = [{ menuId: "devices.operations", actions: [begin.path] }];
  await site.ask(role.calls.authorize, { id: roleId, version: 1, items }, { token: admin });
  for (const account of ["one", "other"]) await site.addUser({ account, type: 1, roles: [roleId] });
  one = await site.signIn("one", "secret1");
  other = await site.signIn("other", "secret1");
});
afterAll(() => site.close());

const take = (id: string, token: string): Promise<Response> =>
  fetch(site.base + file.path, { method: "POST", headers: { token, "Content-Type": "application/json" }, body: JSON.stringify({ id }) });
const started = async (request: object = {}): Promise<string> => {
  const { data } = await site.ask(begin, request, { token: one });
  await site.gatehouse.services.jobs.idle();
  return data.id;
};
const listed = async (token: string, language: "zh" | "en" = "en") => (await site.ask(query, {}, { token, language })).data.list;

it("is its asker's alone: nobody else lists it, ends it, or takes its file", async () => {
  const id = await started();
  expect(await listed(one)).toMatchObject([
    { id, kind: "operationFile", state: "done", message: "", file: expect.stringMatching(/\.csv$/) },
  ]);
  const [row] = await listed(one);
  expect([row && row.done > 0, row?.done]).toEqual([true, row?.total]);
  const admin = await site.signIn("admin", "adminpw1");
  for (const token of [other, admin]) {
    expect(await listed(token)).toEqual([]);
    expect((await site.ask(results, { id }, { token })).code).toBe(404);
    expect((await site.ask(cancel, { id }, { token })).code).toBe(404);
    expect((await site.ask(remove, { ids: [id] }, { token })).code).toBe(404);
    expect((await take(id, token)).status).toBe(404);
  }
  const taken = await take(id, one);
  expect([taken.status, (await taken.arrayBuffer()).byteLength]).toEqual([200, row?.bytes]);
  expect((await site.ask(remove, { ids: [id] }, { token: one })).data).toEqual({ removed: 1 });
  expect([await listed(one), (await take(id, one)).status]).toEqual([[], 404]);
});

it("says in the reader's language why it failed", async () => {
  const id = await started({ account: "nobody of this name" });
  const told = async (language: "zh" | "en") => (await listed(one, language)).find((row) => row.id === id);
  expect(await told("zh")).toMatchObject({ state: "failed", message: "没有符合条件的数据，未生成文件", file: "" });
  expect((await told("en"))?.message).toMatch(/^[A-Z]/);
  expect((await take(id, one)).status).toBe(404);
});

it("is cancelled while it waits, which the log keeps, and one that has ended stays as it is", async () => {
  const { db } = site.gatehouse.services;
  const id = await started();
  expect((await site.ask(cancel, { id }, { token: one })).code).toBe(0);
  expect((await listed(one)).find((row) => row.id === id)?.state).toBe("done");
  await db.updateTable("job").set({ state: "waiting", ended_at: null }).where("id", "=", id).execute();
  expect((await site.ask(cancel, { id }, { token: one })).code).toBe(0);
  expect((await listed(one)).find((row) => row.id === id)).toMatchObject({ state: "cancelled", endedAt: expect.any(String) });
  expect(JSON.parse((await lastLogged(site, cancel.path)).change)).toEqual({ state: ["waiting", "cancelled"] });
});

it("is not deleted before it has ended", async () => {
  const { db } = site.gatehouse.services;
  const id = await started();
  await db.updateTable("job").set({ ended_at: null, state: "running" }).where("id", "=", id).execute();
  expect((await site.ask(remove, { ids: [id] }, { token: one })).code).toBe(1371);
  expect((await take(id, one)).status).toBe(404);
  await db.updateTable("job").set({ ended_at: 1, state: "done" }).where("id", "=", id).execute();
  expect((await site.ask(remove, { ids: [id] }, { token: one })).code).toBe(0);
});

it("gives its file to those alone who may still make one, also after a restart", async () => {
  const id = await started();
  await site.restart();
  one = await site.signIn("one", "secret1");
  expect((await take(id, one)).status).toBe(200);
  const admin = await site.signIn("admin", "adminpw1");
  await site.ask(role.calls.authorize, { id: roleId, version: 2, items: [] }, { token: admin });
  expect([(await take(id, one)).status, (await site.ask(begin, {}, { token: one })).code]).toEqual([403, 403]);
});
