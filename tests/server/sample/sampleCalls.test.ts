import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { type Gatehouse, startGatehouse } from "#server/gatehouse.ts";

let folder: string;
let gatehouse: Gatehouse;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gatehouse-sample-calls-"));
  const variables = { PORT: "0", MQTT_PORT: "0", HOST: "127.0.0.1", DATA_DIR: join(folder, "data"), ADMIN_PASSWORD: "admin1" };
  gatehouse = await startGatehouse(readConfig(variables, join(folder, ".env")), pino({ level: "silent" }));
  const { db, sessions } = gatehouse.services;
  const admin = await db.selectFrom("user").select("id").where("account", "=", "admin").executeTakeFirstOrThrow();
  token = (await sessions.open(admin.id, "127.0.0.1")).token;
});

afterAll(async () => {
  await gatehouse?.stop();
  await rm(folder, { recursive: true, force: true });
});

const call = async (path: string, fields: Record<string, string> = {}, key = token) => {
  const response = await fetch(`http://127.0.0.1:${gatehouse.httpPort}/api/sample/${path}`, {
    method: "POST",
    headers: { token: key, "Accept-Language": "zh-CN" },
    body: new URLSearchParams(fields),
  });
  return (await response.json()) as {
    code: number;
    message: string;
    data: Record<string, unknown> & { users?: { id: string; name: string }[] };
  };
};

test("the calls of the old mock are answered under /sample, with its 86 users [S7.041] [S7.038] [S7.039] [S7.040] [S9.008]", async () => {
  expect((await call("user/list")).data.users).toHaveLength(86);
  const paged = await call("user/listpage", { page: "1", name: "" });
  expect(paged).toMatchObject({ code: 0, data: { totalCount: 86 } });
  expect(paged.data.users).toHaveLength(20);

  const added = await call("user/add", { name: "欧阳若兰", sex: "0", age: "31", birth: "1995-03-09", addr: "无锡" });
  const id = String(added.data.id);
  const found = async () => (await call("user/listpage", { page: "1", name: "欧阳若" })).data;
  expect(await found()).toEqual({
    totalCount: 1,
    users: [{ id, name: "欧阳若兰", sex: 0, age: 31, birth: "1995-03-09", addr: "无锡", version: 1 }],
  });
  expect(await call("user/edit", { id, name: "欧阳若梅", sex: "1", age: "32", birth: "", addr: "" })).toMatchObject({ code: 0 });
  expect((await found()).users).toEqual([{ id, name: "欧阳若梅", sex: 1, age: 32, birth: "", addr: "", version: 2 }]);
  expect(await call("user/remove", { id })).toMatchObject({ code: 0 });
  expect((await found()).users).toEqual([]);

  const [one, two] = paged.data.users ?? [];
  expect(await call("user/batchremove", { ids: `${one?.id},${two?.id}` })).toMatchObject({ code: 0, data: { removed: 2 } });
  expect((await call("user/list")).data.users).toHaveLength(84);

  expect(await call("login", { username: "admin", password: "admin1" })).toMatchObject({ code: 0, data: { username: "admin" } });
  expect(await call("login", { username: "admin", password: "wrong1" })).toMatchObject({ code: 1318 });
});

test("a user without a name or of 201 years is refused with the fields that are at fault, and nothing is stored [S5.026] [S5.027]", async () => {
  const before = (await call("user/list")).data.users?.length;
  expect(await call("user/add", { name: " ", age: "201" })).toMatchObject({
    code: 400,
    data: {
      fields: [
        { path: "name", message: "请输入姓名" },
        { path: "age", message: "年龄应为 0～200 的整数" },
      ],
    },
  });
  expect((await call("user/list")).data.users).toHaveLength(before ?? 0);
});

test("a stranger is refused, and so is an edit or removal of what does not exist", async () => {
  expect(await call("user/list", {}, "none")).toMatchObject({ code: 401 });
  expect(await call("user/edit", { id: "none", name: "x", age: "1" })).toMatchObject({ code: 404 });
  expect(await call("user/batchremove", { ids: "none" })).toMatchObject({ code: 404 });
  expect(await call("user/batchremove", { ids: "a,".repeat(10_001) })).toMatchObject({ code: 400 });
  expect(await call("user/batchremove", { ids: " , " })).toMatchObject({
    code: 400,
    data: { fields: [{ path: "ids", message: "请至少选择一项" }] },
  });
});
