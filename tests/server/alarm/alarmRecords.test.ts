import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import type { SortFieldOf } from "#contract/kit/page.ts";
import { alarmLog } from "#contract/resources/alarm.ts";
import { getRecord, queryRecords, type RecordQuery } from "#server/alarm/recordQuery.ts";
import { countLevels, countRecords, processRecords } from "#server/resources/alarmLog.ts";
import { at, eachWithFleet, fleet } from "./fleet.ts";

eachWithFleet();
beforeEach(async () => {
  await fleet.device("s1", "south", { 1: "boiler" });
  await fleet.rule({ name: "Too hot" });
  await fleet.start();
});

const north = () => fleet.caller("north");
const list = (request: z.input<typeof alarmLog.calls.query.request> = {}, caller = north()) =>
  queryRecords(fleet.db, caller, alarmLog.calls.query.request.parse(request), "en");

const insert = (differences: {
  id?: string;
  device_id?: string;
  raised_at: number;
  level?: number;
  state?: number;
  content_en?: string;
  rule_name?: string;
}) => ({
  id: randomUUID(),
  company_id: "north",
  device_id: "d1",
  slave: 1,
  rule_id: null,
  rule_name: "",
  point_id: "temp",
  point_name: "点",
  point_name_en: "temp",
  unit: "",
  level: 1,
  state: 0,
  content: "内容",
  content_en: "content",
  value: null,
  open_key: null,
  released_at: null,
  processed_at: null,
  processor_id: null,
  processor: "",
  remark: "",
  ...differences,
});
const put = async (
  ...rows: (Omit<ReturnType<typeof insert>, "value" | "rule_id"> & { value: string | null; rule_id: string | null })[]
) => {
  await fleet.db.insertInto("alarm_log").values(rows).execute();
};

test("a value of an enumerated point is told by what it stands for, in the reader's language", async () => {
  const enumeration = JSON.stringify([
    { value: 1, label: "开", labelEn: "open" },
    { value: 2, label: "关", labelEn: "" },
  ]);
  await fleet.db.updateTable("point").set({ enumeration }).where("id", "=", "temp").execute();
  const rows = ["1", "2", "3"].map((value, place) => ({ ...insert({ id: value, raised_at: at(place) }), value }));
  await put(...rows);
  const labels = async (language: "zh" | "en") => {
    const { list: found } = await queryRecords(fleet.db, north(), alarmLog.calls.query.request.parse({ sortOrder: "asc" }), language);
    return found.map(({ value, valueLabel }) => [value, valueLabel]);
  };
  expect(await labels("en")).toEqual([
    [1, "open"],
    [2, "关"],
    [3, ""],
  ]);
  expect(await labels("zh")).toEqual([
    [1, "开"],
    [2, "关"],
    [3, ""],
  ]);
});

test("a bit alarm is told by its bit and what the template calls it, not by the word", async () => {
  await fleet.recipe("pump", "north", [{ id: "word", valueType: "uint16" }]);
  const word = await fleet.db.selectFrom("point").selectAll().where("id", "=", "word").executeTakeFirstOrThrow();
  const bit = { ...word, id: "dry", name: "干转", name_en: "Dry run", start_bit: 2, end_bit: 2 };
  await fleet.db.insertInto("point").values(bit).execute();
  await fleet.db
    .insertInto("point")
    .values({ ...bit, id: "secret", name: "保密", name_en: "Secret", start_bit: 3, end_bit: 3, auth: 1 })
    .execute();
  for (const a of [2, 3]) await fleet.rule({ id: `bit${a}`, recipe_id: "pump", point_id: "word", condition: "bitSet", a });
  const row = (id: string, place: number, value: string) => ({ ...insert({ id, raised_at: at(place) }), point_id: "word", value });
  await put(
    { ...row("a", 1, "5"), rule_id: "bit2" },
    { ...row("b", 2, "8"), rule_id: "bit3" },
    { ...row("c", 3, "1"), rule_id: "bit2" },
    { ...row("d", 4, "5"), rule_id: null },
  );
  const labels = async (language: "zh" | "en") => {
    const { list: found } = await queryRecords(fleet.db, north(), alarmLog.calls.query.request.parse({ sortOrder: "asc" }), language);
    return found.map(({ valueLabel }) => valueLabel);
  };
  expect(await labels("en")).toEqual(["bit 2 · Dry run", "bit 3", "", ""]);
  expect(await labels("zh")).toEqual(["bit 2 · 干转", "bit 3", "", ""]);
});

