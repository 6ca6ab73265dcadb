import { expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { type FleetDevice, plainDevice, seedDevices, seedTemplate } from "#tests/bench/fleetSeed.ts";
import { connectDevice, until } from "#tests/server/fleet.ts";
import { handTimer } from "#tests/server/handTimer.ts";
import { adminPassword, openSite } from "#tests/server/site.ts";

const onlineDevice = (index: number): FleetDevice => ({ ...plainDevice(index), online: true, activatedAt: 1 });

it("answers and takes devices while a fleet that did not come back after a restart goes offline, and logs each once", async () => {
  const site = await openSite();
  const { db } = site.gatehouse.services;
  await seedTemplate(db);
  await seedDevices(
    db,
    Array.from({ length: 2000 }, (_, index) => onlineDevice(index)),
  );
  await seedDevices(db, [plainDevice(2000)]);
  const timer = handTimer();
  await site.restart({ presenceTimer: timer.later });
  const token = await site.signIn("admin", adminPassword);
  const count = async (presence: string): Promise<number> => (await site.ask(device.calls.query, { presence }, { token })).data.total;
  expect(await count("online")).toBe(2000);
  timer.run();
  const first = await until(async () => {
    const offline = await count("offline");
    return offline > 0 && offline;
  }, "the first losses");
  expect(first).toBeLessThan(2000);
  const newcomer = await connectDevice(site, plainDevice(2000).sn);
  const late = await connectDevice(site, onlineDevice(1999).sn);
  timer.runAll();
  await until(async () => (await count("offline")) === 1999, "all losses", 60_000);
  expect(await count("online")).toBe(2);
  const { services } = site.gatehouse;
  await services.presence.flush();
  const logged = await services.db
    .selectFrom("device_state_log")
    .select(["device_id", "online", "reason"])
    .where("reason", "=", "restart")
    .execute();
  expect(new Set(logged.map((row) => row.device_id)).size).toBe(1999);
  expect(logged).toHaveLength(1999);
  await newcomer.endAsync();
  await late.endAsync();
  await site.close();
}, 120_000);
