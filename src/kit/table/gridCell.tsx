import type { CellProps } from "@blueprintjs/table";
import { type CSSProperties, memo } from "react";
import { useIntl } from "react-intl";
import { CellEditor } from "./cellEditor.tsx";
import { RowActions } from "./rowActions.tsx";
import type { TableColumn } from "./tableColumn.ts";
import { cellId, flag, type TableCommands, type TableStore, useCell, useTable } from "./tableStore.ts";

export interface GridCellProps<Row> extends CellProps {
  store: TableStore<Row>;
  commands: TableCommands;
  row: number;
  col: number;
  inStrip?: boolean;
}

function DrawnCell<Row>({ store, commands, row, col, className, style, inStrip = false }: GridCellProps<Row>) {
  const { value, view, flags } = useCell(store, row, col);
  if ((flags & flag.inStrip) !== 0 && !inStrip) return <div className={cellClass(className, flags, undefined)} style={style} aria-hidden />;
  const selected = (flags & flag.selected) !== 0;
  const column = view?.kind === "data" ? view.column : undefined;
  const editing = (flags & flag.editing) !== 0;
  const aria = {
    role: "gridcell",
    id: cellId(store, row, col),
    "aria-colindex": col + 1,
    "aria-selected": flags & (flag.selectable | flag.range) ? (flags & (flag.selected | flag.range)) !== 0 : undefined,
    "data-row": row,
    "data-col": col,
  };
  return (
    <div
      {...aria}
      className={cellClass(className, flags, column)}
      style={style}
      title={column && value !== undefined && !editing ? column.text(value) : undefined}
    >
      {value === undefined ? (
        column && <Bar row={row} col={col} />
      ) : view?.kind === "select" ? (
        <RowCheck row={row} checked={selected} />
      ) : view?.kind === "actions" ? (
        <Actions store={store} commands={commands} value={value} />
      ) : column && editing ? (
        <CellEditor store={store} commands={commands} column={column} />
      ) : column ? (
        <CellText column={column} value={value} />
      ) : null}
    </div>
  );
}

/** One cell of the body. Blueprint hands it a new but equal style object at every step of a scroll. */
export const GridCell = memo(
  DrawnCell,
  (a, b) => a.row === b.row && a.col === b.col && a.store === b.store && a.className === b.className && sameStyle(a.style, b.style),
) as typeof DrawnCell;

const CellText = memo(function CellText<Row>({ column, value }: { column: TableColumn<Row>; value: Row }) {
  return <span className="gh-cell-text">{column.render ? column.render(value) : column.text(value)}</span>;
}) as <Row>(props: { column: TableColumn<Row>; value: Row }) => React.JSX.Element;

function Bar({ row, col }: { row: number; col: number }) {
  return <span className={`gh-bar gh-bar-${(row * 7 + col * 3) % 4}`} />;
}

function RowCheck({ row, checked }: { row: number; checked: boolean }) {
  const intl = useIntl();
  return (
    <input
      type="checkbox"
      className="gh-check"
      tabIndex={-1}
      checked={checked}
      readOnly
      aria-label={intl.formatMessage({ id: "table.selectRow" }, { row: row + 1 })}
    />
  );
}

function Actions<Row>({ store, commands, value }: { store: TableStore<Row>; commands: TableCommands; value: Row }) {
  const rowActions = useTable(store, (s) => s.rowActions);
  const rowName = useTable(store, (s) => s.rowName);
  return <RowActions actions={rowActions?.(value) ?? []} of={rowName?.(value)} onDone={commands.focusGrid} />;
}

function cellClass<Row>(given: string | undefined, flags: number, column: TableColumn<Row> | undefined): string {
  let name = `bp6-table-cell gh-cell ${given ?? ""}`;
  if (column?.align === "end") name += " gh-cell-end";
  if (column?.mono) name += " gh-cell-mono";
  if (flags & flag.selected) name += " gh-selected";
  if (flags & flag.hover) name += " gh-hover";
  if (flags & flag.range) name += " gh-range";
  if (flags & flag.active) name += " gh-active";
  if (flags & flag.editing) name += " gh-editing";
  return name;
}

function sameStyle(a: CSSProperties | undefined, b: CSSProperties | undefined): boolean {
  return a?.left === b?.left && a?.top === b?.top && a?.width === b?.width && a?.height === b?.height;
}
