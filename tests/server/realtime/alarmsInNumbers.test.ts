import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AlarmEvent } from "#server/alarm/alarmEvent.ts";
import { alarmOf, type Desk, type Hall, openHall } from "./hall.ts";

let hall: Hall;
let desk: Desk;
let device: { id: string; companyPath: string };
beforeEach(async () => {
  hall = await openHall();
  device = await hall.device("d", "north");
  const { token } = await hall.signIn("ann", "north");
  desk = await hall.connect({ token });
});
afterEach(() => hall.close());

const until = (seen: () => void) => vi.waitFor(seen, { timeout: 8_000, interval: 10 });
const told = () =>
  desk.received.flatMap(({ type, content }) =>
    type === 0 ? [[content.id, content.released, content.count, content.alarmSwitchState]] : [],
  );
const event = (id: string, repeats: number, kind: "raised" | "released" = "raised"): AlarmEvent => {
  const raised = alarmOf(device, { id, kind });
  return { ...raised, record: { ...raised.record, repeats, released_at: kind === "released" ? raised.record.raised_at : null } };
};

it("tells of a thousand repeats of one alarm once, and how it stands by then", async () => {
  hall.realtime.alarm(event("flaps", 0));
  for (let n = 1; n <= 1000; n += 1) {
    hall.realtime.alarm(event("flaps", n - 1, "released"));
    hall.realtime.alarm(event("flaps", n));
  }
  hall.realtime.alarm(event("flaps", 1000, "released"));
  await until(() => expect(told()).toHaveLength(3));
  expect(told()).toEqual([
    ["flaps", false, 1, 1],
    ["flaps", true, 1, 0],
    ["flaps", true, 1, 0],
  ]);
});

it("sounds for alarms that are told together where one of them is new, whichever came last", async () => {
  for (let n = 0; n < 4; n += 1) hall.realtime.alarm({ ...event(`lost${n}`, n === 1 ? 0 : 1), absence: true });
  await until(() => expect(told()).toEqual([["lost1", false, 4, 1]]));
  for (let n = 4; n < 8; n += 1) hall.realtime.alarm({ ...event(`lost${n}`, 1), absence: true });
  await until(() => expect(told()).toHaveLength(2));
  expect(told().at(-1)).toEqual(["lost7", false, 4, 0]);
});
