import { type HTMLInputTypeAttribute, type ReactNode, useId } from "react";
import { useIntl } from "react-intl";
import type { GateInput } from "./useGateForm.ts";

interface GateFieldProps {
  label: string;
  input: GateInput;
  /** Message id of what is wrong. */
  fault: string | undefined;
  type?: HTMLInputTypeAttribute;
  autoComplete?: string;
  beside?: ReactNode;
  inputMode?: "numeric" | "tel" | "text";
}

/** A field of a page before the log-in: label above, what is wrong below. */
export function GateField({ label, input: { ref, ...input }, fault, type = "text", autoComplete, beside, inputMode }: GateFieldProps) {
  const id = useId();
  const intl = useIntl();
  const control = (
    <input
      {...input}
      className="gh-gate-input"
      id={id}
      type={type}
      ref={ref}
      aria-invalid={fault !== undefined}
      aria-describedby={fault ? `${id}-fault` : undefined}
      {...(autoComplete ? { autoComplete } : {})}
      {...(inputMode ? { inputMode } : {})}
    />
  );
  return (
    <div className="gh-gate-field">
      <label htmlFor={id} className="gh-gate-label">
        {label}
      </label>
      {beside ? (
        <div className="gh-gate-pair">
          {control}
          {beside}
        </div>
      ) : (
        control
      )}
      {/* Always there, so that a fault that appears on blur does not move what is being clicked. */}
      <div id={`${id}-fault`} className="gh-gate-fault" role={fault ? "alert" : undefined}>
        {fault && intl.formatMessage({ id: fault })}
      </div>
    </div>
  );
}
