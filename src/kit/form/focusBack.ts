import { useEffect, useState } from "react";
import { contentId } from "#src/kit/view/content.ts";

const isShown = (element: Element): boolean => element.getClientRects().length > 0;

/** Where the keyboard goes on when what opened a dialog is gone: the table of the view that is shown, or the view. */
const viewElement = (): HTMLElement | null => {
  const content = document.getElementById(contentId);
  const grids = [...(content?.querySelectorAll<HTMLElement>("[role=grid]") ?? [])];
  return grids.find(isShown) ?? content;
};

/** Nobody has the focus, or a dialog that is about to go: one that stays takes it back. */
const isLost = (): boolean => document.activeElement?.closest("body > :not(.bp6-portal)") == null;

interface Opened {
  opener: Element | null;
}

/** Those that are drawn, and what each is to give the focus back to, in the order in which they were. */
const opened = new Map<number, Opened>();
let drawn = 0;

const canTake = (opener: Element | null): opener is Element => opener?.isConnected === true && opener !== document.body;

const giveBack = ({ opener }: Opened) => {
  if (!isLost()) return;
  // What a key opened from anywhere on the page ends where the page is worked with.
  const target = canTake(opener) ? opener : viewElement();
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
};

/**
 * Gives the focus back to what had it before the caller was drawn, once the caller has gone. Another that was drawn later and stays
 * keeps it, and gives it back in its place.
 */
export const useFocusBack = (): void => {
  const [own] = useState((): Opened => ({ opener: document.activeElement }));
  useEffect(() => {
    drawn += 1;
    const place = drawn;
    opened.set(place, own);
    return () => {
      opened.delete(place);
      // The question whether to give up what was typed closes at the same time, and holds the focus until its effects have run.
      queueMicrotask(() => {
        const later = [...opened].find(([other]) => other > place)?.[1];
        if (!later) giveBack(own);
        else if (!canTake(later.opener)) later.opener = own.opener;
      });
    };
  }, [own]);
};
