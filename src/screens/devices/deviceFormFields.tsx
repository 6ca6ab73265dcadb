import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { NumberField, PasswordField, SelectField, TextAreaField, TextField } from "#src/kit/form/fields.tsx";
import { RowsField } from "#src/kit/form/rowsField.tsx";
import { blankSlave } from "./deviceFormSchema.ts";
import { useIndustryOptions, useModelOptions, useRecipeOptions, useTypeOptions } from "./deviceOptions.ts";

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="gh-device-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** The properties of a device, in groups. */
export function DeviceFormFields({ edited }: { edited: boolean }) {
  const intl = useIntl();
  const say = (id: string) => intl.formatMessage({ id: `device.${id}` });
  const types = useTypeOptions();
  const models = useModelOptions(say("option.noModel"));
  const industries = useIndustryOptions();
  const recipes = useRecipeOptions();
  return (
    <>
      <Group title={say("group.product")}>
        <SelectField name="typeId" options={types} />
        <SelectField name="modelId" options={models} />
        <SelectField name="industry" options={industries} />
      </Group>
      <Group title={say("group.device")}>
        <TextField name="name" />
        <TextField name="sn" mono />
        <PasswordField name="password" help={say(edited ? "help.passwordEdit" : "help.password")} />
      </Group>
      <Group title={say("group.place")}>
        <div className="gh-device-pair">
          <NumberField name="lng" unit="°" nullable />
          <NumberField name="lat" unit="°" nullable />
        </div>
        <TextField name="address" />
        <TextAreaField name="remark" lines={2} />
      </Group>
      <div className="gh-device-slaves">
        <RowsField name="slaves" blank={blankSlave} most={limits.slave.perDevice} help={say("help.slaves")}>
          {(prefix) => (
            <>
              <NumberField name={`${prefix}.no`} />
              <TextField name={`${prefix}.name`} />
              <SelectField name={`${prefix}.recipeId`} options={recipes} />
            </>
          )}
        </RowsField>
      </div>
    </>
  );
}
