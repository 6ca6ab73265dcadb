import { Menu, MenuDivider, MenuItem } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import type { TableColumn } from "./tableColumn.ts";
import { type TableCommands, type TableStore, useTable } from "./tableStore.ts";

const widthStep = 40;

interface ColumnMenuProps<Row> {
  store: TableStore<Row>;
  commands: TableCommands;
  /** Undefined on the header of the actions: only what concerns the whole table. */
  column: TableColumn<Row> | undefined;
  col: number;
}

/** Sorting, pinning, order, width and hiding, without a drag. */
export function ColumnMenu<Row>({ store, commands, column, col }: ColumnMenuProps<Row>) {
  const intl = useIntl();
  const say = (id: string) => intl.formatMessage({ id: `table.${id}` });
  const sort = useTable(store, (s) => s.sort);
  const hidden = useTable(store, (s) => s.hidden);
  const views = useTable(store, (s) => s.views);
  const frozen = useTable(store, (s) => s.frozen);
  const first = views[0]?.kind === "select" ? 1 : 0;
  const last = views.length - (views.at(-1)?.kind === "actions" ? 2 : 1);
  const sorted = column && sort?.field === column.id ? sort.order : undefined;
  const id = column?.id ?? "";
  const wide = useTable(store, (s) => s.widths[col] ?? 0);
  return (
    <Menu size="small">
      {column?.sortable && (
        <>
          <MenuItem icon="sort-asc" text={say("sortAscending")} disabled={sorted === "asc"} onClick={() => commands.sortBy(col, "asc")} />
          <MenuItem
            icon="sort-desc"
            text={say("sortDescending")}
            disabled={sorted === "desc"}
            onClick={() => commands.sortBy(col, "desc")}
          />
          <MenuItem icon="cross" text={say("sortClear")} disabled={!sorted} onClick={() => commands.sortBy(col, undefined)} />
          <MenuDivider />
        </>
      )}
      {column && (
        <>
          {col < frozen ? (
            <MenuItem icon="unpin" text={say("unpin")} onClick={() => commands.layout({ type: "unpin", id })} />
          ) : (
            <MenuItem icon="pin" text={say("pin")} onClick={() => commands.layout({ type: "pin", id })} />
          )}
          <MenuItem
            icon="arrow-left"
            text={say("moveLeft")}
            disabled={col <= first}
            onClick={() => commands.layout({ type: "move", id, to: col - first - 1 })}
          />
          <MenuItem
            icon="arrow-right"
            text={say("moveRight")}
            disabled={col >= last}
            onClick={() => commands.layout({ type: "move", id, to: col - first + 1 })}
          />
          <MenuItem
            icon="maximize"
            text={say("wider")}
            shouldDismissPopover={false}
            onClick={() => commands.layout({ type: "resize", id, width: wide + widthStep })}
          />
          <MenuItem
            icon="minimize"
            text={say("narrower")}
            shouldDismissPopover={false}
            onClick={() => commands.layout({ type: "resize", id, width: wide - widthStep })}
          />
          <MenuItem icon="eye-off" text={say("hide")} disabled={first === last} onClick={() => commands.layout({ type: "hide", id })} />
          {hidden.length === 0 && <MenuDivider />}
        </>
      )}
      {hidden.length > 0 && <MenuDivider title={say("hiddenColumns")} />}
      {hidden.map((each) => (
        <MenuItem key={each.id} icon="eye-open" text={each.label} onClick={() => commands.layout({ type: "show", id: each.id })} />
      ))}
      <MenuItem icon="reset" text={say("resetLayout")} onClick={() => commands.layout({ type: "reset" })} />
    </Menu>
  );
}
