import type { Insertable } from "kysely";
import type {
  AppCommandTable,
  AppCommandValueTable,
  AppRecipePointTable,
  AppRecipeTable,
  ParameterTableTable,
  ParameterValueTable,
} from "#server/db/appRecipes.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { pointId } from "./templateRows.ts";
import { type Template, templates } from "./templates.ts";

const { coldRoom } = templates;
const stamps = (at: number) => ({ created_at: at, updated_at: at, updated_by: "" });
const id = (template: Template): string => `${template.id}-app`;
const point = (key: string): string => pointId(coldRoom, { key });

/** What the app shows of cold rooms. */
export const appRecipeRows = (at: number): Insertable<AppRecipeTable>[] => [
  { id: id(coldRoom), company_id: rootCompanyId, recipe_id: coldRoom.id, name: "冷库 Cold room", enabled: 1, ...stamps(at) },
];

export const appRecipePointRows = (): Insertable<AppRecipePointTable>[] =>
  [
    { point_id: point("temperature"), name: "", name_en: "", look: "curve" },
    { point_id: point("setTemperature"), name: "目标温度", name_en: "Target temperature", look: "switch" },
    { point_id: point("humidity"), name: "", name_en: "", look: "value" },
    { point_id: point("door"), name: "", name_en: "", look: "value" },
  ].map((row, place) => ({ app_id: id(coldRoom), place, ...row }));

const commandId = `${coldRoom.id}-command`;

export const appCommandRows = (at: number): Insertable<AppCommandTable>[] => [
  { id: commandId, company_id: rootCompanyId, app_id: id(coldRoom), name: "速冻", name_en: "Deep freeze", confirm: 1, ...stamps(at) },
];

export const appCommandValueRows = (): Insertable<AppCommandValueTable>[] => [
  { command_id: commandId, place: 0, point_id: point("setTemperature"), value: "-25" },
];

const parameterId = `${coldRoom.id}-parameters`;

export const parameterRows = (at: number): Insertable<ParameterTableTable>[] => [
  { id: parameterId, company_id: rootCompanyId, name: "冬季 Winter", recipe_id: coldRoom.id, remark: "", ...stamps(at) },
];

export const parameterPoint = point("setTemperature");

/** The value of that point, as it is written. */
export const parameterValueRows = (definition: string): Insertable<ParameterValueTable>[] => [
  { parameter_id: parameterId, place: 0, point_id: parameterPoint, value: "-18", definition },
];
