import type { Insertable } from "kysely";
import { describe, expect, test } from "vitest";
import type { AlarmMaskTable } from "#server/db/alarmMasks.ts";
import { at, d1, eachWithFleet, fleet } from "./fleet.ts";

eachWithFleet();

/** Runs from `at(0)` without an end unless said otherwise. */
const mask = async (id: string, differences: Partial<Insertable<AlarmMaskTable>>): Promise<void> => {
  await fleet.db
    .insertInto("alarm_mask")
    .values({
      ...{ id, company_id: "north", starts_at: at(0), ends_at: null, reason: "work", created_at: at(0), created_by: "me" },
      ...{ updated_at: at(0), updated_by: "me", ...differences },
    })
    .execute();
};
const end = async (id: string, ends_at: number): Promise<void> => {
  await fleet.db.updateTable("alarm_mask").set({ ends_at }).where("id", "=", id).execute();
  await fleet.engine.masksChanged([id]);
};
const marks = async () => (await fleet.records()).map(({ masked, mask_id }) => [masked, mask_id]);

describe("a mask", () => {
  test("of a rule holds its notices back and no record, and tells what still stands when it ends [S4.060] [S7.085]", async () => {
    const rule = await fleet.rule();
    await mask("m", { rule_id: rule });
    await fleet.start();
    await fleet.send(d1, 15, at(1));
    await fleet.send(d1, 15, at(2), { slave: 2 });
    await fleet.send(d1, 5, at(3), { slave: 2 });
    expect(await marks()).toEqual([
      [1, "m"],
      [1, "m"],
    ]);
    expect(fleet.said()).toEqual(["raised masked d1", "raised masked d1", "released masked d1"]);
    await end("m", at(4));
    await fleet.engine.tick(at(5));
    await fleet.engine.tick(at(6));
    expect(await fleet.db.selectFrom("alarm_mask").select("told").execute()).toEqual([{ told: 1 }]);
    expect(fleet.said().slice(3)).toEqual(["raised d1"]);
    expect(fleet.events.at(-1)).toMatchObject({ heldBack: true, record: { slave: 1, raised_at: at(1) } });
    expect(await marks()).toEqual([
      [0, "m"],
      [1, "m"],
    ]);
    await fleet.send(d1, 5, at(7));
    expect(fleet.said().slice(4)).toEqual(["released d1"]);
  });

  test("of a device, of a rule on one device and of a type hold back that alone", async () => {
    await fleet.db
      .insertInto("alarm_type")
      .values({
        id: "heat",
        company_id: "north",
        name: "热",
        name_en: "Heat",
        remark: "",
        remark_en: "",
        created_at: 0,
        updated_at: 0,
        updated_by: "",
      })
      .execute();
    const typed = await fleet.rule({ alarm_type_id: "heat" });
    const plain = await fleet.rule();
    await fleet.device("d2", "north", { 1: "boiler" });
    await fleet.start();
    const d2 = await fleet.registered("d2");
    const told = async (): Promise<string[]> => {
      fleet.events.length = 0;
      turn += 1;
      const now = at(10 * turn);
      for (const device of [d1, d2]) {
        await fleet.send(device, 15, now);
        await fleet.send(device, 5, now + 1000);
      }
      return fleet.events
        .filter(({ kind, masked }) => kind === "raised" && !masked)
        .map(({ device, record }) => `${device.id} ${record.rule_id}`);
    };
    let turn = 0;
    const both = [`d1 ${typed}`, `d1 ${plain}`, `d2 ${typed}`, `d2 ${plain}`];
    expect((await told()).sort()).toEqual([...both].sort());
    const without = async (held: string[], named: Partial<Insertable<AlarmMaskTable>>): Promise<void> => {
      const id = `mask-${turn}`;
      await mask(id, named);
      await fleet.engine.masksChanged([id]);
      expect((await told()).sort(), JSON.stringify(named)).toEqual(both.filter((one) => !held.includes(one)).sort());
      await fleet.db.deleteFrom("alarm_mask").where("id", "=", id).execute();
      await fleet.engine.masksChanged([id]);
    };
    await without([`d2 ${typed}`, `d2 ${plain}`], { device_id: "d2" });
    await without([`d2 ${plain}`], { device_id: "d2", rule_id: plain });
    await without([`d1 ${plain}`, `d2 ${plain}`], { rule_id: plain });
    await without([`d1 ${typed}`, `d2 ${typed}`], { alarm_type_id: "heat" });
    await without([`d1 ${typed}`], { alarm_type_id: "heat", device_id: "d1" });
    await without([], { alarm_type_id: "heat", rule_id: plain });
    // Of an organisation that the devices are not in.
    await without([], { alarm_type_id: "heat", company_id: "south" });
    await without([`d1 ${typed}`, `d2 ${typed}`], { alarm_type_id: "heat", company_id: "root" });
  });

  test("that is planned begins at its time, and ends at its time over a restart", async () => {
    await fleet.rule();
    await mask("m", { device_id: "d1", starts_at: at(10), ends_at: at(20) });
    await fleet.start();
    await fleet.send(d1, 15, at(9));
    await fleet.send(d1, 5, at(10));
    await fleet.send(d1, 15, at(11));
    expect(fleet.said()).toEqual(["raised d1", "released masked d1", "raised masked d1"]);
    await fleet.cut();
    fleet.events.length = 0;
    await fleet.engine.tick(at(19));
    expect(fleet.said()).toEqual([]);
    await fleet.cut();
    await fleet.engine.tick(at(20));
    expect(fleet.said()).toEqual(["raised d1"]);
    await fleet.cut();
    await fleet.engine.tick(at(21));
    expect(fleet.said()).toEqual(["raised d1"]);
  });

  test("that ends leaves to another what that holds back, to a device without notices nothing, and what was processed alone", async () => {
    await fleet.rule();
    await fleet.device("d2", "north", { 1: "boiler" });
    await fleet.device("d3", "north", { 1: "boiler" });
    await mask("short", {
      rule_id: (await fleet.db.selectFrom("alarm_trigger").select("id").executeTakeFirstOrThrow()).id,
      ends_at: at(10),
    });
    await fleet.start();
    for (const id of ["d1", "d2", "d3"]) await fleet.send(await fleet.registered(id), 15, at(1));
    await mask("long", { device_id: "d1", ends_at: at(30), starts_at: at(2) });
    await fleet.engine.masksChanged(["long"]);
    await fleet.db.updateTable("device").set({ alarm_notice: 0 }).where("id", "=", "d2").execute();
    await fleet.db.updateTable("alarm_log").set({ state: 1 }).where("device_id", "=", "d3").execute();
    fleet.events.length = 0;
    await fleet.engine.tick(at(10));
    expect(fleet.said()).toEqual([]);
    await fleet.engine.tick(at(30));
    expect(fleet.said()).toEqual(["raised d1"]);
    expect((await fleet.records()).map(({ device_id, masked, mask_id }) => [device_id, masked, mask_id]).sort()).toEqual([
      ["d1", 0, "long"],
      ["d2", 1, null],
      ["d3", 1, "short"],
    ]);
  });
});
