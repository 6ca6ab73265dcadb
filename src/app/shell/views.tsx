import { useState } from "react";
import { useSelector } from "react-redux";
import type { ScreenEntry } from "#src/app/screens.ts";
import { useUserMenu } from "#src/session/userMenu.ts";
import type { State } from "#store/store.ts";
import { tabId } from "./tabBar.tsx";
import { ViewFrame } from "./viewFrame.tsx";

interface ViewsProps {
  entries: ReadonlyMap<string, ScreenEntry>;
  path: string;
  search: string;
}

/** The open views: the active one, and behind it those that are kept alive from their first visit until their tab is closed. */
export function Views({ entries, path, search }: ViewsProps) {
  const { tabs, revisions } = useSelector((state: State) => state.tabs);
  const { index } = useUserMenu();
  const [alive, setAlive] = useState<readonly string[]>([]);
  const lives = (at: string) => entries.get(at)?.keepAlive === true && index.get(at)?.noCache !== true;
  const staying = alive.filter((at) => lives(at) && (at === path || tabs.some((tab) => tab.path === at)));
  const wanted = lives(path) && !staying.includes(path) ? [...staying, path] : staying;
  if (wanted.length !== alive.length || wanted.some((at, place) => at !== alive[place])) setAlive(wanted);
  const drawn = wanted.includes(path) ? wanted : [...wanted, path];
  return drawn.map((at) => {
    const entry = entries.get(at);
    if (!entry) return null;
    const own = at === path ? search : (tabs.find((tab) => tab.path === at)?.search ?? "");
    return <ViewFrame key={`${at} ${revisions[at] ?? 0}`} entry={entry} search={own} active={at === path} labelledBy={tabId(at)} />;
  });
}
