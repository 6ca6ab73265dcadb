import type { Insertable } from "kysely";
import type { PanelElement } from "#contract/panelLayout.ts";
import type {
  DeviceTemplateUiCmdTable,
  DeviceTemplateUiCmdValueTable,
  DeviceTemplateUiCompanyTable,
  DeviceTemplateUiTable,
} from "#server/db/devicePanels.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { sites } from "./places.ts";
import { presetId } from "./presetRows.ts";
import { pointId } from "./templateRows.ts";
import { templates } from "./templates.ts";

const uiId = "demo-panel-pump";
const commandId = (name: string): string => `demo-panel-pump-${name}`;

const bound = (key: string, title = "") => ({ slave: 1, pointId: pointId(templates.pump, { key }), title });

/** What the panel of pump stations shows; a picture is left to whoever has one. */
const elements: readonly PanelElement[] = [
  { kind: "text", x: 0, y: 0, w: 18, h: 1, text: "供水泵 Water pump", large: true },
  { kind: "image", x: 18, y: 0, w: 6, h: 1, picture: "" },
  { kind: "gauge", x: 0, y: 1, w: 6, h: 4, ...bound("pressure"), min: null, max: null },
  { kind: "gauge", x: 6, y: 1, w: 6, h: 4, ...bound("level"), min: null, max: null },
  { kind: "value", x: 12, y: 1, w: 6, h: 2, ...bound("flow") },
  { kind: "value", x: 12, y: 3, w: 6, h: 2, ...bound("setPressure") },
  { kind: "state", x: 18, y: 1, w: 6, h: 2, ...bound("state"), texts: [{ value: "2", text: "故障 Fault" }] },
  { kind: "switch", x: 18, y: 3, w: 6, h: 2, ...bound("run") },
  { kind: "curve", x: 0, y: 5, w: 18, h: 6, ...bound("pressure") },
  { kind: "button", x: 18, y: 5, w: 6, h: 1, commandId: commandId("night") },
  { kind: "button", x: 18, y: 6, w: 6, h: 1, commandId: commandId("day") },
];

const stamps = (at: number) => ({ created_at: at, updated_at: at, updated_by: "" });

export const panelRows = (at: number): Insertable<DeviceTemplateUiTable>[] => [
  {
    ...{ id: uiId, company_id: rootCompanyId, device_template_id: presetId("pump"), name: "泵站面板 Pump panel" },
    ...{ enabled: 1, sort: 0, layout: JSON.stringify(elements), ...stamps(at) },
  },
];

const commands = [
  { name: "night", called: "夜间压力 Night pressure", value: 0.28 },
  { name: "day", called: "日间压力 Day pressure", value: 0.4 },
];

export const panelCommandRows = (at: number): Insertable<DeviceTemplateUiCmdTable>[] =>
  commands.map(({ name, called }) => ({
    ...{ id: commandId(name), company_id: rootCompanyId, ui_id: uiId, name: called, slave: 1, confirmed: 1, question: "" },
    ...stamps(at),
  }));

export const panelValueRows = (): Insertable<DeviceTemplateUiCmdValueTable>[] =>
  commands.map(({ name, value }) => ({
    ...{ cmd_id: commandId(name), place: 0, point_id: bound("setPressure").pointId, value: JSON.stringify(value) },
  }));

/** Every site shows it on its pumps. */
export const panelLinkRows = (at: number): Insertable<DeviceTemplateUiCompanyTable>[] =>
  sites.map(({ id }) => ({ id: `${uiId}-${id}`, ui_id: uiId, company_id: id, created_at: at }));
