import { createContext, useCallback, useContext, useEffect, useRef } from "react";
import type { Refusal } from "#store/transport.ts";

export interface Toasts {
  /** Says by message id that something was done. */
  success(id: string, values?: Record<string, string | number>): void;
  warning(text: string): void;
  error(text: string): void;
  /** The one place where a refused call is told of. */
  refused(refusal: Refusal): void;
}

/** `question` and `action` are translated texts; the kinds bring their own. */
export type ConfirmOptions = (
  | { kind: "delete" | "deleteMany" | "submit"; question?: string; action?: string }
  | { kind: "plain" | "danger"; question: string; action: string }
) & {
  /** Names the thing, and what goes with it. */
  detail?: string;
  /** Has to be typed before the question can be confirmed. */
  typed?: string;
  /** A message that says what did not come about, with `why`, where the refusal alone would not. */
  failed?: string;
};

/** Sends what was confirmed; `error` is what a call of the store gave back. */
export type Act = () => Promise<{ error?: unknown }>;

/**
 * Asks; resolves with whether it was confirmed. With an act the question looks busy while that is on its way, and is answered when it went
 * well: otherwise it stays, with what was said.
 */
export type Confirm = (options: ConfirmOptions, act?: Act) => Promise<boolean>;

export interface Feedback {
  readonly toasts: Toasts;
  /** Asks; declined as soon as `ended` says that nobody waits for the answer any more. */
  ask(options: ConfirmOptions, ended: AbortSignal, act?: Act): Promise<boolean>;
}

export const FeedbackContext = createContext<Feedback | undefined>(undefined);

const useFeedback = (): Feedback => {
  const feedback = useContext(FeedbackContext);
  if (!feedback) throw new Error("feedback used outside FeedbackProvider");
  return feedback;
};

export const useToasts = (): Toasts => useFeedback().toasts;

/** Asks a question. It ends, declined, with what asked it: when that goes or is hidden. */
export const useConfirm = (): Confirm => {
  const { ask } = useFeedback();
  const shown = useRef<AbortController>(undefined);
  useEffect(() => {
    const life = new AbortController();
    shown.current = life;
    return () => life.abort();
  }, []);
  return useCallback(async (options, act) => (shown.current ? await ask(options, shown.current.signal, act) : false), [ask]);
};
