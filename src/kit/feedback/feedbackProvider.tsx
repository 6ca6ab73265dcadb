import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { ConfirmDialog } from "./confirmDialog.tsx";
import { type Confirm, type ConfirmOptions, type Feedback, FeedbackContext, type Toasts } from "./feedback.ts";
import "./feedback.css";
import { watchOwnKeyPresses } from "./ownKeyPresses.ts";
import { refusalText } from "./refusalText.ts";
import { createToasterHost } from "./toaster.ts";

interface Question {
  options: ConfirmOptions;
  answer(confirmed: boolean): void;
}

/** Gives what is below it toasts and questions. Stands once, inside the language provider. */
export function FeedbackProvider({ children }: { children: ReactNode }) {
  const intl = useIntl();
  const [host] = useState(createToasterHost);
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const [answered, setAnswered] = useState(false);
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
    const confirm: Confirm = (options) => new Promise((resolve) => setQuestions((waiting) => [...waiting, { options, answer: resolve }]));
    return { toasts, confirm };
  }, [host, intl]);

  const question = questions[0];
  return (
    <FeedbackContext value={feedback}>
      {children}
      {question && (
        <ConfirmDialog
          options={question.options}
          isOpen={!answered}
          onAnswer={(confirmed) => {
            if (answered) return;
            setAnswered(true);
            question.answer(confirmed);
          }}
          onClosed={() => {
            setAnswered(false);
            setQuestions((waiting) => waiting.slice(1));
          }}
        />
      )}
    </FeedbackContext>
  );
}
