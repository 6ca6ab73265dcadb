import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Call, ResponseOf } from "#contract/kit/call.ts";
import { encodeFields } from "#contract/kit/wire.ts";
import { device } from "#contract/resources/device.ts";
import { job } from "#contract/resources/job.ts";
import { sheetImport } from "#contract/resources/sheetImport.ts";
import { openSeeded, seedTemplate, tokenOf } from "#tests/bench/fleetSeed.ts";
import { type ServerProcess, startServer } from "#tests/bench/serverProcess.ts";
import { until } from "#tests/server/fleet.ts";
import { tableOf } from "#tests/server/imports/tables.ts";
import { xlsxCells } from "#tests/server/xlsxCells.ts";

const kills = 20;
const rows = 900;

let dataDir: string;
let token: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "gatehouse-import-"));
  const db = await openSeeded(dataDir);
  await seedTemplate(db);
  token = await tokenOf(db);
  await db.destroy();
  server = await startServer({ dataDir });
}, 60_000);
afterAll(async () => {
  await server.end("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

const post = (call: Call, body: FormData | URLSearchParams): Promise<Response> =>
  fetch(`http://127.0.0.1:${server.httpPort}${call.path}`, { method: "POST", headers: { token }, body });

const ask = async <C extends Call>(call: C, request: object): Promise<ResponseOf<C>> => {
  const { code, data, message } = (await (await post(call, new URLSearchParams(encodeFields(request)))).json()) as {
    code: number;
    data: ResponseOf<C>;
    message: string;
  };
  if (code !== 0) throw new Error(`${code} ${message}`);
  return data;
};

it("goes on with an import after each of 20 kills: every row is added once and whole, with its slaves, its log and its password", async () => {
  const table = await tableOf(
    "devices",
    Array.from({ length: rows }, (_, place) => ({
      ...{ sn: `KILL-${String(place).padStart(4, "0")}`, name: `Device ${place}`, type: "通用设备", industry: "水务" },
      ...{ slaveNo: "1\n2", slaveName: "One\nTwo", recipe: "Bench\nBench" },
    })),
  );
  const form = new FormData();
  form.append("kind", "devices");
  form.append("file", new File([new Uint8Array(table)], "kill.xlsx"));
  const { data } = (await (await post(sheetImport.calls.upload, form)).json()) as { data: { id: string } };
  const { id } = await ask(device.calls.import, { id: data.id });
  const jobNow = async () => (await ask(job.calls.query, {})).list.find((row) => row.id === id);
  let done = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const before = done;
    // Somewhere within a batch: as far as the last look, and some turns of the event loop more.
    const row = await until(async () => {
      const now = await jobNow();
      return (now?.state === "done" || (now?.done ?? 0) > before) && now;
    }, `rows after kill ${kill}`);
    done = row.done;
    for (let turn = (kill * 7) % 23; turn > 0; turn -= 1) await new Promise((resume) => setImmediate(resume));
    await server.end("SIGKILL");
    server = await startServer({ dataDir });
  }
  const ended = await until(
    async () => {
      const row = await jobNow();
      return row?.endedAt != null && row;
    },
    "the end of the import",
    60_000,
  );
  expect(ended).toMatchObject({ state: "done", done: rows, total: rows, failed: 0 });
  const { list, total } = await ask(device.calls.query, { search: "KILL-", pageSize: 1000, sortField: "sn" });
  expect(total).toBe(rows);
  expect(list.map(({ sn }) => sn)).toEqual(Array.from({ length: rows }, (_, place) => `KILL-${String(place).padStart(4, "0")}`));
  const file = Buffer.from(await (await post(job.calls.file, new URLSearchParams({ id }))).arrayBuffer());
  const cells = xlsxCells(file).slice(1);
  expect(cells).toHaveLength(rows);
  for (const [, , result, , password] of cells) expect([result, password]).toEqual(["已添加", expect.stringMatching(/^[0-9A-Za-z]{16}$/)]);
  await server.end("SIGTERM");
  const db = await openSeeded(dataDir);
  const slaves = await db
    .selectFrom("slave")
    .innerJoin("device", "device.id", "slave.device_id")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("device.sn", "like", "KILL-%")
    .executeTakeFirstOrThrow();
  const logged = await db.selectFrom("operation_log").select("detail").where("call", "=", device.calls.import.path).execute();
  const named = new Set(logged.map(({ detail }) => (JSON.parse(detail) as { sn?: string }).sn));
  await db.destroy();
  expect([slaves.count, list.filter(({ sn }) => !named.has(sn))]).toEqual([rows * 2, []]);
}, 300_000);
