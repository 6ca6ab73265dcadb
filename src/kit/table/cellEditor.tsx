import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { isComposing } from "#src/kit/form/typedText.ts";
import type { TableColumn } from "./tableColumn.ts";
import { type TableCommands, type TableStore, useTable } from "./tableStore.ts";

interface CellEditorProps<Row> {
  store: TableStore<Row>;
  commands: TableCommands;
  column: TableColumn<Row>;
}

/** The field of the cell being edited. What was typed lives in the store, so that scrolling the cell away and back loses nothing. */
export function CellEditor<Row>({ store, commands, column }: CellEditorProps<Row>) {
  const edit = useTable(store, (s) => s.edit);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    if (store.state().edit?.typed) input.current?.setSelectionRange(-1, -1);
    else input.current?.select();
  }, [store]);
  const errorId = `${store.id}e`;
  const { steps = false, choices = [] } = column.edit ?? {};
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (isComposing(event)) return;
    const way = event.shiftKey ? -1 : 1;
    if (event.key === "Enter") commands.commitEdit(true, steps ? { row: way, col: 0 } : undefined);
    if (event.key === "Tab" && steps) {
      event.preventDefault();
      commands.commitEdit(true, { row: 0, col: way });
    }
    if (event.key === "Escape") commands.cancelEdit();
  };
  return (
    <>
      <input
        ref={input}
        className="gh-editor"
        value={edit?.draft ?? ""}
        maxLength={column.edit?.maxLength}
        readOnly={edit?.busy ?? false}
        aria-label={column.label}
        aria-invalid={edit?.error !== undefined}
        aria-describedby={edit?.error === undefined ? undefined : errorId}
        {...(choices.length === 0 ? {} : { list: `${store.id}l` })}
        onChange={(event) => commands.draft(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => commands.commitEdit(false)}
      />
      {choices.length > 0 && (
        <datalist id={`${store.id}l`}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
      {edit?.error !== undefined && (
        <div id={errorId} role="alert" className="gh-editor-error">
          {edit.error}
        </div>
      )}
    </>
  );
}
