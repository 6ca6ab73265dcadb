import { afterEach, expect, it, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { auth } from "#contract/resources/auth.ts";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { notice } from "#contract/resources/notice.ts";
import { user } from "#contract/resources/user.ts";
import { believedTime } from "#server/kit/believedTime.ts";
import { startRetention } from "#server/system/retention.ts";
import { openTroubles } from "#server/system/troubles.ts";
import { addDevice, addTemplate, connectDevice, until } from "#tests/server/fleet.ts";
import { openSite, type Site } from "#tests/server/site.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let site: Site;
afterEach(() => site?.close());

/** Two clocks that can be set apart. */
const clocks = () => {
  const at = { day: Date.UTC(2026, 4, 1), steady: 1_000 };
  return {
    at,
    now: () => at.day,
    uptime: () => at.steady,
    pass(milliseconds: number) {
      at.day += milliseconds;
      at.steady += milliseconds;
    },
  };
};

const signedIn = async (token: string) => (await site.ask(user.calls.my, {}, { token })).code;

it.each([
  ["two days ahead", 2 * dayMs],
  ["two days back", -2 * dayMs],
  ["a year ahead", 365 * dayMs],
])("ends nobody's session when the clock jumps %s for a moment", async (_how, jump) => {
  const clock = clocks();
  site = await openSite(clock);
  const used = await site.signIn("admin", "adminpw1");
  const resting = await site.signIn("admin", "adminpw1");
  clock.pass(hourMs);
  expect(await signedIn(used)).toBe(0);
  clock.at.day += jump;
  expect(await signedIn(used)).toBe(0);
  clock.at.day -= jump;
  expect([await signedIn(used), await signedIn(resting)]).toEqual([0, 0]);
  await site.restart();
  expect([await signedIn(used), await signedIn(resting)]).toEqual([0, 0]);
});

it("ends a session that rested too long by the steady clock, though the clock of the day stood still", async () => {
  const clock = clocks();
  site = await openSite(clock);
  const token = await site.signIn("admin", "adminpw1");
  clock.at.steady += limits.session.idleSeconds * 1000 + 1;
  expect(await signedIn(token)).toBe(401);
});

it("ends a session that rested too long, most of it before a restart", async () => {
  const clock = clocks();
  site = await openSite(clock);
  const token = await site.signIn("admin", "adminpw1");
  clock.pass(limits.session.idleSeconds * 1000 - hourMs);
  await site.restart();
  clock.pass(hourMs + 1);
  expect(await signedIn(token)).toBe(401);
});

it("knows a session that another program opened long after the start", async () => {
  const clock = clocks();
  site = await openSite(clock);
  clock.pass(3 * dayMs);
  const { openSessions } = await import("#server/auth/sessions.ts");
  const { token } = await openSessions(site.gatehouse.services.db, clock.now).open("user-admin", "operator");
  expect(await signedIn(token)).toBe(0);
});

it.each([2 * dayMs, -2 * dayMs])("keeps captchas open over a jump of the clock by %i ms, as long as they last", async (jump) => {
  const clock = clocks();
  site = await openSite(clock);
  const { captchas } = site.gatehouse.services;
  await captchas.draw("1");
  clock.at.day += jump;
  expect(await captchas.peek("1")).toBeDefined();
  clock.at.steady += limits.captcha.ttlSeconds * 1000;
  expect(await captchas.peek("1")).toBeUndefined();
});

it("locks an account as long as it says, though the clock of the day stands still or jumps", async () => {
  const clock = clocks();
  site = await openSite(clock);
  for (let times = 0; times < limits.login.perAccount; times += 1) await expect(site.signIn("admin", "wrong1")).rejects.toThrow("1018");
  clock.at.day += 2 * dayMs;
  await expect(site.signIn("admin", "adminpw1")).rejects.toThrow("1018");
  clock.at.day -= 2 * dayMs;
  clock.at.steady += limits.login.lockSeconds * 1000 + 1;
  await site.signIn("admin", "adminpw1");
});

/** An organisation that expires a day from now. */
const addLeased = async ({ at }: ReturnType<typeof clocks>): Promise<string> => {
  const companyId = await site.addCompany("Leased");
  await site.gatehouse.services.db
    .updateTable("company")
    .set({ expires_at: at.day + dayMs })
    .where("id", "=", companyId)
    .execute();
  return companyId;
};

it("ends no session of an organisation that expires within a jump of the clock", async () => {
  const clock = clocks();
  site = await openSite(clock);
  const companyId = await addLeased(clock);
  await site.addUser({ account: "leased", companyId });
  const token = await site.signIn("leased", "secret1");
  clock.at.day += 2 * dayMs;
  expect(await signedIn(token)).toBe(0);
  clock.at.day -= 2 * dayMs;
  clock.pass(dayMs);
  expect(await signedIn(token)).toBe(401);
});

it.each(["put", "enable"] as const)("ends no session of an organisation that is saved within a jump of the clock: %s", async (how) => {
  const clock = clocks();
  site = await openSite(clock);
  const id = await addLeased(clock);
  await site.addUser({ account: "leased", companyId: id });
  const admin = await site.signIn("admin", "adminpw1");
  const token = await site.signIn("leased", "secret1");
  const expiresAt = new Date(clock.at.day + dayMs).toISOString();
  const save = () =>
    how === "put"
      ? site.ask(company.calls.put, { id, parentId: "root", name: "Leased", expiresAt, version: 1 }, { token: admin })
      : site.ask(company.calls.enable, { ids: [id] }, { token: admin });
  clock.at.day += 2 * dayMs;
  expect((await save()).code).toBe(0);
  clock.at.day -= 2 * dayMs;
  expect(await signedIn(token)).toBe(0);
});

it("ends the sessions of an organisation that is saved once its time is over by a clock that is believed", async () => {
  const clock = clocks();
  site = await openSite(clock);
  const id = await addLeased(clock);
  await site.addUser({ account: "leased", companyId: id });
  const admin = await site.signIn("admin", "adminpw1");
  await site.signIn("leased", "secret1");
  const expiresAt = new Date(clock.at.day - hourMs).toISOString();
  expect((await site.ask(company.calls.put, { id, parentId: "root", name: "L", expiresAt, version: 1 }, { token: admin })).code).toBe(0);
  const { db } = site.gatehouse.services;
  const left = await db.selectFrom("session").innerJoin("user", "user.id", "session.user_id").select("account").execute();
  expect(left).toEqual([{ account: "admin" }]);
});

it.each([
  ["eight days ahead", 8 * dayMs],
  ["eight days back", -8 * dayMs],
])("keeps codes and notices for their week, though the clock is %s for a moment", async (_how, jump) => {
  const clock = clocks();
  site = await openSite(clock);
  const { db, phoneCodes, notices } = site.gatehouse.services;
  const kept = async () => (await db.selectFrom("outbox").select("recipient").orderBy("id").execute()).map(({ recipient }) => recipient);
  const tell = (phone: string) => notices({ phone, email: "" }, { subject: "", text: "told" });
  const ask = (phone: string) => site.ask(auth.calls.send_register_code, { phone });
  await tell("13800000001");
  expect((await ask("13800000002")).code).toBe(0);
  await phoneCodes.idle();
  clock.at.day += jump;
  await tell("13800000003");
  clock.at.day -= jump;
  await tell("13800000004");
  expect((await kept()).sort()).toEqual(["13800000001", "13800000002", "13800000003", "13800000004"]);
  clock.pass(8 * dayMs);
  await tell("13800000005");
  expect(await kept()).toEqual(["13800000005"]);
});

it.each([
  ["ahead", 2 * dayMs],
  ["back", -2 * dayMs],
])("holds codes back for a day from a phone that was changed while the clock was two days %s", async (_how, jump) => {
  const clock = clocks();
  site = await openSite(clock);
  const id = await site.addUser({ account: "changed", phone: "13800000001", roles: [] });
  const token = await site.signIn("admin", "adminpw1");
  const { db, phoneCodes } = site.gatehouse.services;
  clock.at.day += jump;
  const phone = "13800000002";
  const edit = { id, userName: "Changed", type: 1, phone, version: 1, ownPassword: "adminpw1" };
  expect((await site.ask(user.calls.edit_child, edit, { token })).code).toBe(0);
  clock.at.day -= jump;
  const reset = async () => {
    expect((await site.ask(auth.calls.send_reset_pass_code, { phone })).code).toBe(0);
    await phoneCodes.idle();
    return (await db.selectFrom("outbox").select("id").where("recipient", "=", phone).execute()).length;
  };
  expect(await reset()).toBe(0);
  clock.pass(dayMs);
  expect(await reset()).toBe(1);
});

it("keeps what somebody marked as read, though the clock is ahead for a moment", async () => {
  const clock = clocks();
  site = await openSite(clock);
  const token = await site.signIn("admin", "adminpw1");
  const { recipeId } = await addTemplate(site, token, "Meter", [{ name: "温度", address: "1" }]);
  await addDevice(site, token, { sn: "NOTED-1", recipeId });
  clock.pass(hourMs);
  await (await connectDevice(site, "NOTED-1")).endAsync();
  const listed = async () => (await site.ask(notice.calls.query, {}, { token })).data.list;
  const told = await until(
    async () => (await listed()).find(({ data }) => data.type === 2 && data.content.state === 0),
    "the notice that it went",
  );
  expect((await site.ask(notice.calls.mark, { ids: [told.id] }, { token })).code).toBe(0);
  clock.at.day += 60 * dayMs;
  expect((await site.ask(notice.calls.mark, { ids: ["alarm of nothing"] }, { token })).code).toBe(0);
  clock.at.day -= 60 * dayMs;
  expect((await listed()).find(({ id }) => id === told.id)?.read).toBe(true);
});

it("believes a clock that was set once it has stood for ten minutes, and not one that jumped for a moment", () => {
  const clock = clocks();
  const believed = believedTime(clock.now, clock.uptime);
  const { day } = clock.at;
  clock.at.day += dayMs;
  expect(believed()).toBe(day);
  clock.pass(300_000);
  expect(believed()).toBe(day + 300_000);
  clock.at.day -= dayMs;
  expect(believed()).toBe(day + 300_000);
  clock.at.day += dayMs;
  expect(believed()).toBe(day + 300_000);
  clock.pass(599_999);
  expect(believed()).toBe(day + 899_999);
  clock.pass(1);
  expect(believed()).toBe(day + dayMs + 900_000);
});

it("tells whole milliseconds, also while the clock is doubted", () => {
  const at = { day: Date.UTC(2026, 4, 1), steady: 1_000.123 };
  const believed = believedTime(
    () => at.day,
    () => at.steady,
  );
  at.day += dayMs;
  at.steady += 250.456;
  expect(believed()).toBe(Date.UTC(2026, 4, 1) + 250);
});

it("lets devices in whose organisation expires within a jump of the clock, until it has expired", async () => {
  const clock = clocks();
  site = await openSite(clock);
  const token = await site.signIn("admin", "adminpw1");
  const { recipeId } = await addTemplate(site, token, "Meter", [{ name: "温度", address: "1" }]);
  const id = await addDevice(site, token, { sn: "LEASED-1", recipeId });
  const { db, registry } = site.gatehouse.services;
  const companyId = await addLeased(clock);
  await db.updateTable("device").set({ company_id: companyId }).where("id", "=", id).execute();
  registry.forget([id]);
  clock.at.day += 2 * dayMs;
  await (await connectDevice(site, "LEASED-1")).endAsync();
  clock.at.day -= 2 * dayMs;
  clock.pass(dayMs);
  await expect(connectDevice(site, "LEASED-1")).rejects.toMatchObject({ code: 5 });
});

it.each([
  ["an hour back", -hourMs],
  ["two days ahead", 2 * dayMs],
])("says how long a device took to reply by the steady clock, though the clock of the day jumps %s meanwhile", async (_how, jump) => {
  const clock = clocks();
  site = await openSite(clock);
  const token = await site.signIn("admin", "adminpw1");
  const { recipeId, points } = await addTemplate(site, token, "Valve", [{ name: "开度", address: "1", writable: true }]);
  const id = await addDevice(site, token, { sn: "VALVE-1", recipeId });
  const client = await connectDevice(site, "VALVE-1");
  client.on("message", (_topic, payload) => {
    clock.at.day += jump;
    clock.at.steady += 20;
    client.publish("gw/VALVE-1/command/reply", JSON.stringify({ id: JSON.parse(payload.toString()).id, code: 0 }), { qos: 1 });
  });
  await client.subscribeAsync("gw/VALVE-1/command", { qos: 1 });
  const written = await site.ask(device.calls.cmd, { id, slave: 1, values: { [points["1"] ?? ""]: 5 } }, { token });
  expect(written).toMatchObject({ code: 0, data: { milliseconds: 20 } });
  await client.endAsync();
});

it("deletes nothing by a clock that is ahead for a moment, nor by one that is wrong at the start", async () => {
  const clock = clocks();
  site = await openSite(clock);
  const { db, log } = site.gatehouse.services;
  const expired: number[] = [];
  const telemetry = { expire: async (before: number) => expired.push(before) };
  const troubles = openTroubles(log, clock.now, clock.uptime);
  const believed = believedTime(clock.now, clock.uptime);
  const { day } = clock.at;
  clock.at.day += 400 * dayMs;
  const stop = startRetention({ telemetry, db, log, troubles, believed, firstAfterMs: 0 }, 30);
  await until(() => expired.length > 0, "the first time");
  stop();
  expect(expired).toEqual([day - 30 * dayMs]);
  vi.useFakeTimers();
  const stopLater = startRetention({ telemetry, db, log, troubles, believed }, 30);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(expired).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(expired).toHaveLength(2);
  stopLater();
  vi.useRealTimers();
});
