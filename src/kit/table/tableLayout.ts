/** What a person has done to the columns. Ids that are in no list are new columns and keep the place the screen gave them. */
export interface TableLayout {
  order: string[];
  hidden: string[];
  /** px by column id, only where a person has set one. */
  widths: Record<string, number>;
  /** How many of the shown columns stand still at the left. */
  pinned: number;
}

export type LayoutStep =
  | { type: "resize"; id: string; width: number }
  | { type: "move"; id: string; to: number }
  | { type: "hide" | "show" | "pin" | "unpin"; id: string }
  | { type: "reset" };

interface LayoutColumn {
  id: string;
  width?: number;
  align?: "start" | "end";
}

export const defaultLayout: TableLayout = { order: [], hidden: [], widths: {}, pinned: 1 };
export const minColumnWidth = 56;
export const maxColumnWidth = 800;
export const defaultColumnWidth = 140;

/** All columns in the person's order, hidden ones too. */
export function orderedColumns<C extends LayoutColumn>(columns: readonly C[], layout: TableLayout): C[] {
  const known = new Map(columns.map((column) => [column.id, column]));
  const out: C[] = [];
  for (const id of layout.order) {
    const column = known.get(id);
    if (column && !out.includes(column)) out.push(column);
  }
  columns.forEach((column, i) => {
    if (out.includes(column)) return;
    const before = columns.slice(0, i).findLast((c) => out.includes(c));
    out.splice(before ? out.indexOf(before) + 1 : 0, 0, column);
  });
  return out;
}

export function shownColumns<C extends LayoutColumn>(columns: readonly C[], layout: TableLayout): C[] {
  const ordered = orderedColumns(columns, layout);
  const shown = ordered.filter((column) => !layout.hidden.includes(column.id));
  return shown.length > 0 ? shown : ordered.slice(0, 1);
}

/** `layout` after the step. `to` of a move counts shown columns. The last shown column cannot be hidden. */
export function layoutReducer(columns: readonly LayoutColumn[], layout: TableLayout, step: LayoutStep): TableLayout {
  const shown = shownColumns(columns, layout).map((c) => c.id);
  const pinned = Math.min(layout.pinned, shown.length);
  switch (step.type) {
    case "resize": {
      const width = Math.round(Math.min(maxColumnWidth, Math.max(minColumnWidth, step.width)));
      return { ...layout, widths: { ...layout.widths, [step.id]: width } };
    }
    case "move":
      return reorder(columns, layout, step.id, step.to, pinned);
    case "hide": {
      const at = shown.indexOf(step.id);
      if (at < 0 || shown.length < 2) return layout;
      return { ...layout, hidden: [...layout.hidden, step.id], pinned: at < pinned ? pinned - 1 : pinned };
    }
    case "show":
      return { ...layout, hidden: layout.hidden.filter((id) => id !== step.id) };
    case "pin":
      return shown.indexOf(step.id) < pinned ? layout : reorder(columns, layout, step.id, pinned, pinned + 1);
    case "unpin":
      return shown.indexOf(step.id) < pinned ? reorder(columns, layout, step.id, pinned - 1, pinned - 1) : layout;
    case "reset":
      return defaultLayout;
  }
}

/** Widths in px; what is left of `space` goes to columns no one has sized, text before numbers. */
export function columnWidths(columns: readonly LayoutColumn[], layout: TableLayout, space: number): number[] {
  const widths = columns.map((c) => layout.widths[c.id] ?? c.width ?? defaultColumnWidth);
  const spare = Math.floor(space - widths.reduce((sum, w) => sum + w, 0));
  if (spare <= 0) return widths;
  const free = columns.map((_, i) => i).filter((i) => layout.widths[columns[i]?.id ?? ""] === undefined);
  const text = free.filter((i) => columns[i]?.align !== "end");
  const takers = text.length > 0 ? text : free;
  const base = takers.reduce((sum, i) => sum + (widths[i] ?? 0), 0);
  let left = spare;
  takers.forEach((i, n) => {
    const share = n === takers.length - 1 ? left : Math.floor((spare * (widths[i] ?? 0)) / base);
    widths[i] = (widths[i] ?? 0) + share;
    left -= share;
  });
  return widths;
}

function reorder(columns: readonly LayoutColumn[], layout: TableLayout, id: string, to: number, pinned: number): TableLayout {
  const all = orderedColumns(columns, layout).map((c) => c.id);
  const shown = shownColumns(columns, layout).map((c) => c.id);
  const from = shown.indexOf(id);
  if (from < 0) return layout;
  shown.splice(from, 1);
  shown.splice(Math.max(0, Math.min(to, shown.length)), 0, id);
  const next = shown.values();
  const order = all.map((each) => (shown.includes(each) ? (next.next().value ?? each) : each));
  return { ...layout, order, pinned };
}
