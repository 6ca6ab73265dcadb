import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { devicePasswordFits, deviceSecret } from "#server/wire/devicePassword.ts";
import { lastLogged, openPeople, type People } from "#tests/server/people/people.ts";

const { addSnAndPsd: register, querysnpsw: listed, delSnAndPsd: unregister } = device.calls;
let people: People;
let recipeId: string;

beforeAll(async () => {
  people = await openPeople();
  recipeId = (await people.site.ask(deviceDataRecipe.calls.post, { name: "Template" }, { token: people.admin })).data.id;
});
afterAll(() => people.site.close());

const rows = async (search: string, token = people.admin) => (await people.site.ask(listed, { search }, { token })).data.list;
const added = (sn: string, more: object = {}) => ({
  ...{ name: "Pump", sn, typeId: "type-general", industry: "water", slaves: [{ no: 1, name: "One", recipeId }] },
  ...more,
});
const fits = async (sn: string, password: string): Promise<boolean> => {
  const { db } = people.site.gatehouse.services;
  const { password_hash } = await db.selectFrom("device").select("password_hash").where("sn", "=", sn).executeTakeFirstOrThrow();
  return devicePasswordFits(password_hash, password, await deviceSecret(db));
};

describe("the SN registry", () => {
  it("keeps SNs with their passwords, typed or made up, until they are deleted; the log has no password [S2.174]", async () => {
    const { site, admin: token } = people;
    const pairs = [{ sn: "REG-0001", password: "Kestrel72x" }, { sn: "REG-0002" }];
    expect((await site.ask(register, { pairs }, { token })).data).toEqual({ added: 2 });
    expect(JSON.parse((await lastLogged(site, register.path)).change)).toEqual({ "REG-0001": [null, "***"], "REG-0002": [null, "***"] });
    expect((await lastLogged(site, register.path)).detail).not.toContain("Kestrel72x");
    await site.restart();
    people = { ...people, admin: await site.signIn("admin", "adminpw1") };
    const kept = await rows("reg-000");
    expect(kept.map(({ sn, used }) => [sn, used]).sort()).toEqual([
      ["REG-0001", false],
      ["REG-0002", false],
    ]);
    expect(kept.find(({ sn }) => sn === "REG-0001")?.password).toBe("Kestrel72x");
    expect(kept.find(({ sn }) => sn === "REG-0002")?.password).toMatch(/^[0-9A-Za-z]{16}$/);
    expect((await site.ask(unregister, { ids: kept.map(({ id }) => id) }, { token: people.admin })).data).toEqual({ removed: 2 });
    expect(await rows("reg-000")).toEqual([]);
  });

  it("registers all or none: one that is taken, in whatever case, is told at its field", async () => {
    const { site, admin: token } = people;
    await site.ask(device.calls.post, added("TAKEN-1"), { token });
    await site.ask(register, { pairs: [{ sn: "TAKEN-2" }] }, { token });
    const refused = await site.ask(register, { pairs: [{ sn: "FREE-1" }, { sn: "taken-1" }, { sn: "Taken-2" }] }, { token });
    expect(refused.fields.map(({ path }) => path)).toEqual(["pairs.1.sn", "pairs.2.sn"]);
    expect(await rows("free-1")).toEqual([]);
    const twice = await site.ask(register, { pairs: [{ sn: "FREE-1" }, { sn: "free-1" }] }, { token });
    expect(twice.fields.map(({ path }) => path)).toEqual(["pairs.1.sn"]);
    const many = Array.from({ length: 1001 }, (_, place) => ({ sn: `MANY-${place}` }));
    expect((await site.ask(register, { pairs: many }, { token })).code).toBe(400);
    expect((await site.ask(register, { pairs: many.slice(1) }, { token })).data).toEqual({ added: 1000 });
  });

  it("gives a device that is added with the SN its password, which nobody can read from then on", async () => {
    const { site, admin: token } = people;
    await site.ask(register, { pairs: [{ sn: "GIVEN-1", password: "Osprey45pq" }] }, { token });
    expect((await site.ask(device.calls.post, added("GIVEN-1"), { token })).data.password).toBe("");
    expect(await fits("GIVEN-1", "Osprey45pq")).toBe(true);
    expect(await rows("given-1")).toMatchObject([{ used: true, password: "" }]);
    await site.ask(register, { pairs: [{ sn: "GIVEN-2", password: "Osprey45pq" }] }, { token });
    await site.ask(device.calls.post, added("GIVEN-2", { password: "Falcon83ty" }), { token });
    expect([await fits("GIVEN-2", "Falcon83ty"), await fits("GIVEN-2", "Osprey45pq")]).toEqual([true, false]);
  });

  it("gives a device that takes a registered SN over its password as well", async () => {
    const { site, admin: token } = people;
    const { id } = (await site.ask(device.calls.post, added("OLD-1", { password: "Falcon83ty" }), { token })).data;
    await site.ask(register, { pairs: [{ sn: "NEW-1", password: "Osprey45pq" }] }, { token });
    expect((await site.ask(device.calls.put, { ...added("NEW-1"), id, version: 1 }, { token })).code).toBe(0);
    expect([await fits("NEW-1", "Osprey45pq"), await fits("NEW-1", "Falcon83ty")]).toEqual([true, false]);
    expect(await rows("new-1")).toMatchObject([{ used: true, password: "" }]);
  });

  it("lets an SN go with its device: it is added or registered again, by whomever", async () => {
    const { site, admin: token, southOwner } = people;
    await site.ask(register, { pairs: [{ sn: "AGAIN-1" }, { sn: "AGAIN-2" }] }, { token });
    for (const sn of ["AGAIN-1", "AGAIN-2"]) {
      const { id } = (await site.ask(device.calls.post, added(sn), { token })).data;
      await site.ask(device.calls.delete, { ids: [id] }, { token });
    }
    expect((await site.ask(device.calls.post, added("AGAIN-1"), { token: southOwner })).data.password).toMatch(/^[0-9A-Za-z]{16}$/);
    expect((await site.ask(register, { pairs: [{ sn: "AGAIN-2" }] }, { token: southOwner })).data).toEqual({ added: 1 });
    expect(await rows("again-2", southOwner)).toMatchObject([{ used: false }]);
  });

  it("is seen within one's organisations alone; an SN of another organisation is taken", async () => {
    const { site, admin, northOwner, southOwner } = people;
    await site.ask(register, { pairs: [{ sn: "NORTH-1" }] }, { token: northOwner });
    expect((await rows("north-1", admin)).length).toBe(1);
    expect(await rows("north-1", southOwner)).toEqual([]);
    const { id } = (await rows("north-1", northOwner))[0] ?? { id: "" };
    expect((await site.ask(unregister, { ids: [id] }, { token: southOwner })).code).toBe(404);
    expect((await site.ask(device.calls.post, added("NORTH-1"), { token: southOwner })).code).toBe(1311);
    expect((await site.ask(register, { pairs: [{ sn: "NORTH-1" }] }, { token: southOwner })).code).toBe(400);
    expect((await site.ask(device.calls.post, added("north-1"), { token: northOwner })).code).toBe(1311);
    expect((await rows("north-1", northOwner)).map(({ used }) => used)).toEqual([false]);
  });
});
