import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { dict } from "#contract/resources/dict.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";
import { adminPassword, openSite } from "#tests/server/site.ts";

it("answers what needs no write while another program writes to the database, and writes once that one is done", async () => {
  const site = await openSite();
  const other = openSqlite(join(site.folder, "app.db"));
  onTestFinished(async () => {
    other.close();
    await site.close();
  });
  const token = await site.signIn("admin", adminPassword);
  const listed = async () => (await site.ask(dict.calls.query, { name: "colour" }, { token })).data.list.map(({ value }) => value);
  other.exec("begin immediate");
  let isWritten = false;
  const write = site.ask(dict.calls.post, { name: "colour", value: "red" }, { token }).then((answer) => {
    isWritten = true;
    return answer;
  });
  const began = performance.now();
  expect((await fetch(`${site.base}/healthz`)).status).toBe(200);
  expect(await listed()).toEqual([]);
  expect((await fetch(`${site.base}/readyz`)).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(3_000);
  expect(isWritten).toBe(false);
  other.exec("rollback");
  expect((await write).code).toBe(0);
  expect(await listed()).toEqual(["red"]);
});
