import { neededWords } from "./neededWords.ts";
import type { ScreenEntry } from "./screens.ts";

/** The screen with its words. */
export const worded = (entry: ScreenEntry): ScreenEntry =>
  entry.firstWords
    ? entry
    : {
        ...entry,
        async load() {
          const [screen] = await Promise.all([entry.load(), neededWords.all()]);
          return screen;
        },
      };
