import { connect } from "node:net";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { role } from "#contract/resources/role.ts";
import { user } from "#contract/resources/user.ts";
import { keepRows } from "#server/log/keptRows.ts";
import { verifyLog } from "#server/log/logHead.ts";
import { openOperationLog } from "#server/log/operationLog.ts";
import { openTroubles } from "#server/system/troubles.ts";
import { refuseWrites } from "#tests/server/refuseWrites.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

let site: Site;
let admin: string;
beforeAll(async () => {
  site = await openSite();
  admin = await site.signIn("admin", adminPassword);
});
afterAll(() => site.close());

const until = (seen: () => Promise<void>) => vi.waitFor(seen, { timeout: 20_000, interval: 20 });
const database = () => site.gatehouse.services.db;
const rowsOf = async (text: string) =>
  (await database().selectFrom("operation_log").selectAll().where("detail", "like", `%${text}%`).orderBy("seq").execute()).filter(
    ({ call }) => call !== "/api/login",
  );

/** Sends a call over a connection of its own and resets that at once, or after some milliseconds. */
const callAndReset = (path: string, body: object, token: string, afterMs: number | undefined) =>
  new Promise<void>((resolve) => {
    const text = JSON.stringify(body);
    const socket = connect(site.gatehouse.httpPort, "127.0.0.1", () => {
      const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\ntoken: ${token}\r\nContent-Type: application/json`;
      socket.write(`${head}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`, () => {
        if (afterMs === undefined) socket.resetAndDestroy();
        else setTimeout(() => socket.resetAndDestroy(), afterMs);
      });
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
  });

describe("a call whose asker hangs up at once", () => {
  const delays = [undefined, 0, 1, 2, 3, 4, 5, 6];

  it("is in the operation log with its address, or nothing of it was done", async () => {
    for (let round = 0; round < 3; round += 1)
      for (const [at, delay] of delays.entries()) await callAndReset(role.calls.post.path, { name: `gone ${round} ${at}` }, admin, delay);
    await site.restart();
    const made = await database().selectFrom("role").select("name").where("name", "like", "gone %").execute();
    const logged = (await rowsOf("gone ")).map(({ detail, address }) => [JSON.parse(detail).name, address]);
    expect(made.length).toBeGreaterThan(2);
    expect(logged.sort()).toEqual(made.map(({ name }) => [name, "127.0.0.1"]).sort());
  });

  it("is in the log too where it is a stranger's that is refused", async () => {
    for (const delay of delays) await callAndReset(user.calls.add_child.path, { account: "intruder" }, "", delay);
    await site.restart();
    const kept = await rowsOf("intruder");
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.map(({ address, code }) => [address, code])).toEqual(kept.map(() => ["127.0.0.1", 401]));
  });
});

describe("a row that cannot be written", () => {
  const troubles = async () => ((await (await fetch(`${site.base}/readyz`)).json()) as { troubles: string[] }).troubles;
  const refuseRows = () => refuseWrites(database(), "operation_log", "insert", "no rows");

  it("is told as a trouble and tried again until it is there, and the call has its answer", async () => {
    const takeRows = await refuseRows();
    expect((await site.ask(role.calls.post, { name: "kept one" }, { token: admin })).code).toBe(0);
    expect((await site.ask(role.calls.put, { id: "none", version: 1, name: "kept two" }, { token: admin })).code).toBe(404);
    expect((await troubles()).sort()).toEqual(["operation log rows", "refused calls"]);
    expect(await (await fetch(`${site.base}/metrics`)).text()).toContain('gatehouse_trouble{part="operation log rows"} 1');
    expect(await rowsOf("kept ")).toEqual([]);
    await takeRows();
    await until(async () => expect((await rowsOf("kept one")).map(({ code }) => code)).toEqual([0]));
    await site.gatehouse.services.refusedCalls.flush();
    expect((await rowsOf("kept two")).map(({ code }) => code)).toEqual([404]);
    expect(await troubles()).toEqual([]);
    const { logHead } = site.gatehouse.services.config;
    expect(await verifyLog(database(), logHead)).toBeGreaterThan(0);
  });

  it("keeps changes from being made once a thousand wait, and none of them is lost", async () => {
    const takeRows = await refuseRows();
    const { operationLog } = site.gatehouse.services;
    const operation = { userId: null, account: "", userName: "", companyId: null, address: "", call: "test", code: 0, milliseconds: 0 };
    for (let n = 0; n < 1000; n += 1) await operationLog.write({ ...operation, at: n, detail: `waits ${n}` });
    const answer = await site.ask(role.calls.post, { name: "too many" }, { token: admin, language: "en" });
    expect([answer.code, answer.message]).toEqual([
      500,
      "The operation log cannot be written at the moment, so nothing was changed: try again later",
    ]);
    expect(await database().selectFrom("role").select("id").where("name", "=", "too many").execute()).toEqual([]);
    expect((await site.ask(user.calls.my, {}, { token: admin })).code).toBe(0);
    await takeRows();
    await until(async () => expect(await rowsOf("waits ")).toHaveLength(1000));
    expect((await site.ask(role.calls.post, { name: "too many" }, { token: admin })).code).toBe(0);
  });

  it("stands in the server's own log where it cannot be written up to the stop", async () => {
    const takeRows = await refuseRows();
    const lines: string[] = [];
    const log = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
    const operationLog = await openOperationLog(database(), Buffer.from("key"));
    const rows = keepRows({ operationLog, troubles: openTroubles(log, Date.now, () => performance.now()), log });
    const operation = { userId: null, account: "", userName: "", companyId: null, address: "", call: "test", code: 0, milliseconds: 0 };
    await rows.write({ ...operation, at: 1, detail: "the last one" });
    await rows.stop();
    await takeRows();
    expect(lines.filter((line) => line.includes("the last one"))).toHaveLength(1);
  });
});
