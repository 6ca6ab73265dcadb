import { Button, Callout, Dialog, DialogBody, DialogFooter, InputGroup } from "@blueprintjs/core";
import { useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import type { Refusal } from "#store/transport.ts";
import type { Question } from "./question.ts";
import { failureText } from "./refusalText.ts";

const wording = {
  delete: { question: "feedback.confirm.delete", action: "feedback.action.delete", destructive: true },
  deleteMany: { question: "feedback.confirm.deleteMany", action: "feedback.action.delete", destructive: true },
  submit: { question: "feedback.confirm.submit", action: "feedback.action.submit", destructive: false },
  plain: { question: undefined, action: undefined, destructive: false },
  danger: { question: undefined, action: undefined, destructive: true },
} as const;

const plainDigits = (text: string): string => text.normalize("NFKC").replace(/[\s,]/g, "");

type Phase = "asking" | "sending" | "answered";

/** Where a question is, and the refusal with which it stays. It takes one answer at a time. */
const useAnswer = (question: Question) => {
  const [phase, setPhase] = useState<Phase>("asking");
  const [refusal, setRefusal] = useState<Refusal>();
  return {
    phase,
    refusal,
    decline() {
      if (phase !== "asking") return;
      setPhase("answered");
      question.decline();
    },
    async confirm() {
      if (phase !== "asking") return;
      setRefusal(undefined);
      setPhase(question.acts ? "sending" : "answered");
      const refused = await question.confirm();
      setRefusal(refused);
      setPhase(refused ? "asking" : "answered");
    },
  };
};

/** Said in place: a toast would go before the question does. */
function Refused({ refusal, failed }: { refusal: Refusal; failed: string | undefined }) {
  const intl = useIntl();
  const told = failureText(refusal, intl, failed);
  return (
    <Callout compact role="alert" className="gh-confirm-refusal" intent={told?.kind === "warning" ? "warning" : "danger"}>
      <ForeignText text={told?.text ?? ""} />
    </Callout>
  );
}

interface TypedProps {
  id: string;
  wanted: string;
  text: string;
  busy: boolean;
  onText(text: string): void;
  onSubmit(): void;
}

function Typed({ id, wanted, text, busy, onText, onSubmit }: TypedProps) {
  const intl = useIntl();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <label htmlFor={id} className="gh-confirm-typed">
        {intl.formatMessage({ id: "feedback.confirm.typed" }, { text: wanted })}
      </label>
      <InputGroup id={id} autoFocus autoComplete="off" readOnly={busy} value={text} onValueChange={onText} />
    </form>
  );
}

interface ConfirmDialogProps {
  question: Question;
  onClosed(): void;
  /** Where the dialog does not come and something else tells of it: leaves the question unanswered. */
  onClose(): void;
}

/**
 * A question with two answers. Esc declines; the focus stands on what has to be typed, or on the answer that does no harm. While something is
 * sent it can be left in no way: what is said of it would have nowhere to stand.
 */
export function ConfirmDialog({ question: asked, onClosed }: ConfirmDialogProps) {
  const intl = useIntl();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const { options } = asked;
  const { question, action, destructive } = wording[options.kind];
  const { phase, refusal, decline, confirm } = useAnswer(asked);
  const busy = phase === "sending";
  const wanted = options.typed;
  const ready = wanted === undefined || plainDigits(text) === plainDigits(wanted);
  const words = (given: string | undefined, known: string | undefined): string => given ?? (known ? intl.formatMessage({ id: known }) : "");
  const start = (here: boolean) => (here && wanted === undefined ? { autoFocus: true, className: "gh-confirm-start" } : {});

  // Buttons that are disabled let go of the focus, and keys would then go to the page below.
  useEffect(() => {
    if (busy) frame.current?.focus();
    else if (refusal) frame.current?.querySelector<HTMLElement>("input, .gh-confirm-start")?.focus();
  }, [busy, refusal]);

  return (
    <Dialog
      className="gh-confirm"
      isOpen={phase !== "answered"}
      onClose={decline}
      onClosed={onClosed}
      canOutsideClickClose={false}
      canEscapeKeyClose={!busy}
      transitionDuration={100}
      aria-labelledby={`${id}q`}
      {...(options.detail ? { "aria-describedby": `${id}d` } : {})}
    >
      <div ref={frame} className="gh-confirm-frame" tabIndex={-1} aria-busy={busy}>
        <DialogBody>
          <h2 id={`${id}q`} className="gh-confirm-question">
            <ForeignText text={words(options.question, question)} />
          </h2>
          {options.detail && (
            <p id={`${id}d`} className="gh-confirm-detail">
              <ForeignText text={options.detail} />
            </p>
          )}
          {wanted !== undefined && (
            <Typed
              {...{ id: `${id}t`, wanted, text, busy }}
              onText={setText}
              onSubmit={() => {
                if (ready) void confirm();
              }}
            />
          )}
          {refusal && <Refused refusal={refusal} failed={asked.options.failed} />}
        </DialogBody>
        <DialogFooter
          minimal
          actions={
            <div className="gh-confirm-actions">
              <Button
                {...start(destructive)}
                text={intl.formatMessage({ id: "feedback.action.cancel" })}
                disabled={busy}
                onClick={decline}
              />
              <Button
                {...start(!destructive)}
                text={words(options.action, action)}
                intent={destructive ? "danger" : "primary"}
                disabled={!ready}
                loading={busy}
                onClick={() => void confirm()}
              />
            </div>
          }
        />
      </div>
    </Dialog>
  );
}
