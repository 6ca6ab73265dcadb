import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceType } from "#contract/resources/deviceType.ts";
import { job } from "#contract/resources/job.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { sheetImport } from "#contract/resources/sheetImport.ts";
import { deviceSheet } from "#server/devices/deviceImport.ts";
import { importJob } from "#server/imports/importJob.ts";
import { devicePasswordFits, deviceSecret } from "#server/wire/devicePassword.ts";
import { until } from "#tests/server/fleet.ts";
import { openPeople, type People } from "#tests/server/people/people.ts";
import { builtWorkbook } from "#tests/server/sheets/builtWorkbook.ts";
import { xlsxCells } from "#tests/server/xlsxCells.ts";
import { faultsOf, fileOf, head, tableOf, takeOver, upload, workbook } from "./tables.ts";

let people: People;
beforeAll(async () => {
  people = await openPeople();
  const token = people.admin;
  await people.site.ask(deviceDataRecipe.calls.post, { name: "Pump template" }, { token });
  await people.site.ask(deviceDataRecipe.calls.post, { name: "Meter template" }, { token });
  const attributes = [
    { name: "Power", nameEn: "", kind: "number", choices: "", defaultValue: "15" },
    { name: "Site", nameEn: "", kind: "text", choices: "", defaultValue: "" },
    { name: "Sealed", nameEn: "", kind: "boolean", choices: "", defaultValue: "" },
  ];
  await people.site.ask(deviceType.calls.post, { name: "泵", nameEn: "Pump", attributes }, { token });
});
afterAll(() => people.site.close());

const pump = (sn: string, more: object = {}) => ({
  ...{ sn, name: `Pump ${sn}`, type: "Pump", industry: "Water", slaveNo: "1", slaveName: "Main", recipe: "Pump template" },
  ...more,
});
const found = async (sn: string, token = people.admin) => {
  const { list } = (await people.site.ask(device.calls.query, { search: sn }, { token })).data;
  const row = list.find((each) => each.sn === sn);
  return row && (await people.site.ask(device.calls.get, { id: row.id }, { token })).data;
};
const uploaded = async (rows: Parameters<typeof tableOf>[1], token = people.admin): Promise<string> =>
  (await upload(people.site, token, await tableOf("devices", rows))).data.id;

