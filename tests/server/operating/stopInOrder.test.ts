import { connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { codes } from "#contract/codes.ts";
import { auth } from "#contract/resources/auth.ts";
import { device } from "#contract/resources/device.ts";
import { addDevice, addTemplate, connectDevice } from "#tests/server/fleet.ts";
import { openSite, type Site } from "#tests/server/site.ts";

let site: Site;
afterEach(() => site.close());

const dial = async (at: Site, text: string): Promise<Socket> => {
  const socket = connect(at.gatehouse.httpPort, "127.0.0.1");
  socket.on("error", () => undefined);
  await new Promise((written) => socket.write(text, written));
  return socket;
};

const headers = "POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n";

it.each([
  ["half of its headers", headers],
  ["half of its body", `${headers}Content-Length: 1000\r\n\r\nusername=`],
])("is not held up by a stranger's request of which %s came", async (_what, half) => {
  site = await openSite({ variables: { STOP_SECONDS: "60" } });
  const socket = await dial(site, half);
  // The server has read it by the time that it answers another one behind it.
  await site.ask(auth.calls.query_main, {});
  const closed = new Promise((resolve) => socket.once("close", resolve));
  const began = performance.now();
  await site.gatehouse.stop();
  await closed;
  expect(performance.now() - began).toBeLessThan(20_000);
});

/** A device with one point that can be written, of which a command is under way. */
const commanded = async () => {
  site = await openSite({ variables: { STOP_SECONDS: "20" } });
  const token = await site.signIn("admin", "adminpw1");
  const { recipeId, points } = await addTemplate(site, token, "Pump", [
    { name: "Speed", nameEn: "Speed", address: "1", valueType: "uint16", writable: true },
  ]);
  const id = await addDevice(site, token, { sn: "PUMP-1", recipeId });
  const client = await connectDevice(site, "PUMP-1");
  await client.subscribeAsync("gw/PUMP-1/command", { qos: 1 });
  const command = new Promise<{ id: string }>((resolve) => client.once("message", (_topic, text) => resolve(JSON.parse(text.toString()))));
  const answer = site.ask(device.calls.cmd, { id, slave: 1, values: { [points["1"] ?? ""]: 5 } }, { token });
  return { token, client, answer, commandId: (await command).id };
};

it("finishes the call that it is answering, and refuses others in the envelope, readiness first", async () => {
  const { token, client, answer, commandId } = await commanded();
  const { base } = site;
  const stopped = site.gatehouse.stop();
  const ready = await fetch(`${base}/readyz`);
  expect([ready.status, ((await ready.json()) as { status: string }).status]).toEqual([503, "stopping"]);
  const { code, status } = await site.ask(device.calls.query, {}, { token });
  expect({ code, status }).toEqual({ code: codes.stopping.code, status: 503 });
  await client.publishAsync("gw/PUMP-1/command/reply", JSON.stringify({ id: commandId, code: 0, message: "done" }), { qos: 1 });
  expect((await answer).code).toBe(0);
  await stopped;
  await client.endAsync(true);
});

it("gives up a call that waits for a device's answer, in the envelope, and ends within its time", async () => {
  const { client, answer } = await commanded();
  const began = performance.now();
  await site.gatehouse.stop();
  expect((await answer).code).toBe(codes.deviceSilent.code);
  expect(performance.now() - began).toBeLessThan(20_000);
  await client.endAsync(true);
});
