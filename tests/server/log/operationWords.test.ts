import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codes } from "#contract/codes.ts";
import type { Call } from "#contract/kit/call.ts";
import { alarmLog, alarmTrigger } from "#contract/resources/alarm.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceEvent, type OperationRow } from "#contract/resources/log.ts";
import { order } from "#contract/resources/order.ts";
import { terminalUser } from "#contract/resources/relations.ts";
import { role } from "#contract/resources/role.ts";
import { user } from "#contract/resources/user.ts";
import { userTempData } from "#contract/resources/userTempData.ts";
import { openSite, type Site } from "#tests/server/site.ts";
import { openTenant, type Tenant } from "#tests/server/tenants/tenant.ts";

let site: Site;
let root: string;
let north: Tenant;
let south: Tenant;

beforeAll(async () => {
  site = await openSite();
  root = await site.signIn("admin", "adminpw1");
  north = await openTenant(site, "north");
  south = await openTenant(site, "south");
});
afterAll(() => site.close());

const newest = async (call: Call, token = root): Promise<OperationRow> => {
  const { list } = (await site.ask(deviceEvent.calls.query_user_event, { call: call.path, pageSize: 1 }, { token })).data;
  if (!list[0]) throw new Error(`no row of ${call.path}`);
  return list[0];
};
const done = async (call: Call, request: object, token = north.token) => {
  expect([call.path, (await site.ask(call, request, { token })).code]).toEqual([call.path, 0]);
  return newest(call, token);
};

describe("a row of the operation log", () => {
  it("names its record: as it was asked for, was made, was called then, or is called now", async () => {
    expect((await newest(deviceDataRecipe.calls.post)).record).toBe("south spare");
    expect((await done(alarmTrigger.calls.open_or_close, { id: north.ids.rule, enabled: false })).record).toBe("north rule");
    expect((await done(user.calls.disable, { ids: [north.ids.staff] })).record).toBe("north.staff");
    expect((await done(role.calls.put, { id: north.ids.role, name: "Watch", version: 1 })).record).toBe("Watch");
    expect((await done(terminalUser.calls.delete, { ids: [north.ids.consumer] })).record).toBe("north.consumer");
  });

  it("names no record that the asker may not see", async () => {
    const tried = await site.ask(alarmTrigger.calls.open_or_close_mask, { id: south.ids.rule, mask: true }, { token: north.token });
    expect(tried.code).toBe(404);
    expect((await newest(alarmTrigger.calls.open_or_close_mask, north.token)).record).toBe("");
    expect((await newest(alarmTrigger.calls.open_or_close_mask)).record).toBe("south rule");
    const processed = { ids: [south.ids.alarm], state: 1 as const, remark: "looked at" };
    expect((await site.ask(alarmLog.calls.recover, processed, { token: north.token })).code).toBe(404);
    expect((await newest(alarmLog.calls.recover, north.token)).record).toBe("");
    expect((await newest(alarmLog.calls.recover)).record).toBe("south device · south rule");
  });

  it("has the names of its data points, also when their device is gone, for who may see them", async () => {
    await site.ask(device.calls.cmd, { id: north.ids.device, slave: 1, values: { [north.ids.point]: 1 } }, { token: north.token });
    const points = [{ id: north.ids.point, name: "north point", nameEn: "" }];
    expect(await newest(device.calls.cmd)).toMatchObject({ record: "north device", points });
    await site.ask(device.calls.delete, { ids: [north.ids.device] }, { token: north.token });
    expect((await newest(device.calls.delete)).record).toBe("north-1 north device");
    expect(await newest(device.calls.cmd, north.token)).toMatchObject({ record: "", points });
    expect((await newest(order.calls.post)).points).toEqual([{ id: south.ids.point, name: "south point", nameEn: "" }]);
  });

  it("says of a refused request which fields were wrong, and by which rule", async () => {
    const asked = { account: "no blanks", userName: "A", password: "Kestrel72x", type: 1, roleIds: [], phone: "12" };
    expect((await site.ask(user.calls.add_child, asked, { token: north.token })).code).toBe(codes.badRequest.code);
    const { code, detail } = await newest(user.calls.add_child, north.token);
    expect([code, JSON.parse(detail)]).toEqual([
      400,
      { wrong: { account: "rule.account.format", phone: "rule.phone.format" }, ...asked, password: "***" },
    ]);
  });

  it("says so of a secret as well, whose value it never keeps", async () => {
    const asked = { account: "plain", userName: "A", password: "!", type: 1, roleIds: [] };
    await site.ask(user.calls.add_child_company, asked, { token: north.token });
    const { detail } = await newest(user.calls.add_child_company, north.token);
    expect(JSON.parse(detail)).toMatchObject({ wrong: { password: "rule.password.format" }, password: "***" });
  });
});

describe("own preferences", () => {
  const rows = async (): Promise<number> =>
    (await site.ask(deviceEvent.calls.query_user_event, { call: "user_temp_data" }, { token: root })).data.total;

  it("are no operations: kept or refused, they leave no row", async () => {
    await site.ask(userTempData.calls.post, { key: "table", value: "{}" }, { token: root });
    await site.ask(userTempData.calls.post, { key: "", value: "{}" }, { token: root });
    await site.ask(userTempData.calls.delete, { key: "table" }, { token: root });
    await site.gatehouse.services.refusedCalls.flush();
    expect(await rows()).toBe(0);
  });

  it("stay in the log where they are in it from before", async () => {
    const before = { userId: null, account: "admin", userName: "", companyId: null, address: "", detail: "{}", code: 0, milliseconds: 1 };
    await site.gatehouse.services.operationLog.write({ ...before, at: Date.now(), call: userTempData.calls.post.path });
    expect(await rows()).toBe(1);
  });

  it("that a stranger tries to keep are a refusal like any other", async () => {
    await site.ask(userTempData.calls.post, { key: "table", value: "{}" });
    expect(await rows()).toBe(2);
  });
});
