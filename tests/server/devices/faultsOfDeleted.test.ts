import { afterAll, beforeAll, expect, it } from "vitest";
import { openFaultLog } from "#server/wire/faults.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
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
