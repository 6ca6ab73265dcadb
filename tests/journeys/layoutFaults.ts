import type { Page } from "playwright-core";

/** A page that scrolls as a whole. */
export const overflows = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return scrollWidth > innerWidth || scrollHeight > innerHeight ? [`the page takes ${scrollWidth} × ${scrollHeight} px`] : [];
  });

/** What stands wrong on a page in a wide window: itself, columns, headings, actions, the line of the title. */
export const wideFaults = async (page: Page): Promise<string[]> => [...(await overflows(page)), ...(await partFaults(page))];

const partFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const shown = (selector: string): HTMLElement[] =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.getClientRects().length > 0);
    for (const pane of shown(".bp6-table-quadrant-main > .bp6-table-quadrant-scroll-container"))
      if (pane.scrollWidth > pane.clientWidth) faults.push(`columns end ${pane.scrollWidth - pane.clientWidth} px beyond the table`);
    for (const heading of shown(".gh-colhead[role=columnheader] .gh-colhead-label"))
      if (heading.scrollWidth > heading.clientWidth + 1 || heading.scrollHeight > heading.clientHeight + 1)
        faults.push(`heading cut: ${heading.textContent}`);
    for (const button of shown(".gh-actions button")) {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (left < 0 || right > innerWidth) faults.push(`action beyond the window: ${button.ariaLabel}`);
      else if (onTop && !button.contains(onTop) && onTop.closest(".gh-row")) faults.push(`action covered: ${button.ariaLabel}`);
    }
    for (const head of shown(".gh-page-head")) {
      const tops = [...head.querySelectorAll(".gh-page-filters > *, .gh-page-actions > *")].map((each) => each.getBoundingClientRect());
      const first = tops[0];
      if (first && tops.some(({ top }) => top > first.bottom)) faults.push("the title takes more than a line");
    }
    return [...new Set(faults)];
  });

/** px of the first column that can be read at least. */
const readable = 56;

/** What is out of reach, or takes the room of what is read, in a narrow one. */
export const narrowFaults = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const faults: string[] = [];
    const shown = (selector: string): HTMLElement[] =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.getClientRects().length > 0);
    const reachable = (element: Element): boolean => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (left < 0 || right > innerWidth || top < 0) return false;
      const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return onTop !== null && (element.contains(onTop) || onTop.contains(element));
    };
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
    for (const content of shown("#gh-content, .gh-page, .gh-form-fields, .gh-device-body"))
      if (content.scrollWidth > content.clientWidth && getComputedStyle(content).overflowX !== "clip")
        faults.push(`${content.className || content.id} scrolls sideways`);
    for (const name of shown("main :is(h1, h2, strong)")) {
      if (name.clientWidth > 0 && name.clientWidth < least && name.scrollWidth > name.clientWidth + 1)
        faults.push(`name cut: ${name.textContent}`);
    }
    for (const account of shown(".gh-account")) if (!reachable(account)) faults.push("the account menu is out of reach");
    for (const button of shown(".gh-page-actions button, .gh-form-buttons button"))
      if (!reachable(button)) faults.push(`out of reach: ${button.textContent}`);
    for (const pane of shown(".bp6-table-quadrant-main > .bp6-table-quadrant-scroll-container")) {
      const table = pane.closest(".gh-table");
      const box = pane.getBoundingClientRect();
      const row = table?.querySelector(".gh-row");
      const strip = row?.querySelector(".gh-strip")?.getBoundingClientRect();
      const still = [...(row?.querySelectorAll(".gh-still:not(.gh-strip)") ?? [])].at(-1)?.getBoundingClientRect();
      const end = strip?.left ?? box.right;
      const first = table?.querySelector(".gh-row .gh-cell[data-col]:not(:has(.gh-check))")?.getBoundingClientRect();
      if (first && Math.min(first.right, end) - first.left < least) faults.push("the first column cannot be read");
      if (strip && strip.width > box.width / 3) faults.push("actions take more than a third of the table");
      if (still && end - still.right < box.width / 4) faults.push("columns that stand still leave less than a quarter of the table");
      for (const button of row?.querySelectorAll(".gh-actions button") ?? [])
        if (!reachable(button)) faults.push(`out of reach: ${button.ariaLabel}`);
      const heading = [...(table?.querySelectorAll<HTMLElement>(".gh-colhead[role=columnheader] .gh-colhead-label") ?? [])].sort(
        (one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left,
      )[0];
      const head = heading?.closest(".gh-colhead");
      if (heading && head && (heading.scrollWidth > heading.clientWidth + 1 || !reachable(head)))
        faults.push(`heading cut: ${heading.textContent}`);
    }
    return [...new Set(faults)];
  }, readable);
