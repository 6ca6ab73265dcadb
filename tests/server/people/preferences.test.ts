import { afterAll, beforeAll, expect, it } from "vitest";
import { userTempData } from "#contract/resources/userTempData.ts";
import { openSite, type Site } from "#tests/server/site.ts";

const { query, post, delete: remove } = userTempData.calls;
let site: Site;
beforeAll(async () => {
  site = await openSite();
  for (const account of ["one", "other"]) await site.addUser({ account });
});
afterAll(() => site.close());

const kept = async (token: string, request: object = {}) => (await site.ask(query, request, { token })).data.list;

it("a user's table layouts, views and drafts are there after signing in elsewhere and after a restart, and nobody else's [S7.098]", async () => {
  const token = await site.signIn("one", "secret1");
  const values = {
    "draft:/devices/adds": JSON.stringify({ name: "泵 “North”", slaves: [{ no: 1 }] }),
    "table:/devices/list": JSON.stringify({ order: ["name", "sn"], hidden: [], widths: { name: 200 }, pinned: 1 }),
    "views:/devices/list": JSON.stringify([{ name: "Offline", search: "presence=offline" }]),
  };
  for (const [key, value] of Object.entries(values)) expect((await site.ask(post, { key, value }, { token })).code).toBe(0);
  const all = Object.entries(values).map(([key, value]) => ({ key, value }));
  expect(await kept(await site.signIn("one", "secret1"))).toEqual(all);
  await site.restart();
  const elsewhere = await site.signIn("one", "secret1");
  expect(await kept(elsewhere)).toEqual(all);
  expect(await kept(elsewhere, { key: "views:/devices/list" })).toEqual(all.slice(2));
  await site.ask(post, { key: "views:/devices/list", value: "[]" }, { token: elsewhere });
  await site.ask(remove, { key: "draft:/devices/adds" }, { token: elsewhere });
  expect(await kept(elsewhere)).toEqual([all[1], { key: "views:/devices/list", value: "[]" }]);
  expect(await kept(await site.signIn("other", "secret1"))).toEqual([]);
});
