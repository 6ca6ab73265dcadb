import { expect, it } from "vitest";
import { getDevice } from "#server/devices/deviceRows.ts";
import { pump } from "#tests/server/resources/pump.ts";
import { callerOf } from "#tests/server/resources/world.ts";

it("a point that may be written says what its values are checked by, and no other does", async () => {
  const { db, deviceId, points, telemetry } = await pump();
  await db.updateTable("point").set({ writable: 0 }).execute();
  const written = { writable: 1, integer_digits: 3, start_bit: 0, end_bit: 7, send_formula: "x*10" };
  await db.updateTable("point").set(written).where("id", "=", points.counter).execute();
  const whole = await getDevice(db, callerOf("north"), deviceId, { presence: { communicatedAt: () => undefined }, telemetry, at: 0 });
  const told = whole.slaves.flatMap((slave) => slave.points.flatMap(({ id, writing }) => (writing ? [[id, writing]] : [])));
  expect(told).toEqual([[points.counter, { integerDigits: 3, startBit: 0, endBit: 7, sendFormula: "x*10" }]]);
});
