import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from "vitest";
import type { Call, ResponseOf } from "#contract/kit/call.ts";
import { company } from "#contract/resources/company.ts";
import { device } from "#contract/resources/device.ts";
import { deviceDataRecipe } from "#contract/resources/deviceDataRecipe.ts";
import { deviceRecipePicture } from "#contract/resources/deviceRecipePicture.ts";
import { beginsJob, job } from "#contract/resources/job.ts";
import { deviceEvent, type OperationRow } from "#contract/resources/log.ts";
import { order } from "#contract/resources/order.ts";
import { deviceUserBind } from "#contract/resources/relations.ts";
import { sample } from "#contract/resources/sample.ts";
import { user } from "#contract/resources/user.ts";
import { resources } from "#contract/resources.ts";
import { migrations } from "#server/db/migrations.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { verifyLog } from "#server/log/logHead.ts";
import { listOperations } from "#server/log/operationRows.ts";
import { seenBy } from "#server/log/recordOwners.ts";
import { sqliteDialect } from "#server/sqlite/dialect.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";
import { tamper } from "#tests/server/database.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";
import { samples, withoutTenant } from "#tests/server/tenants/samples.ts";
import { openTenant, picture, type Tenant } from "#tests/server/tenants/tenant.ts";

const query = deviceEvent.calls.query_user_event;

describe("a row of the operation log", () => {
  let site: Site;
  let admin: string;
  let one: Tenant;
  let other: Tenant;

  beforeAll(async () => {
    site = await openSite();
    admin = await site.signIn("admin", adminPassword);
    one = await openTenant(site, "QONE");
    other = await openTenant(site, "QTWO");
  });
  afterAll(() => site.close());

  const done = async <C extends Call>(call: C, request: object, token = admin): Promise<ResponseOf<C>> => {
    const answer = await site.ask(call, request, { token });
    if (answer.code !== 0) throw new Error(`${call.path}: ${answer.code} ${answer.message}`);
    return answer.data;
  };
  const seen = async ({ token }: { token: string }, filter: object = {}): Promise<OperationRow[]> =>
    (await done(query, { pageSize: 500, ...filter }, token)).list;
  const newest = async (): Promise<string> => (await seen({ token: admin }))[0]?.id ?? "";
  /** Rows behind `since` that the tenant has. */
  const behind = async (tenant: { token: string }, since: string) => (await seen(tenant)).filter(({ id }) => Number(id) > Number(since));

  const writes = resources
    .filter(({ name }) => !withoutTenant.includes(name) && ["organisations", "those below too"].includes(seenBy(name)))
    .flatMap(({ calls }) => Object.values(calls))
    .filter((call) => call.kind === "write" && samples[call.path] !== undefined && !call.path.endsWith("dlexcel") && !beginsJob(call))
    // They add to the organisation of who asks.
    .filter(({ path }) => path !== "/api/user/add_child" && path !== "/api/device_template/post");

  it.each(writes)("of $path, made from above, is in the log of the organisation whose record it names, and in no other's", async (call) => {
    const tenant = /delete|removeAuth/.test(call.path) ? await openTenant(site, `Q${writes.indexOf(call)}`) : one;
    // The licence allows 100 organisations.
    if (tenant !== one && call !== company.calls.delete) await done(company.calls.delete, { ids: [tenant.ids.emptyBranch] });
    const since = await newest();
    await site.ask(call, samples[call.path]?.(tenant.ids, call.path.replaceAll("/", "-").slice(-20)) ?? {}, { token: admin });
    const rows = await behind(tenant, since);
    expect(rows.map((row) => [row.call, row.account])).toEqual([[call.path, "admin"]]);
    expect(rows).toEqual(await behind({ token: admin }, since));
    expect(await behind(other, since)).toEqual([]);
  });

  it("covers what an organisation shares with those below it: templates, points and their categories, device types, models, units, icon groups and their pictures, orders, device templates, their rules and their panels, app recipes and their commands, parameter tables, alarm types", () => {
    const shared = resources.filter(({ name }) => seenBy(name) === "those below too").map(({ name }) => name);
    expect(shared.sort()).toEqual([
      "alarm_trigger_template",
      "alarm_type",
      ...[
        "device_argument",
        "device_data_recipe",
        "device_data_recipe_app",
        "device_data_recipe_app_cmd",
        "device_data_recipe_body_type",
        "device_model",
        "device_recipe_picture",
        "device_template",
        "device_template_ui",
        "device_template_ui_cmd",
        "device_type",
        "device_type_relation",
        "device_unit_type",
      ],
      "order",
    ]);
    const missing = ["put", "delete", "add_body", "put_body", "delete_body", "send"].flatMap((verb) =>
      resources
        .filter(({ name, calls }) => shared.includes(name) && verb in calls)
        .map(({ name }) => `/api/${name}/${verb}`)
        .filter((path) => !writes.some((call) => call.path === path)),
    );
    expect(missing).toEqual([]);
  });

  it.each([
    ["recipeId", "a point that the template has", deviceDataRecipe.calls.add_body, () => ({ name: "Twice", address: "40001" })],
    ["groupId", "a picture that the group has", deviceRecipePicture.calls.add_body, () => ({ value: "Twice", picture })],
    [
      "recipeId",
      "an order of another template's point",
      order.calls.post,
      () => ({ name: "Unfit", slave: null, values: [{ pointId: other.ids.point, value: 1 }] }),
    ],
  ] as const)("that was refused is there by its %s alone: %s", async (field, _what, call, fields) => {
    await site.ask(deviceRecipePicture.calls.add_body, { groupId: one.ids.iconGroup, value: "Twice", picture }, one);
    const since = await newest();
    const named = field === "recipeId" ? one.ids.recipe : one.ids.iconGroup;
    const refused = await site.ask(call, { ...fields(), [field]: named }, { token: admin });
    expect(refused.code).not.toBe(0);
    expect((await behind(one, since)).map((row) => [row.call, row.code])).toEqual([[call.path, refused.code]]);
    expect(await behind(other, since)).toEqual([]);
  });
});

