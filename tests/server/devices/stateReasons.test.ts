import { once } from "node:events";
import { connect as dial } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { deviceStateLog } from "#contract/resources/deviceStateLog.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { addDevice, addTemplate, connectDevice, until } from "#tests/server/fleet.ts";
import { handTimer } from "#tests/server/handTimer.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

/** A CONNECT with one second of keep-alive. */
const connectPacket = (sn: string, password: string): Buffer => {
  const field = (text: string) => Buffer.concat([Buffer.from([0, text.length]), Buffer.from(text)]);
  const body = Buffer.concat([field("MQTT"), Buffer.from([4, 0xc2, 0, 1]), field("c"), field(sn), field(password)]);
  return Buffer.concat([Buffer.from([0x10, body.length]), body]);
};

const minutesFromNow = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

describe("what the log says of a device's coming and going", () => {
  let site: Site;
  let token: string;
  let recipeId: string;
  const ids = new Map<string, string>();

  const logged = async (sn: string): Promise<string[]> => {
    await site.gatehouse.services.presence.flush();
    const answer = await site.ask(deviceStateLog.calls.query, { deviceId: ids.get(sn), sortField: "at", sortOrder: "asc" }, { token });
    return answer.data.list.map(({ kind, reason }) => `${kind} ${reason}`);
  };
  const says = async (sn: string, lines: readonly string[]): Promise<void> => {
    await until(async () => (await logged(sn)).length >= lines.length, `${sn}: ${lines.join(", ")}`);
    expect(await logged(sn)).toEqual(lines);
  };
  const added = async (sn: string): Promise<string> => {
    const id = await addDevice(site, token, { sn, recipeId });
    ids.set(sn, id);
    return id;
  };

  beforeAll(async () => {
    site = await openSite();
    token = await site.signIn("admin", adminPassword);
    ({ recipeId } = await addTemplate(site, token, "T", [{ name: "P", address: "1", writable: true }]));
  });
  afterAll(() => site.close());

  it("names a goodbye, a lost connection, a refused message and a keep-alive that ran out", async () => {
    await added("BYE-1");
    await (await connectDevice(site, "BYE-1")).endAsync();
    await says("BYE-1", ["online connected", "offline goodbye"]);
    await added("LOST-1");
    (await connectDevice(site, "LOST-1")).stream.destroy();
    await says("LOST-1", ["online connected", "offline lost"]);
    await added("WRONG-1");
    const wrong = await connectDevice(site, "WRONG-1");
    wrong.on("error", () => undefined);
    // A SUBSCRIBE of two megabytes.
    wrong.stream.write(Buffer.from([0x82, 0xff, 0xff, 0x7f]));
    await says("WRONG-1", ["online connected", "offline refused"]);
    await added("MUTE-1");
    const socket = dial(site.gatehouse.mqttPort, "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "connect");
    socket.write(connectPacket("MUTE-1", "devicepw"));
    await says("MUTE-1", ["online connected", "offline keepalive"]);
    socket.destroy();
  });

  it("notes a connection that replaces an older one, without an absence", async () => {
    await added("TWICE-1");
    const old = await connectDevice(site, "TWICE-1");
    const fresh = await connectDevice(site, "TWICE-1");
    await says("TWICE-1", ["online connected", "online replaced"]);
    expect(site.gatehouse.services.presence.isOnline(ids.get("TWICE-1") ?? "")).toBe(true);
    await old.endAsync(true);
    await fresh.endAsync();
    await says("TWICE-1", ["online connected", "online replaced", "offline goodbye"]);
  });

  it("names a changed password and a disabled organisation, also where the device was only expected back", async () => {
    const companyId = await site.addCompany("Closing");
    const move = async (sn: string, fields: object) => {
      const { data } = await site.ask(device.calls.get, { id: ids.get(sn) }, { token });
      const slaves = data.slaves.map(({ id, no, name, recipeId: template }) => ({ id, no, name, recipeId: template }));
      const request = { ...data, slaves, password: "", ...fields };
      expect((await site.ask(device.calls.put, request, { token })).code).toBe(0);
    };
    await added("KEY-1");
    await connectDevice(site, "KEY-1");
    await move("KEY-1", { password: "another1" });
    await says("KEY-1", ["online connected", "offline credentials"]);

    for (const sn of ["SHUT-1", "SHUT-2"]) {
      await added(sn);
      await move(sn, { companyId });
      await connectDevice(site, sn);
      await says(sn, ["online connected"]);
    }
    await site.restart();
    const back = await connectDevice(site, "SHUT-1");
    back.on("error", () => undefined);
    await until(() => site.gatehouse.services.presence.onlineCount() === 1, "the first to be back");
    expect((await site.ask(company.calls.disable, { ids: [companyId] }, { token })).code).toBe(0);
    for (const sn of ["SHUT-1", "SHUT-2"]) await says(sn, ["online connected", "offline disabled"]);
    expect(site.gatehouse.services.presence.onlineCount()).toBe(0);
  });

  it("invents nothing for devices that come back after a restart, and says of the others that nobody saw them since", async () => {
    for (const sn of ["STAY-1", "GONE-1"]) {
      await added(sn);
      await connectDevice(site, sn);
      await says(sn, ["online connected"]);
    }
    const timer = handTimer();
    await site.restart({ presenceTimer: timer.later });
    const stay = await connectDevice(site, "STAY-1");
    await until(() => site.gatehouse.services.presence.onlineCount() === 1, "the one that came back");
    timer.runAll();
    await says("GONE-1", ["online connected", "offline restart"]);
    await says("STAY-1", ["online connected"]);
    await stay.endAsync();
  });

  it("counts no connection of a device that was deleted", async () => {
    const id = await added("DEL-1");
    const client = await connectDevice(site, "DEL-1");
    client.on("error", () => undefined);
    await until(() => site.gatehouse.services.presence.isOnline(id), "the device");
    await site.ask(device.calls.delete, { ids: [id] }, { token });
    expect(site.gatehouse.services.presence.isOnline(id)).toBe(false);
    expect(site.gatehouse.services.presence.onlineCount()).toBe(0);
  });

  it("is listed, counted by day and downloaded by the calls of its resource [S7.093]", async () => {
    const period = { search: "BYE", from: minutesFromNow(-5), to: minutesFromNow(5) };
    const { data } = await site.ask(deviceStateLog.calls.daily_count, period, { token });
    const sum = (kind: "offline" | "online") => data.days.reduce((total, day) => total + day[kind], 0);
    expect([sum("offline"), sum("online")]).toEqual([1, 1]);
    expect((await site.ask(deviceStateLog.calls.query, period, { token })).data.total).toBe(2);
    const response = await fetch(`${site.base}${deviceStateLog.calls.dlexcel.path}`, {
      method: "POST",
      headers: { token, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(period).toString(),
    });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toContain(".csv");
    expect((await response.text()).trimEnd().split("\r\n")).toHaveLength(3);
  });

  it("has commands and transfers of all devices with who, value and result [S7.092] [S2.179]", async () => {
    const whole = (await site.ask(device.calls.get, { id: ids.get("BYE-1") }, { token })).data;
    const point = whole.slaves[0]?.points[0]?.id ?? "";
    await site.ask(device.calls.cmd, { id: whole.id, slave: 1, values: { [point]: 7 } }, { token });
    const events = async (fields: object) => (await site.ask(deviceEvent.calls.query, fields, { token })).data.list;
    const commands = await events({ kinds: ["command", "transfer"], search: "BYE" });
    expect(commands).toMatchObject([{ deviceName: "BYE-1", kind: "command", account: "admin", result: "deviceOffline" }]);
    expect(JSON.parse(commands[0]?.content ?? "")).toMatchObject({ slave: 1, values: [{ name: "P", value: 7 }] });
    const moves = await events({ kinds: ["transfer"], from: minutesFromNow(-5) });
    expect(moves.map(({ deviceSn, content, account, result }) => [deviceSn, JSON.parse(content).to, account, result])).toEqual([
      ["SHUT-2", "Closing", "admin", "ok"],
      ["SHUT-1", "Closing", "admin", "ok"],
    ]);
    expect(await events({ failed: true })).toEqual(commands);
    expect(await events({ to: minutesFromNow(-5) })).toEqual([]);
  });
});
