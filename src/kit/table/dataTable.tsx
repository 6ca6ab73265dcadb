import { Column as BlueprintColumn, type Region, RenderMode, SelectionModes } from "@blueprintjs/table";
import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { shownText } from "#src/kit/value/shownText.ts";
import { ActionStrip } from "./actionStrip.tsx";
import { columnNeeds } from "./columnNeeds.ts";
import { FrameTable } from "./frameTable.ts";
import { GridBody } from "./gridBody.tsx";
import { GridHeader } from "./gridHeader.tsx";
import { useGridHotkeys } from "./gridHotkeys.ts";
import { at, clampCursor, followRow } from "./gridKeys.ts";
import { PrintedTable } from "./printedTable.tsx";
import { revealCell } from "./revealCell.ts";
import { actionsWidth, buttonsShown } from "./rowActions.tsx";
import { RowMenu } from "./rowMenu.tsx";
import type { RowMover as DrawnRowMover } from "./rowMover.tsx";
import type { RowMoves } from "./rowMoves.ts";
import { useRowReturn } from "./rowReturn.ts";
import { pageState } from "./rowSelection.ts";
import "@blueprintjs/table/lib/css/table.css";
import "./table.css";
import "./tableHead.css";
import "./tableControls.css";
import "./print.css";
import { type SheetHooks, sheetArea } from "./sheetHooks.ts";
import type { CellStateOf, ColumnView, TableAction, TableColumn, TableSort } from "./tableColumn.ts";
import { useGridCommands } from "./tableCommands.ts";
import { useGridInput } from "./tableInput.ts";
import {
  type ColumnNeed,
  columnWidths,
  firstLayout,
  layoutReducer,
  maxColumnWidth,
  minColumnWidth,
  shownColumns,
  type TableLayout,
} from "./tableLayout.ts";
import { scroller } from "./tablePane.ts";
import { createTableStore, type GivenState, keyAt, type TableStore, useTable } from "./tableStore.ts";

export type Column<Row> = TableColumn<Row>;
export type RowAction = TableAction;

export interface DataTableProps<Row> {
  /** Name of the grid for assistive technology. */
  label: string;
  /** Keep the identity while nothing changes: new columns draw every cell again. */
  columns: readonly Column<Row>[];
  /** Undefined: not loaded yet, drawn as a bar. */
  rows: readonly (Row | undefined)[];
  rowKey(row: Row): string;
  loading?: boolean;
  sort?: TableSort | undefined;
  onSort?(sort: TableSort | undefined): void;
  /** Keys of selected rows, those of other pages too; when given, a column of check boxes comes first. */
  selection?: ReadonlySet<string>;
  onSelection?(keys: ReadonlySet<string>): void;
  /** Enter or double click. */
  onOpen?(row: Row): void;
  /** Three icon buttons, the rest in a menu; all in a menu where there is little room. */
  rowActions?(row: Row): RowAction[];
  /** Describes the buttons of a row, which are called alike in every row, to who does not see where they stand. */
  rowName?(row: Row): string;
  /** Rows from..to (to excluded) are in view and some of them are undefined. */
  onRangeNeeded?(from: number, to: number): void;
  density?: "dense" | "comfortable";
  layout?: TableLayout;
  onLayout?(layout: TableLayout): void;
  emptyState?: ReactNode;
  /** Keep the identity while nothing changes. */
  moves?: RowMoves<Row> | undefined;
  /** Keys and pasting of a table that is edited as a spreadsheet is. */
  sheet?: SheetHooks;
  /** What sets cells apart; another identity draws the rows again. */
  cellState?: CellStateOf<Row>;
  /** The cell that the cursor is put on when this is another one. */
  shown?: { at: number; column: string } | undefined;
  /** What is printed instead of `rows`. */
  printed?: readonly Row[];
}

const RowMover = lazyPart(async () => (await import("./rowMover.tsx")).RowMover, { place: "nook" }) as typeof DrawnRowMover;

const rowHeights = { dense: 28, comfortable: 36 };
const selectWidth = 36;
const loadingRows = 60;
// Blueprint registers its hotkeys again whenever one of these has another identity.
const noRegions: Region[] = [];
const noText = () => "";
const Nothing = () => null;
const nothing = () => <Nothing />;

/** Cells, their tooltips and copies of them show what devices sent and people typed. */
const withShownText = <Row,>(column: TableColumn<Row>): TableColumn<Row> => ({ ...column, text: (row) => shownText(column.text(row)) });

const sameNeed = (one: ColumnNeed, other: ColumnNeed): boolean =>
  one.width === other.width && one.heading === other.heading && one.whole === other.whole && one.least === other.least;

