import { useEffect } from "react";
import { useSelector } from "react-redux";
import { useLanguage, useSession } from "#src/app/sessionView.ts";
import type { State } from "#store/store.ts";
import { tabTitle } from "./menuTree.ts";

/** Names the window after the view that is shown. */
export const useViewTitle = (path: string): void => {
  const { language } = useLanguage();
  const { systemName } = useSession();
  const tab = useSelector((state: State) => state.tabs.tabs.find((other) => other.path === path));
  const title = tab ? `${tabTitle(tab, language)} - ${systemName}` : systemName;
  useEffect(() => {
    document.title = title;
  }, [title]);
};
