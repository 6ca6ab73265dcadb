import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { SelectField, SwitchField, TextField } from "#src/kit/form/fields.tsx";
import { RowsField } from "#src/kit/form/rowsField.tsx";
import { blankValue, ValueRow } from "#src/screens/orders/orderFields.tsx";
import { slaveOptions, useSlavePoints, useTemplateSlaves } from "./templateSlaves.ts";
import { useOwnPanelChoices, usePanels } from "./usePanels.ts";

/** Which slave is written, with what, and what is asked before. */
export function PanelCommandFields() {
  const intl = useIntl();
  const uiId: unknown = useWatch({ name: "uiId" });
  const slave: unknown = useWatch({ name: "slave" });
  const confirmed: unknown = useWatch({ name: "confirmed" });
  const { setValue } = useFormContext();
  const slaves = useTemplateSlaves(usePanels()?.find(({ id }) => id === uiId)?.deviceTemplateId ?? "");
  const points = useSlavePoints(slaves, slave).filter(({ writable }) => writable);
  const recipeId = slaves.find(({ no }) => no === slave)?.recipeId;
  const before = useRef(recipeId);
  useEffect(() => {
    if (recipeId === undefined) return;
    // Values of one data template's points mean nothing to another's.
    if (before.current !== undefined && before.current !== recipeId) setValue("values", [blankValue()]);
    before.current = recipeId;
  }, [recipeId, setValue]);
  return (
    <>
      <SelectField name="slave" options={slaveOptions(slaves)} />
      <div className="gh-order-values">
        <RowsField
          name="values"
          blank={blankValue}
          most={limits.order.values}
          help={intl.formatMessage({ id: "panelCommands.help.values" })}
        >
          {(prefix) => <ValueRow prefix={prefix} points={points} />}
        </RowsField>
      </div>
      <SwitchField name="confirmed" />
      {confirmed === true && <TextField name="question" help={intl.formatMessage({ id: "panelCommands.help.question" })} />}
    </>
  );
}

/** Adding asks for the panel besides: a command stays with it. */
export function NewPanelCommandFields() {
  const panels = useOwnPanelChoices();
  return (
    <>
      <SelectField name="uiId" options={panels} />
      <PanelCommandFields />
    </>
  );
}
