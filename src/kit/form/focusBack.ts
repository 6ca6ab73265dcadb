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

/** Gives the focus back to what had it before the caller was drawn, once the caller has gone. */
export const useFocusBack = (): void => {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    const giveBack = () => {
      if (!isLost()) return;
      // What a key opened from anywhere on the page ends where the page is worked with.
      const target = opener?.isConnected && opener !== document.body ? opener : viewElement();
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    };
    // The question whether to give up what was typed closes at the same time, and holds the focus until its effects have run.
    return () => queueMicrotask(giveBack);
  }, [opener]);
};
