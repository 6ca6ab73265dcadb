import { loadPart } from "#src/kit/part/loadPart.ts";
import { canRestore } from "./browserStore.ts";
import type { LanguageStore } from "./languageStore.ts";
import { neededWords } from "./neededWords.ts";
import type { ScreenEntry } from "./screens.ts";

const partOfAddress = (entries: ReadonlyMap<string, ScreenEntry>): ScreenEntry | undefined =>
  entries.get(location.hash.slice(1).split("?")[0] ?? "");

/**
 * Whoever is signed in gets all that the page at its address is drawn with at once, whoever is not the log-in page; asked for where it is
 * drawn, each part would wait for the one around it. One that does not come is asked for again there, and told of.
 */
export const loadAhead = (language: LanguageStore, entries: ReadonlyMap<string, ScreenEntry>): void => {
  const parts: (() => Promise<unknown>)[] = canRestore()
    ? [
        () => import("./signedIn.tsx"),
        () => import("./shell/signedInPages.tsx"),
        () => import("./realtime/linkStatus.tsx"),
        // Before the words: it may need more of them.
        async () => partOfAddress(entries)?.load(),
        () => neededWords.current()(language.current()),
      ]
    : [() => import("#src/screens/login/loginPage.tsx")];
  void Promise.allSettled(parts.map(loadPart));
};
