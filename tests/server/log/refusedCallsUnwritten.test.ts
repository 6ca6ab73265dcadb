import { afterAll, beforeAll, expect, it } from "vitest";
import { refuseWrites } from "#tests/server/refuseWrites.ts";
import { openSite, type Site } from "#tests/server/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

it("refusals counted before and while the log could not be written add up, and are told once", async () => {
  const { db, refusedCalls } = site.gatehouse.services;
  const operation = { at: 0, userId: "u", account: "a", userName: "A", companyId: null, address: "198.51.100.1", milliseconds: 0 };
  const refused = (n: number) => refusedCalls.note({ ...operation, call: "/api/device/get", code: 404, detail: `{"id":"${n}"}` });
  const kept = () => db.selectFrom("operation_log").select("detail").where("user_id", "=", "u").orderBy("seq").execute();
  const takeRows = await refuseWrites(db, "operation_log", "insert", "disk full");
  // The first is being written when the others come, and fails behind them.
  await Promise.all([1, 2, 3, 4].map(refused));
  // So does their row when two more come.
  await Promise.all([refusedCalls.flush(), refused(5), refused(6)]);
  expect(await kept()).toEqual([]);
  await takeRows();
  await refused(7);
  await refusedCalls.flush();
  await refusedCalls.flush();
  const [row, ...others] = (await kept()).map(({ detail }) => JSON.parse(detail));
  expect([row.times, row.asked.toSorted(), others]).toEqual([7, [1, 2, 3, 4, 5, 6, 7].map((n) => `{"id":"${n}"}`), []]);
});
