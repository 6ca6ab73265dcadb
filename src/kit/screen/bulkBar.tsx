import { Button, type IconName, type Intent, Menu, MenuItem } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { useFocusBack } from "#src/kit/form/focusBack.ts";
import { ChipPopover } from "./chipPopover.tsx";
import type { PickCounts, PickScope } from "./pickedRows.ts";

export interface BulkAction {
  id: string;
  label: string;
  icon: IconName;
  intent?: Intent;
  /** It takes a whole filter as it is: others take as many rows of it as may be fetched. */
  takesAll?: boolean;
  run(): void;
}

interface BulkBarProps {
  counts: PickCounts;
  scope: PickScope;
  total: number;
  /** The action that is at work. */
  busy: string | undefined;
  actions: readonly BulkAction[];
  onScope(scope: PickScope): void;
  onClear(): void;
}

/** Actions with a button of their own, besides those that warn; the rest are in a menu. */
const mostButtons = 2;

/** Stands in for the filters while rows are ticked: what an action would cover, ways to cover more, the actions. */
export function BulkBar({ counts, scope, total, busy, actions: every, onScope, onClear }: BulkBarProps) {
  const intl = useIntl();
  // Its buttons go with the ticks.
  useFocusBack();
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id }, values);
  const most = every.some(({ takesAll }) => takesAll) ? limits.matching : limits.bulk;
  const matching = Math.min(total, most);
  const actions = scope === "matching" && matching > limits.bulk ? every.filter(({ takesAll }) => takesAll) : every;
  const covered = {
    page: () => say("screen.bulk.page", { count: counts.inView }),
    ticked: () => say("screen.bulk.ticked", { count: counts.inView + counts.elsewhere }),
    matching: () => say(total > most ? "screen.bulk.limited" : "screen.bulk.matching", { count: matching, total }),
  }[scope];
  const wider = (to: PickScope, text: string) => (
    <Button size="small" variant="minimal" intent="primary" text={text} onClick={() => onScope(to)} />
  );
  const plain = actions.filter(({ intent }) => intent !== "danger");
  const inMenu = plain.length > mostButtons + 1 ? plain.slice(mostButtons) : [];
  const button = (action: BulkAction) => (
    <Button
      key={action.id}
      size="small"
      icon={action.icon}
      intent={action.intent ?? "none"}
      text={action.label}
      disabled={busy !== undefined}
      loading={busy === action.id}
      onClick={action.run}
    />
  );
  return (
    <div className="gh-bulk" role="toolbar" aria-label={say("screen.bulk.label")}>
      <span role="status" className="gh-bulk-count">
        {covered()}
      </span>
      {scope === "page" && counts.elsewhere > 0 && wider("ticked", say("screen.bulk.include", { count: counts.elsewhere }))}
      {scope !== "matching" && total > counts.inView && wider("matching", say("screen.bulk.selectAll", { count: matching }))}
      {plain.filter((action) => !inMenu.includes(action)).map(button)}
      {inMenu.length > 0 && (
        <ChipPopover
          placement="bottom-start"
          button={{
            size: "small",
            text: say("screen.bulk.more"),
            disabled: busy !== undefined,
            loading: inMenu.some(({ id }) => id === busy),
          }}
          content={(close) => (
            <Menu>
              {inMenu.map(({ id, icon, label, run }) => (
                <MenuItem
                  key={id}
                  icon={icon}
                  text={label}
                  onClick={() => {
                    close();
                    run();
                  }}
                />
              ))}
            </Menu>
          )}
        />
      )}
      {actions.filter(({ intent }) => intent === "danger").map(button)}
      <Button size="small" variant="minimal" icon="cross" text={say("screen.bulk.clear")} onClick={onClear} />
    </div>
  );
}