describe("an uploaded table of devices", () => {
  it("is judged by row and column, in words, before anything is added", async () => {
    const rows = [
      pump("IMP-001"),
      pump("x", { name: "", type: "Nothing", industry: "Gold", slaveNo: "248" }),
      pump("IMP-003", { lat: "91", lng: "east", installedOn: "2026-02-30", mobile: "sideways", alarmNotice: "maybe", sort: "-1" }),
      pump("IMP-001", { attributes: "Power: much\nColour: red", slaveName: "A\nB" }),
      pump("IMP-005", { company: "Nowhere", leaseStart: "2026-02-02", leaseEnd: "2026-01-01" }),
      pump("IMP-006", { slaveNo: "1\n1", slaveName: "A\nA", recipe: "Pump template\nMeter template" }),
      pump("IMP-007", { leaseStart: "2026-02-02", leaseEnd: "2026/1/1" }),
    ];
    const id = await uploaded(rows);
    expect(await faultsOf(people.site, people.admin, id)).toEqual({
      2: [],
      3: [
        "type: There is no device type called “Nothing”",
        "industry: There is no industry called “Gold”",
        "name: Required",
        "sn: Use 4–64 letters, digits, dots, hyphens or underscores",
        "slaveNo: Enter a slave number from 1 to 247",
      ],
      4: [
        "mobile: Must be one of: Stationary, Mobile",
        "alarmNotice: Must be one of: Off, On",
        "lng: The longitude must be from −180 to 180",
        "lat: The latitude must be from −90 to 90",
        "installedOn: Enter a valid date, for example 2026-11-27",
        "sort: Must be at least 0",
      ],
      5: [
        "attributes: Attribute “Power”: Enter a number",
        "slaveNo: Slave number, slave name and data template need as many lines each",
        "recipe: Slave number, slave name and data template need as many lines each",
        "slaveNo: The same serial number as in row 2",
      ].map((text) => text.replace("slaveNo: The same", "sn: The same")),
      6: ["company: There is no organisation called “Nowhere”", "leaseEnd: The last day of service must not be before the first"],
      7: ["slaveNo: The slave numbers are the same, please verify", "slaveName: Slave name cannot be repeated"],
      8: ["leaseEnd: The last day of service must not be before the first"],
    });
    expect(await head(people.site, people.admin, id)).toMatchObject({ total: 7, good: 1, same: 0, faulty: 6, jobId: "" });
    const faulty = await people.site.ask(sheetImport.calls.query, { id, faulty: true, pageSize: 2, pageNo: 2 }, { token: people.admin });
    expect([faulty.data.total, faulty.data.list.map(({ line }) => line)]).toEqual([6, [5, 6]]);
    expect(await faultsOf(people.site, people.admin, id, "zh")).toMatchObject({
      6: ["company: 没有名为“Nowhere”的组织", "leaseEnd: 服务到期日不能早于开始日"],
    });
    expect(await found("IMP-001")).toBeUndefined();
  });

  it("takes columns in any order and headings in either language, and keeps long digits and leading zeros [S5.083]", async () => {
    const file = await workbook(
      ["数据模板", "Colour", " device  NAME", "SN", "从机编号", "Slave name", "设备类型", "所属行业", "经度", "排序值", "SN"],
      [["Pump template", "red", "零一", "0012345678901234567890", 7, "主", "泵", "水务", 108.94, 3, "again"]],
    );
    const { id } = (await upload(people.site, people.admin, file)).data;
    const { notices, columns, good } = await head(people.site, people.admin, id);
    expect(notices).toEqual(["Column B “Colour” is unknown and was not read", "Column K “SN” is repeated; only the first one was read"]);
    expect([columns.slice(0, 3), good]).toEqual([["recipe", "name", "sn"], 1]);
    const { row } = await takeOver(people.site, people.admin, id);
    expect(row).toMatchObject({ state: "done", done: 1, failed: 0, total: 1 });
    expect(await found("0012345678901234567890")).toMatchObject({ name: "零一", lng: 108.94, sort: 3, slaves: [{ no: 7, name: "主" }] });
  });

  it("tells formulas, lost digits, errors, merged cells, hidden rows and other sheets in words", async () => {
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const titles = ["SN", "Device name", "Device type", "Industry", "Slave number", "Slave name", "Data template", "Remark"];
    const line = (row: number, cells: readonly string[], more = "") =>
      `<row r="${row}"${more}>${cells.map((text, at) => (text.startsWith("<") ? text : cell("ABCDEFGH"[at] + String(row), text))).join("")}</row>`;
    const rest = ["N", "Pump", "Water", "1", "Main", "Pump template"];
    const file = await builtWorkbook({
      sheets: {
        Stock: [
          line(1, titles),
          line(3, ['<c r="A3"><v>1234567890123456789</v></c>', ...rest]),
          line(4, ["TOLD-2", ...rest, '<c r="H4" t="str"><f>A1</f><v>SN</v></c>']),
          line(5, ["TOLD-3", ...rest, '<c r="H5" t="e"><v>#N/A</v></c>'], ' hidden="1"'),
          line(6, ["TOLD-4", ...rest, '<c r="H6"><f>A1</f></c>']),
        ],
        Other: [line(1, ["x"])],
        Empty: [],
      },
      after: '<mergeCells><mergeCell ref="H1:I1"/><mergeCell ref="B4:B5"/></mergeCells>',
    });
    const { id } = (await upload(people.site, people.admin, file)).data;
    expect((await head(people.site, people.admin, id)).notices).toEqual([
      "Only sheet “Stock” was read; not read: Other",
      "Cells B4:B5 are merged: only the first has the value, the others were read as empty",
    ]);
    expect(await faultsOf(people.site, people.admin, id)).toEqual({
      3: ["sn: A number of more than 15 digits has lost its last digits: format the cell as text and type it again"],
      4: ["note remark: A formula: the value it was saved with was read"],
      5: ["note : A hidden row, imported as well", "remark: The cell has an error value: correct it"],
      6: ["remark: A formula saved without a value: type the value instead"],
    });
  });

  it("is refused in words where it is no such table: xls and xlsx alone, 5 MB at most [S5.049] [S5.050]", async () => {
    const refusal = async (file: Buffer, name?: string) => {
      const { code, fields } = await upload(people.site, people.admin, file, name === undefined ? {} : { name });
      return [code, fields.map(({ path, message }) => `${path}: ${message}`)];
    };
    expect(await refusal(Buffer.from("SN,Device name\n1,2\n"), "table.xlsx")).toEqual([
      400,
      ["file: Only xls and xlsx files are accepted"],
    ]);
    expect(await refusal(Buffer.from("<html><table></table></html>"), "table.xls")).toEqual([
      400,
      ["file: The content is not xls or xlsx: save it again in a spreadsheet program"],
    ]);
    expect(await refusal(await workbook(["SN", "Name"], [["A-1", "B"]]))).toEqual([
      400,
      ["file: Missing columns: Device type, Industry, Slave number, Slave name, Data template. Use the headings of the template"],
    ]);
    expect(
      await refusal(
        await tableOf("devices", [pump("")]).then(() =>
          workbook(
            Object.values(pump("")).map(() => ""),
            [],
          ),
        ),
      ),
    ).toEqual([400, ["file: The file is empty"]]);
    const big = Buffer.alloc(5 * 1_048_576 + 1);
    expect(await refusal(big)).toEqual([400, ["file: The file is too large: 5 MB for a table"]]);
    const rows = Array.from({ length: limits.sheet.rows + 1 }, (_, at) => pump(`MANY-${at}`));
    expect(await refusal(await tableOf("devices", rows))).toEqual([400, ["file: A table can have at most 10000 rows: split the file"]]);
  });

  it("may have nearly 5 MB, and what is not read of it changes nothing [S5.050]", async () => {
    const fields = Object.values(pump("x")).map(String);
    const headings = ["SN", "Device name", "Device type", "Industry", "Slave number", "Slave name", "Data template", "Drawing"];
    const rows = Array.from({ length: 200 }, (_, at) => [`LARGE-${at}`, ...fields.slice(1), randomBytes(24_000).toString("base64")]);
    const file = await workbook(headings, rows);
    expect(file.length > 4.6 * 1_048_576 && file.length <= 5 * 1_048_576).toBe(true);
    const { data } = await upload(people.site, people.admin, file);
    expect(await head(people.site, people.admin, data.id)).toMatchObject({ total: 200, good: 200 });
  });

  it("is seen by who uploaded it alone, and needs the right to import", async () => {
    const { site, admin, northOwner } = people;
    const id = await uploaded([pump("OWN-0001")], northOwner);
    for (const call of [sheetImport.calls.get, sheetImport.calls.query, device.calls.import])
      expect((await site.ask(call, { id }, { token: admin })).code).toBe(404);
    const named = async (companyId: string) => upload(site, northOwner, await tableOf("devices", [pump("OWN-0001")]), { companyId });
    expect(await named(people.south)).toEqual(await named("missing"));
    expect((await named(people.town)).code).toBe(0);
    await site.addUser({ account: "clerk", companyId: people.north, roles: ["role-repairman"], type: 2 });
    const clerk = await site.signIn("clerk", "secret1");
    expect((await upload(site, clerk, await tableOf("devices", [pump("OWN-0002")]))).code).toBe(403);
    expect((await site.ask(sheetImport.calls.template, { kind: "devices" }, { token: clerk })).status).toBe(403);
  });
});

