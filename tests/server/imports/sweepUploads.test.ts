import { afterAll, beforeAll, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { sweepUploads } from "#server/imports/sweepUploads.ts";
import { openSite, type Site } from "#tests/server/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

it("tables of a user beyond so many are forgotten, the oldest first, and none that is still being read", async () => {
  const { db } = site.gatehouse.services;
  const { id: user_id } = await db.selectFrom("user").select("id").executeTakeFirstOrThrow();
  const table = (id: string, created_at: number, total: number) => ({
    ...{ id, user_id, company_id: "root", kind: "sns", file_name: "t.csv", sheet: "", columns: "[]", notices: "[]" },
    ...{ total, same: 0, faulty: 0, created_at, job_id: "" },
  });
  const read = Array.from({ length: limits.sheet.perUser + 2 }, (_, at) => table(`read-${at}`, 100 + at, 3));
  await db
    .insertInto("sheet_upload")
    .values([table("reading", 1, 0), ...read])
    .execute();
  await sweepUploads(db, 1000, user_id);
  const left = await db.selectFrom("sheet_upload").select("id").orderBy("created_at").execute();
  expect(left.map(({ id }) => id)).toEqual(["reading", ...read.slice(2).map(({ id }) => id)]);
});
