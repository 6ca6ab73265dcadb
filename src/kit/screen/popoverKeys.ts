import type { KeyboardEvent } from "react";

const item = "a.bp6-menu-item";
const stops = `${item}:not(.bp6-disabled), input:not(:disabled), select:not(:disabled), button:not(:disabled, ${item} *)`;
const tabStops = `${item}:not(.bp6-disabled), input:not(:disabled), select:not(:disabled), button:not(:disabled)`;

const within = (root: Element, selector: string): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(selector)].filter((element) => element.tabIndex >= 0);

/** Up, Down, Home and End between what can be chosen, ticked or filled in; Right and Left between a menu's item and its own button. */
export const moveInside = (event: KeyboardEvent<HTMLElement>): void => {
  const { key, target, currentTarget } = event;
  if (!(target instanceof HTMLElement)) return;
  const own = target.closest(item);
  const inField = target instanceof HTMLInputElement && target.type !== "checkbox" && target.type !== "radio";
  if (inField && target.type === "date") return;
  let next: HTMLElement | null | undefined;
  if (key === "ArrowRight" && own === target) next = own.querySelector<HTMLElement>("button");
  else if (key === "ArrowLeft" && own && own !== target) next = own as HTMLElement;
  else {
    const all = within(currentTarget, stops);
    const at = all.findIndex((one) => one === target || one === own);
    const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, ...(inField ? {} : { Home: 0, End: -1 }) };
    const place = targets[key];
    if (place !== undefined) next = all.at(place % all.length);
  }
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
};

/** Whether Tab would go beyond the ends of the popover. */
export const leavesAt = ({ key, shiftKey, target, currentTarget }: KeyboardEvent<HTMLElement>): boolean =>
  key === "Tab" && within(currentTarget, tabStops).at(shiftKey ? 0 : -1) === target;

/** The focus goes to the chosen item, or the first; a field that took it keeps it. */
export const startInside = (popover: HTMLElement): void => {
  if (document.activeElement?.matches("input, select, textarea") && popover.contains(document.activeElement)) return;
  const first = popover.querySelector<HTMLElement>(`${item}.bp6-selected, ${item}.bp6-active`) ?? within(popover, stops)[0];
  first?.focus({ preventScroll: true });
};
