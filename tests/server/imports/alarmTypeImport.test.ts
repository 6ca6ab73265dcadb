import { afterAll, beforeAll, expect, it } from "vitest";
import { alarmType } from "#contract/resources/alarmType.ts";
import { sheetImport } from "#contract/resources/sheetImport.ts";
import { openPeople, type People } from "#tests/server/people/people.ts";
import { stored } from "#tests/server/sheets/readAll.ts";
import { faultsOf, head, tableOf, takeOver, upload } from "./tables.ts";

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.site.close());

const listed = async (token: string) => (await people.site.ask(alarmType.calls.query, { pageSize: 100 }, { token })).data.list;

it("adds alarm types row by row, and leaves those that are there as they are", async () => {
  const { site, northOwner: token, north } = people;
  await site.ask(alarmType.calls.post, { name: "越限", nameEn: "Limit", remark: "", remarkEn: "" }, { token });
  const rows = [
    { name: "离线", nameEn: "Offline", remark: "通信中断", remarkEn: "Connection lost" },
    { name: "越限", nameEn: "Limit" },
    { name: " ", nameEn: "No name" },
    { name: "离线" },
    { name: "x".repeat(41) },
  ];
  const { id } = (await upload(site, token, await tableOf("alarmTypes", rows, "zh"), { kind: "alarmTypes" })).data;
  expect(await head(site, token, id)).toMatchObject({ kind: "alarmTypes", columns: ["name", "nameEn", "remark", "remarkEn"] });
  expect(await faultsOf(site, token, id)).toEqual({
    2: [],
    3: ["note name: Already there, unchanged"],
    4: ["name: Required"],
    5: ["name: The same name as in row 2"],
    6: [expect.stringContaining("name: ")],
  });
  const { row, results, cells } = await takeOver(site, token, id, { kind: "alarmTypes", goodOnly: true });
  expect(row).toMatchObject({ kind: "alarmTypeImport", state: "done", done: 5, failed: 3 });
  expect(results.map(({ record, code }) => [record, code])).toEqual([
    ["离线", 0],
    ["越限", 0],
    ["Alarm type import", 400],
    ["离线", 400],
    ["x".repeat(41), 400],
  ]);
  expect(cells[0]).toEqual(["Row", "Name", "Result", "Remark"]);
  expect((await listed(token)).map(({ name, nameEn, remark, remarkEn }) => [name, nameEn, remark, remarkEn])).toEqual([
    ["离线", "Offline", "通信中断", "Connection lost"],
    ["越限", "Limit", "", ""],
  ]);
  const logged = await site.gatehouse.services.db
    .selectFrom("operation_log")
    .select(["company_id", "detail"])
    .where("call", "=", alarmType.calls.import.path)
    .where("change", "<>", "")
    .execute();
  expect(logged.map(({ company_id, detail }) => [company_id, JSON.parse(detail).name])).toEqual([[north, "离线"]]);
  const other = (await upload(site, token, await tableOf("alarmTypes", [{ name: "越限", nameEn: "Other" }]), { kind: "alarmTypes" })).data
    .id;
  expect(await faultsOf(site, token, other)).toEqual({
    2: ["name: An alarm type of this name exists with other texts. The import does not change it"],
  });
});

it("takes xls and xlsx alone, judged by what a file holds [S5.051]", async () => {
  const { site, admin: token } = people;
  for (const name of ["types.csv", "types.xlsx", "types.txt"]) {
    const answer = await upload(site, token, Buffer.from("Name,English name\nLimit,Limit\n"), { kind: "alarmTypes", name });
    expect([answer.code, answer.fields]).toEqual([400, [{ path: "file", message: "Only xls and xlsx files are accepted" }]]);
  }
  const right = await upload(site, token, await tableOf("alarmTypes", [{ name: "Fault" }]), { kind: "alarmTypes" });
  expect(right.code).toBe(0);
  // A workbook of another program, one of whose headings is made to be that of the name.
  const xls = Buffer.from((await stored("main.xls")).toString("latin1").replace("Date", "Name"), "latin1");
  const old = await upload(site, token, xls, { kind: "alarmTypes", name: "types.xls" });
  expect([old.code, old.fields]).toEqual([0, []]);
  expect(await head(site, token, old.data.id)).toMatchObject({ kind: "alarmTypes", fileName: "types.xls", columns: ["name"] });
  const template = await fetch(`${site.base}${sheetImport.calls.template.path}`, {
    method: "POST",
    headers: { token, "Content-Type": "application/json" },
    body: JSON.stringify({ kind: "alarmTypes", language: "zh" }),
  });
  expect([template.status, decodeURIComponent(template.headers.get("content-disposition") ?? "")]).toEqual([
    200,
    expect.stringContaining("报警类型导入.xlsx"),
  ]);
});
