import { expect, test } from "vitest";
import { TableWriter } from "#server/telemetry/tables.ts";
import { openTables } from "./tablesSite.ts";

const T = 1_800_000_000_000;

test("a given reading that gave way to its instant's own one while it was frozen gives way once, however often that is sent again", async () => {
  const { write, freeze, levels } = await openTables();
  write(1, [[T, "given"]], { given: true });
  freeze();
  for (const value of ["own", "own", "right"]) write(1, [[T, value]]);
  expect(levels.rows({ series: 1, from: 0, to: 2 * T, limit: 10, descending: false })).toEqual([
    { ts: T - 1, value: "given" },
    { ts: T, value: "right" },
  ]);
});

test("the older half of half a million repetitions is let go when the newer one is full, with all that it held", async () => {
  const { db, file } = await openTables();
  db.exec(`with recursive n(i) as (select 0 union all select i + 1 from n where i < 499998)
    insert into held_a select 1, ${T} + i, 1, null from n`);
  db.exec(`insert into held_b values (1, ${T - 1}, 1, null)`);
  const again = await openTables(file);
  const tables = new TableWriter(again.db);
  const count = (table: string) => again.db.prepare(`select count(*) as n from ${table}`).get()?.n;
  expect([count("held_a"), count("held_b")]).toEqual([499_999, 1]);
  expect(tables.known(2 * T).latest).toEqual([{ series: 1, ts: T + 499_998, value: 1 }]);
  again.write(1, [[T + 600_000, 1]], { onChange: true });
  expect([count("held_a"), count("held_b")]).toEqual([500_000, 0]);
});

test("a change that could not be written is one when it is sent again", async () => {
  const { db, write, levels } = await openTables();
  const changes = { onChange: true };
  write(1, [[T, 20]], changes);
  db.exec("create trigger full before insert on hot_a begin select raise(abort, 'full'); end");
  expect(() => write(1, [[T + 1, 30]], changes)).toThrow("full");
  db.exec("drop trigger full");
  write(1, [[T + 1, 30]], changes);
  expect(levels.rows({ series: 1, from: 0, to: 2 * T, limit: 10, descending: false })).toEqual([
    { ts: T, value: 20 },
    { ts: T + 1, value: 30 },
  ]);
});
