import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { conditionJoins, isOfValues, valueConditions } from "#contract/resources/alarmCondition.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { RadioField, SelectField } from "#src/kit/form/fields.tsx";
import { RowsField } from "#src/kit/form/rowsField.tsx";
import { WholeWidth } from "#src/screens/template/fieldGroup.tsx";
import { ConditionInputs } from "./conditionInputs.tsx";
import { isCondition } from "./isCondition.ts";
import { blankCondition } from "./ruleFormSchema.ts";
import "./alarms.css";

interface RowProps {
  prefix: string;
  points: readonly PointRow[];
  pointOptions: readonly { value: string; label: string }[];
}

const limitNames = ["a", "b", "min", "max", "otherPointId"];

function ConditionRow({ prefix, points, pointOptions }: RowProps) {
  const intl = useIntl();
  const say = (id: string) => intl.formatMessage({ id: `alarmRule.${id}` });
  const { clearErrors } = useFormContext();
  const [pointId, chosen, otherPointId]: unknown[] = useWatch({
    name: [`${prefix}.pointId`, `${prefix}.condition`, `${prefix}.otherPointId`] as const,
  });
  const condition = isCondition(chosen) ? chosen : "above";
  useEffect(() => {
    // What was wrong with the values of one condition says nothing of another.
    if (condition) clearErrors(limitNames.map((name) => `${prefix}.${name}`));
  }, [condition, prefix, clearErrors]);
  return (
    <div className="gh-rule-further">
      <SelectField name={`${prefix}.pointId`} label={say("field.pointId")} options={pointOptions} required />
      <SelectField
        name={`${prefix}.condition`}
        label={say("field.condition")}
        options={valueConditions.map((one) => ({ value: one, label: say(`option.condition.${one}`) }))}
      />
      <ConditionInputs
        prefix={`${prefix}.`}
        condition={condition}
        point={points.find(({ id }) => id === pointId)}
        points={points}
        otherPointId={otherPointId}
      />
    </div>
  );
}

interface FurtherConditionsProps {
  points: readonly PointRow[];
  pointOptions: readonly { value: string; label: string }[];
}

/** Conditions beside the first, of points of the same data template, and how they stand together. */
export function FurtherConditions({ points, pointOptions }: FurtherConditionsProps) {
  const intl = useIntl();
  const say = (id: string) => intl.formatMessage({ id: `alarmRule.${id}` });
  const [condition, further]: unknown[] = useWatch({ name: ["condition", "further"] as const });
  const { setValue } = useFormContext();
  const ofValues = isCondition(condition) && isOfValues(condition);
  useEffect(() => {
    // What is out of sight keeps no form from being saved.
    if (!ofValues) setValue("further", []);
  }, [ofValues, setValue]);
  if (!ofValues) return null;
  const several = Array.isArray(further) && further.length > 0;
  return (
    <WholeWidth>
      <RowsField name="further" blank={blankCondition} most={limits.alarmRule.further} help={say("help.further")}>
        {(prefix) => <ConditionRow prefix={prefix} points={points} pointOptions={pointOptions} />}
      </RowsField>
      {several && <RadioField name="join" options={conditionJoins.map((value) => ({ value, label: say(`option.join.${value}`) }))} />}
    </WholeWidth>
  );
}
