import { CaretDown, SortAsc, SortDesc } from "@blueprintjs/icons";
import type { ColumnHeaderCellProps } from "@blueprintjs/table";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { ColumnMenu } from "./columnMenu.tsx";
import { LazyMenu } from "./lazyMenu.tsx";
import type { TableColumn } from "./tableColumn.ts";
import { cellId, type TableCommands, type TableStore, useTable } from "./tableStore.ts";

export interface GridHeaderProps<Row> extends ColumnHeaderCellProps {
  store: TableStore<Row>;
  commands: TableCommands;
  col: number;
}

/** One column header. Blueprint draws each up to four times, one copy over the other; only the one on top speaks and can be reached. */
export function GridHeader<Row>({ store, commands, col, className, style, reorderHandle, resizeHandle, targetRef }: GridHeaderProps<Row>) {
  const own = useRef<HTMLDivElement>(null);
  const frozen = useTable(store, (s) => s.frozen);
  const view = useTable(store, (s) => s.views[col]);
  const active = useTable(store, (s) => s.cursor.active.row < 0 && s.cursor.active.col === col);
  const order = useTable(store, (s) => (view?.kind === "data" && s.sort?.field === view.column.id ? s.sort.order : undefined));
  const strip = useTable(store, (s) => s.strip && s.views[col]?.kind === "actions");
  const [onTop, setOnTop] = useState(false);
  useLayoutEffect(() => {
    const quadrant = own.current?.closest(".bp6-table-quadrant");
    const top = col < frozen ? "bp6-table-quadrant-top-left" : "bp6-table-quadrant-top";
    setOnTop(!strip && quadrant?.classList.contains(top) === true);
  }, [col, frozen, strip]);
  const hold = (element: HTMLDivElement | null) => {
    own.current = element;
    if (targetRef && element) targetRef.current = element;
  };
  const column = view?.kind === "data" ? view.column : undefined;
  const aria = onTop
    ? {
        role: "columnheader",
        id: cellId(store, -1, col),
        "aria-label": column?.label,
        "aria-colindex": col + 1,
        "aria-sort": column?.sortable ? sortWord(order) : undefined,
        "data-row": -1,
        "data-col": col,
      }
    : { "aria-hidden": true };
  const names = ["bp6-table-header bp6-table-column-header-cell gh-colhead", className];
  if (column?.align === "end") names.push("gh-colhead-end");
  if (column?.sortable) names.push("gh-colhead-sortable");
  if (active) names.push("gh-active");
  if (!onTop) names.push("gh-under");
  return (
    <div {...aria} ref={hold} className={names.join(" ")} style={style}>
      {onTop && view?.kind === "select" && <PageCheck store={store} />}
      {onTop && view?.kind === "actions" && <ActionsHeader store={store} commands={commands} col={col} />}
      {onTop && column && <DataHeader store={store} commands={commands} col={col} column={column} order={order} />}
      {column && reorderHandle}
      {column && resizeHandle}
    </div>
  );
}

interface DataHeaderProps<Row> {
  store: TableStore<Row>;
  commands: TableCommands;
  col: number;
  column: TableColumn<Row>;
  order: "asc" | "desc" | undefined;
}

function DataHeader<Row>({ store, commands, col, column, order }: DataHeaderProps<Row>) {
  return (
    <>
      <span className="gh-colhead-label" title={column.label}>
        {column.label}
      </span>
      {order && <span className="gh-colhead-sort">{order === "asc" ? <SortAsc size={12} /> : <SortDesc size={12} />}</span>}
      <HeaderMenu store={store} commands={commands} col={col} column={column} />
    </>
  );
}

/** The header of the actions where these stand at the edge. */
export function ActionsHead<Row>({ store, commands, col }: { store: TableStore<Row>; commands: TableCommands; col: number }) {
  const active = useTable(store, (s) => s.cursor.active.row < 0 && s.cursor.active.col === col);
  const aria = { role: "columnheader", id: cellId(store, -1, col), "aria-colindex": col + 1, "data-row": -1, "data-col": col };
  return (
    <div {...aria} className={active ? "gh-colhead gh-active" : "gh-colhead"}>
      <ActionsHeader store={store} commands={commands} col={col} />
    </div>
  );
}

function ActionsHeader<Row>({ store, commands, col }: { store: TableStore<Row>; commands: TableCommands; col: number }) {
  const intl = useIntl();
  return (
    <>
      <span className="gh-table-offscreen">{intl.formatMessage({ id: "table.actions" })}</span>
      <HeaderMenu store={store} commands={commands} col={col} column={undefined} />
    </>
  );
}

interface HeaderMenuProps<Row> {
  store: TableStore<Row>;
  commands: TableCommands;
  col: number;
  column: TableColumn<Row> | undefined;
}

function HeaderMenu<Row>({ store, commands, col, column }: HeaderMenuProps<Row>) {
  const intl = useIntl();
  const open = useTable(store, (s) => s.menu === col);
  const label = column
    ? intl.formatMessage({ id: "table.columnMenu" }, { column: column.label })
    : intl.formatMessage({ id: "table.tableMenu" });
  return (
    <span className={open ? "gh-colhead-menu gh-open" : "gh-colhead-menu"}>
      <LazyMenu
        label={label}
        icon={<CaretDown size={14} />}
        open={open}
        onOpen={(next) => store.update({ menu: next ? col : undefined })}
        onClosed={commands.focusGrid}
        content={() => <ColumnMenu store={store} commands={commands} column={column} col={col} />}
      />
    </span>
  );
}

function PageCheck<Row>({ store }: { store: TableStore<Row> }) {
  const intl = useIntl();
  const mark = useTable(store, (s) => s.mark);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mark === "some";
  }, [mark]);
  return (
    <input
      ref={box}
      type="checkbox"
      className="gh-check"
      tabIndex={-1}
      checked={mark === "all"}
      readOnly
      aria-label={intl.formatMessage({ id: "table.selectAll" })}
    />
  );
}

function sortWord(order: "asc" | "desc" | undefined): "ascending" | "descending" | "none" {
  if (!order) return "none";
  return order === "asc" ? "ascending" : "descending";
}
