/** The pane of Blueprint's that scrolls; the fixed ones follow it. */
export function scroller(root: Element): HTMLElement | undefined {
  return root.querySelector<HTMLElement>(".bp6-table-quadrant-main > .bp6-table-quadrant-scroll-container") ?? undefined;
}
