import { expect, it } from "vitest";
import { z } from "zod";
import { fieldWords, lineField, numberField, sharedRecord } from "#contract/kit/plainRecord.ts";
import { text } from "#contract/kit/text.ts";
import { recordTable } from "#server/db/recordTables.ts";
import { referencesTo } from "#server/db/references.ts";
import { kindOf } from "#server/records/plainKinds.ts";
import { keepRecords } from "#server/records/records.ts";
import { askedBy, callerOf, openWorld, refusal } from "#tests/server/resources/world.ts";

const contact = sharedRecord("contact", {
  noun: { zh: "联系人", en: "alarm contact" },
  fields: {
    name: lineField(text(20), fieldWords.name),
    dayTurn: numberField(z.number().int(), { zh: "顺序", en: "Turn" }),
    weight: numberField(z.number(), { zh: "权重", en: "Weight" }),
  },
  searched: ["name"],
  sortable: ["dayTurn", "name", "companyName"],
  also: ["get"],
});
const north = callerOf("north");
const town = callerOf("town");

it("are kept as their declaration says in a table that is made for them", async () => {
  const { db } = await openWorld();
  await recordTable("contact", "company", { name: "text", day_turn: "integer", weight: "double precision" }).up(db);
  const { query, get, post, put, delete: remove } = keepRecords(kindOf(contact)).answers;
  const add = async (caller: typeof north, name: string, dayTurn: number) =>
    (await post({ name, dayTurn, weight: 0.25 }, askedBy(db, caller))).id;
  const li = await add(north, "Li Na", 2);
  await add(town, "Wang", 1);
  const listed = async (caller: typeof north, asked: object = {}) => {
    const answer = await query(contact.calls.query.request.parse(asked), askedBy(db, caller));
    return contact.calls.query.response.parse(answer).list;
  };
  const row = { id: li, version: 1, name: "Li Na", dayTurn: 2, weight: 0.25, companyName: "The north", changeable: true };
  expect(contact.calls.get.response.parse(await get({ id: li }, askedBy(db, north)))).toEqual(row);
  expect((await listed(north)).map(({ name }) => name)).toEqual(["Wang", "Li Na"]);
  expect(await listed(town, { search: "li" })).toEqual([{ ...row, changeable: false }]);
  expect(await listed(callerOf("south"))).toEqual([]);
  const edit = { id: li, version: 1, name: "Li Ning", dayTurn: 3, weight: 1.5 };
  expect(await refusal(put(edit, askedBy(db, town)))).toMatchObject({ code: 403 });
  expect(await refusal(put(edit, askedBy(db, north)))).toBe(undefined);
  expect(await refusal(put(edit, askedBy(db, north)))).toMatchObject({ code: 1300 });
  expect(await refusal(post({ name: "li NING", dayTurn: 1, weight: 1 }, askedBy(db, north)))).toMatchObject({ code: 1203 });
  expect(await remove({ ids: [li, li] }, askedBy(db, north))).toEqual({ removed: 1 });
  expect((await listed(north)).map(({ name }) => name)).toEqual(["Wang"]);
});

it("go with the organisation or the user whose they are", async () => {
  const { db } = await openWorld();
  for (const owner of ["company", "user"] as const) {
    await recordTable(`of_${owner}`, owner, { name: "text" }).up(db);
    const found = (await referencesTo(db, owner)).find(({ table }) => table === `of_${owner}`);
    expect(found).toMatchObject({ column: `${owner}_id`, onDelete: "CASCADE" });
  }
});
