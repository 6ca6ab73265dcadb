import { createContext, useContext } from "react";
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
};

export type Confirm = (options: ConfirmOptions) => Promise<boolean>;

export interface Feedback {
  readonly toasts: Toasts;
  readonly confirm: Confirm;
}

export const FeedbackContext = createContext<Feedback | undefined>(undefined);

const useFeedback = (): Feedback => {
  const feedback = useContext(FeedbackContext);
  if (!feedback) throw new Error("feedback used outside FeedbackProvider");
  return feedback;
};

export const useToasts = (): Toasts => useFeedback().toasts;

/** Asks a question; resolves with whether it was confirmed. */
export const useConfirm = (): Confirm => useFeedback().confirm;
