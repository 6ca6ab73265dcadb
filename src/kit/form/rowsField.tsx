import { Button } from "@blueprintjs/core";
import type { ReactNode } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { useIntl } from "react-intl";
import { FieldFrame } from "./fieldFrame.tsx";
import { useField } from "./formScope.ts";

interface RowsFieldProps {
  /** Path of a list of objects in the form. */
  name: string;
  /** A new row's values. */
  blank(): Record<string, unknown>;
  most?: number;
  help?: string;
  /** The fields of one row; their names start with `prefix`, as in `${prefix}.no`. */
  children(prefix: string, place: number): ReactNode;
}

/** A list of rows, each with the same few fields; rows are added at the end. */
export function RowsField({ name, blank, most, help, children }: RowsFieldProps) {
  const intl = useIntl();
  const field = useField(name);
  const { control } = useFormContext();
  const rows = useFieldArray({ control, name, keyName: "rowKey" });
  return (
    <FieldFrame field={field} help={help} group>
      <fieldset aria-labelledby={`${field.id}-label`} className="gh-form-rows">
        {rows.fields.map((row, place) => (
          <div key={row.rowKey} className="gh-form-row">
            {children(`${name}.${place}`, place)}
            <Button
              className="gh-form-row-remove"
              variant="minimal"
              icon="trash"
              aria-label={intl.formatMessage({ id: "form.rows.remove" }, { place: place + 1 })}
              onClick={() => rows.remove(place)}
            />
          </div>
        ))}
        <Button
          size="small"
          icon="plus"
          text={intl.formatMessage({ id: "form.rows.add" })}
          disabled={most !== undefined && rows.fields.length >= most}
          onClick={() => rows.append(blank())}
        />
      </fieldset>
    </FieldFrame>
  );
}
