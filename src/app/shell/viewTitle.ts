import { useIntl } from "react-intl";
import { useLanguage, useSession } from "#src/app/sessionView.ts";
import { useWindowTitle } from "#src/app/windowTitle.ts";
import { tabTitle } from "./menuTree.ts";
import { useTabTitles } from "./tabTitles.ts";
import { useUserMenu } from "./userMenu.ts";

/** Names the window after what is shown in the shell: the view, or the message that is given. */
export const useViewTitle = (path: string, message?: string): void => {
  const intl = useIntl();
  const { systemName } = useSession();
  const titles = useTabTitles();
  const name = message ? intl.formatMessage({ id: message }) : titles.get(path);
  useWindowTitle(name ? `${name} - ${systemName}` : systemName);
};

/** Names the window after a page that is drawn alone. */
export const useAloneTitle = (path: string): void => {
  const { language } = useLanguage();
  const { systemName } = useSession();
  const item = useUserMenu().index.get(path);
  useWindowTitle(item ? `${tabTitle(item, language)} - ${systemName}` : systemName);
};
