import { useEffect, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { type TableStore, useTable } from "./tableStore.ts";

interface PrintedTableProps<Row> {
  store: TableStore<Row>;
  label: string;
  /** Those that the table holds, when left out. */
  rows: readonly Row[] | undefined;
}

/** All rows as a plain table while the page is printed, in place of everything else: a virtual one has only those in view. */
export function PrintedTable<Row>({ store, label, rows: given }: PrintedTableProps<Row>) {
  const [printing, setPrinting] = useState(false);
  const views = useTable(store, (s) => s.views);
  const held = useTable(store, (s) => s.rows);
  const rows = given ?? held;
  const rowKey = useTable(store, (s) => s.rowKey);
  useEffect(() => {
    const set = (on: boolean) => () => flushSync(() => setPrinting(on));
    const [begin, end] = [set(true), set(false)];
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  if (!printing) return null;
  const columns = views.flatMap((view) => (view.kind === "data" ? [view.column] : []));
  return createPortal(
    <table className="gh-print">
      <caption>{label}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.id} scope="col" className={column.align === "end" ? "gh-print-end" : ""}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) =>
          row === undefined ? null : (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.id} className={column.align === "end" ? "gh-print-end" : ""}>
                  {column.text(row)}
                </td>
              ))}
            </tr>
          ),
        )}
      </tbody>
    </table>,
    document.body,
  );
}
