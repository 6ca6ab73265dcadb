import { useController } from "react-hook-form";
import type { ChoiceSource } from "./choices.ts";
import { described, FieldFrame } from "./fieldFrame.tsx";
import type { FieldProps } from "./fields.tsx";
import { Finder } from "./finder.tsx";
import { useField } from "./formScope.ts";

/** One of many, found by its name; the value is its id. */
export function FinderField({ name, label, help, required, disabled = false, source }: FieldProps & { source: ChoiceSource }) {
  const field = useField(name, label, required);
  const { field: held } = useController({ name });
  const chosen = typeof held.value === "string" ? held.value : "";
  const shown = source.useName(chosen);
  return (
    <FieldFrame field={field} help={help}>
      <Finder
        id={field.id}
        label={field.label}
        attributes={described(field, help)}
        inputRef={held.ref}
        useFound={source.useFound}
        shown={chosen === "" ? "" : shown}
        faulty={field.error !== undefined}
        disabled={disabled}
        onPick={({ id }) => held.onChange(id)}
      />
    </FieldFrame>
  );
}
