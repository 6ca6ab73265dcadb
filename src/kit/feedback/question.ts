import { codes } from "#contract/codes.ts";
import type { Refusal } from "#store/transport.ts";
import type { Act, ConfirmOptions } from "./feedback.ts";
import { asRefusal } from "./refusalText.ts";

/** A question that waits for its answer. */
export interface Question {
  readonly options: ConfirmOptions;
  /** Whether something is sent before it is answered. */
  readonly acts: boolean;
  decline(): void;
  /** Sends what was confirmed. Gives back the refusal with which the question goes on standing. */
  confirm(): Promise<Refusal | undefined>;
}

interface Asked {
  options: ConfirmOptions;
  act: Act | undefined;
  /** Nobody waits for the answer any more. */
  ended: AbortSignal;
  show(question: Question): void;
  hide(question: Question): void;
  /** Tells of a refusal that came when the question was gone. */
  refused(refusal: Refusal): void;
}

const endOnMove = (end: () => void): (() => void) => {
  window.addEventListener("popstate", end);
  return () => window.removeEventListener("popstate", end);
};

/** Asks. A question that is withdrawn is declined, unless it was confirmed already: what was sent then answers it. */
export const askQuestion = ({ options, act, ended, show, hide, refused }: Asked): Promise<boolean> =>
  new Promise((resolve) => {
    let acting = false;
    let shown = true;
    const withdraw = () => {
      shown = false;
      hide(question);
      if (!acting) answer(false);
    };
    const stay = endOnMove(withdraw);
    const answer = (confirmed: boolean) => {
      stay();
      ended.removeEventListener("abort", withdraw);
      resolve(confirmed);
    };
    const question: Question = {
      options,
      acts: act !== undefined,
      decline: () => answer(false),
      async confirm() {
        acting = true;
        const { error } = (await act?.()) ?? {};
        acting = false;
        const refusal = error === undefined ? undefined : asRefusal(error);
        if (refusal && shown && refusal.code !== codes.sessionEnded.code) return refusal;
        if (refusal) refused(refusal);
        answer(refusal === undefined);
        return undefined;
      },
    };
    ended.addEventListener("abort", withdraw);
    show(question);
  });