/** The table of the console: virtual rows, the whole keyboard of an ARIA grid, columns a person can arrange. Fills its parent. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, loading = false, selection, rowActions, density = "dense", emptyState } = props;
  const intl = useIntl();
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const [ownLayout, setOwnLayout] = useState<TableLayout>();
  const columns = useMemo(() => props.columns.map(withShownText), [props.columns]);
  const [space, setSpace] = useState(0);
  const [pane, setPane] = useState<HTMLElement>();
  const layout = useMemo(() => props.layout ?? ownLayout ?? firstLayout(columns), [props.layout, ownLayout, columns]);
  const rowHeight = rowHeights[density];
  const selectable = selection !== undefined;
  const hasActions = rowActions !== undefined;

  const shown = useMemo(() => shownColumns(columns, layout), [columns, layout]);
  const views = useMemo<ColumnView<Row>[]>(() => {
    const data = shown.map((column): ColumnView<Row> => ({ kind: "data", column }));
    return [...(selectable ? [{ kind: "select" } as const] : []), ...data, ...(hasActions ? [{ kind: "actions" } as const] : [])];
  }, [shown, selectable, hasActions]);
  const most = rowActions ? Math.max(0, ...rows.slice(0, 50).map((row) => (row === undefined ? 0 : rowActions(row).length))) : 0;
  const expected = rows.length === 0 ? 3 : most;
  const buttons = buttonsShown(expected, space);
  const actionSpace = hasActions ? actionsWidth(expected, buttons) : 0;
  // A column that once needed its width keeps it: the next page moves nothing.
  const [needed] = useState(() => ({ columns: new Map<string, ColumnNeed>(), last: [] as readonly (ColumnNeed | undefined)[] }));
  const needs = useMemo(() => {
    const now = columnNeeds(shown, rows);
    const next = shown.map(({ id }, place) => {
      const [before, here] = [needed.columns.get(id), now[place]];
      const need = before && (here === undefined || before.width > here.width || sameNeed(before, here)) ? before : here;
      if (need && rows.length > 0) needed.columns.set(id, need);
      return need;
    });
    // Blueprint draws everything again for widths of another identity.
    if (next.length !== needed.last.length || next.some((need, place) => need !== needed.last[place])) needed.last = next;
    return needed.last;
  }, [shown, rows, needed]);
  const widths = useMemo(() => {
    const data = columnWidths(shown, layout, space - actionSpace - (selectable ? selectWidth : 0), needs);
    return [...(selectable ? [selectWidth] : []), ...data, ...(hasActions ? [actionSpace] : [])];
  }, [shown, layout, needs, space, actionSpace, selectable, hasActions]);
  const strip = hasActions && space > 0 && widths.reduce((sum, width) => sum + width, 0) > space;
  const { rowKey } = props;
  const keys = useMemo(() => rows.flatMap((row) => (row === undefined ? [] : [rowKey(row)])), [rows, rowKey]);
  const mark = useMemo(() => (selection && keys.length > 0 ? pageState(selection, keys) : "none"), [selection, keys]);
  const waiting = loading && rows.length === 0;
  const count = waiting ? loadingRows : rows.length;
  const frozen = Math.min(layout.pinned, shown.length) + (selectable ? 1 : 0);
  const hidden = useMemo(() => columns.filter((column) => !shown.includes(column)), [columns, shown]);
  const given: GivenState<Row> = {
    ...{ rows, count, views, widths, frozen, strip, rowKey, keys, mark, hidden, rowActions, buttons, rowName: props.rowName },
    selection,
    sort: props.sort,
    cellState: props.cellState,
  };
  const [store] = useState(() => createTableStore(id, given));

  useLayoutEffect(() => {
    const before = store.state();
    const rowOf = (row: number): number => {
      const key = keyAt(before, row);
      return before.rows === rows || key === undefined ? row : rows.findIndex((value) => value !== undefined && rowKey(value) === key);
    };
    const inside = clampCursor(followRow(before.cursor, rowOf), count, views.length);
    const editRow = before.edit ? rowOf(before.edit.row) : -1;
    const edit = before.edit && editRow >= 0 ? { edit: { ...before.edit, row: editRow } } : {};
    store.update({
      ...given,
      ...(inside === before.cursor ? {} : { cursor: inside }),
      ...(editRow === before.edit?.row ? {} : edit),
    });
  });

  const onLayoutStep = (step: Parameters<typeof layoutReducer>[2]) => {
    const next = layoutReducer(columns, layout, step);
    if (next === layout) return;
    if (!props.layout) setOwnLayout(next);
    props.onLayout?.(next);
  };
  const callbacks = { onSort: props.onSort, onSelection: props.onSelection, onOpen: props.onOpen, onLayoutStep };
  const commands = useGridCommands(store, callbacks, root, holder, rowHeight);
  const sheet = useRef(props.sheet);
  useLayoutEffect(() => {
    sheet.current = props.sheet;
  });
  const { reveal, ...input } = useGridInput(store, commands, root, holder, rowHeight, sheet);
  const watchesArea = props.sheet?.onArea !== undefined;
  useEffect(() => {
    if (!watchesArea) return undefined;
    let cursor = store.state().cursor;
    return store.subscribe(() => {
      if (store.state().cursor === cursor) return;
      cursor = store.state().cursor;
      sheet.current?.onArea?.(sheetArea(store));
    });
  }, [store, watchesArea]);
  const { shown: wanted } = props;
  useEffect(() => {
    if (!wanted || !root.current) return;
    const col = store.state().views.findIndex((view) => view.kind === "data" && view.column.id === wanted.column);
    const cell = { row: wanted.at, col: Math.max(0, col) };
    store.update({ cursor: at(cell) });
    revealCell(store.state(), root.current, rowHeight, cell);
    commands.focusGrid();
  }, [wanted, store, commands, rowHeight]);
  useGridHotkeys(root, {
    ...{ selectable, opens: props.onOpen !== undefined, acts: hasActions },
    moves: props.moves !== undefined,
    sheet: props.sheet !== undefined,
    edits: hasActions || columns.some((column) => column.edit !== undefined),
  });
  useRowReturn({ store, label: props.label, root, holder, rows, pane, reveal });

  // Another density is another Blueprint table: it takes row heights once.
  useLayoutEffect(() => {
    if (root.current && density) setPane(scroller(root.current));
  }, [density]);
  useLayoutEffect(() => {
    if (!pane || count < 0) return;
    const measure = () => setSpace(pane.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(pane);
    measure();
    return () => observer.disconnect();
  }, [pane, count]);
  // Blueprint makes its root and, through the browser, its panes tab stops; the grid has exactly one.
  useLayoutEffect(() => {
    const stops = root.current?.querySelectorAll(".bp6-table-container, .bp6-table-quadrant-scroll-container") ?? [];
    for (const stop of stops) stop.setAttribute("tabindex", "-1");
  });

  const header = useMemo(() => (col: number) => <GridHeader store={store} commands={commands} col={col} />, [store, commands]);
  const children = useMemo(
    () =>
      views.map((view) => {
        const name = view.kind === "data" ? view.column.id : `:${view.kind}`;
        return <BlueprintColumn key={name} id={name} cellRenderer={nothing} columnHeaderCellRenderer={header} />;
      }),
    [views, header],
  );
  // Others at each pass would have Blueprint draw all headers again.
  const frame = useMemo(() => {
    const idAt = (index: number): string | undefined => {
      const view = store.state().views[index];
      return view?.kind === "data" ? view.column.id : undefined;
    };
    return {
      onColumnWidthChanged(index: number, width: number) {
        const id = idAt(index);
        if (id !== undefined) commands.layout({ type: "resize", id, width });
      },
      onColumnsReordered(from: number, to: number) {
        const id = idAt(from);
        const before = store.state().views[0]?.kind === "select" ? 1 : 0;
        if (id !== undefined) commands.layout({ type: "move", id, to: Math.max(0, to - before) });
      },
    };
  }, [store, commands]);

  const names = ["gh-table", `gh-table-${density}`];
  if (waiting) names.push("gh-table-waiting");
  if (loading && rows.length > 0) names.push("gh-table-refreshing");
  return (
    <div ref={root} className={names.join(" ")} {...input}>
      <GridBody {...{ store, commands, loading, pane, holder, rowHeight }} label={props.label} onRangeNeeded={props.onRangeNeeded} />
      <FrameTable
        key={density}
        numRows={count}
        numFrozenColumns={frozen}
        defaultRowHeight={rowHeight}
        columnWidths={widths}
        minColumnWidth={minColumnWidth}
        maxColumnWidth={maxColumnWidth}
        enableRowHeader={false}
        enableRowResizing={false}
        enableColumnReordering
        enableMultipleSelection={false}
        selectionModes={SelectionModes.NONE}
        selectedRegions={noRegions}
        getCellClipboardData={noText}
        renderMode={RenderMode.NONE}
        {...frame}
      >
        {children}
      </FrameTable>
      <ActionStrip store={store} commands={commands} pane={pane} />
      {count === 0 && <div className="gh-table-empty">{emptyState ?? intl.formatMessage({ id: "table.empty" })}</div>}
      <PrintedTable store={store} label={props.label} rows={props.printed} />
      <RowMenu store={store} commands={commands} />
      {props.moves && pane && <RowMover {...{ store, commands, root, holder, rowHeight }} moves={props.moves} />}
      <Notice store={store} />
    </div>
  );
}

function Notice<Row>({ store }: { store: TableStore<Row> }) {
  return (
    <div role="status" className="gh-table-offscreen">
      {useTable(store, (s) => s.notice)}
    </div>
  );
}
