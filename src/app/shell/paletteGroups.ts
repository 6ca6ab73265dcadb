import { useMemo } from "react";
import { useIntl } from "react-intl";
import type { MenuItem } from "#contract/resources/user.ts";
import { menuName, shownMenu } from "#src/session/menuTree.ts";
import { useLanguage } from "#src/session/sessionView.ts";
import { useUserMenu } from "#src/session/userMenu.ts";
import type { PaletteGroup } from "./paletteFound.ts";
import type { PaletteItem } from "./paletteSource.ts";

/** What the shell itself can do from the palette. */
export interface ShellAction {
  /** Also its message id, after `palette.`. */
  readonly id: string;
  run(): void;
}

const leaves = (items: readonly MenuItem[], parents: readonly MenuItem[] = []): { item: MenuItem; parents: readonly MenuItem[] }[] =>
  items.flatMap((item) => (item.children.length === 0 ? [{ item, parents }] : leaves(item.children, [...parents, item])));

/** Every screen of the menu, found by its name in either language, and the shell's actions. */
export const usePaletteGroups = (actions: readonly ShellAction[]): readonly PaletteGroup[] => {
  const intl = useIntl();
  const { language } = useLanguage();
  const { tree } = useUserMenu();
  return useMemo(() => {
    const screens = leaves(shownMenu(tree)).map(({ item, parents }): PaletteItem => {
      const name = menuName(item, language);
      const detail = parents.map((parent) => menuName(parent, language)).join(" / ");
      return { id: item.id, label: name, detail, words: [item.name, item.nameEn, item.path], to: item.path };
    });
    const commands = actions.map(
      (action): PaletteItem => ({ id: action.id, label: intl.formatMessage({ id: `palette.${action.id}` }), run: action.run }),
    );
    return [
      { id: "screens", title: "palette.screens", items: screens },
      { id: "actions", title: "palette.actions", items: commands },
    ];
  }, [tree, language, actions, intl]);
};
