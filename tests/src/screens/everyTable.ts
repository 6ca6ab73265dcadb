import type { ScreenDefinition } from "#src/kit/screen/screenDefinition.ts";
import type { Rights } from "#tests/src/inView.tsx";
import type { OtherRow, ScreenTable } from "./screenTable.ts";
import { alarms } from "./tables/alarms.ts";
import { apps } from "./tables/apps.ts";
import { bindings } from "./tables/bindings.ts";
import { companies } from "./tables/companies.ts";
import { devices } from "./tables/devices.ts";
import { deviceTemplates } from "./tables/deviceTemplates.ts";
import { panels } from "./tables/panels.ts";
import { people } from "./tables/people.ts";
import { system } from "./tables/system.ts";
import { templates } from "./tables/templates.ts";
import { weixin } from "./tables/weixin.ts";

export const tables = [
  ...devices,
  ...bindings,
  ...alarms,
  ...companies,
  ...people,
  ...templates,
  ...deviceTemplates,
  ...apps,
  ...panels,
  ...system,
  ...weixin,
].map((table) => [table.definition.id, table] as const);

/** As every screen of a table is drawn, whatever its rows are. Forms take and give what their schema is of, so that no type stands above all. */
export const definitionOf = ({ definition }: ScreenTable<unknown>): ScreenDefinition<unknown> =>
  definition as unknown as ScreenDefinition<unknown>;

export const readingOf = ({ definition }: ScreenTable<unknown>): string => definition.rows.call.path;

/** The table's row and its others, each with its buttons. */
export const rowsOf = ({ row, shows, others = [] }: ScreenTable<unknown>): readonly OtherRow<unknown>[] => [{ row, shows }, ...others];

/** All that the table knows of, in its own view and in those that its buttons lead to. */
export const allRightsOf = (table: ScreenTable<unknown>): Rights => {
  const calls = Object.keys(table.buttons);
  return {
    paths: [readingOf(table), ...calls],
    menu: Object.fromEntries([table.definition.route, ...(table.leads ?? [])].map((view) => [view, calls])),
  };
};
