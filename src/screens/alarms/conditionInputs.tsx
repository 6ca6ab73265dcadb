import { useIntl } from "react-intl";
import { entryLabel } from "#contract/point/enumeration.ts";
import { type Condition, isOfTwo } from "#contract/resources/alarmCondition.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { NumberField, SelectField } from "#src/kit/form/fields.tsx";
import { pointName } from "#src/kit/value/pointText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { conditionFields } from "./conditionFields.ts";

interface ConditionInputsProps {
  /** Before the names of its fields: empty, or `further.0.`. */
  prefix: string;
  condition: Condition;
  point: PointRow | undefined;
  points: readonly PointRow[];
  /** The point that it is compared with. */
  otherPointId: unknown;
}

/** The values that a condition asks for, each with what it means there. */
export function ConditionInputs({ prefix, condition, point, points, otherPointId }: ConditionInputsProps) {
  const intl = useIntl();
  const language = languageOf(intl);
  const say = (id: string) => intl.formatMessage({ id: `alarmRule.${id}` });
  const asked = conditionFields[condition];
  const unit = point?.unit ?? "";
  const compared = isOfTwo(condition) && typeof otherPointId === "string";
  const labels = asked.a === "equal" && !compared ? (point?.enumeration ?? []) : [];
  const options = labels.map(({ value, label, labelEn }) => ({ value, label: `${value} · ${entryLabel({ label, labelEn }, language)}` }));
  const unitOfA = asked.a === "minutes" ? say("unit.minutes") : asked.a === "bit" ? "" : unit;
  const others = points.filter((one) => one.id !== point?.id && one.valueType !== "text");
  const helpOfA = compared ? say("help.offset") : asked.a === "bit" ? say("help.bit") : undefined;
  return (
    <>
      {isOfTwo(condition) && (
        <SelectField
          name={`${prefix}otherPointId`}
          label={say("field.otherPointId")}
          options={[
            { value: null, label: say("fixedValue") },
            ...others.map((one) => ({ value: one.id, label: `${pointName(one, language)} (${one.address})` })),
          ]}
        />
      )}
      {asked.a &&
        (options.length > 0 ? (
          <SelectField name={`${prefix}a`} label={say(`limit.${asked.a}`)} options={options} required />
        ) : (
          <NumberField
            name={`${prefix}a`}
            label={say(compared ? "limit.offset" : `limit.${asked.a}`)}
            unit={unitOfA}
            nullable
            required={!compared}
            help={helpOfA}
          />
        ))}
      {asked.b && (
        <NumberField
          name={`${prefix}b`}
          label={say(`limit.${asked.b}`)}
          unit={asked.b === "window" ? say("unit.minutes") : unit}
          nullable
          required
          help={asked.b === "window" ? say("help.window") : undefined}
        />
      )}
      {asked.min && (
        <NumberField
          name={`${prefix}min`}
          label={say(`release.min.${condition}`)}
          unit={unit}
          nullable
          help={say(compared ? "help.min.other" : `help.min.${condition}`)}
        />
      )}
      {asked.max && (
        <NumberField
          name={`${prefix}max`}
          label={say(`release.max.${condition}`)}
          unit={unit}
          nullable
          help={say(compared ? "help.max.other" : `help.max.${condition}`)}
        />
      )}
    </>
  );
}
