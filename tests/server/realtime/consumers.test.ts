import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { alarmOf, coming, type Desk, everyGrant, type Hall, openHall, reading } from "./hall.ts";

let hall: Hall;
beforeAll(async () => {
  hall = await openHall();
});
afterAll(() => hall.close());

const until = (seen: () => void) => vi.waitFor(seen, { timeout: 8_000, interval: 10 });
const types = (desk: Desk) => desk.received.map(({ type }) => type);
const valuesOf = (desk: Desk, deviceId: string) =>
  desk.received.flatMap((data) =>
    data.type === 1 && data.content.deviceId === deviceId ? data.content.values.map(({ value }) => value) : [],
  );

describe("end consumers", () => {
  const bind = (deviceId: string, userId: string, state: number) =>
    hall.db
      .insertInto("device_user")
      .values({ device_id: deviceId, user_id: userId, state, at: 0 })
      .onConflict((conflict) => conflict.columns(["device_id", "user_id"]).doUpdateSet({ state }))
      .execute();

  it("are sent what concerns the devices that are bound to them, and nothing of the others", async () => {
    const [own, other] = [await hall.device("bound", "north"), await hall.device("unbound", "north")];
    const { token } = await hall.signIn("cora", "north", everyGrant, 3);
    await bind(own.id, "cora", 0);
    await bind(other.id, "cora", 2);
    const desk = await hall.connect({ token });
    expect([await desk.subscribe(own.id), await desk.subscribe(other.id)]).toEqual([0, 404]);
    for (const each of [other, own]) {
      hall.realtime.values(each, [reading(1)]);
      hall.realtime.alarm(alarmOf(each));
      hall.realtime.movement({ deviceId: each.id, name: each.id, sn: "s", companyPath: each.companyPath, state: 1, at: 0 });
      hall.realtime.traffic({ deviceId: each.id, name: each.id, sn: "s", companyPath: each.companyPath, at: 0 });
      hall.realtime.presence(coming(each.id, each.companyPath));
    }
    await until(() => expect(types(desk).toSorted()).toEqual([0, 1, 2, 3, 4]));
    expect(JSON.stringify(desk.raw)).not.toMatch(/unbound/);
  });

  it("are sent no value that an app recipe in use keeps from them, as others are", async () => {
    const device = await hall.device("app", "north");
    const { token } = await hall.signIn("ada", "north", everyGrant, 3);
    const { token: working } = await hall.signIn("stan", "north");
    await bind(device.id, "ada", 0);
    const [desk, staff] = [await hall.connect({ token }), await hall.connect({ token: working })];
    for (const each of [desk, staff]) expect(await each.subscribe(device.id)).toBe(0);
    hall.realtime.values(device, [
      { slave: 1, pointId: "kept", value: 8, ts: 1, reach: { auth: 0, keptFromApp: true } },
      { slave: 1, pointId: "shown", value: 9, ts: 1, reach: { auth: 0, keptFromApp: false } },
    ]);
    await until(() => expect(valuesOf(staff, device.id)).toEqual([8, 9]));
    await until(() => expect(valuesOf(desk, device.id)).toEqual([9]));
  });

  it("are sent nothing more of a device from the moment that its binding is gone, also on sockets already open", async () => {
    const device = await hall.device("lent", "north");
    const { token } = await hall.signIn("carl", "north", everyGrant, 3);
    const desk = await hall.connect({ token });
    const { token: staff } = await hall.signIn("sam", "north");
    const witness = await hall.connect({ token: staff });
    expect(await desk.subscribe(device.id)).toBe(404);
    await bind(device.id, "carl", 1);
    await hall.realtime.accessChanged("carl");
    expect(await desk.subscribe(device.id)).toBe(0);
    hall.realtime.values(device, [reading(1)]);
    await until(() => expect(valuesOf(desk, device.id)).toEqual([1]));
    await bind(device.id, "carl", 3);
    await hall.realtime.accessChanged("carl");
    await witness.subscribe(device.id);
    hall.realtime.values(device, [reading(2)]);
    hall.realtime.alarm(alarmOf(device));
    await until(() => expect([valuesOf(witness, device.id), types(witness)]).toEqual([[2], expect.arrayContaining([0, 1])]));
    expect([valuesOf(desk, device.id), types(desk)]).toEqual([[1], [1]]);
  });
});
