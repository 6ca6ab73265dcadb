import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dict } from "#contract/resources/dict.ts";
import { verifyLog } from "#server/log/logHead.ts";
import { linkOf, type Operation, plainLinkOf } from "#server/log/operationLog.ts";
import { openSqlite, prepareRows, prepareWrite } from "#server/sqlite/sqlite.ts";
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
  const raw = <T>(work: (db: ReturnType<typeof openSqlite>) => T): T => {
    const db = openSqlite(`${site.folder}/app.db`);
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  beforeAll(async () => {
    site = await openSite();
    const token = await site.signIn("admin", "adminpw1");
    await site.ask(dict.calls.post, { name: "colour", value: "a" }, { token });
    await site.restart();
    columns = raw((db) => {
      db.exec("drop trigger operation_log_no_update");
      return prepareRows<[], { name: string }>(db, "pragma table_info(operation_log)")
        .all()
        .map(({ name }) => name);
    });
  });
  afterAll(() => site.close());

  it("betrays an edit of each of its columns", async () => {
    const { db, config } = site.gatehouse.services;
    const unnoticed: string[] = [];
    for (const column of columns.filter((name) => name !== "seq")) {
      const before = raw((file) => {
        const [row] = prepareRows<[], { value: string | number | null }>(
          file,
          `select ${column} as value from operation_log where seq = 2`,
        ).all();
        prepareWrite<[string | number]>(file, `update operation_log set ${column} = ? where seq = 2`).run(
          typeof row?.value === "number" ? row.value + 1 : `${row?.value ?? ""}x`,
        );
        return row?.value ?? null;
      });
      const noticed = await verifyLog(db, config.logHead).then(
        () => false,
        () => true,
      );
      if (!noticed) unnoticed.push(column);
      raw((file) => prepareWrite<[string | number | null]>(file, `update operation_log set ${column} = ? where seq = 2`).run(before));
      expect(await verifyLog(db, config.logHead)).toBe(2);
    }
    expect(columns.length).toBeGreaterThan(13);
    expect(unnoticed).toEqual([]);
  });
});
