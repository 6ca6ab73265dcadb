import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { addDevice, addTemplate, until } from "#tests/server/fleet.ts";
import { handClock } from "#tests/server/handClock.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { post } from "./poster.ts";

const later = handClock();

const opened = async (replyMs?: number) => {
  const site = await openSite({ now: later.now, presenceTimer: later.later, ...(replyMs === undefined ? {} : { replyMs }) });
  const token = await site.signIn("admin", adminPassword);
  const { recipeId, points } = await addTemplate(site, token, "T", [{ name: "P", address: "40001", writable: true }]);
  const added = (sn: string) => addDevice(site, token, { sn, recipeId });
  const command = (id: string, value = 7) =>
    site.ask(device.calls.cmd, { id, slave: 1, values: { [points["40001"] ?? ""]: value } }, { token, language: "en" });
  const results = async (id: string) => {
    const { data } = await site.ask(deviceEvent.calls.query, { deviceId: id, kind: "command", sortOrder: "asc", pageSize: 100 }, { token });
    return data.list.map(({ result }) => result);
  };
  return { site, token, recipeId, added, command, results };
};

/** Posts until the answer hands a command over. */
const collected = (site: Site, sn: string) =>
  until(async () => (await post(site, sn, "telemetry", [])).body.commands?.[0], "the command to be handed over");

describe("a command to a device that posts", () => {
  let plant: Awaited<ReturnType<typeof opened>>;
  beforeAll(async () => {
    plant = await opened();
  });
  afterAll(() => plant.site.close());

  it("goes out with the answer to a post, once, and is done by the reply that is posted", async () => {
    const { site, added, command, results } = plant;
    const id = await added("ASK-1");
    await post(site, "ASK-1", "telemetry", []);
    const asked = command(id);
    const sent = await collected(site, "ASK-1");
    expect(sent).toEqual({ id: expect.any(String), slave: 1, values: { 40001: 7 } });
    expect((await post(site, "ASK-1", "telemetry", [])).body.commands).toEqual([]);
    await post(site, "ASK-1", "command/reply", { id: sent.id, code: 0, message: "set" });
    expect(await asked).toMatchObject({ code: 0, data: { commandId: sent.id, message: "set" } });
    expect(await results(id)).toEqual(["ok"]);
  });

  it("is refused while the device is offline, and when the device says no", async () => {
    const { site, added, command, results } = plant;
    const id = await added("ASK-2");
    expect(await command(id)).toMatchObject({ code: 1302 });
    later.pass(1000);
    await post(site, "ASK-2", "telemetry", []);
    const asked = command(id);
    const { id: commandId } = await collected(site, "ASK-2");
    await post(site, "ASK-2", "command/reply", { id: commandId, code: 3, message: "locked" });
    expect(await asked).toMatchObject({ code: 1304, message: expect.stringContaining("locked") });
    expect(await results(id)).toEqual(["deviceOffline", "deviceRefused"]);
  });
});

describe("a command that nobody collected in time", () => {
  let plant: Awaited<ReturnType<typeof opened>>;
  beforeAll(async () => {
    plant = await opened(20);
  });
  afterAll(() => plant.site.close());

  it("waits for the next post, and its row has the reply in the end", async () => {
    const { site, added, command, results } = plant;
    const id = await added("WAIT-1");
    await post(site, "WAIT-1", "telemetry", []);
    later.pass(30_000);
    const told = await command(id);
    expect(told).toMatchObject({ code: 1362, message: expect.stringMatching(/last posted 30 s ago.*within 870 s/) });
    expect(await results(id)).toEqual(["deviceWaiting"]);
    const sent = await collected(site, "WAIT-1");
    expect(sent.values).toEqual({ 40001: 7 });
    await post(site, "WAIT-1", "command/reply", { id: sent.id, code: 0 });
    expect(await results(id)).toEqual(["ok"]);
  });

  it("expires when the device, or what the command writes to, is not what it was when it was asked", async () => {
    const { site, added, command, results, token, recipeId } = plant;
    const id = await added("WAIT-5");
    const edited = async (change: object) => {
      const { name, sn, typeId, industry, version, slaves } = (await site.ask(device.calls.get, { id }, { token })).data;
      const kept = slaves.map(({ id: slave, no, name: called }) => ({ id: slave, no, name: called, recipeId }));
      return site.ask(device.calls.put, { id, name, sn, typeId, industry, version, slaves: kept, ...change }, { token });
    };
    const changes = [
      () => edited({ remark: "another" }),
      () => site.ask(deviceDataRecipe.calls.put, { id: recipeId, name: "T2", description: "", version: 1 }, { token }),
    ];
    for (const [place, change] of changes.entries()) {
      await post(site, "WAIT-5", "telemetry", []);
      expect((await command(id)).code).toBe(1362);
      expect((await change()).code).toBe(0);
      await until(async () => (await results(id))[place] === "commandExpired", "the command to expire");
      expect((await post(site, "WAIT-5", "telemetry", [])).body.commands).toEqual([]);
    }
  });

  it("says in the end that the device collected it and did not reply, or did not come", async () => {
    const { site, added, command, results } = plant;
    const id = await added("WAIT-2");
    await post(site, "WAIT-2", "telemetry", []);
    expect((await command(id)).code).toBe(1362);
    await collected(site, "WAIT-2");
    later.pass(60_000);
    await until(async () => (await results(id))[0] === "deviceSilent", "the end of the wait for a reply");
    expect((await command(id)).code).toBe(1362);
    later.pass(15 * 60_000);
    await until(async () => (await results(id))[1] === "commandExpired", "the end of the wait for a post");
    await post(site, "WAIT-2", "telemetry", []);
    expect((await post(site, "WAIT-2", "telemetry", [])).body.commands).toEqual([]);
  });

  it("keeps twenty waiting for a device, and ends with the server's stop what waits for a post or a reply", async () => {
    const { site, added, command, results } = plant;
    const other = await added("WAIT-4");
    await post(site, "WAIT-4", "telemetry", []);
    expect((await command(other)).code).toBe(1362);
    await collected(site, "WAIT-4");
    expect(await results(other)).toEqual(["deviceWaiting"]);
    const id = await added("WAIT-3");
    await post(site, "WAIT-3", "telemetry", []);
    for (let n = 0; n < 20; n += 1) expect((await command(id, n)).code).toBe(1362);
    expect((await command(id)).code).toBe(1352);
    await site.restart();
    expect((await results(id)).sort()).toEqual([...Array.from({ length: 20 }, () => "commandExpired"), "deviceStalled"]);
    expect(await results(other)).toEqual(["deviceSilent"]);
  });

  it("expires with the next start when the server was killed", async () => {
    const { site } = plant;
    const { db } = site.gatehouse.services;
    await db.updateTable("device_event").set({ result: "deviceWaiting" }).where("result", "=", "commandExpired").execute();
    await site.restart();
    const waiting = await site.gatehouse.services.db
      .selectFrom("device_event")
      .select("id")
      .where("result", "=", "deviceWaiting")
      .execute();
    expect(waiting).toEqual([]);
  });
});