describe("what is done from above", () => {
  let site: Site;
  let admin: string;
  let one: Tenant;
  let other: Tenant;

  beforeAll(async () => {
    site = await openSite();
    admin = await site.signIn("admin", adminPassword);
    one = await openTenant(site, "QONE");
    other = await openTenant(site, "QTWO");
  });
  afterAll(() => site.close());

  const done = async <C extends Call>(call: C, request: object, token = admin): Promise<ResponseOf<C>> => {
    const answer = await site.ask(call, request, { token });
    if (answer.code !== 0) throw new Error(`${call.path}: ${answer.code} ${answer.message}`);
    return answer.data;
  };
  const rowsOf = async (token: string, filter: object = {}) => (await done(query, { pageSize: 500, ...filter }, token)).list;
  const last = async (token: string, call: Call) => (await rowsOf(token, { call: call.path }))[0];
  const deviceOf = async (tenant: Tenant, name: string): Promise<string> => {
    const request = {
      name,
      sn: name,
      typeId: tenant.ids.deviceType,
      industry: "x",
      slaves: [{ no: 1, name: "One", recipeId: tenant.ids.recipe }],
    };
    return (await done(device.calls.post, request, tenant.token)).id;
  };

  it("is in the old and in the new owner's log when it is a transfer", async () => {
    const id = await deviceOf(one, "MOVER-1");
    const row = await done(device.calls.get, { id });
    const recipe = await done((await import("#contract/resources/deviceDataRecipe.ts")).deviceDataRecipe.calls.post, { name: "Shared" });
    const request = {
      ...{ id, name: row.name, sn: row.sn, typeId: "type-general", industry: "x", version: row.version, companyId: other.ids.company },
      slaves: [{ id: row.slaves[0]?.id, no: 1, name: "One", recipeId: recipe.id }],
    };
    await done(device.calls.put, request);
    const [before, after] = [await last(one.token, device.calls.put), await last(other.token, device.calls.put)];
    expect(before).toEqual(await last(admin, device.calls.put));
    expect(after).toEqual(before);
    expect(JSON.parse(before?.change ?? "")).toMatchObject({ companyId: [one.ids.company, other.ids.company] });
    await done(device.calls.delete, { ids: [id] });
    expect(await last(other.token, device.calls.delete)).toMatchObject({ account: "admin" });
    expect(await last(one.token, device.calls.delete)).toBeUndefined();
  });

  it("is in the logs of the old and of the new parent when an organisation moves", async () => {
    const { id } = await done(company.calls.post, { parentId: one.ids.company, name: "Wanderer" });
    await done(company.calls.put, { id, parentId: other.ids.company, name: "Wanderer", version: 1 });
    expect([(await last(one.token, company.calls.put))?.detail, (await last(other.token, company.calls.put))?.detail]).toEqual(
      Array.from({ length: 2 }, () => JSON.stringify({ id, parentId: other.ids.company, name: "Wanderer", version: 1 })),
    );
  });

  it("to records of several organisations at once shows each only its own, and is found by nothing else", async () => {
    const [mine, theirs] = [await deviceOf(one, "MINE-1"), await deviceOf(other, "THEIRS-1")];
    await done(device.calls.delete, { ids: [mine, theirs] });
    const row = await last(one.token, device.calls.delete);
    expect([JSON.parse(row?.detail ?? ""), Object.keys(JSON.parse(row?.change ?? ""))]).toEqual([{ ids: [mine] }, [mine]]);
    expect(JSON.stringify(await rowsOf(one.token))).not.toContain("THEIRS-1");
    expect((await rowsOf(one.token, { search: theirs })).length).toBe(0);
    expect((await rowsOf(one.token, { search: mine, call: device.calls.delete.path })).map(({ id }) => id)).toEqual([row?.id]);
    expect(JSON.parse((await last(admin, device.calls.delete))?.detail ?? "")).toEqual({ ids: [mine, theirs] });
    const consumers = [one, other].map(({ ids }) => ids.consumer);
    await done(user.calls.disable, { ids: consumers });
    expect(await last(other.token, user.calls.disable)).toMatchObject({
      detail: JSON.stringify({ ids: [other.ids.consumer] }),
      change: "",
    });
  });

  it("and is refused is there too, and an attempt on what is not below is not", async () => {
    const binding = { deviceId: one.ids.device, userId: one.ids.consumer, state: 1, version: 99 };
    expect((await site.ask(deviceUserBind.calls.auth, binding, { token: admin })).code).toBe(1300);
    expect(await last(one.token, deviceUserBind.calls.auth)).toMatchObject({ account: "admin", code: 1300, change: "" });
    expect((await site.ask(device.calls.delete, { ids: [one.ids.device] }, { token: other.token })).code).toBe(404);
    expect((await rowsOf(one.token)).map(({ account }) => account)).not.toContain("QTWO.keeper");
  });

  it("reaches down to the organisation of the record and up to all above it, and no further", async () => {
    await site.addUser({ account: "branch.keeper", companyId: one.ids.branch });
    const branch = await site.signIn("branch.keeper", "secret1");
    const { id } = await done(sample.calls.add, { name: "Lower", age: 1 }, branch);
    await done(sample.calls.batchremove, { ids: `${id}` });
    const seenBy = async (token: string) => (await last(token, sample.calls.batchremove))?.account;
    expect([await seenBy(branch), await seenBy(one.token), await seenBy(other.token)]).toEqual(["admin", "admin", undefined]);
    const { id: exported } = await done(deviceEvent.calls.dlexcel_user_event, {}, branch);
    await site.gatehouse.services.jobs.idle();
    const body = new URLSearchParams({ id: exported });
    const file = await fetch(`${site.base}${job.calls.file.path}`, { method: "POST", headers: { token: branch }, body });
    expect(await file.text()).toContain(sample.calls.batchremove.path);
  });

  it("is listed page by page and by the cursor in the order of the log, each row once", async () => {
    const all = (await rowsOf(one.token)).map(({ id }) => id);
    expect(all).toEqual([...new Set(all)].sort((a, b) => Number(b) - Number(a)));
    for (const sortOrder of ["desc", "asc"] as const) {
      const expected = sortOrder === "desc" ? all : [...all].reverse();
      const [paged, walked]: [string[], string[]] = [[], []];
      let cursor: string | null = "";
      for (let pageNo = 1; cursor !== null; pageNo += 1) {
        const page: ResponseOf<typeof query> = await done(query, { pageNo, pageSize: 7, sortOrder }, one.token);
        const walk: ResponseOf<typeof query> = await done(query, { pageSize: 7, sortOrder, ...(cursor ? { cursor } : {}) }, one.token);
        expect([page.total, walk.total]).toEqual([all.length, all.length]);
        paged.push(...page.list.map(({ id }) => id));
        walked.push(...walk.list.map(({ id }) => id));
        cursor = walk.cursor;
      }
      expect([paged, walked]).toEqual([expected, expected]);
    }
  });

  it("holds in the chain: whose log a row belongs to cannot be changed without a trace", async () => {
    const { db, config } = site.gatehouse.services;
    await expect(db.updateTable("operation_record").set({ company_id: "x" }).execute()).rejects.toThrow("not edited");
    await expect(db.deleteFrom("operation_record").execute()).rejects.toThrow("not edited");
    await site.restart();
    const held = await verifyLog(site.gatehouse.services.db, config.logHead);
    expect(held).toBeGreaterThan(10);
    const tampered = async (statement: string): Promise<string> => {
      await tamper(config.database, statement);
      return verifyLog(site.gatehouse.services.db, config.logHead).then(String, (fault: Error) => fault.message);
    };
    const seq = Number((await last(await site.signIn("QONE.keeper", "secret1"), deviceUserBind.calls.auth))?.id);
    expect(await tampered(`delete from operation_record where seq = ${seq}`)).toBe(`row ${seq} is kept from an organisation that it names`);
    expect(await tampered(`update operation_log set companies = '' where seq = ${seq}`)).toBe(
      `row ${seq} does not follow from the row before it`,
    );
  });
});

