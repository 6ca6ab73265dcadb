import { afterEach, beforeEach, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { alarmLog, alarmTrigger } from "#contract/resources/alarm.ts";
import { device } from "#contract/resources/device.ts";
import { deviceStateLog } from "#contract/resources/deviceStateLog.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { deviceUserBind } from "#contract/resources/relations.ts";
import { openSite, type Site } from "#tests/server/site.ts";
import { openTenant, type Tenant } from "#tests/server/tenants/tenant.ts";
import { lastLogged } from "./people.ts";

let site: Site;
let root: string;
let north: Tenant;
let south: Tenant;

beforeEach(async () => {
  site = await openSite();
  root = await site.signIn("admin", "adminpw1");
  north = await openTenant(site, "north");
  south = await openTenant(site, "south");
});
afterEach(() => site.close());

const moveTo = async (companyId: string): Promise<number | undefined> => {
  const { data } = await site.ask(device.calls.get, { id: north.ids.device }, { token: root });
  const { id, name, sn, typeId, modelId, industry, version } = data;
  const slaves = data.slaves.map(({ no, name: slave, recipeId }) => ({ no, name: slave, recipeId }));
  const fields = { id, name, sn, typeId, modelId, industry, slaves, version, companyId };
  return (await site.ask(device.calls.put, fields, { token: root })).code;
};

const totals = async (token: string): Promise<number[]> => {
  const calls: Call[] = [
    device.calls.query,
    alarmTrigger.calls.query,
    alarmLog.calls.query,
    deviceStateLog.calls.query,
    deviceEvent.calls.query,
  ];
  const answers = [];
  for (const call of calls) answers.push((await site.ask(call, { search: "north", name: "north" }, { token })).data as { total: number });
  return answers.map(({ total }) => total);
};

it("takes a device's alarms, logs and own rules along to its new organisation, and leaves nothing of them at the old one", async () => {
  expect([await totals(north.token), await totals(south.token)]).toEqual([
    [1, 1, 2, 1, 2],
    [0, 0, 0, 0, 0],
  ]);
  expect(await moveTo(south.ids.company)).toBe(0);
  // The move itself is an event of the device.
  expect([await totals(north.token), await totals(south.token)]).toEqual([
    [0, 0, 0, 0, 0],
    [1, 1, 2, 1, 3],
  ]);
});

it("lets the new organisation edit a rule that came with the device, which stays its own whoever edits it", async () => {
  await moveTo(south.ids.company);
  for (const [turn, token] of [south.token, root].entries()) {
    const rule = (await site.ask(alarmTrigger.calls.get, { id: north.ids.rule }, { token })).data;
    expect((await site.ask(alarmTrigger.calls.put, { ...rule, a: 7 + turn }, { token })).code).toBe(0);
  }
  const { companyName, a } = (await site.ask(alarmTrigger.calls.get, { id: north.ids.rule }, { token: south.token })).data;
  expect([companyName, a]).toEqual(["south company", 8]);
  expect((await site.ask(alarmTrigger.calls.get, { id: north.ids.rule }, { token: north.token })).code).toBe(404);
  const onTemplate = { name: "whole template", recipeId: north.ids.recipe, pointId: north.ids.point, condition: "above", a: 1 };
  expect((await site.ask(alarmTrigger.calls.post, onTemplate, { token: south.token })).code).toBe(404);
});

it("ends what bound users of the old organisation to the device, and says whose in the operation log", async () => {
  const bound = async (): Promise<string[]> =>
    (await site.ask(deviceUserBind.calls.queryUser, { deviceId: north.ids.device }, { token: root })).data.list.map(
      ({ account }) => account,
    );
  expect(await bound()).toEqual(["north.consumer"]);
  await moveTo(north.ids.branch);
  expect(await bound()).toEqual(["north.consumer"]);
  await moveTo(south.ids.company);
  expect(await bound()).toEqual([]);
  const change = JSON.parse((await lastLogged(site, device.calls.put.path)).change);
  const left = { users: [["north.consumer"], []], groups: [["north companyGroup"], []] };
  expect(change).toEqual({ companyId: [north.ids.branch, south.ids.company], ...left });
});
