import { type RefObject, useCallback, useContext, useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { ViewLocationContext } from "#src/kit/view/viewLocation.ts";
import { useSession } from "#src/session/sessionView.ts";
import { serverNow } from "#store/serverClock.ts";
import { type Draft, readDraft, removeDraft, withoutSecrets, writeDraft } from "./draft.ts";
import { holdForm } from "./unsaved.ts";

interface DraftOptions {
  name: string;
  methods: UseFormReturn<FieldValues>;
  /** Paths that are never kept. */
  secrets: ReadonlySet<string>;
  version: RefObject<number | undefined>;
  subject: unknown;
}

interface DraftOfForm {
  /** What was typed earlier and may be restored. */
  draft: Draft | undefined;
  restoreDraft(): void;
  forgetDraft(): void;
  /** Saved or given up: nothing is kept from here on. */
  finish(): void;
}

/**
 * Keeps what was typed when the form goes in whatever way: by another tab, the menu, the browser's back, the end of the session. Counts the
 * form as open, so that whoever would close the view for good can ask first.
 */
export const useDraft = ({ name, methods, secrets, version, subject }: DraftOptions): DraftOfForm => {
  const userId = useSession().me.id;
  const place = useContext(ViewLocationContext)?.path;
  const [draft, setDraft] = useState(() => readDraft(sessionStorage, userId, name));
  const done = useRef(false);
  const { isDirty } = methods.formState;
  const latest = useRef({ isDirty, subject });
  useEffect(() => {
    latest.current = { isDirty, subject };
  });

  const forgetDraft = useCallback(() => {
    removeDraft(sessionStorage, userId, name);
    setDraft(undefined);
  }, [userId, name]);

  const finish = useCallback(() => {
    done.current = true;
    forgetDraft();
  }, [forgetDraft]);

  useEffect(() => {
    const unsaved = () => !done.current && latest.current.isDirty;
    const keep = () => {
      if (!unsaved()) return;
      const held = version.current;
      writeDraft(sessionStorage, userId, name, {
        at: serverNow(),
        values: withoutSecrets(methods.getValues(), secrets),
        subject: latest.current.subject,
        ...(held === undefined ? {} : { version: held }),
        ...(place === undefined ? {} : { place }),
      });
    };
    const release = place === undefined ? undefined : holdForm({ place, isDirty: unsaved, forget: finish });
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      release?.();
      keep();
    };
  }, [userId, name, place, methods, secrets, version, finish]);

  const restoreDraft = useCallback(() => {
    const kept = readDraft(sessionStorage, userId, name);
    if (kept) {
      for (const [path, value] of Object.entries(kept.values)) methods.setValue(path, value, { shouldDirty: true });
      if (kept.version !== undefined) version.current = kept.version;
    }
    setDraft(undefined);
  }, [userId, name, methods, version]);

  return { draft, restoreDraft, forgetDraft, finish };
};
