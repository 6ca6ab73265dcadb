import { expect, test } from "vitest";
import { at, d1, eachWithFleet, fleet } from "./fleet.ts";

eachWithFleet();
const minutes = (count: number): number => at(count * 60);
const edit = (id: string, fields: object) => fleet.db.updateTable("alarm_trigger").set(fields).where("id", "=", id).execute();
const group = async (id: string, company = "north") => {
  await fleet.db
    .insertInto("alarm_group")
    .values({ id, company_id: company, name: id, message_types: "[]", created_at: 0, updated_at: 0, updated_by: "" })
    .execute();
  return id;
};
const events = () =>
  fleet.db
    .selectFrom("alarm_notice_event")
    .select(["event", "group_id", "at"])
    .orderBy("at")
    .orderBy("event")
    .orderBy("group_id")
    .execute();
const told = () => fleet.events.filter(({ kind, again }) => kind === "raised" && again).length;
const repeating = async (more: object = {}) =>
  fleet.rule({ method: "repeat", repeat_minutes: 5, alarm_group_id: await group("duty"), ...more });
const planned = () => fleet.db.updateTable("alarm_notice_event").set({ state: "planned" }).execute();
const process = () => fleet.db.updateTable("alarm_log").set({ state: 1, processed_at: 1 }).execute();

test("a rule that tells once reminds nobody", async () => {
  await fleet.rule({ alarm_group_id: await group("duty") });
  await fleet.start();
  await fleet.send(d1, 15, at(0));
  await fleet.engine.tick(minutes(1441));
  expect([told(), (await events()).map(({ event }) => event)]).toEqual([0, ["raised"]]);
});

test("a record is told again every so many minutes, to its group as well, until somebody has processed it, and counts how often", async () => {
  await repeating();
  await fleet.start();
  await fleet.send(d1, 15, at(0));
  await planned();
  await fleet.engine.tick(minutes(5) - 1);
  expect(told()).toBe(0);
  await fleet.engine.tick(minutes(5));
  await fleet.send(d1, 5, minutes(6));
  await planned();
  await fleet.engine.tick(minutes(10));
  expect([told(), (await events()).map(({ event, at: when }) => [event, when])]).toEqual([
    2,
    [
      ["raised", at(0)],
      ["again", minutes(5)],
      ["again", minutes(10)],
    ],
  ]);
  expect((await fleet.records()).map(({ reminders, reminded_at, reminds_at }) => [reminders, reminded_at, reminds_at])).toEqual([
    [2, minutes(10), minutes(15)],
  ]);
  await process();
  await fleet.engine.tick(minutes(15));
  expect([told(), (await fleet.records())[0]?.reminds_at]).toEqual([2, null]);
});

test("one that is told until it is released is not told again behind that, and is again when it opens anew", async () => {
  await repeating({ repeat_stop: "released" });
  await fleet.start();
  await fleet.send(d1, 15, at(0));
  await fleet.send(d1, 5, minutes(4));
  await fleet.engine.tick(minutes(5));
  expect([told(), (await fleet.records())[0]?.reminds_at]).toEqual([0, null]);
  await fleet.send(d1, 15, minutes(6));
  await fleet.engine.tick(minutes(11));
  expect([told(), (await fleet.records()).map(({ repeats, reminders }) => [repeats, reminders])]).toEqual([1, [[1, 1]]]);
});

test("a time without a server is told of once, the beat begins anew, and a restart doubles nothing", async () => {
  await repeating();
  await fleet.start();
  await fleet.send(d1, 15, at(0));
  await fleet.engine.tick(minutes(5));
  await fleet.cut();
  await fleet.engine.tick(minutes(5));
  expect(told()).toBe(1);
  await fleet.cut();
  await fleet.engine.tick(minutes(33));
  await fleet.engine.tick(minutes(34));
  expect([told(), (await fleet.records())[0]?.reminds_at]).toEqual([2, minutes(38)]);
});

test("a beat that was written while the server's clock was ahead begins anew", async () => {
  await repeating();
  await fleet.start();
  await fleet.send(d1, 15, at(0));
  await fleet.db
    .updateTable("alarm_log")
    .set({ reminds_at: minutes(100_000) })
    .execute();
  await fleet.engine.tick(minutes(1));
  expect((await fleet.records())[0]?.reminds_at).toBe(minutes(6));
});

test("a mask and a device whose notices are off hold reminders back, and the beat goes on", async () => {
  const rule = await repeating();
  await fleet.start();
  await fleet.send(d1, 15, at(0));
  await fleet.db
    .insertInto("alarm_mask")
    .values({
      id: "m",
      company_id: "north",
      rule_id: rule,
      starts_at: 0,
      ends_at: minutes(7),
      reason: "",
      created_at: 0,
      created_by: "",
      updated_at: 0,
      updated_by: "",
      device_id: null,
      alarm_type_id: null,
    })
    .execute();
  await fleet.engine.masksChanged();
  await fleet.engine.tick(minutes(5));
  expect([told(), (await fleet.records())[0]?.reminds_at]).toEqual([0, minutes(10)]);
  await fleet.db.updateTable("device").set({ alarm_notice: 0 }).execute();
  await fleet.engine.tick(minutes(10));
  expect(told()).toBe(0);
  await fleet.db.updateTable("device").set({ alarm_notice: 1 }).execute();
  await fleet.engine.tick(minutes(15));
  expect(told()).toBe(1);
});

