import { beforeEach, expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import { alarmLog } from "#contract/resources/alarm.ts";
import { deleteRecords } from "#server/alarm/deleteRecords.ts";
import { addComment, commentsOf } from "#server/alarm/recordComments.ts";
import { Problem } from "#server/kit/problem.ts";
import { alarmRow } from "#tests/server/alarmRow.ts";
import { at, eachWithFleet, fleet } from "./fleet.ts";

eachWithFleet();
beforeEach(async () => {
  await fleet.db
    .insertInto("alarm_log")
    .values(["one", "two"].map((id) => alarmRow({ id, company_id: "north", device_id: "d1", released_at: 2, state: 1 })))
    .execute();
});

const north = () => fleet.caller("north");
const root = () => fleet.caller("root");
const commented = (text: string, caller = north(), second = 0, id = "one") =>
  addComment(fleet.db, caller, alarmLog.calls.comment.request.parse({ id, text }), at(second));
const read = async (id = "one", caller = north()) => (await commentsOf(fleet.db, caller, id)).map(({ by, text }) => [by, text]);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (fault: unknown) => (fault instanceof Problem ? fault.code : fault),
  );

test("comments of a record are read oldest first, each with who wrote it and when, by who is at or above its organisation", async () => {
  const first = await commented("  Filter is clogged\nordered a new one ");
  await commented("Replaced", root(), 60);
  expect(await commentsOf(fleet.db, root(), "one")).toEqual([
    { id: first.id, at: new Date(at(0)).toISOString(), by: "Person of north", text: "Filter is clogged\nordered a new one" },
    { id: expect.any(String), at: new Date(at(60)).toISOString(), by: "Person of root", text: "Replaced" },
  ]);
  expect(JSON.parse(first.change)).toEqual({ id: [null, first.id], comment: [null, "Filter is clogged\nordered a new one"] });
  expect(await read("two")).toEqual([]);
});

test("who does not see a record neither reads nor writes comments of it, as of one that does not exist", async () => {
  await commented("ours");
  await fleet.device("s1", "south", { 1: "boiler" });
  const { db } = fleet;
  for (const id of ["one", "nothing"]) {
    expect(await refusal(commentsOf(db, fleet.caller("south"), id))).toBe("notFound");
    expect(await refusal(commented("theirs", fleet.caller("south"), 0, id))).toBe("notFound");
  }
  expect(await read()).toEqual([["Person of north", "ours"]]);
});

test("a comment has 1 to 500 characters, and a record takes 200", async () => {
  const wrong = (text: string) => alarmLog.calls.comment.request.safeParse({ id: "one", text }).error?.issues[0]?.message;
  expect([wrong(" \n "), wrong("字".repeat(501)), wrong("字".repeat(500)), wrong("1")]).toEqual([
    "rule.required",
    "rule.tooLong",
    undefined,
    undefined,
  ]);
  for (let count = 0; count < limits.alarmComment.perRecord; count += 1) await commented(`${count}`, north(), count);
  expect(await refusal(commented("more"))).toBe("commentsFull");
  expect(await refusal(commented("of another", north(), 0, "two"))).toBe("done");
  expect(await read()).toHaveLength(200);
});

test("comments go with their record", async () => {
  await commented("gone");
  await commented("kept", north(), 0, "two");
  await deleteRecords(fleet.db, north(), ["one"]);
  const left = await fleet.db.selectFrom("alarm_comment").select("text").execute();
  expect(left).toEqual([{ text: "kept" }]);
});
