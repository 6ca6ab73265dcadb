import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alarmLog, alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmMask } from "#contract/resources/alarmMask.ts";
import { device } from "#contract/resources/device.ts";
import { openSite, type Site } from "#tests/server/site.ts";
import { openTenant, type Tenant } from "#tests/server/tenants/tenant.ts";

let site: Site;
let admin: { token: string };
let north: Tenant;
let south: Tenant;
/** Below north. */
let town: Tenant;

beforeAll(async () => {
  site = await openSite();
  admin = { token: await site.signIn("admin", "adminpw1") };
  north = await openTenant(site, "north");
  south = await openTenant(site, "south");
  town = await openTenant(site, "town", north.ids.company);
});
afterAll(() => site.close());

const { query, put, end } = alarmMask.calls;
const hour = 3_600_000;
const ahead = (ms: number): string => new Date(site.gatehouse.services.now() + ms).toISOString();
const begun = async (fields: object, as: { token: string }): Promise<string> =>
  (await site.ask(put, { reason: "works", ...fields }, as)).data.id;
const seen = async (as: { token: string }, id: string) =>
  (await site.ask(query, { pageSize: 100 }, as)).data.list.find((mask) => mask.id === id);
const ruleOf = async (tenant: Tenant) => (await site.ask(alarmTrigger.calls.get, { id: tenant.ids.rule }, tenant)).data;

