import { type RefObject, useLayoutEffect, useState } from "react";

interface TabBox {
  path: string;
  affix: boolean;
  width: number;
}

/** px of the button that opens the list of those without room. */
const listWidth = 56;

/** Paths of tabs that have no room: the fixed ones and the active one stay, of the others as many from the left as fit. */
export const withoutRoom = (tabs: readonly TabBox[], active: string, room: number): string[] => {
  const widthOf = (boxes: readonly TabBox[]): number => boxes.reduce((sum, { width }) => sum + width, 0);
  if (widthOf(tabs) <= room) return [];
  const stays = ({ path, affix }: TabBox): boolean => affix || path === active;
  let left = room - listWidth - widthOf(tabs.filter(stays));
  let full = false;
  return tabs
    .filter((tab) => !stays(tab))
    .filter(({ width }) => {
      left -= width;
      full ||= left < 0;
      return full;
    })
    .map(({ path }) => path);
};

const measured = (list: HTMLElement): TabBox[] =>
  [...list.querySelectorAll<HTMLElement>("[role=tab]")].map((tab) => ({
    path: tab.dataset.path ?? "",
    affix: tab.dataset.fixed !== undefined,
    width: tab.offsetWidth,
  }));

/** Which tabs have no room in the bar; measured anew when `shown`, what stands in them, or the bar changes. */
export const useWithoutRoom = (list: RefObject<HTMLElement | null>, active: string, shown: string): readonly string[] => {
  const [paths, setPaths] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands in the tabs decides how wide they are
  useLayoutEffect(() => {
    const element = list.current;
    // The list alone is narrower while the button stands beside it.
    const bar = element?.parentElement;
    if (!element || !bar) return undefined;
    const measure = () => {
      const next = withoutRoom(measured(element), active, bar.clientWidth);
      setPaths((before) => (before.join() === next.join() ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(bar);
    return () => observer.disconnect();
  }, [list, active, shown]);
  return paths;
};
