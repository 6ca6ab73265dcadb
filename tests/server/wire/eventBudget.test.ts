import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "#server/kit/newId.ts";
import { startRetention } from "#server/system/retention.ts";
import { type EventLimits, eventLimits, openEventBudget } from "#server/wire/eventBudget.ts";
import { openFaultLog } from "#server/wire/faults.ts";
import { addDevice, addTemplate, connectDevice, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

let site: Site;
let deviceId: string;
const sn = "EV-1";

beforeAll(async () => {
  site = await openSite();
  const token = await site.signIn("admin", adminPassword);
  const { recipeId } = await addTemplate(site, token, "Door", [{ name: "门", address: "1" }]);
  deviceId = await addDevice(site, token, { sn, recipeId });
  return () => site.close();
});
afterEach(async () => {
  await site.gatehouse.services.db.deleteFrom("device_event").execute();
});

const contents = (kind: string) =>
  site.gatehouse.services.db
    .selectFrom("device_event")
    .select(["content", "kind"])
    .where("kind", "=", kind)
    .execute()
    .then((rows) => rows.map(({ content }) => JSON.parse(content)));

describe("what a device sends beside readings", () => {
  it("is kept up to its share of the disk; of the rest it is acknowledged slowly, and the log counts it", async () => {
    const client = await connectDevice(site, sn);
    const content = "z".repeat(60_000);
    const began = performance.now();
    const publish = (n: number) => client.publishAsync(`gw/${sn}/event`, JSON.stringify({ type: `a${n}`, content }), { qos: 1 });
    for (let n = 0; n < 5; n += 1) await Promise.all(Array.from({ length: 30 }, (_, k) => publish(30 * n + k)));
    const seconds = (performance.now() - began) / 1000;
    const kept = await contents("event");
    const most = Math.floor((eventLimits.burst + eventLimits.perSecond * (seconds + 1)) / (1 + 60_000 / 1024));
    expect(kept.length).toBeLessThanOrEqual(most);
    expect(kept.length).toBeGreaterThan(100);
    expect(seconds).toBeGreaterThan(1);
    await client.endAsync();
    await site.restart();
    const lost = (await contents("fault")).find(({ code }) => code === "eventsNotKept");
    expect(lost.values.events + kept.length).toBe(150);
    expect(lost.values.bytes).toBeGreaterThan(60_000 * lost.values.events);
  });

  it("loses nothing of five thousand events that were kept offline", async () => {
    const client = await connectDevice(site, sn);
    const publish = (n: number) =>
      client.publishAsync(`gw/${sn}/event`, JSON.stringify({ type: "door", content: `opened ${n}` }), { qos: 1 });
    await Promise.all(Array.from({ length: 5000 }, (_, n) => publish(n)));
    expect(new Set((await contents("event")).map(({ content }) => content)).size).toBe(5000);
    expect(await contents("fault")).toEqual([]);
    await client.endAsync();
  });

  it("slows who waits for each acknowledgement, and keeps all of it", async () => {
    const limits: EventLimits = { perSecond: 100, burst: 2, holdMs: 1000, gatherMs: 60_000 };
    let at = 0;
    const noted: object[] = [];
    const budget = openEventBudget({ note: (_device, fault) => noted.push(fault) }, limits, () => at);
    const known = await site.gatehouse.services.registry.byId(deviceId);
    if (!known) throw new Error("no device");
    for (let n = 0; n < 30; n += 1) {
      const began = performance.now();
      expect(await budget.mayKeep(known, Buffer.from("x"))).toBe(true);
      at += performance.now() - began;
    }
    expect(at).toBeGreaterThan(250);
    expect(noted).toEqual([]);
  });

  it("tells of what was not kept once a minute, also when nothing more comes", async () => {
    vi.useFakeTimers();
    const { db, troubles, registry } = site.gatehouse.services;
    const faults = openFaultLog(db, troubles, Date.now);
    const budget = openEventBudget(faults, { ...eventLimits, burst: 1, perSecond: 0.001, holdMs: 0 });
    const known = await registry.byId(deviceId);
    if (!known) throw new Error("no device");
    for (let n = 0; n < 7; n += 1) expect(await budget.mayKeep(known, Buffer.from(`event ${n}`))).toBe(false);
    await faults.idle();
    expect(await contents("fault")).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    const told = await until(async () => (await contents("fault"))[0], "the row");
    expect(told).toMatchObject({ code: "eventsNotKept", values: { events: 7, bytes: 49 }, text: "event 6" });
  });

  it("goes with the retention in small steps: what people did stays", async () => {
    const { db } = site.gatehouse.services;
    const company = await db.selectFrom("device").select("company_id").where("id", "=", deviceId).executeTakeFirstOrThrow();
    const old = ["event", "info", "location", "fault", "command", "transfer"];
    for (let n = 0; n < 260; n += 1)
      await db
        .insertInto("device_event")
        .values(
          old.map((kind) => ({
            ...{ id: newId(1000 + n), device_id: deviceId, company_id: company.company_id, kind, at: 1000 + n, content: `${n}` },
            ...{ user_id: null, account: "", result: "" },
          })),
        )
        .execute();
    const rowsLeft = () =>
      db
        .selectFrom("device_event")
        .select((eb) => ["kind", eb.fn.countAll<number>().as("rows"), eb.fn.min("at").as("oldest")])
        .groupBy("kind")
        .execute();
    const { log, telemetry, troubles } = site.gatehouse.services;
    const dayMs = 86_400_000;
    const stop = startRetention({ telemetry, db, log, troubles, believed: () => 1250 + dayMs, firstAfterMs: 0 }, 1);
    const left = await until(async () => {
      const rows = await rowsLeft();
      return rows.reduce((sum, one) => sum + one.rows, 0) === 6 * 260 - 4 * 250 && rows;
    }, "the retention");
    stop();
    expect(Object.fromEntries(left.map(({ kind, rows, oldest }) => [kind, [rows, oldest]]))).toEqual({
      ...{ event: [10, 1250], info: [10, 1250], location: [10, 1250], fault: [10, 1250] },
      ...{ command: [260, 1000], transfer: [260, 1000] },
    });
  });
});
