import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { SelectField } from "#src/kit/form/fields.tsx";
import { useDeviceTemplates } from "./useDeviceTemplates.ts";

/** The device template of a device; one that is chosen for a new device brings its slaves. */
export function DeviceTemplateField({ brings }: { brings: boolean }) {
  const intl = useIntl();
  const rows = useDeviceTemplates();
  const chosen: unknown = useWatch({ name: "deviceTemplateId" });
  const { setValue } = useFormContext();
  const before = useRef(chosen);
  useEffect(() => {
    const template = rows?.find(({ id }) => id === chosen);
    if (before.current === chosen || (chosen && !template)) return;
    before.current = chosen;
    if (!brings || !template) return;
    const slaves = template.slaves.map(({ no, name, recipeId }) => ({ no, name, recipeId }));
    setValue("slaves", slaves, { shouldDirty: true, shouldValidate: true });
  }, [rows, chosen, brings, setValue]);
  const options = (rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SelectField
      name="deviceTemplateId"
      options={[{ value: null, label: intl.formatMessage({ id: "device.option.noTemplate" }) }, ...options]}
      help={intl.formatMessage({ id: brings ? "device.help.templateBrings" : "device.help.templateStays" })}
    />
  );
}
