import { useIntl } from "react-intl";
import type { ChoiceSource } from "./choices.ts";
import {
  DateField,
  NumberField,
  type Option,
  type OptionValue,
  PasswordField,
  RadioField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from "./fields.tsx";
import { FinderField } from "./finderField.tsx";
import { useFormScope } from "./formScope.ts";

interface Common<Name extends string> {
  name: Name;
  /** Shows the message `<form>.help.<name>` below. */
  help?: boolean;
  disabled?: boolean;
  /** For what only other fields make required. */
  required?: boolean;
}

interface Choice<Name extends string = string> extends Common<Name> {
  kind: "select" | "radio";
  /** Labelled by the messages `<form>.option.<name>.<value>`. */
  values?: readonly OptionValue[];
  /** Labelled options from somewhere else; a hook, called at every drawing. */
  useOptions?: () => readonly Option[];
}

export type FieldSpec<Name extends string = string> =
  | (Common<Name> & { kind: "text"; unit?: string; mono?: boolean })
  | (Common<Name> & { kind: "number"; unit?: string; nullable?: boolean })
  | (Common<Name> & { kind: "textarea"; lines?: number })
  | (Common<Name> & { kind: "switch" | "date" | "password" })
  | (Common<Name> & { kind: "find"; source: ChoiceSource })
  | Choice<Name>;

const noOptions = (): readonly Option[] => [];

function ChoiceField({ spec, help }: { spec: Choice; help: string | undefined }) {
  const intl = useIntl();
  const { id } = useFormScope();
  const useOptions = spec.useOptions ?? noOptions;
  const given = useOptions();
  const own = (spec.values ?? []).map((value) => ({ value, label: intl.formatMessage({ id: `${id}.option.${spec.name}.${value}` }) }));
  const Shown = spec.kind === "radio" ? RadioField : SelectField;
  return <Shown name={spec.name} help={help} disabled={spec.disabled} required={spec.required} options={[...own, ...given]} />;
}

function ListedField({ spec }: { spec: FieldSpec }) {
  const intl = useIntl();
  const { id } = useFormScope();
  const help = spec.help ? intl.formatMessage({ id: `${id}.help.${spec.name}` }) : undefined;
  const common = { name: spec.name, help, disabled: spec.disabled, required: spec.required };
  switch (spec.kind) {
    case "text":
      return <TextField {...common} unit={spec.unit} mono={spec.mono} />;
    case "number":
      return <NumberField {...common} unit={spec.unit} nullable={spec.nullable} />;
    case "textarea":
      return <TextAreaField {...common} lines={spec.lines} />;
    case "switch":
      return <SwitchField name={spec.name} help={help} disabled={spec.disabled} />;
    case "date":
      return <DateField {...common} />;
    case "password":
      return <PasswordField {...common} />;
    case "find":
      return <FinderField {...common} source={spec.source} />;
    case "select":
    case "radio":
      return <ChoiceField spec={spec} help={help} />;
  }
}

/** Fields as data, one below the other. */
export const FieldList = ({ fields }: { fields: readonly FieldSpec[] }) =>
  fields.map((spec) => <ListedField key={spec.name} spec={spec} />);
