import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import { isBound } from "#contract/panelLayout.ts";
import type { ShownPanel } from "#contract/resources/deviceTemplateUi.ts";
import { elementsOf } from "#server/catalog/devicePanels.ts";
import { commandValuesOf, seesWritten } from "#server/catalog/panelCommands.ts";
import { visiblePoints } from "#server/catalog/pointAuth.ts";
import type { Db } from "#server/db/open.ts";
import type { Caller } from "#server/kit/caller.ts";
import { groupedBy } from "#server/kit/groupedBy.ts";
import { deviceInScope } from "./deviceRows.ts";

/** Panels of the device's template that are of its organisation, or of one above that linked them to it. */
const panelsFor = async (db: Db, templateId: string, companyId: string) => {
  const { path } = await db.selectFrom("company").select("path").where("id", "=", companyId).executeTakeFirstOrThrow();
  const linked = db.selectFrom("device_template_ui_company").select("ui_id").where("company_id", "=", companyId);
  const rows = await db
    .selectFrom("device_template_ui as ui")
    .innerJoin("company", "company.id", "ui.company_id")
    .select(["ui.id", "ui.name", "ui.layout", "company.path"])
    .where("ui.device_template_id", "=", templateId)
    .where("ui.enabled", "=", 1)
    .where((eb) => eb.or([eb("ui.company_id", "=", companyId), eb("ui.id", "in", linked)]))
    .orderBy("ui.sort")
    .orderBy("ui.name")
    .orderBy("ui.id")
    .execute();
  return rows.filter((row) => path.startsWith(row.path)).slice(0, limits.panel.shown);
};

export const panelsOfDevice = async (db: Db, caller: Caller, deviceId: string): Promise<ShownPanel[]> => {
  const device = await deviceInScope(db, caller, deviceId);
  const rows = device.template_id === null ? [] : await panelsFor(db, device.template_id, device.company_id);
  if (rows.length === 0) return [];
  const found = await db
    .selectFrom("device_template_ui_cmd")
    .select(["id", "ui_id", "name", "slave", "confirmed", "question"])
    .where(
      "ui_id",
      "in",
      rows.map(({ id }) => id),
    )
    .where(seesWritten(caller))
    .orderBy(sql`lower(name)`)
    .execute();
  const values = await commandValuesOf(
    db,
    found.map(({ id }) => id),
  );
  const commands = groupedBy(found, ({ ui_id }) => ui_id);
  const layouts = rows.map(({ layout }) => elementsOf(layout));
  const visible = await visiblePoints(
    db,
    caller,
    layouts.flat().flatMap((element) => (isBound(element) ? [element.pointId] : [])),
  );
  return rows.map(({ id, name }, place) => {
    const own = (commands.get(id) ?? []).map(({ ui_id: _, confirmed, ...command }) => ({
      ...{ ...command, confirmed: confirmed === 1 },
      values: values.get(command.id) ?? [],
    }));
    const shown = new Set(own.map((command) => command.id));
    const elements = (layouts[place] ?? []).filter((element) => {
      if (isBound(element)) return visible.has(element.pointId);
      return element.kind !== "button" || shown.has(element.commandId);
    });
    return { id, name, elements, commands: own };
  });
};
