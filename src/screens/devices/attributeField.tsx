import { useMemo } from "react";
import { useIntl } from "react-intl";
import { type AttributeKind, choicesOf } from "#contract/typeAttribute.ts";
import { DateField, SelectField, TextField } from "#src/kit/form/fields.tsx";

interface AttributeFieldProps {
  name: string;
  kind: AttributeKind;
  choices: string;
  /** What it is called, where that is not the form's to say. */
  label?: string | undefined;
}

/** The value of an attribute, by the control of its kind; empty for none. */
export function AttributeField({ name, kind, choices, label }: AttributeFieldProps) {
  const intl = useIntl();
  const options = useMemo(() => {
    const none = { value: "", label: intl.formatMessage({ id: "types.none" }) };
    if (kind === "boolean")
      return [none, ...["1", "0"].map((value) => ({ value, label: intl.formatMessage({ id: `types.boolean.${value}` }) }))];
    return [none, ...choicesOf(choices).map((value) => ({ value, label: value }))];
  }, [kind, choices, intl]);
  switch (kind) {
    case "text":
    case "number":
      return <TextField name={name} label={label} />;
    case "date":
      return <DateField name={name} label={label} />;
    case "boolean":
    case "choice":
      return <SelectField name={name} label={label} options={options} />;
  }
}
