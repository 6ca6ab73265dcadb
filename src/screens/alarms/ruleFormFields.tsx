import { Icon } from "@blueprintjs/core";
import { type ReactNode, useEffect } from "react";
import { type FieldValues, useFormContext, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { conditionJoins, conditions } from "#contract/resources/alarmCondition.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { NumberField, SelectField, SwitchField, TextAreaField, TextField } from "#src/kit/form/fields.tsx";
import { alarmLevels } from "#src/kit/value/levelMark.tsx";
import { pointName } from "#src/kit/value/pointText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { useRecipeOptions } from "#src/screens/devices/deviceOptions.ts";
import { FieldGroup, WholeWidth } from "#src/screens/template/fieldGroup.tsx";
import { type HeldNames, useAlarmGroupOptions, useAlarmTypeOptions, useDeviceTypeOptions } from "./alarmChoices.ts";
import { conditionFields } from "./conditionFields.ts";
import { ConditionInputs } from "./conditionInputs.tsx";
import { conditionWords, type WordedPart } from "./conditionWords.ts";
import { FurtherConditions } from "./furtherConditions.tsx";
import { isCondition } from "./isCondition.ts";
import { ReleaseSuggestion } from "./releaseSuggestion.tsx";
import { RuleDeviceField } from "./ruleDeviceField.tsx";
import { useRulePoints } from "./rulePoints.ts";
import { RuleScheduleFields } from "./ruleScheduleFields.tsx";
import { RuleTellingFields } from "./ruleTellingFields.tsx";
import "./alarms.css";

const useSay = () => {
  const intl = useIntl();
  return (id: string) => intl.formatMessage({ id: `alarmRule.${id}` });
};

const limitNames = ["a", "b", "min", "max", "otherPointId"];

const number = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null);

/** How long what the conditions come to has to last, either way. */
function DelayFields() {
  const say = useSay();
  return (
    <>
      <NumberField name="holdSeconds" unit={say("unit.seconds")} help={say("help.holdSeconds")} />
      <NumberField name="releaseSeconds" unit={say("unit.seconds")} help={say("help.releaseSeconds")} />
    </>
  );
}

/** What a condition of the form is worded by. */
const worded = (values: FieldValues, points: readonly PointRow[]): WordedPart => {
  const named = (id: unknown) => points.find((one) => one.id === id);
  const point = named(values.pointId);
  const other = named(values.otherPointId);
  return {
    condition: isCondition(values.condition) ? values.condition : "above",
    ...{ pointName: point?.name, pointNameEn: point?.nameEn, unit: point?.unit ?? "", enumeration: point?.enumeration ?? [] },
    ...{ a: number(values.a), b: number(values.b), min: number(values.min), max: number(values.max) },
    ...{ otherPointId: other?.id ?? null, otherPointName: other?.name, otherPointNameEn: other?.nameEn },
  };
};

const wordedNames = ["pointId", "condition", "a", "b", "min", "max", "otherPointId", "join", "further", "holdSeconds", "releaseSeconds"];

/** The condition as the list will word it. */
function Summary({ point, points }: { point: PointRow | undefined; points: readonly PointRow[] }) {
  const intl = useIntl();
  const watchedValues: unknown[] = useWatch({ name: wordedNames });
  const values: FieldValues = Object.fromEntries(wordedNames.map((name, place) => [name, watchedValues[place]]));
  const rule = {
    ...worded(values, points),
    join: conditionJoins.find((known) => known === values.join),
    further: (Array.isArray(values.further) ? values.further : []).map((one: FieldValues) => worded(one, points)),
    holdSeconds: number(values.holdSeconds) ?? 0,
    releaseSeconds: number(values.releaseSeconds) ?? 0,
  };
  return (
    <output className="gh-rule-summary">
      <Icon icon="notifications" size={12} />
      {point && <strong>{pointName(point, languageOf(intl))}</strong>}
      {conditionWords(rule, intl)}
    </output>
  );
}

interface RuleFormProps {
  ofTemplate?: boolean;
  /** What the rule names already, which may be offered no more. */
  held?: HeldNames;
  children?: ReactNode;
}

/** Everything that a rule is, in groups; one of device templates is not of a device yet. */
export function RuleFormFields({ ofTemplate = false, held, children }: RuleFormProps) {
  const intl = useIntl();
  const say = useSay();
  const language = languageOf(intl);
  const [recipeId, pointId, chosen, deviceId, otherPointId]: unknown[] = useWatch({
    name: ["recipeId", "pointId", "condition", "deviceId", "otherPointId"] as const,
  });
  const condition = isCondition(chosen) ? chosen : "above";
  const recipes = useRecipeOptions();
  const types = useAlarmTypeOptions(held);
  const groups = useAlarmGroupOptions(held);
  const deviceTypes = useDeviceTypeOptions(held);
  const points = useRulePoints(String(recipeId ?? ""));
  const point = points.find((one) => one.id === pointId);
  const asked = conditionFields[condition];
  const { clearErrors } = useFormContext();
  useEffect(() => {
    // What was wrong with the values of one condition says nothing of another.
    if (condition) clearErrors(limitNames);
  }, [condition, clearErrors]);
  const pointOptions = points.map((one) => ({ value: one.id, label: `${pointName(one, language)} (${one.address})` }));
  return (
    <>
      <FieldGroup title={say("group.rule")}>
        <TextField name="name" />
        <SelectField
          name="level"
          options={alarmLevels.map((level) => ({ value: level, label: intl.formatMessage({ id: `alarmLevel.${level}` }) }))}
        />
        <SelectField name="alarmTypeId" options={types} />
      </FieldGroup>
      <FieldGroup title={say("group.watched")}>
        <SelectField name="recipeId" options={recipes} />
        <SelectField name="pointId" options={pointOptions} required={asked.point} disabled={!asked.point || points.length === 0} />
        {!ofTemplate && (
          <>
            <WholeWidth>
              <RuleDeviceField />
            </WholeWidth>
            {deviceId === null && <SelectField name="deviceTypeId" options={deviceTypes} />}
          </>
        )}
      </FieldGroup>
      <FieldGroup title={say("group.condition")}>
        <SelectField name="condition" options={conditions.map((one) => ({ value: one, label: say(`option.condition.${one}`) }))} />
        <ConditionInputs
          prefix=""
          condition={condition}
          point={asked.point ? point : undefined}
          points={points}
          otherPointId={otherPointId}
        />
        <FurtherConditions points={points} pointOptions={pointOptions} />
        {asked.hold && <DelayFields />}
        <WholeWidth>
          <ReleaseSuggestion condition={condition} point={asked.point ? point : undefined} />
          <Summary point={asked.point ? point : undefined} points={points} />
        </WholeWidth>
      </FieldGroup>
      <RuleTellingFields lasting={asked.hold} {...(ofTemplate ? {} : { groups })} />
      <RuleScheduleFields />
      <FieldGroup title={say("group.texts")}>
        <WholeWidth>
          <p className="gh-rule-placeholders">{say("help.placeholders")}</p>
          <div className="gh-rule-texts">
            <TextAreaField name="pushContent" lines={2} />
            <TextAreaField name="pushContentEn" lines={2} />
            <TextAreaField name="releaseContent" lines={2} />
            <TextAreaField name="releaseContentEn" lines={2} />
          </div>
          <SwitchField name="saveData" help={say("help.saveData")} />
        </WholeWidth>
      </FieldGroup>
      {children}
    </>
  );
}
