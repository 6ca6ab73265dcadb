import { useEffect, useRef, useSyncExternalStore } from "react";

export interface Hotkey {
  /** Such as `mod+k`, `shift+f10`, `space`, `plus`, `?`, or alternatives like `arrowleft arrowright`; `mod` is Ctrl, or Command on a Mac. */
  readonly combo: string;
  /** Message id of what it does. */
  readonly label: string;
  /** Message id of the heading it is listed under. */
  readonly group: string;
  /** Absent when the key is handled elsewhere and is only listed. */
  run?(event: KeyboardEvent): void;
  /** Listed only while the focus is in this part of the page. */
  readonly part?: () => Element | null;
  /** Also in a dialog, and with `everywhere` while typing as well. */
  readonly inDialogs?: boolean;
  readonly everywhere?: boolean;
}

type Read = () => readonly Hotkey[];

const sources = new Set<Read>();
const watchers = new Set<() => void>();
let listed: readonly Hotkey[] = [];

const changed = (): void => {
  listed = [...sources].flatMap((read) => read());
  for (const watcher of watchers) watcher();
};

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};

const one = (combo: string, event: KeyboardEvent): boolean => {
  const parts = combo.toLowerCase().split("+");
  const key = parts.at(-1) === "space" ? " " : parts.at(-1);
  const wants = (name: string) => parts.slice(0, -1).includes(name);
  const shiftCounts = event.key.length > 1 || /[a-z0-9 ]/i.test(event.key);
  return (
    event.key.toLowerCase() === key &&
    (event.ctrlKey || event.metaKey) === wants("mod") &&
    event.altKey === wants("alt") &&
    (!shiftCounts || event.shiftKey === wants("shift"))
  );
};

/** Whether the key event is one of the combinations. A sign such as `?` is meant as it is typed, with shift or without. */
export const matches = (combo: string, event: KeyboardEvent): boolean => combo.split(" ").some((alternative) => one(alternative, event));

const typing = "input, textarea, select, [contenteditable=true], [contenteditable=''], [role=menu]";
const dialog = "[role=dialog]";

const within = (target: EventTarget | null, parts: string): boolean => target instanceof Element && target.closest(parts) !== null;

const answers = ({ everywhere = false, inDialogs = everywhere }: Hotkey, target: EventTarget | null): boolean =>
  everywhere || (!within(target, typing) && (inDialogs || !within(target, dialog)));

const press = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.isComposing) return;
  const hit = listed.findLast((hotkey) => hotkey.run && matches(hotkey.combo, event) && answers(hotkey, event.target));
  if (!hit) return;
  event.preventDefault();
  hit.run?.(event);
};

/** Keys that work, and are listed under `?`, while the caller is shown. The latest registered wins. */
export const useHotkeys = (hotkeys: readonly Hotkey[]): void => {
  const latest = useRef(hotkeys);
  useEffect(() => {
    latest.current = hotkeys;
    if (sources.size > 0) changed();
  }, [hotkeys]);
  useEffect(() => {
    const read: Read = () => latest.current;
    if (sources.size === 0) document.addEventListener("keydown", press);
    sources.add(read);
    changed();
    return () => {
      sources.delete(read);
      if (sources.size === 0) document.removeEventListener("keydown", press);
      changed();
    };
  }, []);
};

/** Every key that works where the focus is, those of the part that has it first. */
export const useListedHotkeys = (focused: Element | null): readonly Hotkey[] => {
  const all = useSyncExternalStore(watch, () => listed);
  const own = all.filter(({ part }) => part?.()?.contains(focused));
  const inDialog = within(focused, dialog);
  const rest = all.filter(({ part, everywhere, inDialogs }) => part === undefined && (!inDialog || everywhere || inDialogs));
  return [...own, ...rest];
};
