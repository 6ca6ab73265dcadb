import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { company } from "#contract/resources/company.ts";
import { deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { addDevice, addTemplate, connectDevice, sendTelemetry, until } from "#tests/server/fleet.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { basic, halfPost, post } from "./poster.ts";

const start = Date.UTC(2026, 0, 1);

describe("a device that posts its messages over HTTP", () => {
  let site: Site;
  let token: string;
  let recipeId: string;
  let points: Record<string, string>;
  const ids = new Map<string, string>();

  beforeAll(async () => {
    site = await openSite();
    token = await site.signIn("admin", adminPassword);
    ({ recipeId, points } = await addTemplate(site, token, "T", [{ name: "P", nameEn: "P", address: "1" }]));
    const { db } = site.gatehouse.services;
    const model = { id: "model-push", company_id: rootCompanyId, name: "Push", model_id: "push", transmission: "http-push" };
    await db.insertInto("device_model").values(model).execute();
  });
  afterAll(() => site.close());

  const added = async (sn: string, modelId: string | null = "model-push"): Promise<string> => {
    const id = await addDevice(site, token, { sn, recipeId });
    await site.gatehouse.services.db.updateTable("device").set({ model_id: modelId }).where("id", "=", id).execute();
    site.gatehouse.services.registry.forget([id]);
    ids.set(sn, id);
    return id;
  };
  const rows = async (sn: string): Promise<[number, unknown][]> => {
    const { data } = await site.ask(
      deviceDataLog.calls.query,
      {
        deviceId: ids.get(sn),
        points: [{ slave: 1, pointId: points["1"] }],
        from: new Date(0).toISOString(),
        to: new Date(Date.UTC(2040, 0, 1)).toISOString(),
        order: "asc",
        limit: 10_000,
      },
      { token },
    );
    return data.rows.map(({ ts, values }) => [Date.parse(ts) - start, values[0]]);
  };
  const events = async (sn: string, kind: string, count: number) => {
    const look = async () => (await site.ask(deviceEvent.calls.query, { deviceId: ids.get(sn), kind, pageSize: 200 }, { token })).data.list;
    await until(async () => (await look()).length >= count, `${count} rows of ${kind}`);
    return (await look()).map(({ content }) => JSON.parse(content));
  };
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${site.base}/metrics`)).text();
    return Number(new RegExp(`^gatehouse_${name}_total (\\d+)`, "m").exec(text)?.[1]);
  };

  it("is answered once its readings are stored: one object, a batch, and the same again [S7.121]", async () => {
    await added("PUSH-1");
    const { status, headers, body } = await post(site, "PUSH-1", "telemetry", { ts: start, values: { 1: 5 } });
    expect([status, body]).toEqual([200, { code: 0, message: "", commands: [] }]);
    expect(headers.get("content-security-policy")).toBe(null);
    expect(await rows("PUSH-1")).toEqual([[0, 5]]);
    const batch = [1, 2].map((n) => ({ ts: start + n, slaves: [{ no: 1, values: { P: n } }] }));
    for (let again = 0; again < 2; again += 1) expect((await post(site, "PUSH-1", "telemetry", batch)).status).toBe(200);
    const all = [
      [0, 5],
      [1, 1],
      [2, 2],
    ];
    expect(await rows("PUSH-1")).toEqual(all);
  });

  it("has two posts at once stored, each answered for itself", async () => {
    await added("PUSH-2");
    const both = await Promise.all([1, 2].map((n) => post(site, "PUSH-2", "telemetry", { ts: start + n, values: { 1: n } })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await rows("PUSH-2")).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it("sends events, information and its place as well, whatever type its body is said to be of", async () => {
    await added("PUSH-3");
    await post(site, "PUSH-3", "event", { type: "door", content: "open" }, { "Content-Type": "application/x-www-form-urlencoded" });
    await post(site, "PUSH-3", "info", { softwareVersion: "1.2" }, { "Content-Type": "" });
    await post(site, "PUSH-3", "location", { lng: 108.94, lat: 34.26 }, { "Content-Type": "text/plain" });
    expect(await events("PUSH-3", "event", 1)).toEqual([{ type: "door", content: "open" }]);
    expect(await events("PUSH-3", "info", 1)).toEqual([{ softwareVersion: "1.2" }]);
    expect(await events("PUSH-3", "location", 1)).toEqual([{ lng: 108.94, lat: 34.26 }]);
  });

  it("may post 65,536 bytes and not one more; what is too long is refused and noted", async () => {
    await added("PUSH-4");
    const padded = (bytes: number, value: number) => JSON.stringify({ ts: start + value, values: { 1: value } }).padEnd(bytes);
    expect((await post(site, "PUSH-4", "telemetry", padded(65_536, 1))).status).toBe(200);
    const long = await post(site, "PUSH-4", "telemetry", padded(65_537, 2));
    expect([long.status, long.body.code, long.body.message]).toEqual([413, 413, expect.stringContaining("65536")]);
    const unannounced = await fetch(`${site.base}/push/PUSH-4/telemetry`, {
      method: "POST",
      headers: { Authorization: basic("PUSH-4") },
      body: new Blob([padded(65_537, 3)]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(unannounced.status).toBe(413);
    expect(await rows("PUSH-4")).toEqual([[1, 1]]);
    expect(await events("PUSH-4", "fault", 1)).toMatchObject([
      { code: "postTooLong", values: { path: "/push/PUSH-4/telemetry" }, bytes: 65_537 },
    ]);
  });

  it("has what cannot be read taken and noted, so that it does not send it for ever, and is told", async () => {
    await added("PUSH-5");
    const none = await post(site, "PUSH-5", "telemetry", "temp=21");
    expect([none.status, none.body]).toEqual([200, { code: 0, message: "The message is not JSON in UTF-8", commands: [] }]);
    const part = await post(site, "PUSH-5", "telemetry", [
      { ts: "noon", values: { 1: 1 } },
      { ts: start, values: { 1: 2 } },
    ]);
    expect([part.status, part.body.message]).toEqual([200, expect.stringContaining("[0].ts")]);
    expect(await rows("PUSH-5")).toEqual([[0, 2]]);
    const unfit = await post(site, "PUSH-5", "telemetry", [{ ts: start, values: { nosuch: 1, 1: "warm" } }]);
    expect([unfit.status, unfit.body.message]).toEqual([200, expect.stringMatching(/address 1: value.*; .*address nosuch/)]);
    expect((await events("PUSH-5", "fault", 4)).map(({ code }) => code).sort()).toEqual(["json", "time", "type", "unknownPoint"]);
  });

  it("needs its password, its own path and POST [S7.121]", async () => {
    await added("PUSH-6");
    const refused = await metric("device_logins_refused");
    const telemetry = { values: { 1: 1 } };
    const wrong = await post(site, "PUSH-6", "telemetry", telemetry, { Authorization: basic("PUSH-6", "wrong") });
    expect([wrong.status, wrong.body.code, wrong.headers.get("www-authenticate")]).toEqual([
      401,
      401,
      expect.stringMatching(/^Basic realm=/),
    ]);
    expect((await post(site, "NOBODY-6", "telemetry", telemetry)).status).toBe(401);
    expect(await metric("device_logins_refused")).toBe(refused + 2);
    expect((await post(site, "PUSH-6", "telemetry", telemetry, { Authorization: "" })).status).toBe(401);
    expect((await post(site, "PUSH-6", "telemetry", telemetry, { Authorization: basic("PUSH-1") })).status).toBe(403);
    expect((await post(site, "PUSH-6", "readings", telemetry)).status).toBe(404);
    const get = await fetch(`${site.base}/push/PUSH-6/telemetry`, { headers: { Authorization: basic("PUSH-6") } });
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
    const packed = await fetch(`${site.base}/push/PUSH-6/telemetry`, {
      method: "POST",
      headers: { Authorization: basic("PUSH-6"), "Content-Encoding": "gzip" },
      body: gzipSync(JSON.stringify(telemetry)),
    });
    expect(packed.status).toBe(415);
    expect(await rows("PUSH-6")).toEqual([]);
  });

  it("is not heard while its organisation is disabled", async () => {
    const id = await added("PUSH-7");
    const companyId = await site.addCompany("Closing");
    await site.gatehouse.services.db.updateTable("device").set({ company_id: companyId }).where("id", "=", id).execute();
    site.gatehouse.services.registry.forget([id]);
    expect((await post(site, "PUSH-7", "telemetry", { ts: start, values: { 1: 1 } })).status).toBe(200);
    expect(site.gatehouse.services.presence.isOnline(id)).toBe(true);
    expect((await site.ask(company.calls.disable, { ids: [companyId] }, { token })).code).toBe(0);
    expect(site.gatehouse.services.presence.isOnline(id)).toBe(false);
    const { status, body } = await post(site, "PUSH-7", "telemetry", { ts: start + 1, values: { 1: 2 } });
    expect([status, body.message]).toEqual([403, expect.stringContaining("disabled")]);
    expect(await rows("PUSH-7")).toEqual([[0, 1]]);
  });

  it("is heard by whichever transport it comes, whatever its model says", async () => {
    await added("EITHER-1");
    const client = await connectDevice(site, "EITHER-1");
    await sendTelemetry(client, "EITHER-1", { ts: start, values: { 1: 1 } });
    await added("EITHER-2", null);
    await post(site, "EITHER-2", "telemetry", { ts: start, values: { 1: 2 } });
    expect([await rows("EITHER-1"), await rows("EITHER-2")]).toEqual([[[0, 1]], [[0, 2]]]);
    const { registry, presence } = site.gatehouse.services;
    expect((await registry.bySn("EITHER-1"))?.protocol.name).toBe("http-push");
    expect((await registry.bySn("EITHER-2"))?.protocol.name).toBe("mqtt-json");
    await post(site, "EITHER-1", "telemetry", []);
    await client.endAsync();
    await until(() => !site.gatehouse.broker.isConnected("EITHER-1"), "the end of its connection");
    expect(presence.isOnline(ids.get("EITHER-1") ?? "")).toBe(true);
  });

  it("leaves nothing of a body that broke off", async () => {
    await added("PUSH-8");
    const before = await metric("device_posts");
    const socket = await halfPost(site, "PUSH-8", '{"values":{"1":1}}');
    await until(() => site.gatehouse.services.presence.isOnline(ids.get("PUSH-8") ?? ""), "the post");
    socket.destroy();
    expect((await post(site, "PUSH-8", "telemetry", { ts: start, values: { 1: 2 } })).status).toBe(200);
    expect(await rows("PUSH-8")).toEqual([[0, 2]]);
    expect(await metric("device_posts")).toBe(before + 1);
  });

  it("has four posts under way at once and no more", async () => {
    await added("PUSH-9");
    await added("PUSH-10");
    const told: string[] = [];
    const sockets = await Promise.all([1, 2, 3, 4, 5].map(() => halfPost(site, "PUSH-9")));
    for (const socket of sockets) socket.on("data", (answer) => told.push(String(answer)));
    await until(async () => told.length > 0, "one of five to be refused");
    expect(told).toEqual([expect.stringMatching(/^HTTP\/1\.1 429 [\s\S]*\bretry-after: 1\r/)]);
    expect((await post(site, "PUSH-9", "telemetry", [])).status).toBe(429);
    expect((await post(site, "PUSH-10", "telemetry", [])).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await until(async () => (await post(site, "PUSH-9", "telemetry", [])).status === 200, "the next to be taken");
  });

  it("guesses no faster over HTTP and MQTT together than over one of them", async () => {
    await added("PUSH-11");
    const guesses = Array.from({ length: 14 }, () => post(site, "PUSH-11", "telemetry", [], { Authorization: basic("PUSH-11", "guess") }));
    const [first] = await Promise.all([
      Promise.any(guesses.map(async (guess) => ((await guess).status === 429 ? guess : Promise.reject()))),
    ]);
    expect([first.status, first.headers.get("retry-after")]).toEqual([429, "10"]);
    await expect(connectDevice(site, "PUSH-11")).rejects.toThrow("Not authorized");
    expect(await metric("device_logins_limited")).toBeGreaterThanOrEqual(2);
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([401, 429]));
  });

  it("is answered what came before the stop, and told to come again what comes behind it; a half-sent body holds nothing up", async () => {
    const sns = Array.from({ length: 6 }, (_, n) => `STOP-${n}`);
    for (const sn of sns) await added(sn);
    const socket = await halfPost(site, "PUSH-10");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    const posts = sns.map((sn) => post(site, sn, "telemetry", { ts: start, values: { 1: 1 } }));
    await Promise.any(posts);
    await site.restart();
    await closed;
    const answers = await Promise.all(posts);
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    token = await site.signIn("admin", adminPassword);
    for (const [n, sn] of sns.entries()) if (answers[n]?.status === 200) expect(await rows(sn)).toEqual([[0, 1]]);
  });
});

describe("a device that posts through a proxy", () => {
  it("is counted by the address that the proxy wrote", async () => {
    const site = await openSite({ variables: { TRUST_PROXY: "1" } });
    const token = await site.signIn("admin", adminPassword);
    const { recipeId } = await addTemplate(site, token, "T", [{ name: "P", address: "1" }]);
    await addDevice(site, token, { sn: "FAR-1", recipeId });
    const guess = () => post(site, "FAR-1", "telemetry", [], { Authorization: basic("FAR-1", "guess"), "X-Forwarded-For": "10.0.0.7" });
    const guesses = Array.from({ length: 14 }, guess);
    await Promise.any(guesses.map(async (one) => ((await one).status === 429 ? one : Promise.reject())));
    expect((await post(site, "FAR-1", "telemetry", [], { "X-Forwarded-For": "10.0.0.7" })).status).toBe(429);
    expect((await post(site, "FAR-1", "telemetry", [], { "X-Forwarded-For": "10.0.0.8" })).status).toBe(200);
    await Promise.all(guesses);
    await site.close();
  });
});
