import { type FocusEvent, type RefObject, useEffect, useRef } from "react";
import { focusContent } from "#src/kit/view/content.ts";

interface KeptFocus<E extends HTMLElement> {
  ref: RefObject<E | null>;
  onFocus(event: FocusEvent): void;
  onBlur(): void;
}

/**
 * Keeps the focus in a list of which what has it may go: on the row that it is in, else on the first one, else on the views. Tells whether
 * it is in the list.
 */
export const useKeptFocus = <E extends HTMLElement>(onHeld?: (held: boolean) => void): KeptFocus<E> => {
  const list = useRef<E>(null);
  const row = useRef<Element | null>(null);
  const hold = (next: Element | null): void => {
    if ((row.current === null) !== (next === null)) onHeld?.(next !== null);
    row.current = next;
  };
  useEffect(() => {
    if (row.current === null || document.activeElement !== document.body) return;
    const to = row.current.isConnected ? row.current : list.current?.querySelector(":scope > li");
    if (to instanceof HTMLElement) return to.focus();
    hold(null);
    focusContent();
  });
  return { ref: list, onFocus: ({ target }) => hold(target.closest("li")), onBlur: () => hold(null) };
};
