import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call } from "#contract/kit/call.ts";
import { auth } from "#contract/resources/auth.ts";
import { dict } from "#contract/resources/dict.ts";
import { job } from "#contract/resources/job.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import { role } from "#contract/resources/role.ts";
import { operationFile } from "#server/log/operationFile.ts";
import { openPeople, type People } from "#tests/server/people/people.ts";

let people: People;
beforeAll(async () => {
  people = await openPeople();
  for (const name of ["=SUM(A1)", "Night shift"]) await people.site.ask(role.calls.post, { name }, { token: people.northOwner });
  await people.site.ask(role.calls.post, { name: "South role" }, { token: people.southOwner });
});
afterAll(() => people.site.close());

/** Cells of a CSV text whose cells hold no line breaks. */
const cellsOf = (content: string): string[][] =>
  content
    .replace(/^\ufeff/, "")
    .split("\r\n")
    .filter((line) => line !== "")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain),
    );

const post = (call: Call, request: object, token: string, language: string): Promise<Response> =>
  fetch(people.site.base + call.path, {
    method: "POST",
    headers: { token, "Content-Type": "application/json", "Accept-Language": language },
    body: JSON.stringify(request),
  });

/** The file that the job made, or the refusal to begin it. */
const file = async (request: object, token: string, language = "en-US"): Promise<{ response: Response; rows: string[][] }> => {
  const begun = await post(deviceEvent.calls.dlexcel_user_event, request, token, language);
  if (!begun.ok) return { response: begun, rows: [] };
  const { data } = (await begun.json()) as { data: { id: string } };
  await people.site.gatehouse.services.jobs.idle();
  const response = await post(job.calls.file, { id: data.id }, token, language);
  return { response, rows: cellsOf(await response.clone().text()) };
};
const query = async (request: object, token: string) =>
  (await people.site.ask(deviceEvent.calls.query_user_event, request, { token })).data;

describe("the operation log as a file", () => {
  it("has every row that the filters let through, in words and as it is, and says in the log that it was taken", async () => {
    const call = role.calls.post.path;
    const listed = await query({ call, pageSize: 1000 }, people.northOwner);
    const { response, rows } = await file({ call }, people.northOwner);
    expect(response.headers.get("content-disposition")).toMatch(/Operation%20log%20\d{4}-\d\d-\d\d\.csv/);
    expect([...new Uint8Array(await response.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
    const [head, ...body] = rows;
    expect(head?.slice(0, 3)).toEqual(["No.", "Time", "Account"]);
    expect(body.map((row) => row[0])).toEqual(listed.list.map((row) => row.id).reverse());
    expect(body[0]?.slice(6, 11)).toEqual(["Add role", "'=SUM(A1)", "/api/role/post", "Success", "0"]);
    expect(body[0]?.[1]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+08:00$/);
    expect(body.map((row) => row.at(-1))).toEqual(listed.list.map((row) => row.hash).reverse());
    const [newest] = (await query({}, people.northOwner)).list;
    expect([newest?.call, newest?.code]).toEqual([deviceEvent.calls.dlexcel_user_event.path, 0]);
  });

  it("holds nothing of another organisation, runs no formula, and is in the asker's language", async () => {
    const { rows } = await file({}, people.northOwner, "zh-CN");
    expect(JSON.stringify(rows)).not.toContain("South role");
    expect(rows.flat().filter((cell) => /^[=+@]/.test(cell))).toEqual([]);
    expect(rows.map((row) => row[6])).toContain("添加角色");
  });

  it("does not run what a stranger gave as an account", async () => {
    for (const account of ["=1+1", "+1+1", "@SUM(1)", "-1+1", "＝1+1", "＠SUM(1)"]) {
      await people.site.ask(auth.calls.login, { username: account, password: "x", code: "x", random: "x" });
      await people.site.gatehouse.services.refusedCalls.flush();
    }
    const { rows } = await file({ call: "/api/login", refused: true }, people.admin);
    const accounts = rows.slice(1).map((row) => row[2] ?? "");
    expect(accounts.map((account) => account.slice(1))).toEqual(expect.arrayContaining(["=1+1", "+1+1", "@SUM(1)", "-1+1"]));
    expect(accounts.filter((account) => /^[=+@＝＋＠-]/.test(account))).toEqual([]);
  });

  it("says in its last line where it was cut", async () => {
    const { db, sessions } = people.site.gatehouse.services;
    const caller = await sessions.find(people.admin);
    if (!caller) throw new Error("nobody is signed in");
    const asked = {
      db,
      request: { format: "csv" as const },
      language: "en" as const,
      caller: async () => caller,
      told: async () => undefined,
    };
    const { body } = await operationFile(asked, Date.now(), 2);
    const rows = cellsOf(await text(body as NodeJS.ReadableStream));
    expect([rows.length, rows.at(-1)]).toEqual([4, ["Export limit reached: only the first 2 rows are included"]]);
  });

  it("is refused to whoever may not export", async () => {
    await people.site.addUser({ account: "clerk", companyId: people.north, roles: ["role-staff"], type: 1 });
    const token = await people.site.signIn("clerk", "secret1");
    expect((await file({}, token)).response.status).toBe(403);
  });
});

describe("the operation log's filters", () => {
  it("find by call, address, result and row, together", async () => {
    await people.site.ask(dict.calls.delete, { ids: ["none"] }, { token: people.admin });
    const refused = await query({ refused: true, call: "dict/delete", address: "127.0" }, people.admin);
    expect(refused.list.map(({ call, code }) => [call, code])).toEqual([["/api/dict/delete", 404]]);
    const [row] = refused.list;
    expect((await query({ id: row?.id }, people.admin)).list).toEqual([row]);
    expect((await query({ id: row?.id }, people.northOwner)).list).toEqual([]);
    expect((await query({ address: "10.9.8.7" }, people.admin)).total).toBe(0);
  });
});
