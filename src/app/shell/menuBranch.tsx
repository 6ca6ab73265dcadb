import { ChevronDown } from "@blueprintjs/icons";
import type { CSSProperties } from "react";
import { Link } from "react-router-dom";
import type { Language } from "#contract/messages.ts";
import type { MenuItem } from "#contract/resources/user.ts";
import { menuName } from "#src/session/menuTree.ts";
import { MenuIcon } from "./menuIcon.tsx";

interface MenuBranchProps {
  item: MenuItem;
  /** Ids of the groups around it. */
  parents: readonly string[];
  path: string;
  language: Language;
  /** Ids of the open groups, from the outermost inwards. */
  open: readonly string[];
  onOpen(open: readonly string[]): void;
  address(path: string): string;
}

export function MenuBranch({ item, parents, path, language, open, onOpen, address }: MenuBranchProps) {
  const name = menuName(item, language);
  const depth = parents.length;
  const indent = { "--gh-depth": depth } as CSSProperties;
  const icon = depth === 0 ? <MenuIcon name={item.icon} /> : null;
  if (item.children.length === 0) {
    return (
      <li>
        <Link
          className="gh-side-entry"
          style={indent}
          to={address(item.path)}
          aria-current={item.path === path ? "page" : undefined}
          title={name}
        >
          {icon}
          <span className="gh-side-name">{name}</span>
        </Link>
      </li>
    );
  }
  const chain = [...parents, item.id];
  const expanded = open[depth] === item.id;
  const listId = `gh-side-${item.id}`;
  return (
    <li>
      <button
        type="button"
        className="gh-side-entry"
        style={indent}
        aria-expanded={expanded}
        aria-controls={listId}
        title={name}
        onClick={() => onOpen(expanded ? parents : chain)}
      >
        {icon}
        <span className="gh-side-name">{name}</span>
        <ChevronDown className="gh-side-chevron" size={14} />
      </button>
      <ul id={listId} className="gh-side-sub" hidden={!expanded}>
        {item.children.map((child) => (
          <MenuBranch
            key={child.id}
            item={child}
            parents={chain}
            path={path}
            language={language}
            open={open}
            onOpen={onOpen}
            address={address}
          />
        ))}
      </ul>
    </li>
  );
}
