import type { PlainField, PlainRecord, PlainRow } from "#contract/kit/plainRecord.ts";
import { defineScreen, type Screen } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import type { ColumnSpec, ScreenDefinition } from "#src/kit/screen/screenDefinition.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { attach } from "#store/attach.ts";

const widths = { text: 200, textarea: 320, number: 100 } as const;
const dash = "–";

const columnOf = (id: string, { control }: PlainField): Omit<ColumnSpec<PlainRow>, "sortable"> => {
  const width = id === "name" ? 240 : widths[control];
  if (control !== "number") return { id, width, text: (row) => String(row[id] ?? "") || dash };
  return { id, width, align: "end", number: (row) => Number(row[id]), text: (row, intl) => intl.formatNumber(Number(row[id])) };
};

const blankOf = ({ control, typed }: PlainField): unknown => typed.safeParse(undefined).data ?? (control === "number" ? null : "");

type Own = { route: string } & Pick<ScreenDefinition<PlainRow>, "address" | "leads"> & Pick<Removal, "goesWith">;
type Removal = NonNullable<ScreenDefinition<PlainRow>["remove"]>;

/** The list of a plain record with its form, as they follow from its declaration. */
export const recordScreen = (resource: PlainRecord, { route, address, leads, goesWith }: Own): Screen<PlainRow> => {
  const { fields, reach, schema, screen, searched, sortable, counts } = resource.record;
  const calls = attach(resource);
  const named = Object.entries(fields);
  const of = (give: (name: string, field: PlainField) => unknown): Record<string, unknown> =>
    Object.fromEntries(named.map(([name, field]) => [name, give(name, field)]));
  const sorts = (column: Omit<ColumnSpec<PlainRow>, "sortable">): ColumnSpec<PlainRow> =>
    sortable.includes(column.id) ? column : { ...column, sortable: false };
  const columns = named.map(([name, field]) => columnOf(name, field));
  const counted = Object.keys(counts).map(
    (id): ColumnSpec<PlainRow> => ({
      ...{ id, width: 110, align: "end", sortable: false },
      number: (row) => Number(row[id]),
      text: (row, intl) => intl.formatNumber(Number(row[id])),
    }),
  );
  const ofOrganisation = reach === "shared";
  const company = { id: "companyName", width: 200, text: (row: PlainRow) => row.companyName ?? dash };
  return defineScreen({
    id: screen,
    route,
    rows: listRows(calls.query),
    rowKey: (row) => row.id,
    rowName: (row) => row.name,
    ...(searched.length > 0 ? { search: "search" as const } : {}),
    ...(ofOrganisation ? { filters: [companyFilter] } : {}),
    sort: { field: sortable[0] ?? "name", order: "asc" },
    columns: [...[...columns, ...(ofOrganisation ? [company] : [])].map(sorts), ...counted],
    ...(address ? { address } : {}),
    ...(leads ? { leads } : {}),
    form: {
      schema,
      fields: named.map(([name, { control }]) => ({ name, kind: control })),
      blank: () => of((_, field) => blankOf(field)),
      valuesOf: (row) => of((name) => row[name]),
      versionOf: (row) => row.version,
      add: writes(calls.post, (values: object) => values),
      edit: savesOver(calls.put),
      ...(ofOrganisation ? { editable: (row: PlainRow) => row.changeable === true } : {}),
    },
    remove: {
      ...removesByIds(calls.delete),
      ...(goesWith ? { goesWith } : {}),
      ...(ofOrganisation ? { removable: (row: PlainRow) => row.changeable === true } : {}),
    },
  });
};
