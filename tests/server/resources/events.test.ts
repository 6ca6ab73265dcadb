import { expect, test } from "vitest";
import { deviceEvent } from "#contract/resources/log.ts";
import type { Db } from "#server/db/open.ts";
import { listEvents } from "#server/devices/deviceEvents.ts";
import { openOperationLog } from "#server/log/operationLog.ts";
import { listOperations } from "#server/log/operationRows.ts";
import { addDeviceTo, addTemplate, type CompanyId, callerOf, morning, notFound, openWorld, refusal } from "./world.ts";

const root = callerOf("root");
const north = callerOf("north");
const town = callerOf("town");
const south = callerOf("south");

const log = (fields: object = {}) => deviceEvent.calls.query_user_event.request.parse(fields);
const events = (fields: object) => deviceEvent.calls.query.request.parse(fields);

async function logged() {
  const { db } = await openWorld();
  const operationLog = await openOperationLog(db, Buffer.from("key"));
  const write = (companyId: CompanyId | null, account: string, call: string, code: number, detail: string, minute: number) =>
    operationLog.write({
      at: morning + minute * 60_000,
      userId: null,
      account,
      userName: `${account} name`,
      companyId,
      address: "10.0.0.1",
      call,
      detail,
      change: "",
      code,
      milliseconds: 3,
    });
  await write("north", "alice", "/api/device/post", 0, '{"name":"100%"}', 0);
  await write("town", "bob", "/api/device/put", 1300, "{}", 1);
  await write("south", "carol", "/api/device/delete", 0, "{}", 2);
  await write(null, "stranger", "/api/login", 1018, "{}", 3);
  await write("north", "alice", "/api/alarm_trigger/post", 403, "a_b", 4);
  return {
    db,
    found: async (caller: typeof root, fields: object = {}) =>
      (await listOperations(db, caller, log(fields))).list.map((row) => row.id).join(""),
  };
}

test("the operation log says who did what, from where, with what result, newest first, within the caller's organisations", async () => {
  const { db, found } = await logged();
  expect(await found(root)).toBe("54321");
  expect(await found(north)).toBe("521");
  expect(await found(town)).toBe("2");
  expect(await found(south)).toBe("3");
  const { list } = deviceEvent.calls.query_user_event.response.parse(await listOperations(db, north, log({ pageSize: 1 })));
  expect(list).toEqual([
    {
      id: "5",
      at: "2026-11-20T00:04:00.000Z",
      account: "alice",
      userName: "alice name",
      companyName: "The north",
      address: "10.0.0.1",
      call: "/api/alarm_trigger/post",
      detail: "a_b",
      change: "",
      code: 403,
      milliseconds: 3,
      hash: expect.stringMatching(/^k:[0-9a-f]{64}$/),
      record: "",
      points: [],
    },
  ]);
});

test("the operation log is filtered by plain text, account, call, result and a half-open period", async () => {
  const { db, found } = await logged();
  expect(await found(root, { search: " ALICE NAME " })).toBe("51");
  expect(await found(root, { search: "%" })).toBe("1");
  expect(await found(root, { search: "_b" })).toBe("5");
  expect(await found(root, { account: "bob" })).toBe("2");
  expect(await found(root, { call: "device/" })).toBe("321");
  expect(await found(root, { call: "/api/device/put" })).toBe("2");
  expect(await found(root, { call: "/api/device/pu" })).toBe("");
  expect(await found(root, { refused: true })).toBe("542");
  expect(await found(root, { refused: false })).toBe("31");
  expect(await found(root, { from: "2026-11-20T00:01:00Z", to: "2026-11-20T00:03:00Z" })).toBe("32");
  expect(await found(root, { sortField: "at", sortOrder: "asc" })).toBe("12345");
  expect(() => log({ sortField: "hash" })).toThrow("rule.invalid");
  expect(await refusal(listOperations(db, root, log({ cursor: "!" })))).toMatchObject({ code: 400 });
});

test("pages and cursors walk the whole operation log, and a page past the end is the last one", async () => {
  const { db, found } = await logged();
  expect(await found(root, { pageSize: 2, pageNo: 2 })).toBe("32");
  expect(await found(root, { pageSize: 2, pageNo: 9 })).toBe("1");
  expect(await found(root, { pageSize: 2, pageNo: 9, search: "name" })).toBe("1");
  for (const [sortOrder, filters] of [
    ["desc", {}],
    ["asc", {}],
    ["desc", { search: "name" }],
    ["asc", { call: "/api/" }],
  ] as const) {
    const walked: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await listOperations(db, root, log({ pageSize: 2, sortOrder, ...filters, ...(cursor ? { cursor } : {}) }));
      walked.push(...page.list.map((row) => row.id));
      cursor = page.cursor;
      expect(page.total).toBe(5);
    } while (cursor);
    expect(walked.join("")).toBe(sortOrder === "desc" ? "54321" : "12345");
  }
});

const addEvent = (db: Db, deviceId: string, id: string, kind: string, minute: number) =>
  db
    .insertInto("device_event")
    .values({
      id,
      device_id: deviceId,
      company_id: "north",
      kind,
      at: morning + minute * 60_000,
      content: "{}",
      user_id: null,
      account: "",
      result: "",
    })
    .execute();

test("a device's events come newest first, by kind, to those who see the device, with the organisation that it is in", async () => {
  const { db } = await openWorld();
  const recipe = await addTemplate(db, root);
  const deviceId = await addDeviceTo(db, north, recipe);
  await addEvent(db, deviceId, "a", "event", 1);
  await addEvent(db, deviceId, "b", "fault", 2);
  await addEvent(db, deviceId, "c", "fault", 2);
  const ids = async (fields: object = {}) =>
    (await listEvents(db, north, events({ deviceId, ...fields }))).list.map((row) => row.id).join("");
  expect(await ids()).toBe("cba");
  expect(await ids({ kind: "fault" })).toBe("cb");
  expect(await ids({ kind: "command" })).toBe("");
  expect(await ids({ pageSize: 2, pageNo: 7 })).toBe("a");
  expect(await refusal(listEvents(db, south, events({ deviceId })))).toEqual(notFound);
  expect(await refusal(listEvents(db, south, events({ deviceId: "missing" })))).toEqual(notFound);
  await db.updateTable("device").set({ company_id: "south" }).execute();
  expect(await refusal(listEvents(db, north, events({ deviceId })))).toEqual(notFound);
  const moved = await listEvents(db, south, events({ deviceId }));
  expect(moved.list.map(({ companyName }) => companyName)).toEqual(["The south", "The south", "The south"]);
});
