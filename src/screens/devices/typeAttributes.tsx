import { useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { attributeKinds } from "#contract/typeAttribute.ts";
import { SelectField, TextField } from "#src/kit/form/fields.tsx";
import { RowsField } from "#src/kit/form/rowsField.tsx";
import { AttributeField } from "./attributeField.tsx";

export const blankAttribute = () => ({ name: "", nameEn: "", kind: "text", choices: "", defaultValue: "" });

function AttributeRow({ prefix }: { prefix: string }) {
  const intl = useIntl();
  const kind: unknown = useWatch({ name: `${prefix}.kind` });
  const choices = String(useWatch({ name: `${prefix}.choices` }) ?? "");
  const found = attributeKinds.find((known) => known === kind) ?? "text";
  return (
    <>
      <TextField name={`${prefix}.name`} />
      <TextField name={`${prefix}.nameEn`} />
      <SelectField
        name={`${prefix}.kind`}
        options={attributeKinds.map((value) => ({ value, label: intl.formatMessage({ id: `types.kind.${value}` }) }))}
      />
      {found === "choice" && <TextField name={`${prefix}.choices`} />}
      <AttributeField name={`${prefix}.defaultValue`} kind={found} choices={choices} />
    </>
  );
}

/** The attributes of a type, each with its default. */
export function TypeAttributeFields() {
  const intl = useIntl();
  return (
    <div className="gh-type-attributes">
      <RowsField
        name="attributes"
        blank={blankAttribute}
        most={limits.type.attributes}
        help={intl.formatMessage({ id: "types.help.attributes" })}
      >
        {(prefix) => <AttributeRow prefix={prefix} />}
      </RowsField>
    </div>
  );
}
