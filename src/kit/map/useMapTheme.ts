import { type RefObject, useLayoutEffect, useState } from "react";
import type { MapTheme } from "./drawMap.ts";

const tokens: Record<keyof MapTheme, string> = {
  sea: "--gh-map-sea",
  land: "--gh-map-land",
  border: "--gh-map-border",
  province: "--gh-map-province",
  text: "--gh-map-text",
  halo: "--gh-map-halo",
  font: "--gh-font",
};

/** The colours where the map stands; they follow a change of theme and mode. */
export const useMapTheme = (place: RefObject<Element | null>): MapTheme | undefined => {
  const [theme, setTheme] = useState<MapTheme>();
  useLayoutEffect(() => {
    const read = () => {
      const element = place.current;
      if (!element) return;
      const style = getComputedStyle(element);
      const entries = Object.entries(tokens).map(([name, token]) => [name, style.getPropertyValue(token).trim()]);
      // Its names are those of the tokens, which entries forget.
      const next = Object.fromEntries(entries) as unknown as MapTheme;
      setTheme((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.body, { attributes: true, attributeFilter: ["class"] });
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["style", "class"] });
    return () => observer.disconnect();
  }, [place]);
  return theme;
};
