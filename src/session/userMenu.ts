import { useMemo } from "react";
import type { MenuItem } from "#contract/resources/user.ts";
import { useSession } from "#src/session/sessionView.ts";
import { menuIndex, usersMenu } from "./menuTree.ts";

export interface UserMenu {
  readonly tree: readonly MenuItem[];
  readonly index: ReadonlyMap<string, MenuItem>;
}

/** The signed-in user's menu, by tree and by path. */
export const useUserMenu = (): UserMenu => {
  const { menu, me } = useSession();
  return useMemo(() => {
    const tree = usersMenu(menu, me.type);
    return { tree, index: menuIndex(tree) };
  }, [menu, me.type]);
};
