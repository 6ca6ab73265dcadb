import { type Expression, type SqlBool, sql } from "kysely";
import { isBound, type PanelElement, panelElements, showsPoint } from "#contract/panelLayout.ts";
import { deviceTemplateUi, type PanelWhole } from "#contract/resources/deviceTemplateUi.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { type FieldFault, fieldProblem, Problem } from "#server/kit/problem.ts";
import { pathEnd } from "#server/kit/scope.ts";
import type { RecordKind } from "#server/records/recordKind.ts";
import { keepRecords } from "#server/records/records.ts";
import { mayChange, usableCompanies } from "#server/records/usable.ts";
import { isVisible } from "./pointAuth.ts";
import { enumerationOf } from "./pointRows.ts";

/** Whether a panel is of an organisation in the caller's scope, or linked to one: its own organisation and its id, as a query has them. */
export const seesPanel = ({ companyPath }: Pick<Caller, "companyPath">, company: Expression<string>, ui: Expression<string>) => {
  const within = sql`c.path >= ${companyPath} and c.path < ${pathEnd(companyPath)}`;
  return sql<SqlBool>`(exists (select 1 from company c where c.id = ${company} and ${within})
    or exists (select 1 from device_template_ui_company l join company c on c.id = l.company_id where l.ui_id = ${ui} and ${within}))`;
};

/** The elements of a panel as they are kept. */
export const elementsOf = (layout: string): PanelElement[] => (layout === "[]" ? [] : panelElements.parse(JSON.parse(layout)));

/** The data points of a device template's slaves that the caller sees, by slave number and id. */
export const templatePoints = async (db: Db, caller: Caller, templateId: string) => {
  const rows = await db
    .selectFrom("device_template_slave as slave")
    .innerJoin("point", "point.recipe_id", "slave.recipe_id")
    .selectAll("point")
    .select("slave.no as slaveNo")
    .where("slave.template_id", "=", templateId)
    .where(isVisible(caller))
    .execute();
  return new Map(rows.map((row) => [`${row.slaveNo} ${row.id}`, row]));
};

/** What an element is bound to: where that stays as it is, it may be gone. */
const bindingOf = (element: PanelElement): string => {
  if (isBound(element)) return `${element.kind} ${element.slave} ${element.pointId}`;
  return element.kind === "button" ? `button ${element.commandId}` : "";
};

const checkElements = async (
  db: Db,
  caller: Caller,
  elements: readonly PanelElement[],
  templateId: string,
  before: { id: string; layout: string } | undefined,
): Promise<void> => {
  const held = new Set(before ? elementsOf(before.layout).map(bindingOf) : []);
  const points = await templatePoints(db, caller, templateId);
  const commands = before ? await db.selectFrom("device_template_ui_cmd").select("id").where("ui_id", "=", before.id).execute() : [];
  const commandIds = new Set(commands.map(({ id }) => id));
  const faults = elements.flatMap((element, place): FieldFault[] => {
    if (held.has(bindingOf(element))) return [];
    if (element.kind === "button")
      return commandIds.has(element.commandId) ? [] : [{ path: `elements.${place}.commandId`, message: "rule.invalid" }];
    if (!isBound(element)) return [];
    const point = points.get(`${element.slave} ${element.pointId}`);
    const shown = point && {
      ...{ valueType: point.value_type, enumeration: enumerationOf(point.enumeration) },
      ...{ writable: point.writable === 1, storeMode: point.store_mode },
    };
    return shown && showsPoint(element.kind, shown) ? [] : [{ path: `elements.${place}.pointId`, message: "rule.panel.point" }];
  });
  if (faults.length > 0) throw new Problem("badRequest", { fields: faults });
};

/** Panels of devices, with their layouts. */
export const devicePanelKind: RecordKind<typeof deviceTemplateUi, "device_template_ui"> = {
  resource: deviceTemplateUi,
  table: "device_template_ui",
  reach: "shared",
  fields: ["name", "sort"],
  fixed: ["deviceTemplateId"],
  searched: ["name"],
  filters: { deviceTemplateId: "is" },
  sorted: { field: "sort", order: "asc" },
  related: {
    deviceTemplateName: { table: "device_template", by: "device_template_id" },
    commands: { table: "device_template_ui_cmd", column: "ui_id" },
    companies: { table: "device_template_ui_company", column: "ui_id" },
  },
  visible: (caller) => seesPanel(caller, sql.ref<string>("device_template_ui.company_id"), sql.ref<string>("device_template_ui.id")),
  /** A panel belongs to the device template's organisation, or to the caller's when the template is shared from above. */
  async organisation({ deviceTemplateId }, { db, caller }) {
    const template = await db
      .selectFrom("device_template")
      .innerJoin("company", "company.id", "device_template.company_id")
      .select(["device_template.company_id", "company.path"])
      .where("device_template.id", "=", deviceTemplateId)
      .where("device_template.company_id", "in", usableCompanies(db, caller))
      .executeTakeFirst();
    if (!template) throw fieldProblem("deviceTemplateId", "rule.invalid");
    return mayChange(caller, template.path) ? template.company_id : caller.companyId;
  },
  async check(fields, { db, caller, before }) {
    const templateId = before?.device_template_id ?? ("deviceTemplateId" in fields ? fields.deviceTemplateId : "");
    await checkElements(db, caller, fields.elements ?? [], templateId, before);
  },
  async write(id, { enabled, elements }, { db }) {
    await db
      .updateTable("device_template_ui")
      .set({ enabled: enabled ? 1 : 0, ...(elements ? { layout: JSON.stringify(elements) } : {}) })
      .where("id", "=", id)
      .execute();
  },
  told: {
    typed: ({ enabled, elements }) => ({ enabled, ...(elements ? { elements } : {}) }),
    async kept(id, db, fields) {
      const row = await db.selectFrom("device_template_ui").select(["enabled", "layout"]).where("id", "=", id).executeTakeFirstOrThrow();
      return { enabled: row.enabled === 1, ...(fields.elements ? { elements: elementsOf(row.layout) } : {}) };
    },
  },
  more: async (rows) => rows.map((row) => ({ enabled: row.enabled === 1 })),
};

export const devicePanels = keepRecords(devicePanelKind);

/** A panel that the caller sees, with its layout. */
export const wholePanel = async (db: Db, caller: Caller, id: string): Promise<PanelWhole> => {
  const { layout } = await devicePanels.toSee(db, caller, id);
  return { ...(await devicePanels.row(db, caller, id)), elements: elementsOf(layout) };
};
