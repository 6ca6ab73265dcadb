import { type RefObject, useEffect, useState, useSyncExternalStore } from "react";

const watchPage = (watcher: () => void): (() => void) => {
  document.addEventListener("visibilitychange", watcher);
  return () => document.removeEventListener("visibilitychange", watcher);
};

const isPageShown = (): boolean => document.visibilityState === "visible";

/** Whether a person could see the element: it is within the window, and the page is not behind others. */
export const useInSight = (element: RefObject<Element | null>): boolean => {
  const pageShown = useSyncExternalStore(watchPage, isPageShown);
  const [within, setWithin] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver((entries) => setWithin(entries.at(-1)?.isIntersecting ?? false));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return pageShown && within;
};
