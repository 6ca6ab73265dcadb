import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { ConfirmDialog } from "./confirmDialog.tsx";
import { type ConfirmOptions, type Feedback, FeedbackContext, type Toasts } from "./feedback.ts";
import "./feedback.css";
import { watchOwnKeyPresses } from "./ownKeyPresses.ts";
import { refusalText } from "./refusalText.ts";
import { createToasterHost } from "./toaster.ts";

interface Question {
  key: number;
  options: ConfirmOptions;
  answer(confirmed: boolean): void;
}

const endOnMove = (end: () => void): (() => void) => {
  window.addEventListener("popstate", end);
  return () => window.removeEventListener("popstate", end);
};

/** Gives what is below it toasts and questions. Stands once, inside the language provider. */
export function FeedbackProvider({ children }: { children: ReactNode }) {
  const intl = useIntl();
  const [host] = useState(createToasterHost);
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const [answered, setAnswered] = useState<Question>();
  useEffect(() => host.close, [host]);
  useEffect(() => watchOwnKeyPresses(window), []);

  const feedback = useMemo((): Feedback => {
    const toasts: Toasts = {
      success: (id, values) => host.show("success", intl.formatMessage({ id }, values)),
      warning: (text) => host.show("warning", text),
      error: (text) => host.show("danger", text),
      refused: (refusal) => {
        const told = refusalText(refusal, intl);
        if (told) toasts[told.kind](told.text);
      },
    };
    let asked = 0;
    const ask: Feedback["ask"] = (options, ended) =>
      new Promise((resolve) => {
        if (ended.aborted) {
          resolve(false);
          return;
        }
        const withdraw = () => {
          setQuestions((waiting) => waiting.filter((one) => one !== question));
          question.answer(false);
        };
        const stay = endOnMove(withdraw);
        asked += 1;
        const question: Question = {
          key: asked,
          options,
          answer(confirmed) {
            stay();
            ended.removeEventListener("abort", withdraw);
            resolve(confirmed);
          },
        };
        ended.addEventListener("abort", withdraw);
        setQuestions((waiting) => [...waiting, question]);
      });
    return { toasts, ask };
  }, [host, intl]);

  const question = questions[0];
  return (
    <FeedbackContext value={feedback}>
      {children}
      {question && (
        <ConfirmDialog
          key={question.key}
          options={question.options}
          isOpen={answered !== question}
          onAnswer={(confirmed) => {
            if (answered === question) return;
            setAnswered(question);
            question.answer(confirmed);
          }}
          onClosed={() => setQuestions((waiting) => waiting.filter((one) => one !== question))}
        />
      )}
    </FeedbackContext>
  );
}
