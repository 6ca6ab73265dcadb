import type { KeyboardEvent } from "react";

/** Keys of a notice: Enter follows its title where the notice itself has the focus, A handles its alarm. */
export const noticeKeys =
  (handle: (() => void) | undefined) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target, currentTarget, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    if (key === "Enter" && target === currentTarget) currentTarget.querySelector("a")?.click();
    else if (key.toLowerCase() === "a" && handle) handle();
    else return;
    event.preventDefault();
  };

/** Where the arrow keys, Home and End lead from a row of a list; undefined for other keys and beyond its ends. */
export const rowAt = ({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): HTMLElement | undefined => {
  const rows = [...currentTarget.querySelectorAll<HTMLElement>(":scope > li")];
  const at = rows.findIndex((row) => target instanceof Node && row.contains(target));
  const places: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
  return rows[places[key] ?? -1];
};
