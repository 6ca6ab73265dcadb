import { useSelector } from "react-redux";
import { useLanguage, useSession } from "#src/app/sessionView.ts";
import { useWindowTitle } from "#src/app/windowTitle.ts";
import type { State } from "#store/store.ts";
import { tabTitle } from "./menuTree.ts";
import { useUserMenu } from "./userMenu.ts";

/** Names the window after the view that is shown in the shell. */
export const useViewTitle = (path: string): void => {
  const { language } = useLanguage();
  const { systemName } = useSession();
  const tab = useSelector((state: State) => state.tabs.tabs.find((other) => other.path === path));
  const title = tab ? `${tabTitle(tab, language)} - ${systemName}` : systemName;
  useWindowTitle(title);
};

/** Names the window after a page that is drawn alone. */
export const useAloneTitle = (path: string): void => {
  const { language } = useLanguage();
  const { systemName } = useSession();
  const item = useUserMenu().index.get(path);
  useWindowTitle(item ? `${tabTitle(item, language)} - ${systemName}` : systemName);
};
