import { Checkbox } from "@blueprintjs/core";
import { useController } from "react-hook-form";
import { useIntl } from "react-intl";
import { FieldFrame } from "./fieldFrame.tsx";
import type { FieldProps } from "./fields.tsx";
import { useField } from "./formScope.ts";

export interface CheckOption {
  value: string;
  label: string;
  /** A second, quieter text. */
  detail?: string;
  disabled?: boolean;
}

const listed = (value: unknown): string[] => (Array.isArray(value) ? value.filter((part) => typeof part === "string") : []);

/** Several of a few, as boxes; the value is a list. */
export function ChecksField({ name, label, help, options, disabled = false }: FieldProps & { options: readonly CheckOption[] }) {
  const intl = useIntl();
  const field = useField(name, label);
  const { field: held } = useController({ name });
  const chosen = listed(held.value);
  return (
    <FieldFrame field={field} help={help} group>
      <fieldset className="gh-field-checks" aria-labelledby={`${field.id}-label`} onBlur={held.onBlur}>
        {options.length === 0 && <span className="gh-field-help">{intl.formatMessage({ id: "form.noOptions" })}</span>}
        {options.map((option, place) => (
          <Checkbox
            key={option.value}
            {...(place === 0 ? { inputRef: held.ref } : {})}
            checked={chosen.includes(option.value)}
            disabled={disabled || option.disabled === true}
            onChange={(event) =>
              held.onChange(event.currentTarget.checked ? [...chosen, option.value] : chosen.filter((value) => value !== option.value))
            }
          >
            {option.label}
            {option.detail && <span className="gh-field-check-detail">{option.detail}</span>}
          </Checkbox>
        ))}
      </fieldset>
    </FieldFrame>
  );
}
