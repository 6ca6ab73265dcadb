import { type RefObject, useCallback, useContext, useEffect, useRef } from "react";
import { type Draft, readDraft, removeDraft, writeDraft } from "#src/kit/form/draft.ts";
import { holdForm } from "#src/kit/form/unsaved.ts";
import { ViewLocationContext } from "#src/kit/view/viewLocation.ts";
import { useSession } from "#src/session/sessionView.ts";
import { serverNow } from "#store/serverClock.ts";

interface SheetDraft {
  /** What was typed earlier. */
  read(): Draft | undefined;
  forget(): void;
}

/**
 * Keeps what was typed into a sheet when it goes in whatever way, and counts it among the forms that are open. `unsaved` tells what is to be
 * kept; nothing where all is saved.
 */
export const useSheetDraft = (name: string, unsaved: RefObject<() => Record<string, unknown> | undefined>): SheetDraft => {
  const userId = useSession().me.id;
  const place = useContext(ViewLocationContext)?.path;
  const given = useRef(false);
  const forget = useCallback(() => removeDraft(sessionStorage, userId, name), [userId, name]);
  useEffect(() => {
    given.current = false;
    const kept = () => (given.current ? undefined : unsaved.current());
    const keep = () => {
      const values = kept();
      if (values) writeDraft(sessionStorage, userId, name, { at: serverNow(), values, ...(place === undefined ? {} : { place }) });
    };
    const giveUp = () => {
      given.current = true;
      forget();
    };
    const release = place === undefined ? undefined : holdForm({ place, isDirty: () => kept() !== undefined, forget: giveUp });
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      release?.();
      keep();
    };
  }, [userId, name, place, unsaved, forget]);
  return { read: () => readDraft(sessionStorage, userId, name), forget };
};
