import { afterAll, beforeAll, expect, it } from "vitest";
import { device } from "#contract/resources/device.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { Problem } from "#server/kit/problem.ts";
import { addDevice, addTemplate, until } from "#tests/server/fleet.ts";
import { handClock } from "#tests/server/handClock.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { post } from "#tests/server/wire/push/poster.ts";

const clock = handClock();
let site: Site;
let token: string;
let recipeId: string;
beforeAll(async () => {
  site = await openSite({ now: clock.now, presenceTimer: clock.later, replyMs: 20 });
  token = await site.signIn("admin", adminPassword);
  ({ recipeId } = await addTemplate(site, token, "T", [{ name: "P", address: "40001", writable: true }]));
});
afterAll(() => site.close());

/** A command to a device that posts, which nobody collected in time, and whose row is written when it is let go. */
const leftBehind = async (sn: string) => {
  const { commands, db, registry } = site.gatehouse.services;
  const id = await addDevice(site, token, { sn, recipeId });
  await post(site, sn, "telemetry", []);
  const registered = await registry.byId(id);
  if (!registered) throw new Error("the device is not registered");
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const outcomes: unknown[] = [];
  const sent = commands.send(`command-${sn}`, registered, 1, { 40001: 7 }, async (outcome) => {
    const result = "fault" in outcome && outcome.fault instanceof Problem ? outcome.fault.code : "ok";
    const at = clock.now();
    outcomes.push(result);
    await held;
    await db
      .insertInto("device_event")
      .values({
        ...{ id: `command-${sn}`, device_id: id, company_id: registered.companyId, kind: "command", at },
        ...{ content: "{}", user_id: null, account: "", result },
      })
      .execute();
  });
  sent.catch(() => undefined);
  await until(() => outcomes.length > 0, "the end of the wait");
  expect(outcomes).toEqual(["deviceWaiting"]);
  return { id, letGo, sent };
};

const events = async (id: string, kind: "command" | "fault") =>
  (await site.ask(deviceEvent.calls.query, { deviceId: id, kind }, { token })).data.list;

it("a reply that comes while its command's row is being written goes into the row", async () => {
  const { id, letGo, sent } = await leftBehind("BESIDE-1");
  const [command] = (await post(site, "BESIDE-1", "telemetry", [])).body.commands ?? [];
  clock.pass(1000);
  const replied = post(site, "BESIDE-1", "command/reply", { id: command?.id, code: 0, message: "set" });
  await until(() => site.gatehouse.services.presence.communicatedAt(id) === clock.now(), "the reply");
  letGo();
  expect((await replied).body).toMatchObject({ code: 0, message: "" });
  await expect(sent).rejects.toMatchObject({ code: "deviceWaiting" });
  expect((await events(id, "command")).map(({ result, content }) => [result, JSON.parse(content)])).toEqual([
    ["ok", { code: 0, message: "set", milliseconds: 1000, late: true }],
  ]);
  expect(await events(id, "fault")).toEqual([]);
});

it("a command that expires while its row is being written does not wait for ever", async () => {
  const { id, letGo } = await leftBehind("BESIDE-2");
  const { name, sn, typeId, industry, version, slaves } = (await site.ask(device.calls.get, { id }, { token })).data;
  const kept = slaves.map(({ id: slave, no, name: called }) => ({ id: slave, no, name: called, recipeId }));
  const edit = { id, name, sn, typeId, industry, version, slaves: kept, remark: "another" };
  expect((await site.ask(device.calls.put, edit, { token })).code).toBe(0);
  letGo();
  await until(async () => (await events(id, "command"))[0]?.result === "commandExpired", "the command to expire");
});
