import { useIntl } from "react-intl";
import { formulaLength } from "#contract/formula.ts";
import { limits } from "#contract/limits.ts";
import { codings, orders } from "#contract/point/registers.ts";
import { valueTypes } from "#contract/pointValue.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { ChosenField, TypedField, wholeNumber } from "./trialField.tsx";
import type { PointChanges } from "./useTriedPoint.ts";

interface TriedSettingsProps {
  point: PointRow;
  onChange(changes: PointChanges): void;
}

/** The settings that a point is tried with; they are what is saved until one is changed here. */
export function TriedSettings({ point, onChange }: TriedSettingsProps) {
  const intl = useIntl();
  const label = (name: string) => intl.formatMessage({ id: `dataPoint.field.${name}` });
  const labelled = <T extends string>(name: string, values: readonly T[]) =>
    values.map((value) => ({ value, label: intl.formatMessage({ id: `dataPoint.option.${name}.${value}` }) }));
  const number = (name: "startBit" | "endBit" | "decimals", most: number) => (
    <TypedField
      label={label(name)}
      value={point[name] === null ? "" : String(point[name])}
      numeric
      maxLength={2}
      onValue={(text) => {
        const value = wholeNumber(text);
        if (text.trim() === "" || (value !== undefined && value <= most)) onChange({ [name]: value ?? null });
      }}
    />
  );
  return (
    <details className="gh-trial-settings">
      <summary>{intl.formatMessage({ id: "registerTrial.settings" })}</summary>
      <div className="gh-trial-fields">
        <ChosenField
          label={label("valueType")}
          value={point.valueType}
          options={labelled("valueType", valueTypes)}
          onValue={(valueType) => onChange({ valueType })}
        />
        <ChosenField
          label={label("byteOrder")}
          value={point.byteOrder}
          options={labelled("byteOrder", orders)}
          onValue={(byteOrder) => onChange({ byteOrder })}
        />
        <ChosenField
          label={label("wordOrder")}
          value={point.wordOrder}
          options={labelled("wordOrder", orders)}
          onValue={(wordOrder) => onChange({ wordOrder })}
        />
        <ChosenField
          label={label("coding")}
          value={point.coding}
          options={labelled("coding", codings)}
          onValue={(coding) => onChange({ coding })}
        />
        {number("startBit", 63)}
        {number("endBit", 63)}
        <TypedField
          label={label("receiveFormula")}
          value={point.receiveFormula}
          mono
          maxLength={formulaLength}
          onValue={(receiveFormula) => onChange({ receiveFormula })}
        />
        <TypedField
          label={label("sendFormula")}
          value={point.sendFormula}
          mono
          maxLength={formulaLength}
          onValue={(sendFormula) => onChange({ sendFormula })}
        />
        {number("decimals", limits.point.decimals)}
      </div>
    </details>
  );
}
