import { sql } from "kysely";
import { type DeviceColumnId, deviceTable } from "#contract/deviceTable.ts";
import { device } from "#contract/resources/device.ts";
import type { TypeAttribute } from "#contract/resources/deviceType.ts";
import { attributesIn } from "#server/catalog/typeAttributes.ts";
import type { Db } from "#server/db/open.ts";
import type { CellFault, GivenRow, JudgedRow, OfTable, SheetKind, Taken } from "#server/imports/sheetKind.ts";
import type { Caller } from "#server/kit/caller.ts";
import { portions } from "#server/kit/portions.ts";
import { Problem } from "#server/kit/problem.ts";
import { boundDevices, companiesOf, isConsumer } from "#server/kit/scope.ts";
import { roomFor } from "#server/licence/licence.ts";
import { deviceSecret } from "#server/wire/devicePassword.ts";
import { type DeviceRequest, linesOf, nameIn, type Reading, readDevice } from "./deviceCells.ts";
import { addDeviceIn } from "./deviceEdit.ts";
import { type DeviceNames, openDeviceNames } from "./deviceNames.ts";
import { type DeviceRecord, deviceRecords, differingColumns } from "./deviceRecord.ts";
import { deviceSns, type WaitingSn, waitingSns } from "./snRegistry.ts";

const headings = new Map<string, { zh: string; en: string }>(deviceTable.map(({ id, headings: { zh, en } }) => [id, { zh, en }]));

const loadNames = async (names: DeviceNames, rows: readonly GivenRow[]): Promise<void> => {
  const texts = (column: DeviceColumnId): string[] => rows.flatMap(({ cells }) => linesOf(cells[column] ?? ""));
  await names.types.load(texts("type"));
  await names.models.load(texts("model"));
  await names.recipes.load(texts("recipe"));
  await names.companies.load(texts("company"));
  await names.industries.load(texts("industry"));
};

/** Attributes of the types that rows name. */
const loadAttributes = async (db: Db, names: DeviceNames, rows: readonly GivenRow[]): Promise<Map<string, readonly TypeAttribute[]>> => {
  const ids = new Set(
    rows.flatMap(({ cells }) => {
      const found = names.types.find(nameIn(cells.type ?? ""));
      return "id" in found ? [found.id] : [];
    }),
  );
  const attributes = new Map<string, readonly TypeAttribute[]>();
  for (const some of portions(ids))
    for (const row of await db.selectFrom("device_type").select(["id", "attributes"]).where("id", "in", some).execute())
      attributes.set(row.id, attributesIn(row.attributes));
  return attributes;
};

/** Devices that the caller sees, by their SN in lower case. */
const seenDevices = async (db: Db, caller: Caller, sns: readonly string[]): Promise<Map<string, DeviceRecord>> => {
  const ids: string[] = [];
  for (const some of portions(sns))
    ids.push(
      ...(
        await db
          .selectFrom("device")
          .select("device.id")
          .where(sql`lower(sn)`, "in", some)
          .where("device.company_id", "in", companiesOf(db, caller))
          .$if(isConsumer(caller), (query) => query.where("device.id", "in", boundDevices(db, caller)))
          .execute()
      ).map(({ id }) => id),
    );
  return new Map((await deviceRecords(db, ids)).map((record) => [record.device.sn.toLowerCase(), record]));
};

/** Whether a new device cannot have the SN: a device has it, or it waits for somebody else's, or under another spelling. */
const isTaken = (sn: string, { devices, waiting }: Sns): boolean => {
  const key = sn.toLowerCase();
  const registered = waiting.get(key);
  return devices.has(key) || (registered !== undefined && (!registered.seen || registered.sn !== sn));
};

interface Sns {
  readonly devices: ReadonlySet<string>;
  readonly waiting: ReadonlyMap<string, WaitingSn>;
}

interface Read {
  readonly judged: JudgedRow;
  readonly request: DeviceRequest | undefined;
}

const heldBy = ({ device: { type_id, model_id, industry }, slaves }: DeviceRecord): ReadonlySet<string> =>
  new Set([type_id, model_id ?? "", industry, ...slaves.map(({ recipe_id }) => recipe_id)]);

