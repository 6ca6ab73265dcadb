import { Tab, Tabs, type TabsProps } from "@blueprintjs/core";
import type { JSX, KeyboardEvent } from "react";
import "./screen.css";

interface KeyTab {
  id: string;
  /** Translated. */
  title: string;
  panel?: JSX.Element;
}

interface KeyTabsProps extends Pick<TabsProps, "selectedTabId" | "onChange"> {
  id: string;
  tabs: readonly KeyTab[];
}

const toEnds = (event: KeyboardEvent<HTMLElement>): void => {
  const place = { Home: 0, End: -1 }[event.key];
  if (place === undefined) return;
  const tabs = event.currentTarget.parentElement?.querySelectorAll<HTMLElement>("[role=tab]") ?? [];
  event.preventDefault();
  [...tabs].at(place)?.focus();
};

/**
 * Tabs inside a view: arrows, Home and End move the focus, Enter and Space choose. Blueprint's arrows look for `aria-disabled="false"`, which
 * a tab has only when it is told: React no longer fills in the defaults of an element that is never drawn.
 */
export function KeyTabs({ tabs, ...props }: KeyTabsProps) {
  return (
    <Tabs renderActiveTabPanelOnly className="gh-key-tabs" {...props}>
      {tabs.map((tab) => (
        <Tab key={tab.id} {...tab} disabled={false} onKeyDown={toEnds} />
      ))}
    </Tabs>
  );
}
