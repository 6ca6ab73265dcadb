import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { type Feedback, FeedbackContext, type Toasts } from "./feedback.ts";
import "./feedback.css";
import { watchOwnKeyPresses } from "./ownKeyPresses.ts";
import { askQuestion, type Question } from "./question.ts";
import { failureText, refusalText } from "./refusalText.ts";
import { createToasterHost } from "./toaster.ts";

const ConfirmDialog = lazyPart(async () => (await import("./confirmDialog.tsx")).ConfirmDialog, { place: "over" });

interface Waiting {
  key: number;
  question: Question;
}

/** Gives what is below it toasts and questions. Stands once, inside the language provider. */
export function FeedbackProvider({ children }: { children: ReactNode }) {
  const intl = useIntl();
  const [host] = useState(createToasterHost);
  const [questions, setQuestions] = useState<readonly Waiting[]>([]);
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
    const ask: Feedback["ask"] = async (options, ended, act) => {
      if (ended.aborted) return false;
      asked += 1;
      const key = asked;
      return await askQuestion({
        ...{ options, act, ended },
        refused(refusal) {
          const told = failureText(refusal, intl, options.failed);
          if (told) toasts[told.kind](told.text);
        },
        show: (question) => setQuestions((waiting) => [...waiting, { key, question }]),
        hide: (question) => setQuestions((waiting) => waiting.filter((one) => one.question !== question)),
      });
    };
    return { toasts, ask };
  }, [host, intl]);

  const first = questions[0];
  const end = (ended: Waiting) => setQuestions((waiting) => waiting.filter((one) => one !== ended));
  return (
    <FeedbackContext value={feedback}>
      {children}
      {first && (
        <ConfirmDialog
          key={first.key}
          question={first.question}
          onClosed={() => end(first)}
          onClose={() => {
            first.question.decline();
            end(first);
          }}
        />
      )}
    </FeedbackContext>
  );
}