describe("processing", () => {
  const raise = async (): Promise<string> => {
    await fleet.send(await fleet.registered("d1"), 15, at(1));
    return (await fleet.records())[0]?.id ?? "";
  };

  test("keeps processor, time and result, and tells so [S4.047] [S7.083]", async () => {
    const id = await raise();
    const {
      events: [event],
    } = await processRecords(fleet.db, north(), { ids: [id], state: 1, remark: "valve replaced" }, at(9));
    expect(event).toMatchObject({
      kind: "processed",
      masked: false,
      device: { id: "d1", companyPath: "root/north/" },
      record: { state: 1, remark: "valve replaced" },
    });
    expect(await getRecord(fleet.db, north(), id, "en")).toMatchObject({
      state: 1,
      remark: "valve replaced",
      processor: "Person of north",
      processedAt: new Date(at(9)).toISOString(),
      releasedAt: null,
      triggerText: "temp 15 °C above 10 °C",
      value: 15,
      slaveName: "Slave 1",
    });
  });

  test("release and processing come in either order and both stay on the record [S4.053]", async () => {
    const first = await raise();
    await processRecords(fleet.db, north(), { ids: [first], state: 2, remark: "false" }, at(2));
    expect(await fleet.openAlarms("d1")).toBe(1);
    const d1 = await fleet.registered("d1");
    await fleet.send(d1, 5, at(3));
    expect(fleet.events.at(-1)).toMatchObject({ kind: "released", record: { state: 2, remark: "false" } });
    await fleet.send(d1, 15, at(4));
    await fleet.send(d1, 5, at(5));
    const second = (await fleet.records())[1]?.id ?? "";
    expect((await getRecord(fleet.db, north(), second, "zh")).state).toBe(0);
    await processRecords(fleet.db, north(), { ids: [second], state: 1, remark: "seen" }, at(6));
    expect((await fleet.records()).map((record) => [record.state, record.released_at, record.processed_at])).toEqual([
      [2, at(3), at(2)],
      [1, at(5), at(6)],
    ]);
    expect(await fleet.openAlarms("d1")).toBe(0);
  });

  test("many unprocessed records are processed together [S4.055]", async () => {
    const rows = [1, 2, 3].map((second) => insert({ raised_at: at(second) }));
    await put(...rows);
    const { events } = await processRecords(fleet.db, north(), { ids: rows.map((row) => row.id), state: 1, remark: "ok" }, at(9));
    expect(events).toHaveLength(3);
    expect((await list({ state: 1 })).total).toBe(3);
  });

  test("a batch that includes a processed record is refused whole [S4.056]", async () => {
    const rows = [insert({ raised_at: at(1) }), insert({ raised_at: at(2), state: 2 }), insert({ raised_at: at(3), state: 1 })];
    await put(...rows);
    const before = await fleet.records();
    await expect(
      processRecords(fleet.db, north(), { ids: rows.map((row) => row.id), state: 1, remark: "ok" }, at(9)),
    ).rejects.toMatchObject({
      code: "batchProcessed",
      detail: { values: { count: 2 } },
    });
    expect(await fleet.records()).toEqual(before);
    await expect(processRecords(fleet.db, north(), { ids: [rows[1]?.id ?? ""], state: 1, remark: "ok" }, at(9))).rejects.toMatchObject({
      code: "alarmProcessed",
    });
  });

  test("a foreign record is answered as a missing one, and a batch with one changes nothing", async () => {
    const own = insert({ raised_at: at(1) });
    const foreign = insert({ raised_at: at(2), device_id: "s1" });
    await put(own, foreign);
    for (const ids of [[foreign.id], ["nowhere"], [own.id, foreign.id]])
      await expect(processRecords(fleet.db, north(), { ids, state: 1, remark: "ok" }, at(9))).rejects.toMatchObject({ code: "notFound" });
    for (const id of [foreign.id, "nowhere"])
      await expect(getRecord(fleet.db, north(), id, "en")).rejects.toMatchObject({ code: "notFound" });
    expect((await fleet.records()).every((record) => record.state === 0)).toBe(true);
  });
});

