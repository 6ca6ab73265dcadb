import { memo } from "react";
import { useIntl } from "react-intl";
import { CellEditor } from "./cellEditor.tsx";
import type { CellPlace } from "./gridWindow.ts";
import { RowActions } from "./rowActions.tsx";
import type { CellStateOf } from "./tableColumn.ts";
import { cellId, type TableCommands, type TableStore, useTable } from "./tableStore.ts";

export interface GridRowProps<Row> {
  store: TableStore<Row>;
  commands: TableCommands;
  /** Of the element, which is given to another row when its own leaves the view. */
  id: string;
  row: number;
  /** px from the first row. */
  top: number;
  /** Undefined: not loaded yet. */
  value: Row | undefined;
  places: readonly CellPlace<Row>[];
  /** Undefined where rows cannot be selected. */
  selected: boolean | undefined;
  hovered: boolean;
  /** Columns; -1 where there is none in this row. */
  active: number;
  editing: number;
  rangeLeft: number;
  rangeRight: number;
  cellState: CellStateOf<Row> | undefined;
}

/** One row of the body. What it shows comes by its properties alone: hundreds of cells with a subscription each are too dear for a frame. */
function DrawnRow<Row>(props: GridRowProps<Row>) {
  const { id, row, top, places, selected, editing } = props;
  const names = ["gh-row"];
  if (selected) names.push("gh-selected");
  if (editing >= 0) names.push("gh-row-editing");
  const aria = { role: "row", id, "aria-rowindex": row + 2, "aria-selected": selected };
  return (
    <div {...aria} className={names.join(" ")} style={{ top }}>
      {places.map((place) => cell(props, place))}
    </div>
  );
}

export const GridRow = memo(DrawnRow) as typeof DrawnRow;

/** A call and no component: React would hold one of its own for each of them. */
function cell<Row>(props: GridRowProps<Row>, { key, col, view, className, style }: CellPlace<Row>) {
  const { store, row, value, selected, active, editing, rangeLeft, rangeRight } = props;
  const column = view.kind === "data" ? view.column : undefined;
  const inRange = col >= rangeLeft && col <= rangeRight;
  const edited = editing === col;
  const plain = value !== undefined && column !== undefined && column.render === undefined && !edited;
  let name = plain ? `${className} gh-cell-plain` : className;
  if (inRange) name += " gh-range";
  if (active === col) name += " gh-active";
  if (edited) name += " gh-editing";
  const state = value === undefined || column === undefined ? undefined : props.cellState?.(value, column.id);
  if (state) name += ` gh-${state.kind}`;
  const aria = {
    role: "gridcell",
    id: active === col ? cellId(store, row, col) : undefined,
    "aria-colindex": col + 1,
    "aria-selected": selected === undefined && !inRange ? undefined : selected || inRange,
    "aria-invalid": state?.kind === "faulty" ? true : undefined,
    "data-row": row,
    "data-col": col,
    title: props.hovered && column && value !== undefined && !edited ? (state?.note ?? column.text(value)) : undefined,
  };
  return (
    <div key={key} {...aria} className={name} style={style}>
      {plain ? column.text(value) : content(props, view, col)}
    </div>
  );
}

function content<Row>({ store, commands, row, value, selected, editing }: GridRowProps<Row>, view: CellPlace<Row>["view"], col: number) {
  if (value === undefined) return view.kind === "data" && <span className={`gh-bar gh-bar-${(row * 7 + col * 3) % 4}`} />;
  if (view.kind === "select") return <RowCheck row={row} checked={selected === true} />;
  // What has a state of its own does not go over to the next row of the element.
  const key = store.state().rowKey(value);
  if (view.kind === "actions") return <Actions key={key} store={store} commands={commands} value={value} />;
  if (editing === col) return <CellEditor key={key} store={store} commands={commands} column={view.column} />;
  return (
    <span key={key} className="gh-cell-text">
      {view.column.render?.(value)}
    </span>
  );
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
  const buttons = useTable(store, (s) => s.buttons);
  return <RowActions actions={rowActions?.(value) ?? []} buttons={buttons} of={rowName?.(value)} onDone={commands.focusGrid} />;
}
