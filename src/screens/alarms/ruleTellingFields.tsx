import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { alarmMethods, repeatEnds } from "#contract/resources/alarm.ts";
import { NumberField, type Option, RadioField, SelectField } from "#src/kit/form/fields.tsx";
import { RowsField } from "#src/kit/form/rowsField.tsx";
import { FieldGroup, WholeWidth } from "#src/screens/template/fieldGroup.tsx";

interface RuleTellingProps {
  /** Groups that may be told, none first; none of a rule that names no group. */
  groups?: readonly Option[];
  /** Whether alarms last, so that somebody can be told next. */
  lasting: boolean;
}

/** How alarms of a rule are told: once or again and again, and who is told next. */
export function RuleTellingFields({ groups, lasting }: RuleTellingProps) {
  const intl = useIntl();
  const say = (id: string) => intl.formatMessage({ id: `alarmRule.${id}` });
  const method: unknown = useWatch({ name: "method" });
  const { setValue } = useFormContext();
  useEffect(() => {
    // What is out of sight keeps no form from being saved.
    if (method !== "repeat") setValue("repeatMinutes", null);
  }, [method, setValue]);
  return (
    <FieldGroup title={say("group.telling")}>
      {groups && <SelectField name="alarmGroupId" options={groups} />}
      <SelectField name="method" options={alarmMethods.map((value) => ({ value, label: say(`option.method.${value}`) }))} />
      {method === "repeat" && (
        <>
          <NumberField name="repeatMinutes" unit={say("unit.minutes")} help={say("help.repeatMinutes")} nullable required />
          <RadioField name="repeatStop" options={repeatEnds.map((value) => ({ value, label: say(`option.repeatStop.${value}`) }))} />
        </>
      )}
      {groups && lasting && (
        <WholeWidth>
          <RowsField
            name="escalation"
            blank={() => ({ minutes: null, alarmGroupId: "" })}
            most={limits.alarmRule.steps}
            help={say("help.escalation")}
          >
            {(prefix) => (
              <>
                <NumberField
                  name={`${prefix}.minutes`}
                  label={say("field.escalation.minutes")}
                  unit={say("unit.minutes")}
                  nullable
                  required
                />
                <SelectField
                  name={`${prefix}.alarmGroupId`}
                  label={say("field.escalation.alarmGroupId")}
                  options={groups.filter(({ value }) => value !== null)}
                  required
                />
              </>
            )}
          </RowsField>
        </WholeWidth>
      )}
    </FieldGroup>
  );
}