describe("the import of devices", () => {
  it("adds each as the add call does: registered passwords, defaults, slaves and the log, with a result for each row", async () => {
    const { site, admin: token } = people;
    await site.ask(device.calls.addSnAndPsd, { pairs: [{ sn: "ADD-0001", password: "Osprey45pq" }] }, { token });
    const rows = [
      pump("ADD-0001"),
      pump("ADD-0002", {
        password: "Falcon83ty",
        attributes: "Power: 7.5\nSealed: yes",
        company: "North",
        mobile: "移动",
        alarmNotice: "否",
      }),
      pump("ADD-0003", { slaveNo: "3\n9", slaveName: "Inlet\nOutlet", recipe: "Pump template\nMeter template", remark: "two\nlines" }),
      pump("no"),
    ];
    const id = await uploaded(rows);
    expect((await takeOver(site, token, id)).begun).toMatchObject({
      code: 400,
      message: "1 row has errors: correct them, or import the good rows only",
    });
    const { begun, row, results, cells } = await takeOver(site, token, id, { goodOnly: true });
    expect(row).toMatchObject({ state: "done", done: 4, failed: 1, total: 4, kind: "deviceImport" });
    expect(results.map(({ place, record, code, message }) => [place, record, code, message])).toEqual([
      [2, "ADD-0001", 0, ""],
      [3, "ADD-0002", 0, ""],
      [4, "ADD-0003", 0, ""],
      [5, "no", 400, "Use 4–64 letters, digits, dots, hyphens or underscores"],
    ]);
    const secret = await deviceSecret(site.gatehouse.services.db);
    const fits = async (sn: string, password: string): Promise<boolean> => {
      const { db } = site.gatehouse.services;
      const { password_hash } = await db.selectFrom("device").select("password_hash").where("sn", "=", sn).executeTakeFirstOrThrow();
      return devicePasswordFits(password_hash, password, secret);
    };
    expect(cells.map((line) => line.slice(0, 4))).toEqual([
      ["Row", "Serial number", "Result", "Remark"],
      [2, "ADD-0001", "Added", ""],
      [3, "ADD-0002", "Added", ""],
      [4, "ADD-0003", "Added", ""],
      [5, "no", "Not imported", "Use 4–64 letters, digits, dots, hyphens or underscores"],
    ]);
    expect([cells[1]?.[4], cells[2]?.[4]]).toEqual(["", ""]);
    expect([
      await fits("ADD-0001", "Osprey45pq"),
      await fits("ADD-0002", "Falcon83ty"),
      await fits("ADD-0003", String(cells[3]?.[4])),
    ]).toEqual([true, true, true]);
    const [first, second, third] = [await found("ADD-0001"), await found("ADD-0002"), await found("ADD-0003")];
    expect(Object.values(first?.attributes ?? {})).toEqual(["15"]);
    expect([Object.values(second?.attributes ?? {}), second?.companyName, second?.mobile, second?.alarmNotice]).toEqual([
      ["7.5", "1"],
      "North",
      "move",
      false,
    ]);
    expect([third?.slaves.map(({ no, name, recipeName }) => [no, name, recipeName]), third?.remark]).toEqual([
      [
        [3, "Inlet", "Pump template"],
        [9, "Outlet", "Meter template"],
      ],
      "two\nlines",
    ]);
    const logged = (await site.ask(deviceEvent.calls.query_user_event, { call: device.calls.import.path }, { token, language: "en" })).data
      .list;
    expect(
      logged
        .filter(({ record }) => record.startsWith("Pump"))
        .map(({ record }) => record)
        .sort(),
    ).toEqual(["Pump ADD-0001", "Pump ADD-0002", "Pump ADD-0003"]);
    expect(JSON.stringify(logged)).not.toContain("Falcon83ty");
    const ofNorth = (await site.ask(deviceEvent.calls.query_user_event, { call: device.calls.import.path }, { token: people.northOwner }))
      .data.list;
    expect(ofNorth.map(({ record }) => record)).toEqual(["Pump ADD-0002"]);
    expect((await site.ask(device.calls.import, { id, goodOnly: true }, { token })).data.id).toBe(begun.data.id);
  });

  it("changes nothing when the same table comes again, and says so; what differs is named", async () => {
    const { site, admin: token } = people;
    const rows = [pump("TWICE-1", { lng: "108.9401", password: "Falcon83ty" }), pump("TWICE-2", { remark: "as it was" })];
    await takeOver(site, token, await uploaded(rows));
    const before = await site.gatehouse.services.db.selectFrom("device").selectAll().where("sn", "like", "TWICE-%").execute();
    const again = await uploaded(rows);
    expect(await head(site, token, again)).toMatchObject({ good: 0, same: 2, faulty: 0 });
    expect(await faultsOf(site, token, again)).toEqual({
      2: ["note sn: Already there, unchanged; the password of the table is not used"],
      3: ["note sn: Already there, unchanged"],
    });
    const { cells, row } = await takeOver(site, token, again);
    expect([row?.failed, cells.slice(1).map((line) => line[2])]).toEqual([0, ["Already there, unchanged", "Already there, unchanged"]]);
    expect(await site.gatehouse.services.db.selectFrom("device").selectAll().where("sn", "like", "TWICE-%").execute()).toEqual(before);
    const other = await uploaded([pump("TWICE-1", { name: "Other", lng: "1" }), pump("twice-2")]);
    expect(await faultsOf(site, token, other)).toEqual({
      2: ["sn: The device exists with other values: Device name, Longitude. The import does not change it"],
      3: ["sn: Serial number already exists"],
    });
  });

  it("tells of other organisations' SNs what the add call tells, and of their types, templates and organisations nothing", async () => {
    const { site, admin, northOwner, southOwner } = people;
    await takeOver(site, northOwner, await uploaded([pump("NORTH-01"), pump("NORTH-03")], northOwner));
    await site.ask(device.calls.addSnAndPsd, { pairs: [{ sn: "NORTH-02" }] }, { token: northOwner });
    await site.ask(deviceDataRecipe.calls.post, { name: "North only" }, { token: northOwner });
    const rows = [
      pump("NORTH-01"),
      pump("north-02"),
      pump("North-03"),
      pump("SOUTH-01", { recipe: "North only" }),
      pump("SOUTH-02", { company: "North" }),
    ];
    const id = await uploaded(rows, southOwner);
    const exists = ["sn: Serial number already exists"];
    expect(await faultsOf(site, southOwner, id)).toEqual({
      2: exists,
      3: exists,
      4: exists,
      5: ["recipe: There is no data template called “North only”"],
      6: ["company: There is no organisation called “North”"],
    });
    expect(await found("NORTH-01", southOwner)).toBeUndefined();
    expect((await found("NORTH-01", admin))?.companyName).toBe("North");
  });

  it("judges anew when it is taken over: what became impossible meanwhile is refused by its row alone", async () => {
    const { site, admin: token } = people;
    const id = await uploaded([pump("LATE-001"), pump("LATE-002")]);
    await site.ask(
      device.calls.post,
      {
        name: "First",
        sn: "LATE-001",
        typeId: "type-general",
        industry: "水务",
        slaves: [{ no: 1, name: "One", recipeId: (await found("ADD-0001"))?.slaves[0]?.recipeId }],
      },
      { token },
    );
    const { results } = await takeOver(site, token, id);
    expect(results.map(({ record, code }) => [record, code])).toEqual([
      ["LATE-001", 400],
      ["LATE-002", 0],
    ]);
    expect((await found("LATE-001"))?.name).toBe("First");
  });

  it("that is cancelled leaves what became of each row until then, with the passwords that were made up", async () => {
    const { site, admin: token } = people;
    const { db, jobs } = site.gatehouse.services;
    const sns = Array.from({ length: 600 }, (_, at) => `ENDED-${String(at).padStart(3, "0")}`);
    const uploadId = await uploaded(sns.map((sn) => pump(sn)));
    const { id } = (await site.ask(device.calls.import, { id: uploadId }, { token, language: "en" })).data;
    const row = () => db.selectFrom("job").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    await until(async () => (await row()).done > 0, "rows that are taken");
    await site.ask(job.calls.cancel, { id }, { token });
    await jobs.idle();
    const { state, done } = await row();
    expect([state, done < sns.length]).toEqual(["cancelled", true]);
    const cells = xlsxCells(await fileOf(site, token, id)).slice(1);
    expect(cells.map(([, sn]) => sn)).toEqual(sns);
    const [taken, left] = [cells.slice(0, done), cells.slice(done)];
    for (const line of taken) expect([line[2], String(line[4])]).toEqual(["Added", expect.stringMatching(/^\w{16}$/)]);
    for (const line of left) expect(line.slice(2)).toEqual(["Not imported", "The import ended before this row", ""]);
    const secret = await deviceSecret(db);
    const devices = await db.selectFrom("device").select(["sn", "password_hash"]).where("sn", "like", "ENDED-%").orderBy("sn").execute();
    expect(devices.map(({ sn }) => sn)).toEqual(sns.slice(0, done));
    const last = devices.at(-1);
    expect(last && (await devicePasswordFits(last.password_hash, String(taken.at(-1)?.[4]), secret))).toBe(true);
  });

  it("that is ended before its first row leaves no file", async () => {
    const { db } = people.site.gatehouse.services;
    const request = { uploadId: await uploaded([pump("NEVER-01")]), address: "" };
    expect(await importJob(deviceSheet).leaves?.({ request, language: "en" }, { db })).toBeUndefined();
  });
});

