import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dict } from "#contract/resources/dict.ts";
import { signNewest, verifyLog } from "#server/log/logHead.ts";
import { plainLinkOf } from "#server/log/operationLog.ts";
import { onPostgres, tamper } from "#tests/server/database.ts";
import { openSite, type Site } from "#tests/server/site.ts";

let site: Site;

beforeEach(async () => {
  site = await openSite();
  const token = await site.signIn("admin", "adminpw1");
  for (const value of ["a", "b", "c", "d"]) await site.ask(dict.calls.post, { name: "colour", value }, { token });
});
afterEach(() => site.close());

const tamperWith = (statement: string): Promise<void> => tamper(site.gatehouse.services.config.database, statement);
/** As if there never had been a row. */
const startOver = (): Promise<void> =>
  tamperWith(
    onPostgres()
      ? "truncate operation_log restart identity"
      : "delete from operation_log; delete from sqlite_sequence where name = 'operation_log'",
  );
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
    await tamperWith(statement);
    await expect(verified()).rejects.toThrow(fault);
  });

  const forged = { at: 1, userId: null, account: "mallory", userName: "", companyId: null, address: "", call: "/api/x", detail: "" };
  /** A row as somebody makes it who has the database and knows the chain, but not its key. */
  const forge = async (seq: number, previous: string): Promise<void> => {
    const hash = plainLinkOf({ ...forged, code: 0, milliseconds: 0 }, previous);
    await tamperWith(`insert into operation_log (seq, at, account, user_name, address, call, detail, change, code, milliseconds, previous, hash)
      values (${seq}, 1, 'mallory', '', '', '/api/x', '', '', 0, 0, '${previous}', '${hash}')`);
  };

  it.each([0, -7])("betrays a row slipped in before the first, under %i", async (seq) => {
    await settled();
    await forge(seq, "");
    await expect(verified()).rejects.toThrow("row 1 does not follow");
  });

  it("betrays a row that was added without the key, and the next start does not sign it", async () => {
    await settled();
    const { hash } = JSON.parse(readFileSync(site.gatehouse.services.config.logHead.head, "utf8"));
    await forge(6, hash);
    await expect(verified()).rejects.toThrow("row 6 does not follow");
    await expect(settled()).rejects.toThrow("row 6 does not follow");
    expect(JSON.parse(readFileSync(site.gatehouse.services.config.logHead.head, "utf8")).seq).toBe(5);
  });

  it("betrays an emptied log whose head is gone, too", async () => {
    await settled();
    await tamperWith("delete from operation_log");
    rmSync(site.gatehouse.services.config.logHead.head);
    await expect(verified()).rejects.toThrow("no signed head");
    await expect(settled()).rejects.toThrow("no signed head");
  });

  it("betrays a log that was wiped to the last trace when its key is left", async () => {
    await settled();
    await startOver();
    rmSync(site.gatehouse.services.config.logHead.head);
    await expect(verified()).rejects.toThrow("no signed head");
    await expect(settled()).rejects.toThrow("no signed head");
    const token = await site.signIn("admin", "adminpw1");
    await site.ask(dict.calls.post, { name: "colour", value: "e" }, { token });
    await expect(settled()).rejects.toThrow("no signed head");
  });

  it("is sound after a first start that was cut off between its head and its key", async () => {
    const { head, key } = site.gatehouse.services.config.logHead;
    await settled();
    await startOver();
    await tamperWith("delete from setting where key = 'operation log places'");
    rmSync(key);
    writeFileSync(head, JSON.stringify({ seq: 0, hash: "", at: 1, signature: "of a key that was never kept" }));
    expect(await settled()).toBe(0);
    const token = await site.signIn("admin", "adminpw1");
    await site.ask(dict.calls.post, { name: "colour", value: "e" }, { token });
    expect(await settled()).toBe(2);
  });

  it("goes on from rows of before there was a key, which only its head holds", async () => {
    const { config } = site.gatehouse.services;
    await settled();
    await tamperWith("delete from operation_log; delete from setting where key = 'operation log places'");
    await forge(1, "");
    rmSync(config.logHead.head);
    rmSync(config.logHead.key);
    await site.restart();
    const token = await site.signIn("admin", "adminpw1");
    await site.ask(dict.calls.post, { name: "colour", value: "e" }, { token });
    expect(await settled()).toBe(3);
  });

  it("is not made whole by writing on after a cut, and not by another head", async () => {
    await settled();
    await tamperWith("delete from operation_log where seq >= 4");
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

  it("is not signed on by an operator's command where its head or what follows the head does not hold", async () => {
    await settled();
    const { db, config, now } = site.gatehouse.services;
    const signed = () => signNewest(db, config.logHead, now());
    await expect(signed()).resolves.toBeUndefined();
    const head = readFileSync(config.logHead.head, "utf8");
    writeFileSync(config.logHead.head, JSON.stringify({ ...JSON.parse(head), at: 1 }));
    await expect(signed()).rejects.toThrow("signature");
    writeFileSync(config.logHead.head, head);
    await expect(signed()).resolves.toBeUndefined();
    const { seq } = JSON.parse(head) as { seq: number };
    await tamperWith(`update operation_log set hash = 'x' where seq = ${seq}`);
    await expect(signed()).rejects.toThrow();
  });
});
