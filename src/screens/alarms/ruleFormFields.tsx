import { Icon } from "@blueprintjs/core";
import { type ReactNode, useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { entryLabel } from "#contract/point/enumeration.ts";
import { type Condition, conditions } from "#contract/resources/alarm.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { NumberField, SelectField, SwitchField, TextAreaField, TextField } from "#src/kit/form/fields.tsx";
import { alarmLevels } from "#src/kit/value/levelMark.tsx";
import { pointName } from "#src/kit/value/pointText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { useRecipeOptions } from "#src/screens/devices/deviceOptions.ts";
import { FieldGroup, WholeWidth } from "#src/screens/template/fieldGroup.tsx";
import { type HeldNames, useAlarmGroupOptions, useAlarmTypeOptions, useDeviceTypeOptions } from "./alarmChoices.ts";
import { conditionFields } from "./conditionFields.ts";
import { conditionWords } from "./conditionWords.ts";
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

const limitNames = ["a", "b", "min", "max"];

const isCondition = (value: unknown): value is Condition => conditions.some((condition) => condition === value);

/** The values that the condition asks for, each with what it means there. */
function LimitFields({ condition, point }: { condition: Condition; point: PointRow | undefined }) {
  const intl = useIntl();
  const say = useSay();
  const asked = conditionFields[condition];
  const unit = point?.unit ?? "";
  const labels = asked.a === "equal" ? (point?.enumeration ?? []) : [];
  const options = labels.map(({ value, label, labelEn }) => ({
    value,
    label: `${value} · ${entryLabel({ label, labelEn }, languageOf(intl))}`,
  }));
  const unitOfA = asked.a === "minutes" ? say("unit.minutes") : asked.a === "bit" ? "" : unit;
  return (
    <>
      {asked.a &&
        (options.length > 0 ? (
          <SelectField name="a" label={say(`limit.${asked.a}`)} options={options} required />
        ) : (
          <NumberField
            name="a"
            label={say(`limit.${asked.a}`)}
            unit={unitOfA}
            nullable
            required
            {...(asked.a === "bit" ? { help: say("help.bit") } : {})}
          />
        ))}
      {asked.b && <NumberField name="b" label={say("limit.high")} unit={unit} nullable required />}
      {asked.min && (
        <NumberField name="min" label={say(`release.min.${condition}`)} unit={unit} nullable help={say(`help.min.${condition}`)} />
      )}
      {asked.max && (
        <NumberField name="max" label={say(`release.max.${condition}`)} unit={unit} nullable help={say(`help.max.${condition}`)} />
      )}
      {asked.hold && (
        <>
          <NumberField name="holdSeconds" unit={say("unit.seconds")} help={say("help.holdSeconds")} />
          <NumberField name="releaseSeconds" unit={say("unit.seconds")} help={say("help.releaseSeconds")} />
        </>
      )}
    </>
  );
}

/** The condition as the list will word it. */
function Summary({ condition, point }: { condition: Condition; point: PointRow | undefined }) {
  const intl = useIntl();
  const { unit = "", enumeration = [] } = point ?? {};
  const [a, b, min, max, hold, release]: unknown[] = useWatch({ name: ["a", "b", "min", "max", "holdSeconds", "releaseSeconds"] as const });
  const number = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null);
  const rule = {
    condition,
    a: number(a),
    b: number(b),
    min: number(min),
    max: number(max),
    holdSeconds: number(hold) ?? 0,
    releaseSeconds: number(release) ?? 0,
    unit,
    enumeration,
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
  const [recipeId, pointId, chosen, deviceId]: unknown[] = useWatch({ name: ["recipeId", "pointId", "condition", "deviceId"] as const });
  const condition = isCondition(chosen) ? chosen : "above";
  const recipes = useRecipeOptions();
  const types = useAlarmTypeOptions(held);
  const groups = useAlarmGroupOptions(held);
  const deviceTypes = useDeviceTypeOptions(held);
  const points = useRulePoints(String(recipeId ?? ""), typeof pointId === "string" ? pointId : null);
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
        <LimitFields condition={condition} point={asked.point ? point : undefined} />
        <WholeWidth>
          <ReleaseSuggestion condition={condition} point={asked.point ? point : undefined} />
          <Summary condition={condition} point={asked.point ? point : undefined} />
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
