import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { weekdays } from "#contract/resources/alarmSchedule.ts";
import { ChecksField } from "#src/kit/form/checksField.tsx";
import { DateField, TextField } from "#src/kit/form/fields.tsx";
import { RowsField } from "#src/kit/form/rowsField.tsx";
import { FieldGroup, WholeWidth } from "#src/screens/template/fieldGroup.tsx";
import { usualHours } from "./ruleFormSchema.ts";
import "./alarms.css";

/** When a rule applies: always, or at some times of the week, holidays left out. */
export function RuleScheduleFields() {
  const intl = useIntl();
  const say = (id: string) => intl.formatMessage({ id: `alarmRule.${id}` });
  const [days, holidays]: unknown[] = useWatch({ name: ["scheduleDays", "holidays"] as const });
  const limited = Array.isArray(days) && days.length > 0;
  const { setValue } = useFormContext();
  useEffect(() => {
    // What is out of sight keeps no form from being saved.
    if (!limited) for (const name of ["scheduleFrom", "scheduleTo"] as const) setValue(name, usualHours[name]);
  }, [limited, setValue]);
  // What is typed stays in sight: it may be what keeps the form from being saved.
  const named = Array.isArray(holidays) && holidays.length > 0;
  return (
    <FieldGroup title={say("group.schedule")}>
      <WholeWidth>
        <div className="gh-rule-days">
          <ChecksField
            name="scheduleDays"
            help={say("help.scheduleDays")}
            options={weekdays.map((value) => ({ value, label: say(`option.scheduleDays.${value}`) }))}
          />
        </div>
      </WholeWidth>
      {limited && (
        <>
          <TextField name="scheduleFrom" required />
          <TextField name="scheduleTo" help={say("help.scheduleTo")} required />
        </>
      )}
      {(limited || named) && (
        <WholeWidth>
          <RowsField
            name="holidays"
            blank={() => ({ name: "", firstDay: "", lastDay: "" })}
            most={limits.alarmRule.holidays}
            help={say("help.holidays")}
          >
            {(prefix) => (
              <>
                <TextField name={`${prefix}.name`} label={say("field.holidays.name")} />
                <DateField name={`${prefix}.firstDay`} label={say("field.holidays.firstDay")} />
                <DateField name={`${prefix}.lastDay`} label={say("field.holidays.lastDay")} />
              </>
            )}
          </RowsField>
        </WholeWidth>
      )}
    </FieldGroup>
  );
}