describe("masks of alarms", () => {
  it("say what, by whom, why and until when, and are changed and ended [S4.059]", async () => {
    const endsAt = ahead(hour);
    const id = await begun({ ruleId: north.ids.rule, endsAt, reason: "Pump service" }, north);
    const row = { ruleName: "north rule", companyName: "north company", by: "north.keeper", reason: "Pump service", endsAt };
    expect(await seen(north, id)).toMatchObject({ ...row, state: "running", changeable: true, deviceId: null, endedBy: "" });
    expect(await ruleOf(north)).toMatchObject({ mask: true, maskedBy: { id, by: "north.keeper", reason: "Pump service", endsAt } });
    const later = ahead(2 * hour);
    expect((await site.ask(put, { id, version: 1, endsAt: later, reason: "Longer" }, north)).code).toBe(0);
    expect((await site.ask(put, { id, version: 1, endsAt: later, reason: "Longer" }, north)).code).toBe(1300);
    expect(await seen(north, id)).toMatchObject({ reason: "Longer", endsAt: later, version: 2 });
    expect((await site.ask(end, { ids: [id] }, north)).data).toEqual({ ended: 1 });
    expect(await seen(north, id)).toMatchObject({ state: "over", endedBy: "north.keeper" });
    expect((await site.ask(end, { ids: [id] }, north)).data).toEqual({ ended: 0 });
    expect((await site.ask(put, { id, endsAt: ahead(hour), reason: "again" }, north)).code).toBe(1436);
    expect(await ruleOf(north)).toMatchObject({ mask: false, maskedBy: null });
  });

  it("are found by their state, what they hold back and a text", async () => {
    const planned = await begun(
      { deviceId: north.ids.device, startsAt: ahead(hour), endsAt: ahead(2 * hour), reason: "Später 50%" },
      north,
    );
    const found = async (filters: object) => (await site.ask(query, filters, north)).data.list.map(({ id }) => id);
    expect(await found({ state: "planned" })).toEqual([planned]);
    expect(await found({ state: "running" })).not.toContain(planned);
    expect(await found({ deviceId: north.ids.device, state: "planned" })).toEqual([planned]);
    expect(await found({ search: "SPÄTER 50%" })).toEqual([planned]);
    expect(await found({ search: "_" })).toEqual([]);
    expect(await found({ companyId: town.ids.company })).toEqual([town.ids.mask]);
    await site.ask(end, { ids: [planned] }, north);
    expect(await seen(north, planned)).toMatchObject({ state: "over" });
  });

  it("need something to hold back, an end that is ahead and no further than 366 days, and a reason", async () => {
    const wrong = async (fields: object) => (await site.ask(put, { deviceId: north.ids.device, reason: "works", ...fields }, north)).code;
    const day = 24 * hour;
    expect(await wrong({ deviceId: null })).toBe(400);
    expect(await wrong({ reason: " " })).toBe(400);
    expect(await wrong({ endsAt: ahead(-1000) })).toBe(400);
    const inAnHour = ahead(hour);
    expect(await wrong({ startsAt: inAnHour, endsAt: inAnHour })).toBe(400);
    expect(await wrong({ endsAt: ahead(367 * day) })).toBe(400);
    expect(await wrong({ startsAt: ahead(367 * day) })).toBe(400);
  });

  it("take nothing of another organisation, and tell those below of one above no name", async () => {
    for (const fields of [
      { deviceId: south.ids.device },
      { ruleId: south.ids.rule },
      { deviceId: north.ids.device, ruleId: south.ids.rule },
    ])
      expect((await site.ask(put, { ...fields, reason: "works" }, north)).code).toBe(404);
    expect((await site.ask(put, { alarmTypeId: south.ids.alarmType, reason: "works" }, north)).code).toBe(400);
    const typed = await begun({ alarmTypeId: north.ids.alarmType, endsAt: ahead(hour) }, north);
    const plain = await begun({ deviceId: north.ids.device, endsAt: ahead(hour) }, north);
    const lower = await begun({ deviceId: town.ids.device, endsAt: ahead(hour) }, north);
    expect(await seen(town, typed)).toMatchObject({ by: "", changeable: false, reason: "works", companyName: "north company" });
    expect(await seen(town, plain)).toBeUndefined();
    expect(await seen(town, lower)).toMatchObject({ by: "north.keeper", changeable: true });
    for (const id of [typed, plain, lower]) expect(await seen(south, id)).toBeUndefined();
    expect((await site.ask(end, { ids: [typed] }, town)).code).toBe(404);
    expect((await site.ask(put, { id: typed, reason: "mine" }, town)).code).toBe(404);
    await site.ask(end, { ids: [typed, plain, lower] }, north);
  });

  it("are switched on without an end and off by the switch of a rule", async () => {
    const { open_or_close_mask } = alarmTrigger.calls;
    for (const mask of [true, true]) expect((await site.ask(open_or_close_mask, { id: south.ids.rule, mask }, south)).code).toBe(0);
    const { maskedBy } = await ruleOf(south);
    expect(maskedBy).toMatchObject({ by: "south.keeper", endsAt: null, reason: "" });
    const running = (await site.ask(query, { ruleId: south.ids.rule, state: "running" }, south)).data.list;
    expect(running.filter(({ deviceId }) => deviceId === null)).toHaveLength(1);
    expect((await site.ask(open_or_close_mask, { id: south.ids.rule, mask: false }, south)).code).toBe(0);
    expect(await ruleOf(south)).toMatchObject({ mask: false });
    // That of the rule on one device stands.
    expect(await seen(south, south.ids.mask)).toMatchObject({ state: "running" });
  });

  it("stand at every row of a device that they hold back as a whole", async () => {
    const { device: deviceId } = north.ids;
    const endsAt = ahead(hour);
    const rows = async (as: Tenant) =>
      [
        (await site.ask(device.calls.query, {}, as)).data.list.find(({ id }) => id === deviceId),
        (await site.ask(device.calls.get, { id: deviceId }, as)).data,
      ].map((row) => row?.mutedBy);
    await begun({ deviceId, ruleId: north.ids.rule, endsAt }, north);
    await begun({ deviceId, startsAt: ahead(hour) }, north);
    expect(await rows(north)).toEqual([null, null]);
    const id = await begun({ deviceId, endsAt, reason: "Pump service" }, north);
    const told = { id, by: "north.keeper", reason: "Pump service", endsAt };
    expect(await rows(north)).toEqual([told, told]);
    await site.ask(end, { ids: [id] }, north);
    expect(await rows(north)).toEqual([null, null]);
  });

  it("stay with a device that goes to an organisation below, and end where another takes it", async () => {
    const mask = await begun({ deviceId: north.ids.device, endsAt: ahead(hour) }, north);
    const moved = async (companyId: string) =>
      (await site.ask(device.calls.change_user, { ids: [north.ids.device], companyId }, admin)).code;
    expect(await moved(town.ids.company)).toBe(0);
    expect(await seen(town, mask)).toMatchObject({ by: "", changeable: false });
    expect(await moved(south.ids.company)).toBe(0);
    expect(await seen(south, mask)).toBeUndefined();
    expect(await seen(admin, mask)).toMatchObject({ state: "over", endedBy: "Administrator" });
    expect(await moved(north.ids.company)).toBe(0);
    expect(await seen(north, mask)).toMatchObject({ state: "over" });
  });

  it("stand at the records that were raised under them", async () => {
    const endsAt = ahead(hour);
    const mask = await begun({ ruleId: south.ids.rule, endsAt, reason: "Pump service" }, south);
    await site.gatehouse.services.db.updateTable("alarm_log").set({ masked: 1, mask_id: mask }).where("id", "=", south.ids.alarm).execute();
    const record = async (as: { token: string }) => (await site.ask(alarmLog.calls.get, { id: south.ids.alarm }, as)).data;
    const told = { silent: true, maskedBy: { id: mask, by: "south.keeper", reason: "Pump service", endsAt } };
    expect(await record(south)).toMatchObject(told);
    expect((await site.ask(device.calls.change_user, { ids: [south.ids.device], companyId: town.ids.company }, admin)).code).toBe(0);
    expect(await record(town)).toMatchObject({ silent: false, maskedBy: { by: "", reason: "" } });
    expect(await record(admin)).toMatchObject({ maskedBy: { by: "south.keeper", reason: "Pump service" } });
  });
});
