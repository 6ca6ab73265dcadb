import { buildOf, ownBuild, pageOfServer } from "./consolePage.ts";

const patienceMs = 20_000;

/** Why a part did not come: the server does not answer, it has another build by now, or something else. */
export type PartTrouble = "offline" | "outdated" | "broken";

export class PartFault extends Error {
  override readonly name = "PartFault";
  readonly trouble: PartTrouble;

  constructor(trouble: PartTrouble, cause: unknown) {
    super(`a part of the console could not be loaded: ${trouble}`, { cause });
    this.trouble = trouble;
  }
}

/** What a person is told of it, as a message's id. */
export const partTroubleId = (fault: unknown): string => (fault instanceof PartFault ? `part.${fault.trouble}` : "part.failed");

/** A sheet that failed would count as loaded at the next try, and the part would come up without its looks; one that hangs would be waited for. */
const dropFailedSheets = (): void => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.sheet) continue;
    link.dispatchEvent(new Event("error"));
    link.remove();
  }
};

const inTime = async <T>(loading: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("not in time")), patienceMs);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
};

const troubleNow = async (): Promise<PartTrouble> => {
  const page = await pageOfServer();
  if (page === undefined) return "offline";
  return ownBuild() !== undefined && buildOf(page) !== ownBuild() ? "outdated" : "broken";
};

/** What `load` imports; rejects with a PartFault that knows why it did not come. */
export const loadPart = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await inTime(load());
  } catch (cause) {
    dropFailedSheets();
    const trouble = await troubleNow();
    // What hangs in a dead connection would be joined, not asked for anew, by the next try.
    if (trouble === "offline") window.stop();
    throw new PartFault(trouble, cause);
  }
};
