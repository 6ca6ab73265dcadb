import { describe, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceStateLog } from "#contract/resources/deviceStateLog.ts";
import { openPushPresence } from "#server/wire/push/pushPresence.ts";
import { addDevice, addTemplate, connectDevice, until } from "#tests/server/fleet.ts";
import { handClock } from "#tests/server/handClock.ts";
import { adminPassword, openSite } from "#tests/server/site.ts";
import { post } from "./poster.ts";

const minute = 60_000;

describe("how long a device that posts may be silent", () => {
  const known = { id: "d1", sn: "P-1", name: "P", companyId: "c", companyPath: "/c/" };
  const opened = () => {
    const clock = handClock(0);
    const told: string[] = [];
    let online = false;
    const presence = openPushPresence({
      presence: {
        isConnected: () => online,
        connected: (_device, how) => {
          online = true;
          told.push(`${clock.now() / 1000} online ${how}`);
        },
        disconnected: (_device, how) => {
          online = false;
          told.push(`${clock.now() / 1000} offline ${how}`);
        },
      },
      uptime: clock.now,
      later: clock.later,
      connectedElsewhere: () => false,
      silent: () => undefined,
    });
    const every = (milliseconds: number, times: number, burst = 1) => {
      for (let n = 0; n < times; n += 1) {
        for (let m = 0; m < burst; m += 1) presence.posted(known);
        if (n < times - 1) clock.pass(milliseconds);
      }
    };
    return { clock, told, every };
  };

  it.each([
    { what: "two minutes for one that posts every five seconds", every: 5000, times: 20, burst: 1, silence: 2 * minute },
    { what: "three intervals for one that posts every two minutes", every: 2 * minute, times: 4, burst: 1, silence: 6 * minute },
    { what: "three intervals also where each visit is ten posts", every: 2 * minute, times: 4, burst: 10, silence: 6 * minute },
    { what: "a quarter of an hour for one that posts every ten minutes", every: 10 * minute, times: 6, burst: 1, silence: 15 * minute },
    { what: "a quarter of an hour while its intervals are not known", every: minute, times: 3, burst: 1, silence: 15 * minute },
  ])("is $what", ({ every: milliseconds, times, burst, silence }) => {
    const { clock, told, every } = opened();
    every(milliseconds, times, burst);
    const last = clock.now();
    clock.pass(silence - 1);
    expect(told).toEqual(["0 online posted"]);
    clock.pass(1);
    expect(told).toEqual(["0 online posted", `${(last + silence) / 1000} offline silent`]);
  });

  it("is the same after one post that came late", () => {
    const { clock, told, every } = opened();
    every(minute, 6);
    clock.pass(2.5 * minute);
    every(minute, 2);
    const last = clock.now();
    clock.pass(3 * minute);
    expect(told.at(-1)).toBe(`${(last + 3 * minute) / 1000} offline silent`);
  });
});

describe("the presence of a device that posts", () => {
  it("is kept in the log with its reasons, and a restart of the server takes nobody away who goes on posting", async () => {
    const clock = handClock();
    const timing = { now: clock.now, uptime: clock.now, presenceTimer: clock.later };
    const site = await openSite(timing);
    let token = await site.signIn("admin", adminPassword);
    const { recipeId } = await addTemplate(site, token, "T", [{ name: "P", address: "1" }]);
    const ids = new Map<string, string>();
    for (const sn of ["STAYS", "LEAVES", "LINE", "BOTH"]) ids.set(sn, await addDevice(site, token, { sn, recipeId }));
    const online = (sn: string) => site.gatehouse.services.presence.isOnline(ids.get(sn) ?? "");
    const logged = async (sn: string) => {
      await site.gatehouse.services.presence.flush();
      const asked = { deviceId: ids.get(sn), sortField: "at", sortOrder: "asc" };
      const { data } = await site.ask(deviceStateLog.calls.query, asked, { token });
      return data.list.map(({ kind, reason }) => `${kind} ${reason}`);
    };
    await post(site, "STAYS", "telemetry", []);
    expect(await logged("STAYS")).toEqual(["online posted"]);
    const { data } = await site.ask(device.calls.query, { presence: "online" }, { token });
    expect(data.list.map(({ sn }) => sn)).toEqual(["STAYS"]);
    clock.pass(15 * minute);
    expect(online("STAYS")).toBe(false);
    expect(await logged("STAYS")).toEqual(["online posted", "offline silent"]);

    for (const sn of ["STAYS", "LEAVES"]) await post(site, sn, "telemetry", []);
    const client = await connectDevice(site, "LINE");
    await until(() => online("LINE"), "the connection");
    await post(site, "BOTH", "telemetry", []);
    const both = ["online posted", "online connected", "online posted"];
    const line = await connectDevice(site, "BOTH");
    await until(async () => (await logged("BOTH")).length === 2, "the connection of one that posts as well");
    await line.endAsync(true);
    await until(async () => (await logged("BOTH")).length === 3, "its end");
    expect([await logged("BOTH"), online("BOTH")]).toEqual([both, true]);
    await site.restart(timing);
    await client.endAsync(true);
    clock.pass(minute);
    expect(["STAYS", "LEAVES", "LINE", "BOTH"].map(online)).toEqual([true, true, false, true]);
    clock.pass(10 * minute);
    await post(site, "STAYS", "telemetry", []);
    clock.pass(5 * minute);
    expect(["STAYS", "LEAVES", "LINE"].map(online)).toEqual([true, false, false]);
    token = await site.signIn("admin", adminPassword);
    expect(await logged("STAYS")).toEqual(["online posted", "offline silent", "online posted"]);
    expect(await logged("LEAVES")).toEqual(["online posted", "offline restart"]);
    await site.close();
  });

  it("ends at once with its password or its device, and begins anew with the new password", async () => {
    const site = await openSite();
    const token = await site.signIn("admin", adminPassword);
    const { recipeId } = await addTemplate(site, token, "T", [{ name: "P", address: "1" }]);
    const id = await addDevice(site, token, { sn: "KEY-1", recipeId });
    const { presence } = site.gatehouse.services;
    await post(site, "KEY-1", "telemetry", []);
    expect(presence.isOnline(id)).toBe(true);
    const { data } = await site.ask(device.calls.get, { id }, { token });
    const slaves = data.slaves.map(({ id: slaveId, no, name, recipeId: template }) => ({ id: slaveId, no, name, recipeId: template }));
    expect((await site.ask(device.calls.put, { ...data, slaves, password: "another1" }, { token })).code).toBe(0);
    expect(presence.isOnline(id)).toBe(false);
    expect((await post(site, "KEY-1", "telemetry", [])).status).toBe(401);
    const fresh = { Authorization: `Basic ${Buffer.from("KEY-1:another1").toString("base64")}` };
    expect((await post(site, "KEY-1", "telemetry", [], fresh)).status).toBe(200);
    expect(presence.isOnline(id)).toBe(true);
    await site.ask(device.calls.delete, { ids: [id] }, { token });
    expect(presence.isOnline(id)).toBe(false);
    expect((await post(site, "KEY-1", "telemetry", [], fresh)).status).toBe(401);
    await site.close();
  });
});
