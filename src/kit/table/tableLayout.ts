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
  /** Hidden until somebody asks for it. */
  aside?: boolean;
}

/** What one column needs, in px. */
export interface ColumnNeed {
  width: number;
  /** For its heading on one line, where there is room for all of them. */
  heading: number;
  /** Its texts are of one length, as times, codes and words of a state are: cut, they say nothing. */
  whole: boolean;
  /** It is not cut below; the table is scrolled instead. */
  least: number;
}

export const defaultLayout: TableLayout = { order: [], hidden: [], widths: {}, pinned: 1 };
/** What a table has before anybody arranged it. */
export const firstLayout = (columns: readonly LayoutColumn[]): TableLayout => ({
  ...defaultLayout,
  hidden: columns.filter(({ aside }) => aside).map(({ id }) => id),
});
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

/** What goes into a file, which has room for columns that stand aside. */
export function fileColumns<C extends LayoutColumn>(columns: readonly C[], layout: TableLayout): C[] {
  const aside = columns.filter((column) => column.aside).map(({ id }) => id);
  return shownColumns(columns, { ...layout, hidden: layout.hidden.filter((id) => !aside.includes(id)) });
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
      return firstLayout(columns);
  }
}

/**
 * Widths in px. What is left of `space` once every column has what it needs goes to columns no one has sized, text before numbers; where there
 * is too little, these give up what they do not need, and then the longest texts are cut to one width. Where that is not enough either, the
 * table is scrolled.
 */
export function columnWidths(
  columns: readonly LayoutColumn[],
  layout: TableLayout,
  space: number,
  needs: readonly (ColumnNeed | undefined)[] = [],
): number[] {
  const given = columns.map((c) => layout.widths[c.id] ?? c.width ?? defaultColumnWidth);
  const free = columns.map((_, i) => i).filter((i) => layout.widths[columns[i]?.id ?? ""] === undefined);
  if (free.length === 0 || space <= 0) return given;
  const grown = (least: (need: ColumnNeed) => number) =>
    given.map((width, i) => (free.includes(i) && needs[i] ? Math.max(width, least(needs[i])) : width));
  const roomy = grown(({ width, heading }) => Math.max(width, heading));
  const widths = sumOf(roomy) <= space ? roomy : grown(({ width }) => width);
  const spare = Math.floor(space - sumOf(widths));
  if (spare === 0) return widths;
  if (spare < 0) return narrowed(widths, free, needs, -spare);
  const text = free.filter((i) => columns[i]?.align !== "end");
  return spread(widths, text.length > 0 ? text : free, spare, (i) => widths[i] ?? 0);
}

/** px below which no text is cut where that makes the table fit, and where it does not. */
const [leastCut, scrolledCut] = [80, 160];

function narrowed(widths: readonly number[], free: readonly number[], needs: readonly (ColumnNeed | undefined)[], lack: number): number[] {
  const slack = (i: number) => Math.max(0, (widths[i] ?? 0) - (needs[i]?.width ?? widths[i] ?? 0));
  const loose = sumOf(free.map(slack));
  if (loose >= lack) return spread(widths, free, -lack, slack);
  const needed = widths.map((width, i) => (free.includes(i) ? width - slack(i) : width));
  const long = free.filter((i) => needs[i]?.whole === false);
  const capOf = (i: number, cap: number) => Math.min(needed[i] ?? 0, Math.max(cap, needs[i]?.least ?? 0));
  const over = (cap: number) => sumOf(long.map((i) => (needed[i] ?? 0) - capOf(i, cap)));
  const cutTo = (cap: number) => needed.map((width, i) => (long.includes(i) ? capOf(i, cap) : width));
  if (over(leastCut) < lack - loose) return cutTo(scrolledCut);
  let cap = leastCut;
  for (let to = Math.max(leastCut, ...long.map((i) => needed[i] ?? 0)); to - cap > 1; ) {
    const middle = Math.floor((cap + to) / 2);
    if (over(middle) >= lack - loose) cap = middle;
    else to = middle;
  }
  return cutTo(cap);
}

/** `amount` shared out among `takers` by their weight, to the pixel. */
function spread(widths: readonly number[], takers: readonly number[], amount: number, weight: (i: number) => number): number[] {
  const out = [...widths];
  const base = sumOf(takers.map(weight));
  let left = amount;
  for (const i of takers) {
    const share = Math.trunc((amount * weight(i)) / base);
    out[i] = (out[i] ?? 0) + share;
    left -= share;
  }
  const heaviest = takers.reduce((most, i) => (weight(i) > weight(most) ? i : most), takers[0] ?? 0);
  out[heaviest] = (out[heaviest] ?? 0) + left;
  return out;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

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
