import { Icon, Menu, MenuItem } from "@blueprintjs/core";
import { More } from "@blueprintjs/icons";
import { useState } from "react";
import { useIntl } from "react-intl";
import { LazyMenu } from "./lazyMenu.tsx";
import type { TableAction } from "./tableColumn.ts";

/** px of a table in which buttons take more room than they are worth. */
const narrow = 520;

/** How many of a row's actions have buttons of their own, the most that any row has being known; the rest are in a menu. */
export const buttonsShown = (most: number, space: number): number => {
  if (space > 0 && space < narrow) return most > 1 ? 0 : 1;
  return 3;
};

interface RowActionsProps {
  actions: readonly TableAction[];
  /** How many have buttons of their own. */
  buttons: number;
  /** The row's name, by which buttons of the same name are told apart. */
  of?: string | undefined;
  onDone(): void;
}

/** Icon buttons, the rest in a menu. */
export function RowActions({ actions, buttons, of, onDone }: RowActionsProps) {
  const intl = useIntl();
  const [open, setOpen] = useState(false);
  const rest = actions.slice(buttons);
  return (
    <div className="gh-actions">
      {actions.slice(0, buttons).map((action) => (
        <button
          key={action.id}
          type="button"
          className={intentClass("gh-icon-button", action)}
          tabIndex={-1}
          disabled={action.disabled}
          aria-label={action.label}
          aria-description={of}
          title={action.label}
          onClick={action.run}
        >
          <Icon icon={action.icon} size={14} />
        </button>
      ))}
      {rest.length > 0 && (
        <LazyMenu
          label={intl.formatMessage({ id: "table.moreActions" })}
          of={of}
          icon={<More size={14} />}
          open={open}
          onOpen={setOpen}
          onClosed={onDone}
          content={() => (
            <Menu size="small">
              {rest.map((action) => (
                <MenuItem
                  key={action.id}
                  icon={action.icon}
                  text={action.label}
                  intent={action.intent ?? "none"}
                  disabled={action.disabled ?? false}
                  onClick={action.run}
                />
              ))}
            </Menu>
          )}
        />
      )}
    </div>
  );
}

/** px that the column of actions needs: of the most buttons of any row, and of the menu. */
export function actionsWidth(most: number, buttons: number): number {
  const places = Math.min(most, buttons) + (most > buttons ? 1 : 0);
  return Math.max(1, places) * 26 + 14;
}

function intentClass(base: string, action: TableAction): string {
  return action.intent && action.intent !== "none" ? `${base} gh-intent-${action.intent}` : base;
}
