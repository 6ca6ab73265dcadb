import { ChevronDown, Cross, Pin } from "@blueprintjs/icons";
import { type KeyboardEvent, type MouseEvent, useCallback, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSelector } from "react-redux";
import { ActionMenu, below, type MenuPlace } from "#src/kit/menu/actionMenu.tsx";
import type { State } from "#store/store.ts";
import type { Tab } from "#store/tabs.ts";
import { MenuButton } from "./menuButton.tsx";
import { useTabMoves } from "./tabMoves.ts";
import { useWithoutRoom } from "./tabOverflow.ts";
import { useTabTitles } from "./tabTitles.ts";

export const tabId = (path: string): string => `tab${path.replaceAll("/", "-")}`;

/** The visited views. Arrows move, Enter shows, Delete closes, Shift+F10 or a right click opens the menu of a tab. */
export function TabBar({ path }: { path: string }) {
  const intl = useIntl();
  const tabs = useSelector((state: State) => state.tabs.tabs);
  const moves = useTabMoves(path);
  const titles = useTabTitles();
  const titleOf = (tab: Tab) => titles.get(tab.path) ?? "";
  const list = useRef<HTMLDivElement>(null);
  const hidden = new Set(useWithoutRoom(list, path, tabs.map((tab) => `${tab.path} ${titleOf(tab)}`).join()));
  const shown = tabs.filter((tab) => !hidden.has(tab.path));
  const [menu, setMenu] = useState<{ tab: Tab; place: MenuPlace }>();
  const elementOf = useCallback((at: string) => list.current?.querySelector<HTMLElement>(`[id="${tabId(at)}"]`), []);
  const closeMenu = useCallback(
    (back: boolean) => {
      if (back && menu) elementOf(menu.tab.path)?.focus();
      setMenu(undefined);
    },
    [menu, elementOf],
  );
  const focusNear = (at: number) => elementOf(shown.at(at % shown.length)?.path ?? "")?.focus();
  const keys = (event: KeyboardEvent, tab: Tab, at: number) => {
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    if (step !== undefined) focusNear(step);
    else if (event.key === "Delete" && !tab.affix) {
      moves.close(tab.path, () => focusNear(at + 1 < shown.length ? at + 1 : at - 1));
    } else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      setMenu({ tab, place: below(event.currentTarget, "start") });
    } else return;
    event.preventDefault();
  };
  const auxiliary = (event: MouseEvent, tab: Tab) => {
    if (event.button === 1 && !tab.affix) moves.close(tab.path);
  };
  const click = (event: MouseEvent, tab: Tab) => {
    if (event.target instanceof Element && event.target.closest("[data-close]")) moves.close(tab.path);
    else moves.show(tab);
  };
  const roving = tabs.some((tab) => tab.path === path) ? path : tabs[0]?.path;
  return (
    <div className="gh-tab-bar">
      <div ref={list} className="gh-tabs" role="tablist" aria-label={intl.formatMessage({ id: "tabs.label" })}>
        {tabs.map((tab) => {
          const title = titleOf(tab);
          const at = shown.indexOf(tab);
          return (
            <button
              key={tab.path}
              id={tabId(tab.path)}
              type="button"
              role="tab"
              className={hidden.has(tab.path) ? "gh-tab gh-tab-over" : "gh-tab"}
              data-path={tab.path}
              data-fixed={tab.affix ? "" : undefined}
              title={tab.affix ? intl.formatMessage({ id: "tabs.fixed" }, { title }) : title}
              aria-selected={tab.path === path}
              aria-keyshortcuts={tab.affix ? "Shift+F10" : "Delete Shift+F10"}
              tabIndex={tab.path === roving ? 0 : -1}
              onClick={(event) => click(event, tab)}
              onAuxClick={(event) => auxiliary(event, tab)}
              onMouseDown={(event) => event.button === 1 && event.preventDefault()}
              onKeyDown={(event) => keys(event, tab, at)}
              onContextMenu={(event) => {
                event.preventDefault();
                setMenu({ tab, place: { left: event.clientX, top: event.clientY, align: "start" } });
              }}
            >
              {tab.affix && <Pin size={12} aria-hidden />}
              <span className="gh-tab-title">{title}</span>
              {!tab.affix && (
                <span className="gh-tab-close" data-close="" aria-hidden="true" title={intl.formatMessage({ id: "tabs.close" })}>
                  <Cross size={12} />
                </span>
              )}
            </button>
          );
        })}
      </div>
      {hidden.size > 0 && (
        <MenuButton
          className="gh-tab-more"
          label={intl.formatMessage({ id: "tabs.more" }, { count: hidden.size })}
          actions={tabs
            .filter((tab) => hidden.has(tab.path))
            .map((tab) => ({ id: tab.path, label: titleOf(tab), run: () => moves.show(tab) }))}
        >
          <span>{hidden.size}</span>
          <ChevronDown size={12} />
        </MenuButton>
      )}
      {menu && (
        <ActionMenu
          label={intl.formatMessage({ id: "tabs.menu" }, { title: titleOf(menu.tab) })}
          place={menu.place}
          actions={moves.actions(menu.tab, tabs).map(({ id, run }) => ({ id, label: intl.formatMessage({ id: `tabs.${id}` }), run }))}
          onClose={closeMenu}
        />
      )}
    </div>
  );
}
