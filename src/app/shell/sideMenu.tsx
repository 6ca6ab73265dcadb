import { useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { useSelector } from "react-redux";
import type { ScreenEntry } from "#src/app/screens.ts";
import { groupsTo, shownMenu } from "#src/session/menuTree.ts";
import { useLanguage } from "#src/session/sessionView.ts";
import { useUserMenu } from "#src/session/userMenu.ts";
import type { State } from "#store/store.ts";
import { FoldedMenu } from "./foldedMenu.tsx";
import { MenuBranch } from "./menuBranch.tsx";

export interface SideMenuProps {
  entries: ReadonlyMap<string, ScreenEntry>;
  path: string;
  folded: boolean;
}

/** Returning to a view that is kept alive finds its query as well; any other entry starts afresh. */
export const useEntryAddress = (entries: ReadonlyMap<string, ScreenEntry>): ((path: string) => string) => {
  const tabs = useSelector((state: State) => state.tabs.tabs);
  return (path) => (entries.get(path)?.keepAlive ? path + (tabs.find((tab) => tab.path === path)?.search ?? "") : path);
};

/** The server's menu: only what is not hidden, one submenu open at a time. Folded, each entry is its icon and opens aside. */
export function SideMenu({ entries, path, folded }: SideMenuProps) {
  const intl = useIntl();
  const { language } = useLanguage();
  const { tree } = useUserMenu();
  const items = useMemo(() => shownMenu(tree), [tree]);
  const address = useEntryAddress(entries);
  const [shown, setShown] = useState<{ path: string; items: typeof items }>();
  const [open, setOpen] = useState<readonly string[]>([]);
  if (shown?.path !== path || shown.items !== items) {
    setShown({ path, items });
    setOpen(groupsTo(items, path) ?? open);
  }
  return (
    <nav id="gh-side" className={folded ? "gh-side gh-side-folded" : "gh-side"} aria-label={intl.formatMessage({ id: "shell.menu" })}>
      {folded ? (
        <FoldedMenu items={items} path={path} language={language} address={address} />
      ) : (
        <ul className="gh-side-list">
          {items.map((item) => (
            <MenuBranch
              key={item.id}
              item={item}
              parents={[]}
              path={path}
              language={language}
              open={open}
              onOpen={setOpen}
              address={address}
            />
          ))}
        </ul>
      )}
    </nav>
  );
}
