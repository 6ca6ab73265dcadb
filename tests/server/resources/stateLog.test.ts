import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { deviceStateLog, type StateReason } from "#contract/resources/deviceStateLog.ts";
import type { Db } from "#server/db/open.ts";
import { expireStates } from "#server/devices/expireStates.ts";
import { countStates } from "#server/devices/stateCount.ts";
import { stateFile } from "#server/devices/stateFile.ts";
import { listStates } from "#server/devices/stateRows.ts";
import type { Caller } from "#server/kit/caller.ts";
import { xlsxCells } from "#tests/server/xlsxCells.ts";
import { addDeviceTo, addTemplate, callerOf, morning, notFound, openWorld, refusal } from "./world.ts";

const root = callerOf("root");
const north = callerOf("north");
const town = callerOf("town");
const south = callerOf("south");
const { query, daily_count, dlexcel } = deviceStateLog.calls;
const week = { from: "2026-11-19T16:00:00Z", to: "2026-11-26T16:00:00Z" };
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

interface Row {
  id: string;
  deviceId: string;
  online: 0 | 1;
  at: number;
  reason?: StateReason;
}

const write = (db: Db, rows: readonly Row[]) =>
  db
    .insertInto("device_state_log")
    .values(
      rows.map(({ id, deviceId, online, at, reason }) => ({
        ...{ id, device_id: deviceId, company_id: "north", online, at },
        reason: reason ?? (online === 1 ? "connected" : "lost"),
      })),
    )
    .execute();

/** A pump of the north and a fan of its town; the pump is away from minute 10 to 25 and again from minute 40 on. */
async function fleet() {
  const { db } = await openWorld();
  const recipe = await addTemplate(db, root);
  const pump = await addDeviceTo(db, north, recipe, { name: "Pump 100%", sn: "00012345678901234567" });
  const fan = await addDeviceTo(db, town, recipe, { name: "=Fan", sn: "FAN-1" });
  await write(db, [
    { id: "a", deviceId: pump, online: 1, at: morning },
    { id: "b", deviceId: pump, online: 0, at: morning + 10 * minute, reason: "keepalive" },
    { id: "c", deviceId: fan, online: 1, at: morning + 20 * minute },
    { id: "d", deviceId: pump, online: 1, at: morning + 25 * minute },
    { id: "e", deviceId: pump, online: 1, at: morning + 30 * minute, reason: "replaced" },
    { id: "f", deviceId: pump, online: 0, at: morning + 40 * minute, reason: "goodbye" },
  ]);
  const found = async (caller: Caller, fields: object = {}) =>
    (await listStates(db, caller, query.request.parse(fields))).list.map(({ id }) => id).join("");
  return { db, recipe, pump, fan, found };
}

test("changes come newest first, each with its reason and the time at which it ended", async () => {
  const { db, pump } = await fleet();
  const answer = query.response.parse(await listStates(db, north, query.request.parse({ deviceId: pump })));
  const device = { deviceId: pump, deviceName: "Pump 100%", deviceSn: "00012345678901234567", companyName: "The north" };
  expect(answer).toEqual({
    total: 5,
    pageNo: 1,
    pageSize: 20,
    cursor: null,
    list: [
      { id: "f", at: "2026-11-20T00:40:00.000Z", kind: "offline", reason: "goodbye", until: null, ...device },
      { id: "e", at: "2026-11-20T00:30:00.000Z", kind: "online", reason: "replaced", until: "2026-11-20T00:40:00.000Z", ...device },
      { id: "d", at: "2026-11-20T00:25:00.000Z", kind: "online", reason: "connected", until: "2026-11-20T00:40:00.000Z", ...device },
      { id: "b", at: "2026-11-20T00:10:00.000Z", kind: "offline", reason: "keepalive", until: "2026-11-20T00:25:00.000Z", ...device },
      { id: "a", at: "2026-11-20T00:00:00.000Z", kind: "online", reason: "connected", until: "2026-11-20T00:10:00.000Z", ...device },
    ],
  });
});

test("changes are filtered by device, organisation with those below it, kind, plain text and a half-open period", async () => {
  const { pump, fan, found } = await fleet();
  expect(await found(root)).toBe("fedcba");
  expect(await found(north)).toBe("fedcba");
  expect(await found(town)).toBe("c");
  expect(await found(south)).toBe("");
  expect(await found(root, { deviceId: fan })).toBe("c");
  expect(await found(root, { companyId: "north" })).toBe("fedcba");
  expect(await found(root, { companyId: "town" })).toBe("c");
  expect(await found(town, { companyId: "north" })).toBe("");
  expect(await found(north, { companyId: "south" })).toBe("");
  expect(await found(root, { kind: "offline" })).toBe("fb");
  expect(await found(root, { kind: "online", deviceId: pump })).toBe("eda");
  expect(await found(root, { search: " 100% " })).toBe("fedba");
  expect(await found(root, { search: "_" })).toBe("");
  expect(await found(root, { search: "fan-1" })).toBe("c");
  const period = { from: new Date(morning + 10 * minute).toISOString(), to: new Date(morning + 30 * minute).toISOString() };
  expect(await found(root, period)).toBe("dcb");
  expect(await found(root, { ...period, sortField: "at", sortOrder: "asc" })).toBe("bcd");
});

