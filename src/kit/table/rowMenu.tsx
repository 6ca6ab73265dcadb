import { Icon } from "@blueprintjs/core";
import { useCallback } from "react";
import { createPortal } from "react-dom";
import { useIntl } from "react-intl";
import { ActionMenu } from "#src/kit/menu/actionMenu.tsx";
import { type TableCommands, type TableStore, useTable } from "./tableStore.ts";

interface RowMenuProps<Row> {
  store: TableStore<Row>;
  commands: TableCommands;
}

/** The actions of a row where the pointer or the cursor is: the column that holds them may be scrolled out of sight. */
export function RowMenu<Row>({ store, commands }: RowMenuProps<Row>) {
  const intl = useIntl();
  const menu = useTable(store, (state) => state.rowMenu);
  const rowActions = useTable(store, (state) => state.rowActions);
  const value = useTable(store, (state) => (menu ? state.rows[menu.row] : undefined));
  const close = useCallback(
    (back: boolean) => {
      store.update({ rowMenu: undefined });
      if (back) commands.focusGrid();
    },
    [store, commands],
  );
  if (!menu || value === undefined || !rowActions) return null;
  const actions = rowActions(value)
    .filter((action) => !action.disabled)
    .map(({ id, label, icon, run }) => ({ id, label, icon: <Icon icon={icon} size={14} />, run }));
  if (actions.length === 0) return null;
  const label = intl.formatMessage({ id: "table.actions" });
  return createPortal(<ActionMenu label={label} place={menu.place} actions={actions} onClose={close} />, document.body);
}
