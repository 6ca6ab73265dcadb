import { HTMLSelect, InputGroup, Radio, RadioGroup, Switch, TextArea } from "@blueprintjs/core";
import { useEffect } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useIntl } from "react-intl";
import { dayTyped } from "#src/kit/value/day.ts";
import { plainNumber } from "#src/kit/value/plainNumber.ts";
import { DayInput } from "./dayInput.tsx";
import { described, FieldFrame } from "./fieldFrame.tsx";
import { useField, useFormScope } from "./formScope.ts";

export interface FieldProps {
  /** Path of the field in the form. */
  name: string;
  /** Translated; left out, it is the message `<form>.field.<name>`. */
  label?: string | undefined;
  help?: string | undefined;
  disabled?: boolean | undefined;
  /** Marks a field that only other fields make required; what its own schema requires is marked by itself. */
  required?: boolean | undefined;
}

interface TextFieldProps extends FieldProps {
  unit?: string | undefined;
  placeholder?: string | undefined;
  mono?: boolean | undefined;
  autoComplete?: string | undefined;
  /** Offered while one types; anything else can be typed as well. */
  offered?: readonly Option[] | undefined;
}

export type OptionValue = string | number | null;
export interface Option {
  value: OptionValue;
  label: string;
}

const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

interface InputProps extends TextFieldProps {
  type: "text" | "password";
  numeric?: boolean;
  read?(text: string): unknown;
}

function Input({
  name,
  label,
  help,
  required,
  unit,
  type,
  numeric = false,
  mono = false,
  read,
  disabled = false,
  placeholder,
  autoComplete,
  offered,
}: InputProps) {
  const field = useField(name, label, required);
  const { register } = useFormContext();
  const { ref, ...registered } = register(
    name,
    read ? { setValueAs: (value: unknown) => (typeof value === "string" ? read(value) : value) } : {},
  );
  return (
    <FieldFrame field={field} help={help}>
      <InputGroup
        {...registered}
        {...described(field, help)}
        {...(unit ? { rightElement: <span className="gh-field-unit">{unit}</span> } : {})}
        {...(placeholder ? { placeholder } : {})}
        {...(numeric ? { inputMode: "decimal" as const } : {})}
        id={field.id}
        inputRef={ref}
        type={type}
        disabled={disabled}
        fill
        autoComplete={autoComplete ?? "off"}
        className={mono ? "gh-mono" : ""}
        {...(offered ? { list: `${field.id}-offered` } : {})}
      />
      {offered && (
        <datalist id={`${field.id}-offered`}>
          {offered.map(({ value, label: text }) => (
            <option key={textOf(value)} value={textOf(value)}>
              {text}
            </option>
          ))}
        </datalist>
      )}
    </FieldFrame>
  );
}

export const TextField = (props: TextFieldProps) => <Input {...props} type="text" />;

/** A day; the value is yyyy-MM-dd, empty, or what was typed instead. */
export function DateField({ name, label, help, required, disabled = false }: FieldProps) {
  const field = useField(name, label, required);
  const { field: held } = useController({ name });
  return (
    <FieldFrame field={field} help={help}>
      <DayInput
        {...described(field, help)}
        id={field.id}
        label={field.label}
        inputRef={held.ref}
        fill
        disabled={disabled}
        value={textOf(held.value)}
        onBlur={() => {
          held.onChange(dayTyped(textOf(held.value)));
          held.onBlur();
        }}
        onText={held.onChange}
      />
    </FieldFrame>
  );
}

/** Its value is never kept in a draft. */
export function PasswordField(props: TextFieldProps) {
  const { secrets } = useFormScope();
  useEffect(() => {
    secrets.add(props.name);
  }, [secrets, props.name]);
  return <Input autoComplete="new-password" {...props} type="password" />;
}

const readNumber = (text: string): number | undefined => (text.trim() === "" ? undefined : Number(plainNumber(text)));
const readNumberOrNull = (text: string): number | null => (text.trim() === "" ? null : Number(plainNumber(text)));

/** A number; `nullable` where an empty control means that there is none. */
export const NumberField = ({ nullable = false, ...props }: TextFieldProps & { nullable?: boolean | undefined }) => (
  <Input {...props} type="text" numeric read={nullable ? readNumberOrNull : readNumber} />
);

export function TextAreaField({ name, label, help, required, disabled = false, lines = 3 }: FieldProps & { lines?: number | undefined }) {
  const field = useField(name, label, required);
  const { register } = useFormContext();
  const { ref, ...registered } = register(name);
  return (
    <FieldFrame field={field} help={help}>
      <TextArea {...registered} {...described(field, help)} id={field.id} inputRef={ref} rows={lines} disabled={disabled} fill />
    </FieldFrame>
  );
}

interface ChoiceProps extends FieldProps {
  options: readonly Option[];
}

const chosen = (options: readonly Option[], text: string): OptionValue =>
  options.find((option) => textOf(option.value) === text)?.value ?? null;

export function SelectField({ name, label, help, required, options, disabled = false }: ChoiceProps) {
  const intl = useIntl();
  const field = useField(name, label, required);
  const { field: held } = useController({ name });
  const shown = textOf(held.value);
  const missing = !options.some((option) => textOf(option.value) === shown);
  return (
    <FieldFrame field={field} help={help}>
      <HTMLSelect
        {...described(field, help)}
        id={field.id}
        ref={held.ref}
        name={name}
        value={shown}
        disabled={disabled}
        fill
        onBlur={held.onBlur}
        onChange={(event) => held.onChange(chosen(options, event.currentTarget.value))}
      >
        {missing && <option value={shown}>{shown || intl.formatMessage({ id: "form.choose" })}</option>}
        {options.map((option) => (
          <option key={textOf(option.value)} value={textOf(option.value)}>
            {option.label}
          </option>
        ))}
      </HTMLSelect>
    </FieldFrame>
  );
}

export function RadioField({ name, label, help, required, options, disabled = false }: ChoiceProps) {
  const field = useField(name, label, required);
  const { field: held } = useController({ name });
  return (
    <FieldFrame field={field} help={help} group>
      <RadioGroup
        inline
        name={field.id}
        selectedValue={textOf(held.value)}
        disabled={disabled}
        onChange={(event) => held.onChange(chosen(options, event.currentTarget.value))}
        {...described(field, help)}
        aria-labelledby={`${field.id}-label`}
      >
        {options.map((option, place) => (
          <Radio
            key={textOf(option.value)}
            value={textOf(option.value)}
            label={option.label}
            {...(place === 0 ? { inputRef: held.ref } : {})}
          />
        ))}
      </RadioGroup>
    </FieldFrame>
  );
}

/** On or off is always said: a switch is never marked as required. */
export function SwitchField({ name, label, help, disabled = false }: Omit<FieldProps, "required">) {
  const field = { ...useField(name, label), required: false };
  const { field: held } = useController({ name });
  return (
    <FieldFrame field={field} help={help}>
      <Switch
        {...described(field, help)}
        id={field.id}
        inputRef={held.ref}
        checked={held.value === true}
        disabled={disabled}
        onBlur={held.onBlur}
        onChange={(event) => held.onChange(event.currentTarget.checked)}
      />
    </FieldFrame>
  );
}
