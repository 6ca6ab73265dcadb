import { useEffect, useState } from "react";
import { useLanguage } from "#src/session/sessionView.ts";
import { matching, type PaletteAnswer, type PaletteItem, type PaletteSource } from "./paletteSource.ts";

export interface PaletteGroup {
  readonly id: string;
  /** Message id. */
  readonly title: string;
  readonly items: readonly PaletteItem[];
  /** Found besides those. */
  readonly more?: number;
}

const pause = 150;

/** The groups that match the text: the given ones at once, those of the sources as they answer. */
export const usePaletteFound = (
  text: string,
  groups: readonly PaletteGroup[],
  sources: readonly PaletteSource[],
): { found: readonly PaletteGroup[]; searching: boolean; failed: boolean } => {
  const { language } = useLanguage();
  const [answers, setAnswers] = useState<Readonly<Record<string, PaletteAnswer | "failed">>>({});
  const asked = text.trim();
  const [answered, setAnswered] = useState(asked);
  if (answered !== asked) {
    setAnswered(asked);
    setAnswers({});
  }
  useEffect(() => {
    if (!asked) return;
    const ending = new AbortController();
    const keep = (id: string, answer: PaletteAnswer | "failed") => {
      if (!ending.signal.aborted) setAnswers((before) => ({ ...before, [id]: answer }));
    };
    const timer = setTimeout(() => {
      for (const source of sources) {
        source.search(asked, ending.signal, language).then(
          (answer) => keep(source.id, answer),
          () => keep(source.id, "failed"),
        );
      }
    }, pause);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [asked, sources, language]);
  const known = groups.map((group) => ({ ...group, items: matching(group.items, asked) }));
  const further = sources.map(({ id, title }) => {
    const answer = answers[id];
    return { id, title, ...(answer === undefined || answer === "failed" ? { items: [] } : answer) };
  });
  return {
    found: [...known, ...further].filter((group) => group.items.length > 0),
    searching: asked !== "" && sources.some((source) => answers[source.id] === undefined),
    failed: Object.values(answers).includes("failed"),
  };
};
