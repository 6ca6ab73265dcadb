import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dict } from "#contract/resources/dict.ts";
import { verifyLog } from "#server/log/logHead.ts";
import { linkOf, type Operation, plainLinkOf } from "#server/log/operationLog.ts";
import { tamper } from "#tests/server/database.ts";
import { openSite, type Site } from "#tests/server/site.ts";

const operation: Required<Operation> = {
  at: 1,
  userId: "u",
  account: "admin",
  userName: "Ann",
  companyId: "c",
  address: "192.0.2.1",
  call: "/api/x",
  detail: "d",
  change: "{}",
  companies: '{"a":""}',
  code: 0,
  milliseconds: 5,
};

describe("a link of the operation log", () => {
  it.each(Object.keys(operation))("is another when %s is", (field) => {
    const key = randomBytes(32);
    const value = operation[field as keyof Operation];
    const edited = { ...operation, [field]: typeof value === "number" ? value + 1 : `${value}x` };
    expect(linkOf(operation, "before", key)).toBe(linkOf({ ...operation }, "before", key));
    expect(linkOf(edited, "before", key)).not.toBe(linkOf(operation, "before", key));
    expect(plainLinkOf(edited, "before")).not.toBe(plainLinkOf(operation, "before"));
  });

  it("is another behind another row, and under another key", () => {
    const key = randomBytes(32);
    expect(linkOf(operation, "other", key)).not.toBe(linkOf(operation, "before", key));
    expect(linkOf(operation, "before", randomBytes(32))).not.toBe(linkOf(operation, "before", key));
    expect(linkOf({ ...operation, change: "x", companies: "" }, "", key)).not.toBe(
      linkOf({ ...operation, change: "", companies: "x" }, "", key),
    );
  });
});

describe("the kept operation log", () => {
  let site: Site;
  let columns: string[] = [];
  beforeAll(async () => {
    site = await openSite();
    const token = await site.signIn("admin", "adminpw1");
    await site.ask(dict.calls.post, { name: "colour", value: "a" }, { token });
    await site.restart();
    const row = await site.gatehouse.services.db.selectFrom("operation_log").selectAll().executeTakeFirstOrThrow();
    columns = Object.keys(row);
  });
  afterAll(() => site.close());

  it("betrays an edit of each of its columns", async () => {
    const { db, config } = site.gatehouse.services;
    const unnoticed: string[] = [];
    for (const column of columns.filter((name) => name !== "seq")) {
      const value = sql.ref<string | number | null>(column);
      const kept = () => db.selectFrom("operation_log").select(value.as("value")).where("seq", "=", 2).executeTakeFirst();
      const before = (await kept())?.value ?? null;
      const put = (to: string | number | null) =>
        tamper(config.database, `update operation_log set ${column} = ${typeof to === "string" ? `'${to}'` : to} where seq = 2`);
      await put(typeof before === "number" ? before + 1 : `${before ?? ""}x`);
      const noticed = await verifyLog(db, config.logHead).then(
        () => false,
        () => true,
      );
      if (!noticed) unnoticed.push(column);
      await put(before);
      expect(await verifyLog(db, config.logHead)).toBe(2);
    }
    expect(columns.length).toBeGreaterThan(13);
    expect(unnoticed).toEqual([]);
  });
});
