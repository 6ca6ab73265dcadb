import { allMessages, firstMessages, type MessageLoader } from "./languageProvider.tsx";

let load = firstMessages;
let tellAll = (): void => undefined;
const allAreThere = new Promise<void>((resolve) => {
  tellAll = resolve;
});
const listeners = new Set<() => void>();

/** What the pages of somebody who is signed in are worded by: the words of the shell and of lists, and all from the first screen on that has others. */
export const neededWords = {
  current: (): MessageLoader => load,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Resolves when the page has them. */
  all(): Promise<void> {
    load = allMessages;
    for (const listener of listeners) listener();
    return allAreThere;
  },
  loaded(by: MessageLoader): void {
    if (by === allMessages) tellAll();
  },
};

/** What is drawn beside a screen that has few words, with all words. */
export const withAllWords = async <Part>(part: Promise<Part>): Promise<Part> => (await Promise.all([part, neededWords.all()]))[0];
