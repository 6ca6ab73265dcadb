import { snTable } from "#contract/deviceTable.ts";
import { device, registryPairs } from "#contract/resources/device.ts";
import type { Db } from "#server/db/open.ts";
import { fieldFaults } from "#server/http/fieldFaults.ts";
import type { CellFault, GivenRow, JudgedRow, SheetKind, Taken } from "#server/imports/sheetKind.ts";
import type { Caller } from "#server/kit/caller.ts";
import { changeOf, secretKept } from "#server/log/changeOf.ts";
import { deviceSns, registerIn, type WaitingSn, waitingSns } from "./snRegistry.ts";

interface Pair {
  readonly sn: string;
  readonly password: string;
}

interface Read {
  readonly judged: JudgedRow;
  readonly pair: Pair | undefined;
}

const readRow = ({ cells }: GivenRow, devices: ReadonlySet<string>, waiting: ReadonlyMap<string, WaitingSn>): Read => {
  const refused = (...faults: CellFault[]): Read => ({ judged: { state: "faulty", faults }, pair: undefined });
  const raw = [{ sn: cells.sn ?? "", password: cells.password ?? "" }];
  const parsed = registryPairs.safeParse(raw);
  if (!parsed.success)
    return refused(
      ...fieldFaults(parsed.error, raw).map(({ path, message, values }): CellFault => {
        const column = path.split(".")[1] ?? "sn";
        return { column, message, ...(values ? { values } : {}) };
      }),
    );
  const [pair] = parsed.data;
  if (!pair) return refused({ column: "sn", message: "rule.sn" });
  const key = pair.sn.toLowerCase();
  const held = waiting.get(key);
  if (held?.seen && held.sn === pair.sn && (pair.password === "" || pair.password === held.password))
    return { judged: { state: "same", faults: [{ column: "sn", message: "import.same", note: true }] }, pair };
  if (devices.has(key) || held) return refused({ column: "sn", message: "code.snExists" });
  return { judged: { state: "good", faults: [] }, pair };
};

const readRows = async (db: Db, caller: Caller, rows: readonly GivenRow[]): Promise<Read[]> => {
  const sns = [...new Set(rows.map(({ cells }) => (cells.sn ?? "").trim().toLowerCase()).filter((sn) => sn !== ""))];
  const devices = await deviceSns(db, sns);
  const waiting = await waitingSns(db, caller, sns);
  return rows.map((row) => readRow(row, devices, waiting));
};

/** SNs with their passwords from a table, each registered ahead as `device/addSnAndPsd` registers one. */
export const snSheet: SheetKind = {
  name: "sns",
  call: device.calls.import_sn,
  job: "snImport",
  columns: snTable,
  formats: ["xlsx", "xls", "text"],
  title: { zh: "序列号导入", en: "SN import" },
  record: "sn",
  repeated: "import.snTwice",
  async judge(db, caller, _table, rows) {
    return (await readRows(db, caller, rows)).map(({ judged }) => judged);
  },
  notices: async () => [],
  async take(tx, caller, { companyId }, rows, _parts, at) {
    const read = await readRows(tx, caller, rows);
    const pairs = read.flatMap(({ judged, pair }) => (judged.state === "good" && pair ? [pair] : []));
    const added = new Map((await registerIn(tx, caller, { companyId, pairs }, at)).map((row) => [row.sn, row]));
    return read.map(({ judged, pair }): Taken => {
      const row = pair && judged.state === "good" ? added.get(pair.sn) : undefined;
      if (row) return { state: "added", id: row.id, companyId, change: changeOf({}, { [row.sn]: secretKept }) };
      if (judged.state === "same") return { state: "same" };
      const [fault] = judged.faults;
      return {
        state: "refused",
        code: 400,
        ...(fault ? { message: fault.message, ...(fault.values ? { values: fault.values } : {}) } : {}),
      };
    });
  },
  async told({ changes }, taken) {
    const companyIds = [...new Set(taken.flatMap(({ companyId }) => companyId ?? []))];
    if (companyIds.length > 0) await changes.tell({ kind: "records", resources: [device.name], companyIds, page: "" });
  },
};
