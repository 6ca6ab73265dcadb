import { HTMLSelect, InputGroup, TextArea } from "@blueprintjs/core";
import { useId } from "react";
import { isComposing, useEchoedText } from "#src/kit/form/typedText.ts";

const restMs = 300;

interface TypedFieldProps {
  label: string;
  value: string;
  onValue(value: string): void;
  maxLength: number;
  help?: string;
  placeholder?: string;
  mono?: boolean;
  lines?: number;
  numeric?: boolean;
}

/** What is typed is tried when typing rests, or at once on Enter. */
export function TypedField({
  label,
  value,
  onValue,
  maxLength,
  help,
  placeholder,
  mono = false,
  lines = 1,
  numeric = false,
}: TypedFieldProps) {
  const id = useId();
  const { typing, tell } = useEchoedText(value, onValue, restMs);
  const props = {
    ...{ id, maxLength, placeholder, ...typing },
    ...(help ? { "aria-describedby": `${id}-help` } : {}),
    autoComplete: "off",
    spellCheck: false,
  };
  return (
    <div className="gh-field">
      <label className="gh-field-label" htmlFor={id}>
        {label}
      </label>
      {lines > 1 ? (
        <TextArea {...props} fill rows={lines} className="gh-trial-text" />
      ) : (
        <InputGroup
          {...props}
          fill
          {...(mono ? { className: "gh-mono" } : {})}
          {...(numeric ? { inputMode: "numeric" } : {})}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || isComposing(event)) return;
            event.preventDefault();
            tell(typing.value);
          }}
        />
      )}
      {help && (
        <div id={`${id}-help`} className="gh-field-help">
          {help}
        </div>
      )}
    </div>
  );
}

interface ChosenFieldProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: NoInfer<T>; label: string }[];
  onValue(value: NoInfer<T>): void;
}

export function ChosenField<T extends string>({ label, value, options, onValue }: ChosenFieldProps<T>) {
  const id = useId();
  return (
    <div className="gh-field">
      <label className="gh-field-label" htmlFor={id}>
        {label}
      </label>
      <HTMLSelect
        id={id}
        fill
        value={value}
        options={options.map((option) => ({ ...option }))}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value);
          if (chosen) onValue(chosen.value);
        }}
      />
    </div>
  );
}

/** The whole number that was typed; undefined where nothing or no such number was. */
export const wholeNumber = (text: string): number | undefined => (/^\s*\d{1,6}\s*$/.test(text) ? Number(text) : undefined);
