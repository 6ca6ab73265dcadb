import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { device } from "#contract/resources/device.ts";
import { openPeople, type People } from "#tests/server/people/people.ts";
import { faultsOf, head, tableOf, takeOver, upload } from "./tables.ts";

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.site.close());

const registered = async (search: string, token = people.admin) =>
  (await people.site.ask(device.calls.querysnpsw, { search, sortField: "sn", sortOrder: "asc" }, { token })).data.list;

describe("a table of SNs", () => {
  it("is judged by row and column, and registers what is good with passwords typed or generated [S2.174] [S7.077]", async () => {
    const { site, northOwner: token } = people;
    await site.ask(device.calls.addSnAndPsd, { pairs: [{ sn: "SN-0004", password: "Kestrel72x" }] }, { token });
    await site.ask(device.calls.addSnAndPsd, { pairs: [{ sn: "SN-0005" }] }, { token: people.southOwner });
    const rows = [
      { sn: "SN-0001", password: "Osprey45pq" },
      { sn: "0000000000000000000002" },
      { sn: "SN-0003", password: "short" },
      { sn: "SN-0004" },
      { sn: "SN-0004x", password: "Kestrel72x" },
      { sn: "sn-0005" },
      { sn: "sn-0001" },
    ];
    const { id } = (await upload(site, token, await tableOf("sns", rows, "zh"), { kind: "sns" })).data;
    expect(await faultsOf(site, token, id)).toEqual({
      2: [],
      3: [],
      4: ["password: Use 6–64 visible characters"],
      5: ["note sn: Already there, unchanged"],
      6: [],
      7: ["sn: Serial number already exists"],
      8: ["sn: The same serial number as in row 2"],
    });
    const { row, results } = await takeOver(site, token, id, { kind: "sns", goodOnly: true });
    expect(row).toMatchObject({ kind: "snImport", state: "done", done: 7, failed: 3 });
    expect(results.map(({ code }) => code)).toEqual([0, 0, 400, 0, 0, 400, 400]);
    expect((await registered("SN-0001", token))[0]).toMatchObject({ password: "Osprey45pq", companyName: "North", used: false });
    expect((await registered("0000000000000000000002", token))[0]?.password).toMatch(/^[0-9A-Za-z]{16}$/);
    const again = (await upload(site, token, await tableOf("sns", rows.slice(0, 2)), { kind: "sns" })).data.id;
    expect(await head(site, token, again)).toMatchObject({ good: 0, same: 2, faulty: 0 });
  });

  it("may have as many rows as a table can have", async () => {
    const { site, admin: token } = people;
    const rows = Array.from({ length: limits.sheet.rows }, (_, at) => `MOST-${at}`);
    const { id } = (await upload(site, token, Buffer.from(["SN", ...rows].join("\n")), { kind: "sns", name: "sns.csv" })).data;
    expect(await head(site, token, id)).toMatchObject({ total: limits.sheet.rows, good: limits.sheet.rows });
  });

  it("may be a text with separators", async () => {
    const { site, admin: token } = people;
    const { id } = (await upload(site, token, Buffer.from("SN;Password\nCSV-0001;Osprey45pq\n"), { kind: "sns", name: "sns.csv" })).data;
    expect(await head(site, token, id)).toMatchObject({ kind: "sns", sheet: "", columns: ["sn", "password"], good: 1 });
  });
});

describe("generated SNs", () => {
  const generate = (request: object, token = people.admin) => people.site.ask(device.calls.generate_sn, request, { token, language: "en" });

  it("go on from the start number with as many digits, and answer the passwords that they were given", async () => {
    const { data } = await generate({ prefix: "GW-", start: "0998", count: 4 });
    expect(data.pairs.map(({ sn }) => sn)).toEqual(["GW-0998", "GW-0999", "GW-1000", "GW-1001"]);
    const passwords = data.pairs.map(({ password }) => password);
    expect(new Set(passwords).size).toBe(4);
    for (const password of passwords) expect(password).toMatch(/^[0-9A-Za-z]{16}$/);
    expect((await registered("GW-")).map(({ sn, password }) => ({ sn, password }))).toEqual(data.pairs);
  });

  it("are registered all or none, 1,000 at most, and by their rules", async () => {
    const taken = await generate({ prefix: "gw-", start: "1001", count: 5 });
    expect([taken.code, taken.fields]).toEqual([
      400,
      [{ path: "start", message: "1 of these SNs exists already, gw-1001 among them: choose another start" }],
    ]);
    expect(await registered("gw-1005")).toEqual([]);
    expect((await generate({ prefix: "M-", start: "1", count: 1001 })).fields[0]?.path).toBe("count");
    expect((await generate({ prefix: "", start: "1", count: 5 })).fields).toEqual([
      { path: "prefix", message: "The SNs would not be 4–64 letters, digits, dots, hyphens or underscores" },
    ]);
    expect((await generate({ prefix: "big", start: "999999999999999", count: 2 })).data.pairs.map(({ sn }) => sn)).toEqual([
      "big999999999999999",
      "big1000000000000000",
    ]);
    expect((await generate({ prefix: "T-", start: "001", count: 1000 })).data.pairs.length).toBe(1000);
    expect(await generate({ prefix: "F-", start: "001", count: 1, companyId: people.south }, people.northOwner)).toEqual(
      await generate({ prefix: "F-", start: "001", count: 1, companyId: "missing" }, people.northOwner),
    );
  });
});
