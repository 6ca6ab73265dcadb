import { useIntl } from "react-intl";
import { useWindowTitle } from "#src/app/windowTitle.ts";
import { tabTitle } from "#src/session/menuTree.ts";
import { useLanguage, useSession } from "#src/session/sessionView.ts";
import { useUserMenu } from "#src/session/userMenu.ts";
import { useTabTitles } from "./tabTitles.ts";

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
