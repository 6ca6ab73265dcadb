import { Icon } from "@blueprintjs/core";
import { type ReactNode, useMemo, useRef } from "react";
import { type Hotkey, useHotkeys } from "#src/kit/keys/hotkeys.ts";
import "./tree.css";
import { clickTree, type TreeActions, walkTree } from "./treeKeys.ts";

interface TreeProps {
  /** Translated. */
  label: string;
  actions: TreeActions;
  children: ReactNode;
}

const listedKeys = [
  ["arrowup arrowdown", "move"],
  ["arrowright", "unfold"],
  ["arrowleft", "fold"],
  ["home end", "ends"],
  ["enter space", "choose"],
] as const;

/** A tree that is one tab stop and walked with arrows. */
export function Tree({ label, actions, children }: TreeProps) {
  const root = useRef<HTMLDivElement>(null);
  const hotkeys = useMemo(
    () => listedKeys.map(([combo, id]): Hotkey => ({ combo, label: `tree.hotkey.${id}`, group: "tree.hotkeys", part: () => root.current })),
    [],
  );
  useHotkeys(hotkeys);
  return (
    <div
      ref={root}
      role="tree"
      tabIndex={-1}
      className="gh-tree"
      aria-label={label}
      onClick={(event) => clickTree(event, actions)}
      onKeyDown={(event) => walkTree(event, actions)}
    >
      {children}
    </div>
  );
}

interface TreeItemProps {
  id: string;
  level: number;
  /** Whether what is below is shown; undefined where nothing is. */
  open: boolean | undefined;
  /** Whether Tab comes here: one item of the tree has it. */
  tabStop: boolean;
  /** What else is said of the item. */
  attributes?: Readonly<Record<`aria-${string}`, string | boolean>>;
  line: ReactNode;
  /** What is below; drawn while it is open. */
  children?: ReactNode;
}

/** An item of a tree and, once unfolded, those right below it; these stand beside its line, so that they are no part of its name. */
export function TreeItem({ id, level, open, tabStop, attributes, line, children }: TreeItemProps) {
  return (
    <div className="gh-tree-branch">
      <div
        role="treeitem"
        className="gh-tree-line"
        aria-level={level}
        {...(open === undefined ? {} : { "aria-expanded": open })}
        {...attributes}
        tabIndex={tabStop ? 0 : -1}
        data-item={id}
      >
        {open === undefined ? (
          <span className="gh-tree-fold" />
        ) : (
          <span className="gh-tree-fold" data-fold>
            <Icon icon={open ? "chevron-down" : "chevron-right"} />
          </span>
        )}
        {line}
      </div>
      {open && <fieldset className="gh-tree-below">{children}</fieldset>}
    </div>
  );
}