test("a device that is not the caller's is not found, and a transferred one takes its changes along", async () => {
  const { db, pump, found } = await fleet();
  const ask = (caller: Caller, deviceId: string) => refusal(listStates(db, caller, query.request.parse({ deviceId })));
  expect(await ask(south, pump)).toEqual(notFound);
  expect(await ask(south, "missing")).toEqual(notFound);
  await db.updateTable("device").set({ company_id: "south" }).where("id", "=", pump).execute();
  expect(await found(south)).toBe("fedba");
  expect(await found(north)).toBe("c");
  expect(await ask(north, pump)).toEqual(notFound);
  const count = (caller: Caller) =>
    refusal(
      countStates(
        db,
        caller,
        daily_count.request.parse({ deviceId: pump, from: "2026-11-20T00:00:00Z", to: "2026-11-21T00:00:00Z" }),
        morning,
      ),
    );
  expect(await count(north)).toEqual(notFound);
  expect(await refusal(stateFile(db, north, dlexcel.request.parse({ deviceId: pump, ...week }), { language: "en", now: morning }))).toEqual(
    notFound,
  );
});

test("pages and cursors walk every change of few devices and of many, and a page past the end is the last one", async () => {
  const { db, recipe } = await fleet();
  for (let index = 0; index < 205; index += 1) {
    const deviceId = await addDeviceTo(db, north, recipe, { name: `Flapping ${index}`, sn: `FLAP-${index}` });
    await write(db, [
      { id: `x${index}`, deviceId, online: 1, at: morning + (index % 7) * minute },
      { id: `y${index}`, deviceId, online: 0, at: morning + (index % 7) * minute },
    ]);
  }
  const plain = (await db.selectFrom("device_state_log").select("id").orderBy("at", "desc").orderBy("id", "desc").execute()).map(
    ({ id }) => id,
  );
  const ask = (caller: Caller, fields: object) => listStates(db, caller, query.request.parse(fields));
  for (const [caller, sortOrder] of [
    [root, "desc"],
    [north, "asc"],
  ] as const) {
    const walked: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await ask(caller, { pageSize: 50, sortOrder, ...(cursor ? { cursor } : {}) });
      walked.push(...page.list.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor);
    expect(sortOrder === "desc" ? walked : walked.reverse()).toEqual(plain);
  }
  const last = await ask(north, { pageSize: 50, pageNo: 99 });
  expect([last.pageNo, last.total, last.list.length]).toEqual([9, 416, 16]);
  expect(await refusal(ask(root, { cursor: "!" }))).toMatchObject({ code: 400 });
  expect(() => ask(root, { sortField: "reason" })).toThrow("rule.invalid");
});

test("days are counted in the organisation's zone, those without a change are left out, and absences are cut to the period", async () => {
  const { db, pump, fan } = await fleet();
  await write(db, [
    { id: "g", deviceId: pump, online: 1, at: morning + 3 * day },
    { id: "h", deviceId: fan, online: 0, at: morning + 15 * hour + 59 * minute },
    { id: "i", deviceId: fan, online: 1, at: morning + 16 * hour },
  ]);
  const count = (caller: Caller, fields: object = {}, now = morning + 30 * day) =>
    countStates(db, caller, daily_count.request.parse({ ...week, ...fields }), now);
  expect(daily_count.response.parse(await count(north))).toEqual({
    zone: "Asia/Shanghai",
    days: [
      { day: "2026-11-20", offline: 3, online: 4 },
      { day: "2026-11-21", offline: 0, online: 1 },
      { day: "2026-11-23", offline: 0, online: 1 },
    ],
    away: null,
  });
  expect((await count({ ...north, zone: "America/New_York" })).days.map(({ day: name }) => name)).toEqual([
    "2026-11-19",
    "2026-11-20",
    "2026-11-22",
  ]);
  expect((await count(north, { kind: "offline", search: "pump" })).days).toEqual([{ day: "2026-11-20", offline: 2, online: 0 }]);
  const second = 3 * day - 40 * minute;
  expect((await count(north, { deviceId: pump })).away).toEqual({ count: 2, milliseconds: 15 * minute + second, longest: second });
  const cut = { deviceId: pump, from: "2026-11-20T00:20:00Z", to: "2026-11-20T00:50:00Z" };
  expect((await count(north, cut)).away).toEqual({ count: 2, milliseconds: 15 * minute, longest: 10 * minute });
  expect((await count(north, cut, morning + 45 * minute)).away).toMatchObject({ count: 2, milliseconds: 10 * minute });
  const refused = (fields: object) => daily_count.request.safeParse({ from: "2026-01-01T00:00:00Z", ...fields }).success;
  expect([
    refused({ to: "2026-01-01T00:00:00Z" }),
    refused({ to: "2027-03-01T00:00:00Z" }),
    refused({ to: "2026-12-31T00:00:00Z" }),
  ]).toEqual([false, false, true]);
});

