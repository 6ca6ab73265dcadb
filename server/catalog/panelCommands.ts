import { type SqlBool, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import { deviceTemplateUiCmd } from "#contract/resources/deviceTemplateUiCmd.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { fieldProblem } from "#server/kit/problem.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";
import { type CommandValues, refuseUnfit, shownColumns } from "./commandValues.ts";
import { devicePanels, seesPanel, templatePoints } from "./devicePanels.ts";
import { isVisible } from "./pointAuth.ts";
import { toldValues, valuesIn } from "./pointValues.ts";

/** What commands write, by their ids. */
export const commandValuesOf = (db: Db, ids: readonly string[]) =>
  valuesIn(
    ids,
    db
      .selectFrom("device_template_ui_cmd_value as kept")
      .innerJoin("point", "point.id", "kept.point_id")
      .select(["kept.cmd_id as ownerId", "kept.value"])
      .select(shownColumns)
      .where("kept.cmd_id", "in", ids)
      .orderBy("kept.place"),
  );

/** Whether the caller sees every data point that the command writes. */
export const seesWritten = (caller: Caller) =>
  sql<SqlBool>`not exists (select 1 from device_template_ui_cmd_value v join point on point.id = v.point_id
    where v.cmd_id = device_template_ui_cmd.id and not ${isVisible(caller)})`;

/** Throws unless the values are for data points of that slave of the panel's device template. */
const checkValues = async (db: Db, caller: Caller, templateId: string, slave: number, values: CommandValues): Promise<void> => {
  const points = [...(await templatePoints(db, caller, templateId)).values()].filter(({ slaveNo }) => slaveNo === slave);
  if (points.length === 0) throw fieldProblem("slave", "rule.invalid");
  refuseUnfit(points, values);
};

const panelOf = (fields: object, before: { ui_id: string } | undefined): string =>
  before?.ui_id ?? ("uiId" in fields ? String(fields.uiId) : "");

export const panelCommandKind: RecordKind<typeof deviceTemplateUiCmd, "device_template_ui_cmd"> = {
  resource: deviceTemplateUiCmd,
  table: "device_template_ui_cmd",
  reach: "shared",
  fields: ["name", "slave", "question"],
  fixed: ["uiId"],
  distinct: ["uiId", "name"],
  searched: ["name"],
  filters: { uiId: "is" },
  sorted: { field: "name", order: "asc" },
  related: { uiName: { table: "device_template_ui", by: "ui_id" } },
  visible: (caller) => {
    const ofPanel = seesPanel(
      caller,
      sql.ref<string>("device_template_ui_cmd.company_id"),
      sql.ref<string>("device_template_ui_cmd.ui_id"),
    );
    return sql<SqlBool>`(${ofPanel} and ${seesWritten(caller)})`;
  },
  async organisation({ uiId }, { db, caller }) {
    const panel = await devicePanels.toChange(db, caller, uiId);
    const { count } = await db
      .selectFrom("device_template_ui_cmd")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("ui_id", "=", uiId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= limits.panel.commands) throw fieldProblem("uiId", "rule.panel.commands");
    return panel.company_id;
  },
  async check(fields, { db, caller, before }) {
    const panel = await devicePanels.toChange(db, caller, panelOf(fields, before));
    await checkValues(db, caller, panel.device_template_id, fields.slave, fields.values);
  },
  async write(id, { confirmed, values }, { db }) {
    await db
      .updateTable("device_template_ui_cmd")
      .set({ confirmed: confirmed ? 1 : 0 })
      .where("id", "=", id)
      .execute();
    await db.deleteFrom("device_template_ui_cmd_value").where("cmd_id", "=", id).execute();
    await db
      .insertInto("device_template_ui_cmd_value")
      .values(values.map(({ pointId, value }, place) => ({ cmd_id: id, place, point_id: pointId, value: JSON.stringify(value) })))
      .execute();
  },
  told: {
    typed: ({ confirmed, values }) => ({ confirmed, ...toldValues(values) }),
    async kept(id, db) {
      const row = await db.selectFrom("device_template_ui_cmd").select("confirmed").where("id", "=", id).executeTakeFirstOrThrow();
      return { confirmed: row.confirmed === 1, ...toldValues((await commandValuesOf(db, [id])).get(id) ?? []) };
    },
  },
  async more(rows, db) {
    const values = await commandValuesOf(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, confirmed }) => ({ confirmed: confirmed === 1, values: values.get(id) ?? [] }));
  },
};

export const panelCommands = keepRecords(panelCommandKind);
