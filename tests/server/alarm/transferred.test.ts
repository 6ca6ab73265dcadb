import { describe, expect, test } from "vitest";
import { followMove } from "#server/devices/moveDevices.ts";
import { at, d1, eachWithFleet, fleet } from "./fleet.ts";

eachWithFleet();
const minutes = (count: number): number => at(count * 60);

/** The device goes to another organisation, as a transfer has it. */
const move = async (to: "root" | "north" | "south", when: number): Promise<void> => {
  const { company_id } = await fleet.db.selectFrom("device").select("company_id").where("id", "=", "d1").executeTakeFirstOrThrow();
  await fleet.db.transaction().execute(async (trx) => {
    await trx.updateTable("device").set({ company_id: to }).where("id", "=", "d1").execute();
    await followMove(trx, fleet.caller("root"), [{ id: "d1", company_id }], to, when);
  });
  fleet.now = when;
  await fleet.engine.masksChanged();
  await fleet.changed({ devices: ["d1"] });
};
const mask = (id: string, named: { device_id?: string; rule_id?: string; alarm_type_id?: string }, ends_at: number | null = null) =>
  fleet.db
    .insertInto("alarm_mask")
    .values({
      ...{ id, company_id: "north", starts_at: at(0), ends_at, reason: "work", created_at: at(0), created_by: "me" },
      ...{ updated_at: at(0), updated_by: "me", ...named },
    })
    .execute();
const told = () => fleet.events.filter(({ kind, again }) => kind === "raised" && again).length;

describe("reminders of a device that has gone to another organisation", () => {
  const repeating = { method: "repeat", repeat_minutes: 5, repeat_stop: "processed" };

  test("end with the rule that is not of the device any more", async () => {
    await fleet.rule(repeating);
    await fleet.start();
    await fleet.send(d1, 15, at(0));
    await move("south", minutes(1));
    await fleet.engine.tick(minutes(5));
    expect(fleet.said()).toEqual(["raised d1", "released d1"]);
    expect((await fleet.records()).map(({ reminders, reminds_at }) => [reminders, reminds_at])).toEqual([[0, null]]);
  });

  test("go on where the rule is of both organisations, and where it is the device's own", async () => {
    await fleet.rule({ ...repeating, company_id: "root" });
    await fleet.rule({ ...repeating, device_id: "d1" });
    await fleet.start();
    await fleet.send(d1, 15, at(0));
    await move("south", minutes(1));
    await fleet.engine.tick(minutes(5));
    expect(told()).toBe(2);
  });

  test("end for a device that is not of the rule's type any more", async () => {
    await fleet.rule({ ...repeating, device_type_id: "type-north" });
    await fleet.start();
    await fleet.send(d1, 15, at(0));
    await fleet.db.updateTable("device").set({ type_id: "type-south" }).where("id", "=", "d1").execute();
    await fleet.changed({ devices: ["d1"] });
    await fleet.engine.tick(minutes(5));
    expect(told()).toBe(0);
  });
});

describe("a mute of the organisation that a device has left", () => {
  test.each([
    ["the device", () => ({ device_id: "d1" })],
    ["the device's own rule", (rule: string) => ({ rule_id: rule })],
    ["the rule on the device", (rule: string) => ({ device_id: "d1", rule_id: rule })],
  ])("of %s is over, and what it held back and still stands is told once, also over a restart", async (_, named) => {
    const rule = await fleet.rule({ device_id: "d1" });
    await mask("m", named(rule));
    await fleet.start();
    await fleet.send(d1, 15, at(1));
    expect(fleet.said()).toEqual(["raised masked d1"]);
    await move("south", minutes(1));
    await fleet.cut();
    await fleet.engine.tick(minutes(2));
    await fleet.engine.tick(minutes(3));
    expect(fleet.said().slice(1)).toEqual(["raised d1"]);
    expect((await fleet.records()).map(({ masked }) => masked)).toEqual([0]);
    const ended = await fleet.db.selectFrom("alarm_mask").select(["ends_at", "ended_by", "told"]).execute();
    expect(ended).toEqual([{ ends_at: minutes(1), ended_by: "Person of root", told: 1 }]);
    await move("north", minutes(4));
    await fleet.send(d1, 5, minutes(5));
    await fleet.send(d1, 15, minutes(20));
    expect(fleet.said().slice(2)).toEqual(["released d1", "raised d1"]);
  });

  test("that names neither the device nor its rule stands for the others, and what it held back of the device is told", async () => {
    const kept = { created_at: 0, updated_at: 0, updated_by: "" };
    await fleet.db
      .insertInto("alarm_type")
      .values({ id: "heat", company_id: "root", name: "热", name_en: "Heat", remark: "", remark_en: "", ...kept })
      .execute();
    await fleet.rule({ device_id: "d1", alarm_type_id: "heat" });
    await mask("m", { alarm_type_id: "heat" });
    await fleet.start();
    await fleet.send(d1, 15, at(1));
    await move("south", minutes(1));
    await fleet.engine.tick(minutes(2));
    expect(fleet.said()).toEqual(["raised masked d1", "raised d1"]);
    expect(await fleet.db.selectFrom("alarm_mask").select(["ends_at", "told"]).execute()).toEqual([{ ends_at: null, told: 0 }]);
  });

  test("of one above both organisations holds back as before", async () => {
    await fleet.rule({ device_id: "d1" });
    await mask("m", { device_id: "d1" });
    await fleet.db.updateTable("alarm_mask").set({ company_id: "root" }).execute();
    await fleet.start();
    await fleet.send(d1, 15, at(1));
    await move("south", minutes(1));
    await fleet.engine.tick(minutes(2));
    expect(fleet.said()).toEqual(["raised masked d1"]);
  });
});
