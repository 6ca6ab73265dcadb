import type { KeyboardEvent, MouseEvent } from "react";

/** What can be done with the items of a tree; each carries its id as `data-item`. */
export interface TreeActions {
  focus(id: string): void;
  toggle(id: string): void;
  /** Of Enter, Space and a click. */
  choose(id: string): void;
}

/** The unfolded items once this one is folded, or unfolded where it was not. */
export const toggled = (open: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(open);
  if (!next.delete(id)) next.add(id);
  return next;
};

/** The item that this one is right below of. */
const above = (item: HTMLElement): HTMLElement | null | undefined =>
  item.closest(".gh-tree-below")?.parentElement?.querySelector<HTMLElement>("[role=treeitem]");

/** Arrows walk the tree as the pattern for trees has it: right unfolds or goes in, left folds or goes out. */
export const walkTree = (event: KeyboardEvent<HTMLElement>, actions: TreeActions): void => {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=treeitem]")];
  const item = items.find((each) => each.matches(":focus"));
  if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
  const at = items.indexOf(item);
  const id = item.dataset.item ?? "";
  const expanded = item.getAttribute("aria-expanded");
  const go = (to: HTMLElement | null | undefined): void => {
    if (!to) return;
    actions.focus(to.dataset.item ?? "");
    to.focus();
  };
  const key = event.key === " " ? "Enter" : event.key;
  if (key === "ArrowDown") go(items[at + 1]);
  else if (key === "ArrowUp") go(items[at - 1]);
  else if (key === "Home") go(items[0]);
  else if (key === "End") go(items.at(-1));
  else if (key === "ArrowRight" && expanded === "true") go(items[at + 1]);
  else if (key === "ArrowLeft" && expanded !== "true") go(above(item));
  else if (key === "ArrowRight" || key === "ArrowLeft") {
    if (expanded !== null) actions.toggle(id);
  } else if (key === "Enter") actions.choose(id);
  else return;
  event.preventDefault();
};

/** Folding is a button's; anything else of an item chooses it. What was clicked is where the keys go on from. */
export const clickTree = (event: MouseEvent<HTMLElement>, actions: TreeActions): void => {
  if (!(event.target instanceof Element)) return;
  const item = event.target.closest<HTMLElement>("[role=treeitem]");
  const id = item?.dataset.item;
  if (!item || id === undefined) return;
  actions.focus(id);
  item.focus();
  if (event.target.closest("[data-fold]")) actions.toggle(id);
  else actions.choose(id);
};
