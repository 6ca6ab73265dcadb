const patienceMs = 8_000;
const entryScript = /<script[^>]*type="module"[^>]*src="([^"]+)"/;

/** The page that the server would give now; undefined when it does not answer. */
export const pageOfServer = async (): Promise<string | undefined> => {
  try {
    const answer = await fetch("/", { cache: "no-store", signal: AbortSignal.timeout(patienceMs) });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
};

/** The build that a page begins with: its first script is named after all that it leads to. */
export const buildOf = (page: string): string | undefined => entryScript.exec(page)?.[1];

/** The build that this tab runs; undefined where it was not built. */
export const ownBuild = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src^="/assets/"]')?.getAttribute("src") ?? undefined;
