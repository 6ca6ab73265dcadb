import { limits } from "#contract/limits.ts";
import { NumberField, SelectField, TextField } from "#src/kit/form/fields.tsx";
import { RowsField } from "#src/kit/form/rowsField.tsx";
import { blankSlave } from "./deviceFormSchema.ts";
import { useRecipeOptions } from "./deviceOptions.ts";

/** The slaves of a device, or of a device template: number, name and data template of each. */
export function SlavesField({ help }: { help?: string }) {
  const recipes = useRecipeOptions();
  return (
    <div className="gh-device-slaves">
      <RowsField name="slaves" blank={blankSlave} most={limits.slave.perDevice} {...(help === undefined ? {} : { help })}>
        {(prefix) => (
          <>
            <NumberField name={`${prefix}.no`} />
            <TextField name={`${prefix}.name`} />
            <SelectField name={`${prefix}.recipeId`} options={recipes} />
          </>
        )}
      </RowsField>
    </div>
  );
}
