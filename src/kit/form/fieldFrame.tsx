import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import "./form.css";
import type { FieldState } from "./formScope.ts";

interface FieldFrameProps {
  field: FieldState;
  help?: string | undefined;
  /** A group of controls is named by its label, a single control is labelled by it. */
  group?: boolean;
  children: ReactNode;
}

/** Attributes that tie a control to its label, help and error. */
export const described = (field: FieldState, help: string | undefined) => ({
  "aria-required": field.required,
  "aria-invalid": field.error !== undefined,
  "aria-describedby": [help ? `${field.id}-help` : "", field.error ? `${field.id}-error` : ""].filter(Boolean).join(" ") || undefined,
});

/** Label above, help in one line below, then the error in words. */
export function FieldFrame({ field, help, group = false, children }: FieldFrameProps) {
  const intl = useIntl();
  const label = (
    <>
      {field.label}
      {field.required && (
        <span className="gh-field-required" title={intl.formatMessage({ id: "form.required" })} aria-hidden>
          *
        </span>
      )}
    </>
  );
  return (
    <div className={field.error ? "gh-field gh-field-faulty" : "gh-field"}>
      {group ? (
        <span id={`${field.id}-label`} className="gh-field-label">
          {label}
        </span>
      ) : (
        <label htmlFor={field.id} className="gh-field-label">
          {label}
        </label>
      )}
      {children}
      {help && (
        <div id={`${field.id}-help`} className="gh-field-help">
          {help}
        </div>
      )}
      {field.error && (
        <div id={`${field.id}-error`} className="gh-field-error">
          {field.error}
        </div>
      )}
    </div>
  );
}
