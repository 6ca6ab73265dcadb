import { skipToken } from "@reduxjs/toolkit/query/react";
import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { entryLabel } from "#contract/point/enumeration.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import type { OrderRow } from "#contract/resources/order.ts";
import { NumberField, SelectField, TextField } from "#src/kit/form/fields.tsx";
import { RowsField } from "#src/kit/form/rowsField.tsx";
import { pointName } from "#src/kit/value/pointText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { commandKind } from "#src/screens/devices/commandValue.ts";
import { useRecipeOptions } from "#src/screens/devices/deviceOptions.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";

const none: readonly PointRow[] = [];
type KeptValue = Pick<OrderRow["values"][number], "pointId" | "value">;

/** Values of a record as its form holds them. */
export const typedValues = (values: readonly KeptValue[]) =>
  values.map(({ pointId, value }) => ({ pointId, value: typeof value === "boolean" ? Number(value) : value }));

export const blankValue = () => ({ pointId: "", value: undefined });

/** Types whose numbers a browser's number would not hold to the last digit. */
const wide: readonly string[] = ["int64", "uint64"];

/** A value of the point, in the control that its kind asks for. */
export function ValueField({ name, point }: { name: string; point: PointRow | undefined }) {
  const intl = useIntl();
  if (!point) return <NumberField name={name} disabled />;
  switch (commandKind(point)) {
    case "choice":
      return (
        <SelectField
          name={name}
          options={point.enumeration.map(({ value, label, labelEn }) => ({
            value,
            label: entryLabel({ label, labelEn }, languageOf(intl)),
          }))}
        />
      );
    case "switch":
      return (
        <SelectField
          name={name}
          options={[1, 0].map((value) => ({ value, label: intl.formatMessage({ id: value === 1 ? "command.on" : "command.off" }) }))}
        />
      );
    case "number":
      return wide.includes(point.valueType) ? <TextField name={name} unit={point.unit} /> : <NumberField name={name} unit={point.unit} />;
    case "text":
      return <TextField name={name} />;
  }
}

export function ValueRow({ prefix, points }: { prefix: string; points: readonly PointRow[] }) {
  const language = languageOf(useIntl());
  const pointId: unknown = useWatch({ name: `${prefix}.pointId` });
  return (
    <>
      <SelectField
        name={`${prefix}.pointId`}
        options={points.map((point) => ({ value: point.id, label: `${pointName(point, language)} (${point.address})` }))}
      />
      <ValueField name={`${prefix}.value`} point={points.find((point) => point.id === pointId)} />
    </>
  );
}

/** Values for writable points of the form's data template. */
export function ValuesField() {
  const intl = useIntl();
  const recipeId = String(useWatch({ name: "recipeId" }) ?? "");
  const { setValue } = useFormContext();
  const { currentData } = deviceDataRecipeCalls.list_body.useQuery(
    recipeId === "" ? skipToken : { recipeId, pageSize: limits.point.perTemplate },
  );
  const points = (currentData?.list ?? none).filter((point) => point.writable);
  const before = useRef(recipeId);
  useEffect(() => {
    // Values of one template's points mean nothing to another's.
    if (before.current !== "" && before.current !== recipeId) setValue("values", [blankValue()]);
    before.current = recipeId;
  }, [recipeId, setValue]);
  return (
    <div className="gh-order-values">
      <RowsField
        name="values"
        blank={blankValue}
        most={limits.order.values}
        help={intl.formatMessage({ id: currentData && points.length === 0 ? "orders.help.noPoints" : "orders.help.values" })}
      >
        {(prefix) => <ValueRow prefix={prefix} points={points} />}
      </RowsField>
    </div>
  );
}

/** The same where the data template is chosen as well: what is added stays with it. */
export function NewValuesField() {
  return (
    <>
      <RecipeField />
      <ValuesField />
    </>
  );
}

const RecipeField = () => <SelectField name="recipeId" options={useRecipeOptions()} />;

/** Which slave is written, and with what. */
export function OrderValueFields() {
  const intl = useIntl();
  return (
    <>
      <NumberField name="slave" nullable help={intl.formatMessage({ id: "orders.help.slave" })} />
      <ValuesField />
    </>
  );
}

/** Adding asks for the data template besides: an order stays with it. */
export function NewOrderFields() {
  return (
    <>
      <RecipeField />
      <OrderValueFields />
    </>
  );
}
