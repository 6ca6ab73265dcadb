import { ActionsHead } from "./gridHeader.tsx";
import { type TableCommands, type TableStore, useTable } from "./tableStore.ts";

interface ActionStripProps<Row> {
  store: TableStore<Row>;
  commands: TableCommands;
  pane: Element | undefined;
}

/** The header of the actions at the right edge, however far the columns are scrolled: Blueprint freezes columns at the left alone. */
export function ActionStrip<Row>({ store, commands, pane }: ActionStripProps<Row>) {
  const strip = useTable(store, (s) => s.strip);
  const col = useTable(store, (s) => s.views.length - 1);
  const width = useTable(store, (s) => s.widths.at(-1) ?? 0);
  if (!strip || !pane) return null;
  return (
    <div className="gh-strip-head" style={{ width, left: pane.clientWidth - width }}>
      <ActionsHead store={store} commands={commands} col={col} />
    </div>
  );
}
