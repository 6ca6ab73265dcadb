import { Button, Dialog, DialogBody, DialogFooter, InputGroup } from "@blueprintjs/core";
import { useId, useState } from "react";
import { useIntl } from "react-intl";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import type { ConfirmOptions } from "./feedback.ts";

const wording = {
  delete: { question: "feedback.confirm.delete", action: "feedback.action.delete", destructive: true },
  deleteMany: { question: "feedback.confirm.deleteMany", action: "feedback.action.delete", destructive: true },
  submit: { question: "feedback.confirm.submit", action: "feedback.action.submit", destructive: false },
  plain: { question: undefined, action: undefined, destructive: false },
  danger: { question: undefined, action: undefined, destructive: true },
} as const;

interface ConfirmDialogProps {
  options: ConfirmOptions;
  isOpen: boolean;
  onAnswer(confirmed: boolean): void;
  onClosed(): void;
}

const plainDigits = (text: string): string => text.normalize("NFKC").replace(/[\s,]/g, "");

/** A question with two answers. Esc declines; the focus stands on what has to be typed, or on the answer that does no harm. */
export function ConfirmDialog({ options, isOpen, onAnswer, onClosed }: ConfirmDialogProps) {
  const intl = useIntl();
  const questionId = useId();
  const detailId = useId();
  const formId = useId();
  const [text, setText] = useState("");
  const { question, action, destructive } = wording[options.kind];
  const wanted = options.typed;
  const ready = wanted === undefined || plainDigits(text) === plainDigits(wanted);
  const words = (given: string | undefined, id: string | undefined): string => given ?? (id ? intl.formatMessage({ id }) : "");
  return (
    <Dialog
      className="gh-confirm"
      isOpen={isOpen}
      onClose={() => onAnswer(false)}
      onClosed={onClosed}
      canOutsideClickClose={false}
      transitionDuration={100}
      aria-labelledby={questionId}
      {...(options.detail ? { "aria-describedby": detailId } : {})}
    >
      <DialogBody>
        <h2 id={questionId} className="gh-confirm-question">
          <ForeignText text={words(options.question, question)} />
        </h2>
        {options.detail && (
          <p id={detailId} className="gh-confirm-detail">
            <ForeignText text={options.detail} />
          </p>
        )}
        {wanted !== undefined && (
          <form
            id={formId}
            onSubmit={(event) => {
              event.preventDefault();
              if (ready) onAnswer(true);
            }}
          >
            <label htmlFor={`${formId}i`} className="gh-confirm-typed">
              {intl.formatMessage({ id: "feedback.confirm.typed" }, { text: wanted })}
            </label>
            <InputGroup id={`${formId}i`} autoFocus autoComplete="off" value={text} onValueChange={setText} />
          </form>
        )}
      </DialogBody>
      <DialogFooter
        minimal
        actions={
          <div className="gh-confirm-actions">
            <Button
              text={intl.formatMessage({ id: "feedback.action.cancel" })}
              autoFocus={destructive && wanted === undefined}
              onClick={() => onAnswer(false)}
            />
            <Button
              text={words(options.action, action)}
              intent={destructive ? "danger" : "primary"}
              autoFocus={!destructive && wanted === undefined}
              disabled={!ready}
              onClick={() => onAnswer(true)}
            />
          </div>
        }
      />
    </Dialog>
  );
}