test("the file has what the list has, oldest first, with offsets, text SNs and no formula, or says where it was cut [S7.014]", async () => {
  const { db, pump } = await fleet();
  const file = async (fields: object, most?: number) => {
    const answer = await stateFile(db, north, dlexcel.request.parse({ ...week, ...fields }), { language: "zh", now: morning + day }, most);
    if (typeof answer.body === "string" || Buffer.isBuffer(answer.body)) throw new Error("not streamed");
    const bytes = await buffer(answer.body);
    return { ...answer, bytes, lines: bytes.toString("utf8").trimEnd().split("\r\n") };
  };
  const whole = await file({ language: "en", from: "2026-11-20T00:00:00Z", to: "2026-11-20T00:40:00Z" });
  expect(whole.fileName).toBe("Online_offline log 20261120-0800_20261120-0840.csv");
  expect(whole.contentType).toBe("text/csv; charset=utf-8");
  expect(whole.lines).toEqual([
    "\ufeffTime,Device,SN,Organisation,Status,Reason,Ended at,Duration (s)",
    "2026-11-20T08:00:00+08:00,Pump 100%,00012345678901234567,The north,Online,Connected,2026-11-20T08:10:00+08:00,600",
    "2026-11-20T08:10:00+08:00,Pump 100%,00012345678901234567,The north,Offline,Keep-alive timeout,2026-11-20T08:25:00+08:00,900",
    "2026-11-20T08:20:00+08:00,'=Fan,FAN-1,The town,Online,Connected,,",
    "2026-11-20T08:25:00+08:00,Pump 100%,00012345678901234567,The north,Online,Connected,2026-11-20T08:40:00+08:00,900",
    "2026-11-20T08:30:00+08:00,Pump 100%,00012345678901234567,The north,Online,New connection replaced the old one,2026-11-20T08:40:00+08:00,600",
  ]);
  const chosen = await file({ deviceId: pump, kind: "offline" });
  expect(chosen.fileName).toBe("Pump 100% 上下线记录 20261120-0000_20261121-0800.csv");
  expect(chosen.lines).toHaveLength(3);
  expect(chosen.lines[0]).toContain("时间,设备,序列号,所属组织,状态,原因");
  const cut = await file({ language: "en" }, 4);
  expect(cut.lines.slice(0, -1)).toEqual(whole.lines.slice(0, 5));
  expect(cut.lines.at(-1)).toBe("Export limit reached: only the first 4 rows are included");
  await db.updateTable("device").set({ name: "000125" }).where("id", "=", pump).execute();
  const sheet = await file({ deviceId: pump, kind: "offline", format: "xlsx" });
  expect(sheet.fileName).toMatch(/\.xlsx$/);
  expect(xlsxCells(sheet.bytes)[1]?.slice(1, 4)).toEqual(["000125", "00012345678901234567", "The north"]);
  expect(xlsxCells(sheet.bytes)[1]?.at(-1)).toBe(900);
});

test("what is older than the days that are kept is deleted, but for each device's last change", async () => {
  const { db, found } = await fleet();
  expect(await expireStates(db, morning + 30 * minute)).toBe(3);
  expect(await found(root)).toBe("fec");
  expect(await expireStates(db, morning + day)).toBe(1);
  expect(await found(root)).toBe("fc");
});

test("days of many changes are counted in the database as those of few are here", async () => {
  const { db, pump, fan } = await fleet();
  const quarter = 15 * minute;
  for (let start = 0; start < 21_000; start += 3000)
    await write(
      db,
      Array.from({ length: 3000 }, (_, index) => {
        const at = start + index;
        return { id: `m${at}`, deviceId: at % 2 === 0 ? pump : fan, online: at % 3 === 0 ? 1 : 0, at: morning + at * quarter } as const;
      }),
    );
  const count = (fields: object) =>
    countStates(db, north, daily_count.request.parse({ from: week.from, to: "2027-06-27T16:00:00Z", ...fields }), morning + 400 * day);
  const sum = (counts: Awaited<ReturnType<typeof count>>[]) =>
    counts[0]?.days.map(({ day: name }, index) => [
      name,
      counts.reduce((total, { days }) => total + (days[index]?.offline ?? 0), 0),
      counts.reduce((total, { days }) => total + (days[index]?.online ?? 0), 0),
    ]);
  const all = await count({});
  expect(all.days.reduce((total, { offline, online }) => total + offline + online, 0)).toBe(21_006);
  expect(sum([all])).toEqual(sum([await count({ deviceId: pump }), await count({ deviceId: fan })]));
});
