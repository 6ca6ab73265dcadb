import { Callout } from "@blueprintjs/core";
import type { ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { NumberField, PasswordField, SelectField, TextAreaField, TextField } from "#src/kit/form/fields.tsx";
import { FinderField } from "#src/kit/form/finderField.tsx";
import { RowsField } from "#src/kit/form/rowsField.tsx";
import { companySource, useMayPickCompany } from "#src/screens/company/companySource.ts";
import { blankSlave } from "./deviceFormSchema.ts";
import { useIndustryOptions, useModelOptions, useRecipeOptions } from "./deviceOptions.ts";
import { useTypeOptions } from "./deviceTypeOptions.ts";

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="gh-device-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** What follows another organisation, once it is chosen. */
function MoveNote() {
  const intl = useIntl();
  const { formState } = useFormContext();
  const companyId: unknown = useWatch({ name: "companyId" });
  if (companyId === formState.defaultValues?.companyId) return null;
  return (
    <Callout compact intent="warning" role="status">
      {intl.formatMessage({ id: "device.help.move" })}
    </Callout>
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
  const mayMove = useMayPickCompany();
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
      {mayMove && (
        <Group title={say("group.owner")}>
          <FinderField name="companyId" source={companySource} />
          {edited && <MoveNote />}
        </Group>
      )}
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
