import { afterAll, beforeAll, expect, it } from "vitest";
import { commandDevice } from "#server/devices/deviceCommand.ts";
import { Problem } from "#server/kit/problem.ts";
import type { CommandSender } from "#server/wire/commands.ts";
import { openFaultLog } from "#server/wire/faults.ts";
import { keepEventRow } from "#server/wire/keepEventRow.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { noLaterCommands } from "#tests/server/noLaterCommands.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

it("what a device sent wrong before it was deleted holds up no other device's log", async () => {
  const { db, registry } = site.gatehouse.services;
  const token = await site.signIn("admin", adminPassword);
  const { recipeId } = await addTemplate(site, token, "T", [{ name: "p", nameEn: "p", address: "1" }]);
  const [gone, stays] = [
    await addDevice(site, token, { sn: "GONE-1", recipeId }),
    await addDevice(site, token, { sn: "STAYS-1", recipeId }),
  ];
  const [first, second] = [await registry.byId(gone), await registry.byId(stays)];
  if (!first || !second) throw new Error("the devices are not registered");
  const failed: unknown[] = [];
  const faults = openFaultLog(db, { failed: (part) => failed.push(part), over: () => undefined }, Date.now);
  await db.deleteFrom("device").where("id", "=", gone).execute();
  faults.note(first, { code: "json" }, Buffer.from("{"));
  faults.note(second, { code: "json" }, Buffer.from("{"));
  await faults.idle();
  const kept = await db.selectFrom("device_event").select("device_id").where("kind", "=", "fault").execute();
  expect([kept, failed]).toEqual([[{ device_id: stays }], []]);
});

it("a row of a device that was deleted meanwhile is none, and what else cannot be kept is a fault", async () => {
  const { db } = site.gatehouse.services;
  const row = {
    id: "row-1",
    device_id: "gone",
    company_id: "root",
    kind: "event",
    at: 1,
    content: "{}",
    user_id: null,
    account: "",
    result: "",
  };
  expect(await keepEventRow(db, row)).toBe(false);
  const { id: device_id } = await db.selectFrom("device").select("id").executeTakeFirstOrThrow();
  expect(await keepEventRow(db, { ...row, device_id })).toBe(true);
  await expect(keepEventRow(db, { ...row, device_id })).rejects.toThrow();
});

it("a command whose device is deleted before it replies is answered as the one without a reply that it is", async () => {
  const { db, registry } = site.gatehouse.services;
  const token = await site.signIn("admin", adminPassword);
  const { recipeId, points } = await addTemplate(site, token, "W", [{ name: "p", nameEn: "p", address: "1", writable: true }]);
  const id = await addDevice(site, token, { sn: "GONE-2", recipeId });
  const { user_id } = await db.selectFrom("session").select("user_id").executeTakeFirstOrThrow();
  const caller = await site.gatehouse.services.sessions.callerOf(user_id, "test");
  if (!caller) throw new Error("nobody asks");
  const send: CommandSender["send"] = async (_id, _device, _slave, _values, keep) => {
    await db.deleteFrom("device").where("id", "=", id).execute();
    const fault = new Problem("deviceSilent");
    await keep({ fault });
    throw fault;
  };
  const asked = commandDevice(db, caller, { id, slave: 1, values: { [String(points["1"])]: 5 } }, 1, {
    registry,
    commands: { send },
    laterCommands: noLaterCommands,
  });
  await expect(asked).rejects.toMatchObject({ code: "deviceSilent" });
});
