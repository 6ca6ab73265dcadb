import type { Language } from "#contract/messages.ts";

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  /** A second, quieter text: a path, a serial number. */
  readonly detail?: string;
  /** Further words by which it is found. */
  readonly words?: readonly string[];
  /** Where choosing it goes, */
  readonly to?: string;
  /** or what it does. */
  run?(): void;
}

export interface PaletteAnswer {
  readonly items: readonly PaletteItem[];
  readonly more: number;
}

/** What the command palette can find besides screens and actions. */
export interface PaletteSource {
  readonly id: string;
  /** Message id of the heading. */
  readonly title: string;
  /** Path of the call that it makes and of the screen that it leads to; not asked on behalf of those who lack either. */
  readonly needs?: { readonly call: string; readonly screen: string };
  /** Answers at most a handful of items, best first, and how many it found besides. `text` is trimmed and not empty; `signal` ends when the text changes. */
  search(text: string, signal: AbortSignal, language: Language): Promise<PaletteAnswer>;
}

/** Items that hold every word of the text, in either language; those that begin with it come first. Without a text, all as they are. */
export const matching = (items: readonly PaletteItem[], text: string): PaletteItem[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...items];
  const whole = words.join(" ");
  const rank = (item: PaletteItem): number => {
    const texts = [item.label, ...(item.words ?? []), item.detail ?? ""].map((part) => part.toLowerCase());
    if (!words.every((word) => texts.some((part) => part.includes(word)))) return -1;
    if (texts.some((part) => part === whole)) return 0;
    return texts.some((part) => part.startsWith(whole)) ? 1 : 2;
  };
  return items
    .map((item) => ({ item, at: rank(item) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
};