test("rows from before are told to the organisations of the records that they name, and their chain stays", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reach-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "app.db");
  const sqlite = openSqlite(file);
  sqlite.function("lower", { deterministic: true }, (text) => (typeof text === "string" ? text.toLowerCase() : text));
  const old = new Kysely<Database>({ dialect: sqliteDialect(sqlite) });
  const migrator = new Migrator({ db: old, provider: { getMigrations: async () => ({ ...migrations }) } });
  expect((await migrator.migrateTo("0020_looks_and_owners")).error).toBeUndefined();
  const stamps = "0, 1, 0, ''";
  const place = (id: string, parent: string, path: string) => `('${id}', ${parent}, '${path}', '${id}', 1, null, 'UTC', ${stamps})`;
  sqlite.exec(`insert into company (id, parent_id, path, name, enabled, expires_at, zone, created_at, version, updated_at, updated_by) values
    ${place("root", "null", "root/")}, ${place("a", "'root'", "root/a/")}, ${place("b", "'root'", "root/b/")}, ${place("aa", "'a'", "root/a/aa/")}`);
  for (const [id, owner] of Object.entries({ ra: "a", rb: "b", raa: "aa" }))
    sqlite.exec(
      `insert into role (id, company_id, name, description, created_at, version, updated_at, updated_by) values ('${id}', '${owner}', '${id}', '', ${stamps})`,
    );
  const rows: readonly [actor: string | null, detail: string, change: string][] = [
    ["root", '{"id":"ra","name":"x"}', ""],
    ["root", '{"ids":["ra","rb","gone"]}', '{"ra":["x",null]}'],
    ["root", '{"id":"gone","companyId":"b"}', '{"companyId":["a","b"]}'],
    ["a", '{"id":"raa"}', ""],
    ["b", '{"id":"ra"}', ""],
    ["a", '{"id":"ra"}', ""],
    ["root", '{"ids":["ra"],"cut', ""],
    [null, '{"id":"ra"}', ""],
  ];
  for (const [at, [actor, detail, change]] of rows.entries())
    sqlite.exec(`insert into operation_log (at, user_id, account, user_name, company_id, address, call, detail, change, code, milliseconds, previous, hash)
      values (${at}, null, 'x', '', ${actor === null ? "null" : `'${actor}'`}, '', '/api/role/put', '${detail}', '${change}', 0, 0, '', '${at}')`);
  await old.destroy();
  const db = await openDatabase(file);
  onTestFinished(() => db.destroy());
  const seenBy = async (companyPath: string) => {
    const caller = { companyPath, companyId: companyPath.split("/").at(-2) ?? "" } as Parameters<typeof listOperations>[1];
    const { list } = await listOperations(db, caller, query.request.parse({ sortOrder: "asc" }));
    return list.map(({ id, detail }) => [Number(id), detail]);
  };
  const told = (...seqs: number[]) => seqs.map((seq) => [seq, rows[seq - 1]?.[1]]);
  expect(await seenBy("root/")).toEqual(told(1, 2, 3, 4, 5, 6, 7, 8));
  expect(await seenBy("root/a/")).toEqual([...told(1), [2, '{"ids":["ra"]}'], ...told(3, 4, 6)]);
  expect(await seenBy("root/b/")).toEqual([[2, '{"ids":["rb"]}'], ...told(3, 5)]);
  expect(await seenBy("root/a/aa/")).toEqual(told(4));
});
