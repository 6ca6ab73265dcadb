import type { Language } from "#contract/messages.ts";
import { keepLanguage, readLanguage } from "#src/app/browserStore.ts";

export interface LanguageStore {
  current(): Language;
  set(language: Language): void;
  /** Another tab chose a language. */
  reread(): void;
  subscribe(listener: () => void): () => void;
}

export const openLanguageStore = (): LanguageStore => {
  let language = readLanguage();
  const listeners = new Set<() => void>();
  const change = (next: Language): void => {
    if (next === language) return;
    language = next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => language,
    set(next) {
      keepLanguage(next);
      change(next);
    },
    reread: () => change(readLanguage()),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
