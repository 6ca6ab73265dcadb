import { Icon } from "@blueprintjs/core";
import { type ReactNode, useState } from "react";
import { useIntl } from "react-intl";
import type { PermissionItem } from "#contract/resources/role.ts";
import { Tree, TreeItem } from "#src/kit/tree/tree.tsx";
import { toggled } from "#src/kit/tree/treeKeys.ts";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { operationWords } from "#src/screens/devices/operationWords.ts";
import { actionId, isGrantable, partlyTicked, shareOf, switched, type Ticks } from "./permissionTicks.ts";
import "./role.css";

const checked = { all: true, some: "mixed", none: false } as const;
const marks = { all: "small-tick", some: "small-minus" } as const;

interface NodeProps {
  id: string;
  level: number;
  name: string;
  path: string;
  /** Told beside the name where another item has the same. */
  told?: boolean;
  share: keyof typeof checked;
  disabled: boolean;
  open?: boolean | undefined;
  view: View;
  children?: ReactNode;
}

/** Names that more than one of the items has. */
const twiceIn = (names: readonly string[]): ReadonlySet<string> => new Set(names.filter((name, at) => names.indexOf(name) !== at));

interface View {
  ticks: Ticks;
  locked: boolean;
  open: ReadonlySet<string>;
  focused: string | undefined;
}

function Node({ id, level, name, path, told = false, share, disabled, open, view, children }: NodeProps) {
  const line = (
    <>
      <span className="gh-permission-box" data-share={share}>
        {share !== "none" && <Icon icon={marks[share]} />}
      </span>
      <span className="gh-tree-name gh-permission-name" title={path}>
        {name}
      </span>
      {told && <small className="gh-permission-path">{path}</small>}
    </>
  );
  return (
    <TreeItem
      id={id}
      level={level}
      open={open}
      tabStop={view.focused === id}
      attributes={{ "aria-checked": checked[share], "aria-disabled": disabled }}
      line={line}
    >
      {children}
    </TreeItem>
  );
}

interface BranchesProps {
  items: readonly PermissionItem[];
  level: number;
  view: View;
}

function Branches({ items, level, view }: BranchesProps) {
  const intl = useIntl();
  const twice = twiceIn(items.map(({ name, nameEn }) => ownName(intl, name, nameEn)));
  return items.map((item) => <Branch key={item.id} item={item} level={level} view={view} twice={twice} />);
}

interface BranchProps {
  item: PermissionItem;
  level: number;
  view: View;
  twice: ReadonlySet<string>;
}

function Branch({ item, level, view, twice }: BranchProps) {
  const intl = useIntl();
  const name = ownName(intl, item.name, item.nameEn);
  const unfolds = item.actions.length + item.children.length > 0;
  const held = view.ticks.get(item.id);
  return (
    <Node
      id={item.id}
      level={level}
      name={name}
      path={item.path}
      told={twice.has(name)}
      share={shareOf(view.ticks, item)}
      disabled={view.locked || !isGrantable(item)}
      open={unfolds ? view.open.has(item.id) : undefined}
      view={view}
    >
      {item.actions.map(({ path, grantable }) => (
        <Node
          key={path}
          id={actionId(item, path)}
          level={level + 1}
          name={operationWords(path, intl)}
          path={path}
          share={held?.has(path) ? "all" : "none"}
          disabled={view.locked || !grantable}
          view={view}
        />
      ))}
      <Branches items={item.children} level={level + 1} view={view} />
    </Node>
  );
}

interface PermissionTreeProps {
  items: readonly PermissionItem[];
  ticks: Ticks;
  /** Left out where nothing may be changed. */
  onTicks?: (ticks: Ticks) => void;
}

/** Menu items and their actions, ticked where they are held; unfolded at first where an item is held in part. */
export function PermissionTree({ items, ticks, onTicks }: PermissionTreeProps) {
  const intl = useIntl();
  const [open, setOpen] = useState(() => partlyTicked(items, ticks));
  const [focused, setFocused] = useState(items[0]?.id);
  const view: View = { ticks, locked: !onTicks, open, focused };
  const actions = {
    focus: setFocused,
    toggle: (id: string) => setOpen((shown) => toggled(shown, id)),
    choose: (id: string) => onTicks?.(switched(ticks, items, id)),
  };
  return (
    <Tree label={intl.formatMessage({ id: "roles.action.permissions" })} actions={actions}>
      <Branches items={items} level={1} view={view} />
    </Tree>
  );
}
