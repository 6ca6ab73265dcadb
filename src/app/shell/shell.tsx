import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { Location } from "react-router-dom";
import { refusals } from "#src/app/refusalPage.tsx";
import type { ScreenEntry } from "#src/app/screens.ts";
import { useMode, useSetDisplay } from "#src/app/theme/useDisplay.ts";
import { type Hotkey, useHotkeys } from "#src/kit/keys/hotkeys.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { contentId, focusContent, isFocusFree } from "#src/kit/view/content.ts";
import { homePath, monitorPath, tabPathOf } from "#src/session/menuTree.ts";
import { useLanguage, useSession } from "#src/session/sessionView.ts";
import { useUserMenu } from "#src/session/userMenu.ts";
import { AppHeader } from "./appHeader.tsx";
import { useMenuFold } from "./menuFold.ts";
import { type ShellAction, usePaletteGroups } from "./paletteGroups.ts";
import type { PaletteSource } from "./paletteSource.ts";
import { PaletteWaiting } from "./paletteWaiting.tsx";
import { RefusalView } from "./refusalView.tsx";
import { SideMenu } from "./sideMenu.tsx";
import { TabBar } from "./tabBar.tsx";
import { useTabMoves } from "./tabMoves.ts";
import { useTabRecord } from "./tabRecord.ts";
import { Views } from "./views.tsx";
import { useViewTitle } from "./viewTitle.ts";

const Palette = lazyPart(async () => (await import("./palette.tsx")).Palette, { place: "over", waiting: <PaletteWaiting /> });
const ThemeDialog = lazyPart(async () => (await import("#src/app/theme/themeDialog.tsx")).ThemeDialog, { place: "over" });
const HotkeyDialog = lazyPart(async () => (await import("#src/kit/keys/hotkeyDialog.tsx")).HotkeyDialog, { place: "over" });

export interface ShellProps {
  entries: ReadonlyMap<string, ScreenEntry>;
  path: string;
  location: Location;
  paletteSources: readonly PaletteSource[];
  /** More for the header, left of its own buttons. */
  headerExtra: ReactNode;
}

type Opened = "palette" | "theme" | "hotkeys";

/** Header, menu and tabs around the views, or around a refusal. */
export function Shell({ entries, path, location, paletteSources, headerExtra }: ShellProps) {
  const { signOut } = useSession();
  const { language, setLanguage } = useLanguage();
  const [folded, toggleFold] = useMenuFold();
  const mode = useMode();
  const setDisplay = useSetDisplay();
  const tabPath = tabPathOf(path, entries);
  const shown = useRef(tabPath);
  const { refresh } = useTabMoves(tabPath);
  const [opened, setOpened] = useState<Opened>();
  const opener = useRef<Element>(null);
  const show = (what: Opened) => {
    if (!opened) opener.current = document.activeElement;
    setOpened(what);
  };
  const close = () => setOpened(undefined);
  // Back to what opened a dialog; in another view to that, where what had the focus is gone, or the keyboard would start at the header.
  useEffect(() => {
    if (opened) return;
    const moved = shown.current !== tabPath;
    shown.current = tabPath;
    if (!moved && opener.current instanceof HTMLElement) opener.current.focus();
    if (moved && (isFocusFree() || document.activeElement === opener.current)) focusContent();
    if (moved) opener.current = null;
  }, [opened, tabPath]);
  // Behind a page that was drawn alone what had the focus may be gone with that.
  const first = useRef(true);
  useEffect(() => {
    if (!first.current && document.activeElement === document.body) focusContent();
    first.current = false;
  }, []);
  useTabRecord(entries, tabPath, location);
  const refused = refusals.get(path);
  useViewTitle(tabPath, refused?.title);
  const toggleMode = () => setDisplay("mode", mode === "dark" ? "light" : "dark");
  const actions: readonly ShellAction[] = [
    { id: "language", run: () => setLanguage(language === "zh" ? "en" : "zh") },
    { id: "mode", run: toggleMode },
    { id: "theme", run: () => show("theme") },
    { id: "fold", run: toggleFold },
    { id: "refresh", run: () => refresh(tabPath) },
    { id: "hotkeys", run: () => show("hotkeys") },
    { id: "signOut", run: signOut },
  ];
  const hotkeys: readonly Hotkey[] = [
    { combo: "mod+k", label: "hotkeys.palette", group: "hotkeys.general", everywhere: true, run: () => show("palette") },
    { combo: "?", label: "hotkeys.list", group: "hotkeys.general", inDialogs: true, run: () => show("hotkeys") },
    { combo: "mod+b", label: "hotkeys.fold", group: "hotkeys.general", run: toggleFold },
    { combo: "arrowleft arrowright", label: "hotkeys.tabMove", group: "hotkeys.tabs" },
    { combo: "delete", label: "hotkeys.tabClose", group: "hotkeys.tabs" },
    { combo: "shift+f10", label: "hotkeys.tabMenu", group: "hotkeys.tabs" },
  ];
  useHotkeys(hotkeys);
  return (
    <div className="gh-shell">
      <AppHeader
        folded={folded}
        mode={mode}
        onFold={toggleFold}
        onMode={toggleMode}
        onTheme={() => show("theme")}
        onPalette={() => show("palette")}
        extra={headerExtra}
      />
      <div className="gh-body">
        <SideMenu entries={entries} path={path === monitorPath ? homePath : path} folded={folded} />
        <main className="gh-stage">
          <TabBar path={tabPath} />
          <div id={contentId} className="gh-content" tabIndex={-1}>
            <Views entries={entries} path={tabPath} search={location.search} />
            {refused && <RefusalView refused={refused} />}
          </div>
        </main>
      </div>
      {opened === "palette" && <ShellPalette actions={actions} sources={paletteSources} onClose={close} />}
      {opened === "theme" && <ThemeDialog onClose={close} />}
      {opened === "hotkeys" && <HotkeyDialog onClose={close} />}
    </div>
  );
}

interface ShellPaletteProps {
  actions: readonly ShellAction[];
  sources: readonly PaletteSource[];
  onClose(): void;
}

function ShellPalette({ actions, sources, onClose }: ShellPaletteProps) {
  const groups = usePaletteGroups(actions);
  const { me } = useSession();
  const { index } = useUserMenu();
  const open = useMemo(
    () => sources.filter(({ needs }) => !needs || (me.paths.includes(needs.call) && index.has(needs.screen))),
    [sources, me.paths, index],
  );
  return <Palette groups={groups} sources={open} onClose={onClose} />;
}
