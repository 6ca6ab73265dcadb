import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Call } from "#contract/kit/call.ts";
import { alarmLog } from "#contract/resources/alarm.ts";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { deviceCompanyGroup } from "#contract/resources/deviceCompanyGroup.ts";
import { deviceFavorites } from "#contract/resources/deviceFavorites.ts";
import { deviceGroupMember } from "#contract/resources/deviceGroupMember.ts";
import { deviceTemplate } from "#contract/resources/deviceTemplate.ts";
import { deviceTypeRelation } from "#contract/resources/deviceType.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { role, userRole } from "#contract/resources/role.ts";
import { user } from "#contract/resources/user.ts";
import { resources } from "#contract/resources.ts";
import { openSite, type Site } from "#tests/server/site.ts";
import { openTenant, type Tenant } from "./tenant.ts";

const shapeOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> =>
  schema && "shape" in schema ? (schema.shape as Record<string, z.ZodType>) : {};

/** Fields of the rows of a list, none of another answer. */
const rowFields = ({ response }: Call): string[] => {
  const { list } = shapeOf(response);
  return list && "element" in list ? Object.keys(shapeOf(list.element as z.ZodType)) : [];
};

const reads: readonly Call[] = resources.flatMap((resource) => Object.values(resource.calls)).filter(({ kind }) => kind === "read");
const lists = reads.filter((call) => "pageNo" in shapeOf(call.request));
/** Asks which roles may be given in an organisation, those of organisations above it among them. */
const given: Call = userRole.calls.query_child_user;
const filtered = lists.filter((call) => "companyId" in shapeOf(call.request) && call !== given);

/** Lists whose rows name an organisation, and that need no filter by it: one's own alone, and those of one device, user, group, device type, data template or device template. */
const unfiltered: readonly Call[] = [
  given,
  ...[user.calls.query, deviceTypeRelation.calls.queryDevice, deviceFavorites.calls.query],
  ...[deviceTemplate.calls.query_device, device.calls.my, device.calls.list_recipe_slave_sn],
  ...[deviceGroupMember.calls.query, deviceCompanyGroup.calls.query_group_slave],
];

let site: Site;
let root: string;
let north: Tenant;
let town: Tenant;
let south: Tenant;

beforeAll(async () => {
  site = await openSite();
  root = await site.signIn("admin", "adminpw1");
  north = await openTenant(site, "ZQNORTH");
  town = await openTenant(site, "ZQTOWN", north.ids.company);
  south = await openTenant(site, "ZQSOUTH");
});
afterAll(() => site.close());

const marksIn = async (call: Call, companyId: string | undefined, token: string): Promise<string[]> => {
  const answer = await site.ask(call, { pageSize: 100, ...(companyId === undefined ? {} : { companyId }) }, { token });
  expect([call.path, answer.code]).toEqual([call.path, 0]);
  const text = JSON.stringify((answer.data as { list: unknown[] }).list, (name, value) => (name === "parentName" ? "" : value));
  return [north, town, south].map(({ mark }) => mark).filter((mark) => text.includes(mark));
};

describe("the filter by organisation", () => {
  it("is there wherever the rows of a list belong to organisations", () => {
    const owned = lists.filter((call) => rowFields(call).some((name) => name === "companyName" || name === "companyId"));
    const without = owned.filter((call) => !filtered.includes(call) && !unfiltered.includes(call));
    expect(without.map(({ path }) => path)).toEqual([]);
    expect(filtered.length).toBeGreaterThan(12);
  });

  it.each(filtered.map((call) => [call.path, call] as const))(
    "of %s lets through the organisation and what is below it",
    async (_path, call) => {
      expect(await marksIn(call, undefined, root)).toEqual(["ZQNORTH", "ZQTOWN", "ZQSOUTH"]);
      expect(await marksIn(call, north.ids.company, root)).toEqual(["ZQNORTH", "ZQTOWN"]);
      expect(await marksIn(call, town.ids.company, root)).toEqual(["ZQTOWN"]);
      expect(await marksIn(call, town.ids.company, north.token)).toEqual(["ZQTOWN"]);
    },
  );

  it.each(filtered.map((call) => [call.path, call] as const))("of %s never shows more than one's own", async (_path, call) => {
    for (const companyId of [south.ids.company, "root", "no such organisation"])
      expect([companyId, await marksIn(call, companyId, north.token)]).toEqual([companyId, []]);
  });

  it("of counts of alarms counts what its list has", async () => {
    const count = async (companyId: string, token: string) => [
      (await site.ask(alarmLog.calls.count, { companyId }, { token })).data.total,
      (await site.ask(alarmLog.calls.countLevel, { companyId }, { token })).data.reduce((sum, level) => sum + level.count, 0),
    ];
    expect(await count(north.ids.company, root)).toEqual([4, 4]);
    expect(await count(town.ids.company, root)).toEqual([2, 2]);
    expect(await count(south.ids.company, north.token)).toEqual([0, 0]);
  });

  it("of the operation log finds a text in all that the asker may see of a row", async () => {
    const asked = { companyId: town.ids.company, search: "far above" };
    await site.ask(role.calls.put, { id: town.ids.role, name: "ZQTOWN role", description: "far above", version: 1 }, { token: root });
    const found = async (token: string) =>
      (await site.ask(deviceEvent.calls.query_user_event, asked, { token })).data.list.map(({ account, call }) => [account, call]);
    expect(await found(root)).toEqual([["admin", role.calls.put.path]]);
    expect(await found(north.token)).toEqual([["admin", role.calls.put.path]]);
    expect(await found(south.token)).toEqual([]);
  });

  it("finds organisations for itself by a part of their name, or the one that an address names", async () => {
    const found = async (request: object, token: string) =>
      (await site.ask(company.calls.query_mini, request, { token })).data.list.map(({ name, parentName }) => [name, parentName]);
    expect(await found({ name: "town comp" }, root)).toEqual([["ZQTOWN company", "ZQNORTH company"]]);
    expect(await found({ id: north.ids.company }, north.token)).toEqual([["ZQNORTH company", ""]]);
    expect(await found({ id: south.ids.company }, north.token)).toEqual([]);
    expect(await found({ name: "company" }, town.token)).toEqual([["ZQTOWN company", ""]]);
  });
});
