/** The id of the part of the page that shows the views; the focus goes there when what had it is gone. */
export const contentId = "gh-content";

export const focusContent = (): void => document.getElementById(contentId)?.focus({ preventScroll: true });

/** At a link into another view, of what stands beside the views: these have the focus then, also where they are hidden until it is followed. */
export const focusFollows = ({ ctrlKey, metaKey, shiftKey }: Pick<MouseEvent, "ctrlKey" | "metaKey" | "shiftKey">): void => {
  if (ctrlKey || metaKey || shiftKey) return;
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  focusContent();
};

/** Nothing has the focus but the views as a whole, or something of a view that is hidden by now, which the browser takes it from only later. */
export const isFocusFree = (): boolean => {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.id === contentId || focused.checkVisibility?.() === false;
};