test("an edit reaches what the rule has raised: another beat, and none", async () => {
  const rule = await repeating();
  await fleet.start();
  await fleet.send(d1, 15, at(0));
  await edit(rule, { repeat_minutes: 60 });
  await fleet.engine.tick(minutes(5));
  expect([told(), (await fleet.records())[0]?.reminds_at]).toEqual([1, minutes(65)]);
  await edit(rule, { method: "once" });
  await fleet.engine.tick(minutes(65));
  expect([told(), (await fleet.records())[0]?.reminds_at]).toEqual([1, null]);
});

test("a group that has something of the record waiting is not told the same once more", async () => {
  await repeating();
  await fleet.start();
  await fleet.send(d1, 15, at(0));
  await fleet.db.updateTable("alarm_notice_event").set({ state: "quiet" }).execute();
  await fleet.engine.tick(minutes(5));
  expect([told(), (await events()).map(({ event }) => event)]).toEqual([1, ["raised"]]);
});

const escalating = async (more: object = {}) => {
  const rule = await fleet.rule({ alarm_group_id: await group("first"), ...more });
  const steps = [
    [10, await group("second")],
    [30, await group("third", "root")],
  ] as const;
  for (const [place, [after, groupId]] of steps.entries())
    await fleet.db.insertInto("alarm_trigger_step").values({ rule_id: rule, place, minutes: after, group_id: groupId }).execute();
  return rule;
};
const escalated = async () =>
  (await events()).flatMap(({ event, group_id, at: when }) => (event === "escalated" ? [[group_id, when]] : []));
const steps = () => fleet.db.selectFrom("alarm_escalation").select(["step", "state", "due_at"]).orderBy("step").execute();

test("what nobody has processed is told to the next group, and to the one after, each once, also over restarts and an edit", async () => {
  const rule = await escalating();
  await fleet.start();
  await fleet.send(d1, 15, at(0));
  await fleet.engine.tick(minutes(10) - 1);
  expect(await escalated()).toEqual([]);
  await fleet.engine.tick(minutes(10));
  await fleet.cut();
  await fleet.db.deleteFrom("alarm_trigger_step").where("rule_id", "=", rule).execute();
  await fleet.changed({ rules: [rule] });
  await fleet.engine.tick(minutes(10));
  await fleet.engine.tick(minutes(31));
  await fleet.engine.tick(minutes(40));
  expect(await escalated()).toEqual([
    ["second", minutes(10)],
    ["third", minutes(31)],
  ]);
});

test("processing and release end it; what opens again counts anew", async () => {
  await escalating();
  await fleet.start();
  await fleet.send(d1, 15, at(0));
  await fleet.send(d1, 5, minutes(9));
  await fleet.engine.tick(minutes(10));
  expect([await escalated(), (await steps()).map(({ state }) => state)]).toEqual([[], ["ended", "waiting"]]);
  fleet.now = minutes(12);
  await fleet.send(d1, 15, minutes(12));
  expect((await steps()).map(({ state, due_at }) => [state, due_at])).toEqual([
    ["waiting", minutes(22)],
    ["waiting", minutes(42)],
  ]);
  await fleet.engine.tick(minutes(22));
  await process();
  await fleet.engine.tick(minutes(42));
  expect([await escalated(), (await steps()).map(({ state }) => state)]).toEqual([[["second", minutes(22)]], ["told", "ended"]]);
});

test("a mask puts a step off, and a device that has left its organisation tells none of the old one's groups", async () => {
  await escalating();
  await fleet.start();
  await fleet.send(d1, 15, at(0));
  await fleet.db.updateTable("device").set({ alarm_notice: 0 }).execute();
  await fleet.engine.tick(minutes(10));
  expect((await steps()).map(({ due_at }) => due_at)).toEqual([minutes(11), minutes(30)]);
  await fleet.db.updateTable("device").set({ alarm_notice: 1, company_id: "south" }).execute();
  await fleet.engine.tick(minutes(30));
  expect([await escalated(), (await steps()).map(({ state }) => state)]).toEqual([[["third", minutes(30)]], ["ended", "told"]]);
});

test("groups that were told by a step hear the end, where they ask for it", async () => {
  await escalating();
  await fleet.db.updateTable("alarm_group").set({ tell_release: 1 }).where("id", "=", "second").execute();
  await fleet.start();
  await fleet.send(d1, 15, at(0));
  await fleet.engine.tick(minutes(10));
  await fleet.send(d1, 5, minutes(11));
  expect((await events()).map(({ event, group_id }) => [event, group_id])).toEqual([
    ["raised", "first"],
    ["escalated", "second"],
    ["released", "second"],
  ]);
});