describe("the list", () => {
  test("shows the caller's organisations only, newest first, and follows a transferred device", async () => {
    const [first, second, foreign] = [
      insert({ raised_at: at(1) }),
      insert({ raised_at: at(2) }),
      insert({ raised_at: at(3), device_id: "s1" }),
    ];
    await put(first, second, foreign);
    expect((await list()).list.map((row) => row.id)).toEqual([second.id, first.id]);
    expect((await list({}, fleet.caller("root"))).list.map((row) => row.id)).toEqual([foreign.id, second.id, first.id]);
    await fleet.db.updateTable("device").set({ company_id: "north" }).where("id", "=", "s1").execute();
    expect((await list()).total).toBe(3);
    expect((await list({}, fleet.caller("south"))).total).toBe(0);
  });

  test("searches plain text in device, content and rule, and filters", async () => {
    await put(
      insert({ raised_at: at(1), content_en: "100% load" }),
      insert({ raised_at: at(2), level: 3, rule_name: "Pump_A" }),
      insert({ raised_at: at(3), level: 3, state: 1 }),
      insert({ raised_at: at(4), device_id: "s1" }),
    );
    const root = fleet.caller("root");
    const total = async (request: z.input<typeof alarmLog.calls.query.request>) => (await list(request, root)).total;
    expect(await total({ search: " 100% " })).toBe(1);
    expect(await total({ search: "%" })).toBe(1);
    expect(await total({ search: "pump_a" })).toBe(1);
    expect(await total({ search: "sn-S1" })).toBe(1);
    expect(await total({ search: "  " })).toBe(4);
    expect(await total({ deviceId: "d1" })).toBe(3);
    expect(await total({ level: 3, state: 0 })).toBe(1);
    expect(await total({ from: new Date(at(2)).toISOString(), to: new Date(at(4)).toISOString() })).toBe(2);
    expect(await total({ open: true })).toBe(0);
  });

  test("finds a text in any number of records, with the other filters and whatever the list is sorted by", async () => {
    const rows = Array.from({ length: 20_001 }, (_, index) =>
      insert({ raised_at: at(index), level: index % 4, rule_name: index === 7 ? "Überlast" : "Rule", content_en: "too HOT" }),
    );
    for (let from = 0; from < rows.length; from += 1000) await put(...rows.slice(from, from + 1000));
    const root = fleet.caller("root");
    const found = async (request: z.input<typeof alarmLog.calls.query.request>) => {
      const { total, list: shown } = await list({ pageSize: 2, ...request }, root);
      return [total, ...shown.map(({ id }) => rows.findIndex((row) => row.id === id))];
    };
    for (const sortField of ["raisedAt", "level", "deviceName"] as const)
      expect(await found({ search: "ÜBERLAST", sortField })).toEqual([1, 7]);
    expect(await found({ search: "überlast", level: 2 })).toEqual([0]);
    expect(await found({ search: "Too hot" })).toEqual([20_001, 20_000, 19_999]);
    expect(await found({ search: "too hot", level: 3, pageNo: 2 })).toEqual([5000, 19_991, 19_987]);
    expect(await found({ search: "too hot", sortField: "level", sortOrder: "asc" })).toEqual([20_001, 20_000, 19_996]);
    expect(await countRecords(fleet.db, root, { search: "überlast" })).toEqual({ total: 1, unprocessed: 1, open: 0 });
  });

  test("every way of paging gives each record once, in the same order", async () => {
    await put(
      ...Array.from({ length: 95 }, (_, index) => insert({ raised_at: at(Math.floor(index / 7)), device_id: index % 3 ? "d1" : "s1" })),
    );
    for (const caller of [fleet.caller("root"), north()])
      for (const sortOrder of ["desc", "asc"] as const) {
        const whole = (await list({ pageSize: 1000, sortOrder }, caller)).list.map((row) => row.id);
        const byNumber: string[] = [];
        const byCursor: string[] = [];
        let cursor: string | undefined;
        for (let pageNo = 1; byNumber.length < whole.length; pageNo += 1) {
          byNumber.push(...(await list({ pageNo, pageSize: 10, sortOrder }, caller)).list.map((row) => row.id));
          const page = await list({ pageNo, pageSize: 10, sortOrder, ...(cursor ? { cursor } : {}) }, caller);
          byCursor.push(...page.list.map((row) => row.id));
          cursor = page.cursor ?? undefined;
        }
        expect(new Set(whole).size).toBe(whole.length);
        expect(byNumber).toEqual(whole);
        expect(byCursor).toEqual(whole);
      }
  });

  test("a page past the end is the last one, and an empty list has a first page", async () => {
    expect(await list({ pageNo: 7 })).toEqual({ list: [], total: 0, pageNo: 1, pageSize: 20, cursor: null });
    await put(...[1, 2, 3].map((second) => insert({ raised_at: at(second) })));
    const page = await list({ pageNo: 9, pageSize: 2 });
    expect([page.pageNo, page.list.map((row) => row.raisedAt), page.cursor]).toEqual([2, [new Date(at(1)).toISOString()], null]);
  });

  test("sorts by device, level and state", async () => {
    await put(
      insert({ raised_at: at(1), level: 3 }),
      insert({ raised_at: at(2), level: 1, device_id: "s1" }),
      insert({ raised_at: at(3), level: 2, state: 1 }),
    );
    const levels = async (sortField: SortFieldOf<RecordQuery>, sortOrder?: "asc" | "desc") =>
      (await list({ sortField, ...(sortOrder ? { sortOrder } : {}) }, fleet.caller("root"))).list.map((row) => row.level);
    expect(await levels("level")).toEqual([1, 2, 3]);
    expect(await levels("level", "desc")).toEqual([3, 2, 1]);
    expect(await levels("deviceName", "desc")).toEqual([1, 2, 3]);
    expect(await levels("state", "desc")).toEqual([2, 1, 3]);
    expect(await levels("raisedAt")).toEqual([2, 1, 3]);
  });

  test("a cursor that is none is a fault of the field", async () => {
    await expect(list({ cursor: "' or 1" })).rejects.toMatchObject({ code: "badRequest" });
  });

  test("counts whole, unprocessed, open and by level within the filters", async () => {
    await put(
      insert({ raised_at: at(1), level: 3 }),
      insert({ raised_at: at(2), level: 3, state: 1 }),
      insert({ raised_at: at(3), device_id: "s1" }),
    );
    await fleet.send(await fleet.registered("d1"), 15, at(4));
    expect(await countRecords(fleet.db, north(), {})).toEqual({ total: 3, unprocessed: 2, open: 1 });
    expect(await countRecords(fleet.db, fleet.caller("root"), { state: 0 })).toEqual({ total: 3, unprocessed: 3, open: 1 });
    expect(await countLevels(fleet.db, north(), {})).toEqual([
      { level: 0, count: 0 },
      { level: 1, count: 0 },
      { level: 2, count: 1 },
      { level: 3, count: 2 },
    ]);
  });
});
