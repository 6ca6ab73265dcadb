import { Button, type IconName, Menu, MenuItem } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import { ChipPopover } from "#src/kit/screen/chipPopover.tsx";
import { duplicateRows, fillDown, insertRows, removeRows } from "#src/kit/sheet/sheetRows.ts";
import type { Sheet } from "#src/kit/sheet/useSheet.ts";
import { newRow } from "./usePointSheet.ts";

interface SheetToolsProps {
  sheet: Sheet;
  faulty: number;
  onNextFault(): void;
}

/** What can be done with the rows of the range. */
export function SheetTools({ sheet, faulty, onNextFault }: SheetToolsProps) {
  const intl = useIntl();
  const say = (id: string, values?: Record<string, number>) => intl.formatMessage({ id: `pointSheet.${id}` }, values);
  const tool = (id: string, icon: IconName, keys: string, run: () => void, disabled = false) => (
    <Button
      variant="minimal"
      icon={icon}
      disabled={disabled}
      aria-label={say(`tool.${id}`)}
      title={keys === "" ? say(`tool.${id}`) : `${say(`tool.${id}`)} (${keys})`}
      onClick={run}
    />
  );
  const area = () => sheet.area.now() ?? { top: sheet.rows.length - 1, bottom: sheet.rows.length - 1, columns: [], onward: [] };
  const empty = sheet.rows.length === 0;
  return (
    <div className="gh-page-filters" role="toolbar" aria-label={say("tools")}>
      {tool("undo", "undo", "Ctrl+Z", sheet.undo, !sheet.canUndo)}
      {tool("redo", "redo", "Ctrl+Y", sheet.redo, !sheet.canRedo)}
      {tool("insert", "add-row-bottom", "Insert", () => sheet.edit((rows) => insertRows(rows, area().bottom + 1, [newRow()])))}
      {tool("duplicate", "duplicate", "", () => sheet.edit((rows) => duplicateRows(rows, area(), newRow)), empty)}
      {tool("fill", "arrow-down", "Ctrl+D", () => sheet.edit((rows) => fillDown(rows, area())), empty)}
      {tool("remove", "trash", "Ctrl+Delete", () => sheet.edit((rows) => removeRows(rows, area())), empty)}
      {faulty > 0 && (
        <Button variant="minimal" intent="danger" icon="warning-sign" text={say("faulty", { count: faulty })} onClick={onNextFault} />
      )}
    </div>
  );
}

/** The points as a file. */
export function SheetExport({ onExport, disabled }: { onExport(format: "xlsx" | "json"): void; disabled: boolean }) {
  const intl = useIntl();
  return (
    <ChipPopover
      button={{ icon: "export", text: intl.formatMessage({ id: "pointSheet.export" }), disabled }}
      placement="bottom-end"
      content={(close) => (
        <Menu>
          {(["xlsx", "json"] as const).map((format) => (
            <MenuItem
              key={format}
              icon={format === "xlsx" ? "th" : "document"}
              text={intl.formatMessage({ id: `pointSheet.export.${format}` })}
              onClick={() => {
                close();
                onExport(format);
              }}
            />
          ))}
        </Menu>
      )}
    />
  );
}
