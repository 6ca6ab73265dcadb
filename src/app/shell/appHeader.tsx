import { ChevronDown, Flash, Fullscreen, LogOut, MenuClosed, MenuOpen, Moon, Search, Style, Translate, User } from "@blueprintjs/icons";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Link, useNavigate } from "react-router-dom";
import { languages } from "#contract/languages.ts";
import { JobTray } from "#src/app/jobs/jobTray.tsx";
import { NoticeBell } from "#src/app/realtime/noticeBell.tsx";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { focusContent } from "#src/kit/view/content.ts";
import { homePath } from "#src/session/menuTree.ts";
import { useLanguage, useSession } from "#src/session/sessionView.ts";
import { useUserMenu } from "#src/session/userMenu.ts";
import { Avatar } from "./avatar.tsx";
import { Logo } from "./logo.tsx";
import { MenuButton } from "./menuButton.tsx";

const longestName = 9;
const profilePath = "/user/profile";

interface AppHeaderProps {
  folded: boolean;
  mode: "light" | "dark";
  onFold(): void;
  onMode(): void;
  onTheme(): void;
  onPalette(): void;
  extra: ReactNode;
}

export function AppHeader({ folded, mode, onFold, onMode, onTheme, onPalette, extra }: AppHeaderProps) {
  const intl = useIntl();
  const say = (id: string) => intl.formatMessage({ id: `shell.${id}` });
  const { me, companyName, systemName, signOut } = useSession();
  const { language, setLanguage } = useLanguage();
  const { index } = useUserMenu();
  const navigate = useNavigate();
  const narrowLogo = [...systemName].length > longestName;
  const userName = me.userName || say("unknownUser");
  const iconButton = (label: string, icon: ReactNode, run: () => void) => (
    <button type="button" className="gh-header-button" aria-label={label} title={label} onClick={run}>
      {icon}
    </button>
  );
  return (
    <header className="gh-header">
      <button type="button" className="gh-skip" onClick={focusContent}>
        {say("skip")}
      </button>
      <Link className={narrowLogo ? "gh-brand gh-brand-narrow" : "gh-brand"} to={homePath} title={systemName}>
        <Logo />
        <span>{systemName}</span>
      </Link>
      <button
        type="button"
        className="gh-header-button"
        aria-label={say(folded ? "unfold" : "fold")}
        title={say(folded ? "unfold" : "fold")}
        aria-expanded={!folded}
        aria-controls="gh-side"
        onClick={onFold}
      >
        {folded ? <MenuOpen size={16} /> : <MenuClosed size={16} />}
      </button>
      <button type="button" className="gh-header-search" aria-keyshortcuts="Control+K Meta+K" onClick={onPalette}>
        <Search size={14} />
        <span className="gh-header-hint">{say("search")}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <div className="gh-header-end">
        {extra}
        <JobTray />
        <NoticeBell />
        <Link className="gh-header-button" to="/newindex" aria-label={say("largeScreen")} title={say("largeScreen")}>
          <Fullscreen size={16} />
        </Link>
        <MenuButton
          label={`${say("language")} ${say(`language.${language}`)}`}
          actions={languages.map((id) => ({ id, label: say(`language.${id}`), checked: id === language, run: () => setLanguage(id) }))}
        >
          <Translate size={16} />
          <span className="gh-header-language">{say(`language.${language}`)}</span>
          <ChevronDown size={12} />
        </MenuButton>
        {iconButton(say("theme"), <Style size={16} />, onTheme)}
        {iconButton(say(mode === "dark" ? "toLight" : "toDark"), mode === "dark" ? <Flash size={16} /> : <Moon size={16} />, onMode)}
        <MenuButton
          label={intl.formatMessage({ id: "shell.account" }, { user: userName, organisation: companyName })}
          spoken
          className="gh-account"
          header={
            <>
              <strong>
                <ForeignText text={userName} />
              </strong>
              <span>
                <ForeignText text={me.account} />
              </span>
              <span>
                <ForeignText text={companyName} />
              </span>
            </>
          }
          actions={[
            ...(index.has(profilePath)
              ? [{ id: "profile", label: say("profile"), icon: <User size={16} />, run: () => void navigate(profilePath) }]
              : []),
            { id: "signOut", label: say("signOut"), icon: <LogOut size={16} />, run: signOut },
          ]}
        >
          <Avatar url={me.avatar} name={userName} />
          <span className="gh-account-names">
            <span className="gh-account-name">
              <ForeignText text={userName} />
            </span>
            <span className="gh-account-company">
              <ForeignText text={companyName} />
            </span>
          </span>
          <ChevronDown size={12} />
        </MenuButton>
      </div>
    </header>
  );
}
