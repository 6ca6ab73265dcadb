import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { alarmLog, alarmTrigger } from "#contract/resources/alarm.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { addDevice, addTemplate, connectDevice, sendTelemetry, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

const hour = 3_600_000;

describe("readings whose time or order is not as it should be", () => {
  let site: Site;
  let token: string;
  let recipeId: string;
  let points: Record<string, string>;
  let now = Date.UTC(2026, 4, 1, 8);

  beforeAll(async () => {
    site = await openSite({ now: () => now });
    token = await site.signIn("admin", adminPassword);
    const template = await addTemplate(site, token, "Pump", [
      { name: "Level", address: "every" },
      { name: "State", address: "change", storeMode: 2 },
      { name: "Live", address: "live", storeMode: 0 },
    ]);
    ({ recipeId, points } = template);
  });
  afterAll(() => site.close());

  const add = async (sn: string) => ({ sn, id: await addDevice(site, token, { sn, recipeId }) });
  const rows = async (id: string, address: string): Promise<[number, unknown][]> => {
    const { data } = await site.ask(
      deviceDataLog.calls.query,
      {
        deviceId: id,
        points: [{ slave: 1, pointId: points[address] }],
        from: new Date(now - 30 * 24 * hour).toISOString(),
        to: new Date(now + 30 * 24 * hour).toISOString(),
        order: "asc",
        limit: 10_000,
      },
      { token },
    );
    return data.rows.map(({ ts, values }) => [Date.parse(ts), values[0]]);
  };
  const shown = async (id: string, address: string): Promise<[unknown, number]> => {
    const { data } = await site.ask(device.calls.get, { id }, { token });
    const point = data.slaves[0]?.points.find((one) => one.address === address);
    return [point?.value, Date.parse(point?.ts ?? "")];
  };
  const alarmsOf = async (id: string) =>
    (await site.ask(alarmLog.calls.query, { deviceId: id }, { token })).data.list.map(({ ruleName, releasedAt }) => ({
      ruleName,
      open: releasedAt === null,
    }));
  const send = async (sn: string, ...messages: object[]): Promise<void> => {
    const client = await connectDevice(site, sn);
    for (const message of messages) await sendTelemetry(client, sn, message);
    await client.endAsync();
  };

  it("stores a change that follows a late reading of another value, and shows it after a restart", async () => {
    const { sn, id } = await add("CHANGE-1");
    const message = (ts: number, value: number) => ({ ts, values: { change: value } });
    await send(sn, message(now, 20), message(now - hour, 99), message(now + 10_000, 99));
    expect(await rows(id, "change")).toEqual([
      [now - hour, 99],
      [now, 20],
      [now + 10_000, 99],
    ]);
    now += 20_000;
    await site.restart();
    token = await site.signIn("admin", adminPassword);
    expect(await shown(id, "change")).toEqual([99, now - 10_000]);
  });

  it("stores the return to a value of which an older message came twice", async () => {
    const { sn, id } = await add("CHANGE-2");
    const message = (seconds: number, value: number) => ({ ts: now + seconds * 1000, values: { change: value } });
    await send(sn, message(0, 0), message(1, 1), message(0, 0), message(2, 0));
    expect((await rows(id, "change")).map(([, value]) => value)).toEqual([0, 1, 0]);
  });

  it("a late reading in the midst of a value that held ends at the reading behind it, though that was not stored", async () => {
    const { sn, id } = await add("CHANGE-3");
    const message = (seconds: number, value: number) => ({ ts: now + seconds * 1000, values: { change: value } });
    await send(sn, message(0, 0), message(10, 0), message(20, 0), message(30, 0));
    expect(await rows(id, "change")).toEqual([[now, 0]]);
    await site.restart();
    token = await site.signIn("admin", adminPassword);
    expect(await shown(id, "change")).toEqual([0, now + 30_000]);
    await send(sn, message(15, 1));
    expect(await rows(id, "change")).toEqual([
      [now, 0],
      [now + 15_000, 1],
      [now + 20_000, 0],
    ]);
    await send(sn, message(15, 0));
    expect(await rows(id, "change")).toEqual([[now, 0]]);
  });

  it("a clock that is eight hours ahead is told in the device's log, and neither hides what comes after nor blinds its rules", async () => {
    const { sn, id } = await add("AHEAD-1");
    await site.ask(
      alarmTrigger.calls.post,
      { name: "Full", recipeId, pointId: points.every, deviceId: id, condition: "above", a: 90, max: 80, level: 2 },
      { token },
    );
    const values = (value: number) => ({ every: value, live: value, change: value });
    await send(sn, { ts: now + 8 * hour, values: values(20) });
    for (const address of ["every", "change", "live"]) expect(await shown(id, address)).toEqual([20, now]);
    now += 1000;
    await send(sn, { ts: now, values: values(500) });
    for (const address of ["every", "change", "live"]) expect(await shown(id, address)).toEqual([500, now]);
    expect(await alarmsOf(id)).toEqual([{ ruleName: "Full", open: true }]);
    await until(async () => {
      const { data } = await site.ask(deviceEvent.calls.query, { deviceId: id, kind: "fault" }, { token });
      return data.list.some(({ content }) => content.includes("future"));
    }, "the fault's row");
  });

  it("a time four minutes ahead is the reading's own, and gives way to the next true one", async () => {
    const { sn, id } = await add("AHEAD-2");
    await send(sn, { ts: now + 240_000, values: { every: 20 } });
    expect(await shown(id, "every")).toEqual([20, now + 240_000]);
    now += 1000;
    await send(sn, { values: { every: 21 } });
    expect(await shown(id, "every")).toEqual([21, now]);
    await send(sn, { ts: now - 60_000, values: { every: 1 } });
    expect(await shown(id, "every")).toEqual([21, now]);
  });

  it("goes on for all devices when the server's own clock was ahead for a moment, also over a restart", async () => {
    const { sn, id } = await add("AHEAD-3");
    await send(sn, { values: { every: 1 } });
    const before = now;
    now += 8 * hour;
    await send(sn, { values: { every: 2 } });
    now = before + 10_000;
    await send(sn, { values: { every: 3 } });
    expect(await shown(id, "every")).toEqual([3, now]);
    await site.restart();
    token = await site.signIn("admin", adminPassword);
    expect(await shown(id, "every")).toEqual([3, now]);
    await send(sn, { values: { every: 4 } });
    expect(await shown(id, "every")).toEqual([4, now + 1]);
  });

  it("keeps every one of five hundred readings that came in a moment without a time, and of those after a clock that was set back", async () => {
    const { sn, id } = await add("TIMELESS");
    const client = await connectDevice(site, sn);
    const numbers = Array.from({ length: 500 }, (_, index) => index);
    await Promise.all(numbers.map((number) => sendTelemetry(client, sn, { values: { every: number, change: number % 2 } })));
    expect(await rows(id, "every")).toEqual(numbers.map((number) => [now + number, number]));
    expect(await rows(id, "change")).toHaveLength(500);
    now += 100;
    await sendTelemetry(
      client,
      sn,
      numbers.slice(0, 50).map((number) => ({ values: { every: number } })),
    );
    now -= 200;
    await Promise.all(numbers.map((number) => sendTelemetry(client, sn, { values: { every: number } })));
    expect(await rows(id, "every")).toHaveLength(1050);
    expect(await shown(id, "every")).toEqual([499, now + 100 + 1049 - 100]);
    await client.endAsync();
  });
});