describe("the export of devices", () => {
  const exported = async (token: string, request: object, language: "zh" | "en") => {
    const begun = await people.site.ask(device.calls.dlexcel, { format: "xlsx", ...request }, { token, language });
    await people.site.gatehouse.services.jobs.idle();
    const { list } = (await people.site.ask(job.calls.query, {}, { token })).data;
    return { file: await fileOf(people.site, token, begun.data.id), row: list.find(({ id }) => id === begun.data.id) };
  };

  it.each(["zh", "en"] as const)("is read back by the import, which says that nothing changes, in %s", async (language) => {
    const { site, admin: token } = people;
    const { file, row } = await exported(token, {}, language);
    const cells = xlsxCells(file);
    const { total } = (await site.ask(device.calls.query, {}, { token })).data;
    expect([cells.length - 1, row?.done, row?.total]).toEqual([total, total, total]);
    const { id } = (await upload(site, token, file)).data;
    expect(await head(site, token, id)).toMatchObject({ total, good: 0, same: total, faulty: 0, notices: [] });
  });

  it("has what the filters leave, in the asker's scope, and no secret", async () => {
    const { site, northOwner } = people;
    const { file } = await exported(northOwner, { search: "pump" }, "en");
    const cells = xlsxCells(file);
    expect(cells[0]).not.toContain("Device password");
    expect(
      cells
        .slice(1)
        .map((line) => line[0])
        .sort(),
    ).toEqual(["ADD-0002", "NORTH-01", "NORTH-03"]);
    const { db } = site.gatehouse.services;
    const hashes = (await db.selectFrom("device").select("password_hash").execute()).map((each) => each.password_hash);
    for (const hash of hashes) expect(file.toString("latin1")).not.toContain(hash);
  });
});
