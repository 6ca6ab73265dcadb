import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { GridCell } from "./gridCell.tsx";
import { ActionsHead } from "./gridHeader.tsx";
import { type TableCommands, type TableStore, useTable } from "./tableStore.ts";

interface ActionStripProps<Row> {
  store: TableStore<Row>;
  commands: TableCommands;
  pane: Element | undefined;
  rowHeight: number;
}

/**
 * The actions of the rows in view, at the right edge however far the columns are scrolled: Blueprint freezes columns at the left alone, and
 * its own column of actions stands empty while this one is there.
 */
export function ActionStrip<Row>({ store, commands, pane, rowHeight }: ActionStripProps<Row>) {
  const strip = useTable(store, (s) => s.strip);
  const count = useTable(store, (s) => s.count);
  const col = useTable(store, (s) => s.views.length - 1);
  const width = useTable(store, (s) => s.widths.at(-1) ?? 0);
  const { from, to } = useTable(store, (s) => s.visible.rows);
  const [body, setBody] = useState<Element | null>(null);
  useLayoutEffect(() => {
    setBody(pane?.querySelector(".bp6-table-body-virtual-client") ?? null);
  });
  if (!strip || !body) return null;
  const rows = Array.from({ length: Math.max(0, Math.min(to, count - 1) - from + 1) }, (_, i) => from + i);
  const cells = (
    <div className="gh-strip" style={{ width, left: `calc(100% - ${width}px)` }}>
      {rows.map((row) => (
        <GridCell
          key={String(row)}
          {...{ store, commands, row, col }}
          inStrip
          style={{ position: "absolute", top: row * rowHeight, height: rowHeight, width, left: 0 }}
        />
      ))}
    </div>
  );
  return (
    <>
      {createPortal(cells, body)}
      <div className="gh-strip-head" style={{ width, left: (pane?.clientWidth ?? 0) - width }}>
        <ActionsHead store={store} commands={commands} col={col} />
      </div>
    </>
  );
}