const readRow = ({ cells }: GivenRow, table: OfTable, record: DeviceRecord | undefined, taken: Sns, reading: Reading): Read => {
  const own = record !== undefined && record.device.sn === (cells.sn ?? "").trim() ? record : undefined;
  const { request, faults } = readDevice(cells, own ? { ...reading, held: heldBy(own) } : reading);
  const refused = (list: readonly CellFault[]): Read => ({ judged: { state: "faulty", faults: list }, request: undefined });
  if (!request) return refused(faults);
  if (!own)
    return isTaken(request.sn, taken)
      ? refused([{ column: "sn", message: "code.snExists" }])
      : { judged: { state: "good", faults }, request };
  const differing = differingColumns(table.columns, request, own);
  if (differing.length > 0) {
    const said = (language: "zh" | "en"): string =>
      differing.map((id) => headings.get(id)?.[language] ?? id).join(language === "zh" ? "、" : ", ");
    return refused([{ column: "sn", message: "import.differs", values: { names: { zh: said("zh"), en: said("en") } } }]);
  }
  const message = request.password === "" ? "import.same" : "import.samePassword";
  return { judged: { state: "same", faults: [{ column: "sn", message, note: true }] }, request };
};

const readRows = async (db: Db, caller: Caller, table: OfTable, rows: readonly GivenRow[]): Promise<Read[]> => {
  const names = openDeviceNames(db, caller);
  await loadNames(names, rows);
  const attributes = await loadAttributes(db, names, rows);
  const sns = [...new Set(rows.map(({ cells }) => (cells.sn ?? "").trim().toLowerCase()).filter((sn) => sn !== ""))];
  const seen = await seenDevices(db, caller, sns);
  for (const record of seen.values()) attributes.set(record.device.type_id, record.attributes);
  const taken = { devices: await deviceSns(db, sns), waiting: await waitingSns(db, caller, sns) };
  const reading: Reading = { names, companyId: table.companyId, attributesOf: (typeId) => attributes.get(typeId) ?? [] };
  return rows.map((row) => readRow(row, table, seen.get((row.cells.sn ?? "").trim().toLowerCase()), taken, reading));
};

const refusedBy = (problem: Problem): Taken => {
  const [field] = problem.detail.fields ?? [];
  const code = Number(problem.envelope("en").code);
  if (field) return { state: "refused", code, message: field.message, ...(field.values ? { values: field.values } : {}) };
  const { message = `code.${problem.code}`, values } = problem.detail;
  return { state: "refused", code, message: message as NonNullable<Taken["message"]>, ...(values ? { values } : {}) };
};

/** Devices from a table, each added as `device/post` adds one. */
export const deviceSheet: SheetKind = {
  name: "devices",
  call: device.calls.import,
  job: "deviceImport",
  columns: deviceTable,
  formats: ["xlsx", "xls"],
  title: { zh: "设备导入", en: "Device import" },
  record: "sn",
  repeated: "import.snTwice",
  async judge(db, caller, table, rows) {
    return (await readRows(db, caller, table, rows)).map(({ judged }) => judged);
  },
  async notices(db, { licensing }, good) {
    const { left } = await roomFor(db, licensing, "devices");
    return left < good ? [{ message: "import.licence", values: { count: left } }] : [];
  },
  async take(tx, caller, table, rows, { licensing }, at) {
    const read = await readRows(tx, caller, table, rows);
    const adding = { secret: await deviceSecret(tx), room: await roomFor(tx, licensing, "devices") };
    const taken: Taken[] = [];
    for (const { judged, request } of read) {
      if (judged.state === "same") taken.push({ state: "same" });
      else if (!request) {
        const [fault] = judged.faults;
        taken.push({
          state: "refused",
          code: 400,
          ...(fault ? { message: fault.message, ...(fault.values ? { values: fault.values } : {}) } : {}),
        });
      } else {
        try {
          const { id, password, companyId, change } = await addDeviceIn(tx, caller, request, at, adding);
          taken.push({ state: "added", id, companyId, change, password });
        } catch (problem) {
          if (!(problem instanceof Problem)) throw problem;
          taken.push(refusedBy(problem));
        }
      }
    }
    return taken;
  },
  async told({ changes }, taken) {
    const ids = taken.flatMap(({ id }) => id ?? []);
    if (ids.length === 0) return;
    const companyIds = [...new Set(taken.flatMap(({ companyId }) => companyId ?? []))];
    await changes.tell(
      { kind: "devices", ids },
      { kind: "records", resources: [device.name, ...device.calls.post.touches], companyIds, page: "" },
    );
  },
};
