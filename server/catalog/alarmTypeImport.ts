import type { z } from "zod";
import { alarmTypeTable } from "#contract/alarmTypeTable.ts";
import { alarmType, alarmTypeFields } from "#contract/resources/alarmType.ts";
import type { Db } from "#server/db/open.ts";
import { fieldFaults } from "#server/http/fieldFaults.ts";
import type { CellFault, GivenRow, JudgedRow, OfTable, SheetKind, Taken } from "#server/imports/sheetKind.ts";
import type { Caller } from "#server/kit/caller.ts";
import { newId } from "#server/kit/newId.ts";
import { portions } from "#server/kit/portions.ts";
import { creationOf } from "#server/log/changeOf.ts";
import { authorOf } from "#server/records/edits.ts";

type Fields = z.output<typeof alarmTypeFields>;

interface Read {
  readonly judged: JudgedRow;
  readonly fields: Fields | undefined;
}

/** The organisation's types, by their names in small letters. */
const presentTypes = async (db: Db, companyId: string, names: Iterable<string>): Promise<ReadonlyMap<string, Fields>> => {
  const present = new Map<string, Fields>();
  for (const some of portions(names)) {
    const rows = await db
      .selectFrom("alarm_type")
      .select(["name", "name_en", "remark", "remark_en"])
      .where("company_id", "=", companyId)
      .where((eb) => eb(eb.fn<string>("lower", ["name"]), "in", some))
      .execute();
    for (const { name, name_en: nameEn, remark, remark_en: remarkEn } of rows)
      present.set(name.toLowerCase(), { name, nameEn, remark, remarkEn });
  }
  return present;
};

/** Columns that the table does not have say nothing of a type. */
const isSame = (there: Fields, given: Fields, columns: readonly string[]): boolean =>
  alarmTypeTable.every(({ id }) => !columns.includes(id) || there[id] === given[id]);

const parse = ({ cells }: GivenRow): { fields: Fields } | { faults: CellFault[] } => {
  const raw = Object.fromEntries(alarmTypeTable.map(({ id }) => [id, cells[id] ?? ""]));
  const parsed = alarmTypeFields.safeParse(raw);
  if (parsed.success) return { fields: parsed.data };
  const faults = fieldFaults(parsed.error, raw).map(
    ({ path, message, values }): CellFault => ({ column: path, message, ...(values ? { values } : {}) }),
  );
  return { faults };
};

const readRows = async (db: Db, { companyId, columns }: OfTable, rows: readonly GivenRow[]): Promise<Read[]> => {
  const parsed = rows.map(parse);
  const names = parsed.flatMap((row) => ("fields" in row ? [row.fields.name.toLowerCase()] : []));
  const present = await presentTypes(db, companyId, new Set(names));
  return parsed.map((row): Read => {
    if (!("fields" in row)) return { judged: { state: "faulty", faults: row.faults }, fields: undefined };
    const { fields } = row;
    const there = present.get(fields.name.toLowerCase());
    if (!there) return { judged: { state: "good", faults: [] }, fields };
    const same = isSame(there, fields, columns);
    const fault: CellFault = same
      ? { column: "name", message: "import.same", note: true }
      : { column: "name", message: "import.otherTexts" };
    return { judged: { state: same ? "same" : "faulty", faults: [fault] }, fields };
  });
};

const add = async (tx: Db, caller: Caller, companyId: string, fields: Fields, at: number): Promise<Taken> => {
  const id = newId(at);
  await tx
    .insertInto("alarm_type")
    .values({
      ...{ id, company_id: companyId, name: fields.name, name_en: fields.nameEn, remark: fields.remark, remark_en: fields.remarkEn },
      ...{ created_at: at, updated_at: at, updated_by: authorOf(caller) },
    })
    .execute();
  return { state: "added", id, companyId, change: creationOf(id, { ...fields }) };
};

/** Alarm types from a table, each added as `alarm_type/post` adds one; what is there already stays as it is. */
export const alarmTypeSheet: SheetKind = {
  name: "alarmTypes",
  call: alarmType.calls.import,
  job: "alarmTypeImport",
  columns: alarmTypeTable,
  formats: ["xlsx", "xls"],
  title: { zh: "报警类型导入", en: "Alarm type import" },
  record: "name",
  repeated: "import.nameTwice",
  judge: async (db, _caller, table, rows) => (await readRows(db, table, rows)).map(({ judged }) => judged),
  notices: async () => [],
  async take(tx, caller, table, rows, _parts, at) {
    const taken: Taken[] = [];
    for (const { judged, fields } of await readRows(tx, table, rows)) {
      const [fault] = judged.faults;
      if (judged.state === "good" && fields) taken.push(await add(tx, caller, table.companyId, fields, at));
      else if (judged.state === "same") taken.push({ state: "same" });
      else
        taken.push({
          ...{ state: "refused", code: 400 },
          ...(fault ? { message: fault.message, ...(fault.values ? { values: fault.values } : {}) } : {}),
        });
    }
    return taken;
  },
  async told({ changes }, taken) {
    const companyIds = [...new Set(taken.flatMap(({ companyId }) => companyId ?? []))];
    if (companyIds.length > 0) await changes.tell({ kind: "records", resources: [alarmType.name], companyIds, page: "" });
  },
};
