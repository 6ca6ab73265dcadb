import { afterAll, beforeAll, expect, it } from "vitest";
import { invalidReadings } from "#server/history/invalidReadings.ts";
import { newId } from "#server/kit/newId.ts";
import { addDevice, addTemplate } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { choiceOf, chosen, day, minute, second, start } from "./historySite.ts";

let site: Site;
let deviceId: string;
beforeAll(async () => {
  site = await openSite();
  const token = await site.signIn("admin", adminPassword);
  const { recipeId } = await addTemplate(site, token, "T", [{ name: "P", address: "1" }]);
  deviceId = await addDevice(site, token, { sn: "RUBBISH-1", recipeId });
});
afterAll(() => site.close());

const noted = async (instants: readonly number[], content: object): Promise<void> => {
  const { db } = site.gatehouse.services;
  const row = { device_id: deviceId, company_id: "root", kind: "fault", user_id: null, account: "", result: "" } as const;
  for (let done = 0; done < instants.length; done += 500)
    await db
      .insertInto("device_event")
      .values(instants.slice(done, done + 500).map((at) => ({ ...row, id: newId(at), at, content: JSON.stringify(content) })))
      .execute();
};
const read = (from: number, to: number) =>
  invalidReadings(
    site.gatehouse.services.db,
    { ...choiceOf([chosen(1)], "raw", from, to), device: { id: deviceId, name: "D", sn: "RUBBISH-1" } },
    from,
    to,
  );
const times = (count: number): number[] => Array.from({ length: count }, (_, n) => start + n * second);

it("of more invalid readings than are marked the newest are, oldest first, and other faults take none of their room", async () => {
  const invalid = times(2001);
  await noted(invalid, { code: "type", values: { slave: 1, address: "1" } });
  await noted(
    times(300).map((at) => at + day),
    { code: "json", values: {} },
  );
  const marked = await read(start, start + 2 * day);
  expect(marked.map(({ ts }) => ts)).toEqual(invalid.slice(1));
  expect(marked[0]).toEqual({ ts: start + second, place: 0, code: "type" });
  expect(await read(start, start + minute)).toHaveLength(60);
  expect((await read(start, start + minute)).map(({ ts }) => ts)).toEqual(invalid.slice(0, 60));
});
