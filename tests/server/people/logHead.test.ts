import { readFileSync, rmSync, writeFileSync } from "node:fs";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dict } from "#contract/resources/dict.ts";
import { verifyLog } from "#server/log/logHead.ts";
import { openSite, type Site } from "#tests/server/site.ts";

let site: Site;

beforeEach(async () => {
  site = await openSite();
  const token = await site.signIn("admin", "adminpw1");
  for (const value of ["a", "b", "c", "d"]) await site.ask(dict.calls.post, { name: "colour", value }, { token });
});
afterEach(() => site.close());

/** What somebody with the database file at hand can do: the triggers do not stop them. */
const tamper = (statement: string) => {
  const raw = new BetterSqlite3(`${site.folder}/app.db`);
  raw.exec("drop trigger operation_log_no_update; drop trigger operation_log_no_delete;");
  raw.exec(statement);
  raw.close();
};
const verified = () => {
  const { db, config } = site.gatehouse.services;
  return verifyLog(db, config.logHead);
};
const settled = async () => {
  await site.restart();
  return verified();
};

describe("the operation log", () => {
  it("holds as a chain, up to its signed head, over a restart [S6.054]", async () => {
    expect(await settled()).toBe(5);
    const token = await site.signIn("admin", "adminpw1");
    await site.ask(dict.calls.post, { name: "colour", value: "e" }, { token });
    expect(await settled()).toBe(7);
  });

  it.each([
    ["an edited row", "update operation_log set detail = 'nothing' where seq = 3", /row 3 does not follow/],
    ["an edited change", "update operation_log set change = '' where seq = 3", /row 3 does not follow/],
    ["a removed row", "delete from operation_log where seq = 3", /row 4 does not follow/],
    ["a removed first row", "delete from operation_log where seq = 1", /row 2 does not follow/],
    ["a cut at the end", "delete from operation_log where seq >= 4", /row 5, which the signed head names, is gone/],
    ["an emptied log", "delete from operation_log", /row 5, which the signed head names, is gone/],
    [
      "two rows in each other's place",
      "update operation_log set seq = seq + 100 where seq = 2; update operation_log set seq = 2 where seq = 3; update operation_log set seq = 3 where seq = 102",
      /row 2 does not follow/,
    ],
  ])("betrays %s", async (_what, statement, fault) => {
    await settled();
    tamper(statement);
    await expect(verified()).rejects.toThrow(fault);
  });

  it("is not made whole by writing on after a cut, and not by another head", async () => {
    await settled();
    tamper("delete from operation_log where seq >= 4");
    await site.restart();
    const token = await site.signIn("admin", "adminpw1");
    await site.ask(dict.calls.post, { name: "colour", value: "f" }, { token });
    await expect(settled()).rejects.toThrow(/row 5/);
    const { head } = site.gatehouse.services.config.logHead;
    const { signature, ...rest } = JSON.parse(readFileSync(head, "utf8"));
    writeFileSync(head, JSON.stringify({ ...rest, seq: 1, signature }));
    await expect(verified()).rejects.toThrow(/signature/);
    rmSync(head);
    await expect(verified()).rejects.toThrow(/no signed head/);
  });

  it("offers no way to edit or remove a row through the product's own connection [S2.065]", async () => {
    const { db } = site.gatehouse.services;
    await expect(db.updateTable("operation_log").set({ detail: "" }).execute()).rejects.toThrow("not edited");
    await expect(db.deleteFrom("operation_log").execute()).rejects.toThrow("not cut");
  });
});
