import { useMemo } from "react";
import { type Column, DataTable } from "#src/kit/table/dataTable.tsx";
import type { FigureTable } from "./figureTable.ts";

interface NumbersTableProps {
  label: string;
  table: FigureTable;
}

/** The chart's numbers, row by row. */
export function NumbersTable({ label, table }: NumbersTableProps) {
  const columns = useMemo(
    () =>
      table.columns.map(
        (name, place): Column<string[]> => ({
          id: String(place),
          label: name,
          width: place === 0 ? 170 : 140,
          ...(place === 0 ? {} : { align: "end" as const }),
          text: (row) => row[place] ?? "–",
        }),
      ),
    [table],
  );
  return <DataTable label={label} columns={columns} rows={table.rows} rowKey={(row) => row[0] ?? ""} />;
}
