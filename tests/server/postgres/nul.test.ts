import { afterAll, beforeAll, expect, it } from "vitest";
import { auth } from "#contract/resources/auth.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { userTempData } from "#contract/resources/userTempData.ts";
import { verifyLog } from "#server/log/logHead.ts";
import { decodeNul, encodeNul } from "#server/postgres/nulText.ts";
import { addDevice, addTemplate, connectDevice } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

let site: Site;
let token: string;
beforeAll(async () => {
  site = await openSite();
  token = await site.signIn("admin", adminPassword);
});
afterAll(() => site.close());

it.each(["", "a", "\0", "\0\0", "\u{F0000}", "\u{F0000}0", "\u{F0000}1\0", "a\0\u{F0000}\u{F0000}1b水\0"])(
  "reads %j as it was written",
  async (text) => {
    expect(encodeNul(text)).not.toContain("\0");
    expect(decodeNul(encodeNul(text))).toBe(text);
    const { db } = site.gatehouse.services;
    await db
      .insertInto("setting")
      .values({ key: `nul ${text}`, value: text })
      .execute();
    expect(
      await db.selectFrom("setting").select(["key", "value"]).where("value", "=", text).where("key", "like", "nul %").execute(),
    ).toEqual([{ key: `nul ${text}`, value: text }]);
  },
);

it("keeps what a stranger, a user or a device writes with a NUL in it, and the log's chain with it", async () => {
  const text = "a\u0000b";
  const { db, config, captchas, refusedCalls } = site.gatehouse.services;
  await captchas.draw("r");
  const stranger = { username: text, password: "secret1", random: "r", code: (await captchas.peek("r")) ?? "" };
  expect((await site.ask(auth.calls.login, stranger)).code).toBe(1018);
  expect((await site.ask(userTempData.calls.post, { key: text, value: text }, { token })).code).toBe(0);
  const { recipeId, points } = await addTemplate(site, token, "T", [{ name: "P", nameEn: "P", address: "1" }]);
  const id = await addDevice(site, token, { sn: "NUL-1", recipeId });
  const client = await connectDevice(site, "NUL-1");
  await client.publishAsync("gw/NUL-1/info", JSON.stringify({ softwareVersion: text, signal: -71.5 }), { qos: 1 });
  await client.publishAsync("gw/NUL-1/telemetry", JSON.stringify({ values: { [text]: 1, "\ud800": 1, "1": "no number" } }), { qos: 1 });
  await client.endAsync();
  expect(await db.selectFrom("device").select(["software_version", "signal"]).where("id", "=", id).execute()).toEqual([
    { software_version: text, signal: -71.5 },
  ]);
  const period = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date(Date.now() + 3_600_000).toISOString() };
  const asked = { deviceId: id, points: [{ slave: 1, pointId: points["1"] }], ...period, order: "asc", limit: 100 };
  const invalid = async () => {
    const { code, data } = await site.ask(deviceDataLog.calls.query, asked, { token });
    return [code, data.rows.flatMap(({ invalid = [] }) => invalid.map((reading) => reading.code))];
  };
  // What a device sent wrong is written behind the acknowledgement of its message.
  await expect.poll(invalid, { timeout: 10_000 }).toEqual([0, ["type"]]);
  await refusedCalls.flush();
  const refused = await db.selectFrom("operation_log").select("account").where("code", "=", 1018).execute();
  expect(refused).toEqual([{ account: text }]);
  expect(await verifyLog(db, config.logHead)).toBeGreaterThan(2);
});
