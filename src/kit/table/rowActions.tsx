import { Icon, Menu, MenuItem } from "@blueprintjs/core";
import { More } from "@blueprintjs/icons";
import { useState } from "react";
import { useIntl } from "react-intl";
import { LazyMenu } from "./lazyMenu.tsx";
import type { TableAction } from "./tableColumn.ts";

const shownActions = 3;

interface RowActionsProps {
  actions: readonly TableAction[];
  /** The row's name, by which buttons of the same name are told apart. */
  of?: string | undefined;
  onDone(): void;
}

/** At most three icon buttons, the rest in a menu. */
export function RowActions({ actions, of, onDone }: RowActionsProps) {
  const intl = useIntl();
  const [open, setOpen] = useState(false);
  const rest = actions.slice(shownActions);
  return (
    <div className="gh-actions">
      {actions.slice(0, shownActions).map((action) => (
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

/** Places the actions column needs: the most of any row, three icons and the menu at the utmost. */
export function actionsWidth(most: number): number {
  const buttons = Math.min(most, shownActions) + (most > shownActions ? 1 : 0);
  return Math.max(1, buttons) * 26 + 14;
}

function intentClass(base: string, action: TableAction): string {
  return action.intent && action.intent !== "none" ? `${base} gh-intent-${action.intent}` : base;
}
