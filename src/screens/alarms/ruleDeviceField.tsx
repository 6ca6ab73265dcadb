import { Radio, RadioGroup } from "@blueprintjs/core";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { FieldFrame } from "#src/kit/form/fieldFrame.tsx";
import { useField } from "#src/kit/form/formScope.ts";
import { DevicePicker } from "#src/screens/devices/devicePicker.tsx";
import "#src/screens/devices/devices.css";

/** Every device that uses the template, or one that is looked up. */
export function RuleDeviceField() {
  const intl = useIntl();
  const field = useField("deviceId");
  const { field: held } = useController({ name: "deviceId" });
  const { setValue } = useFormContext();
  const name = String(useWatch({ name: "deviceName" }) ?? "");
  const every = held.value === null;
  return (
    <FieldFrame field={field} help={every ? undefined : intl.formatMessage({ id: "alarmRule.help.deviceId" })} group>
      <div className="gh-rule-device">
        <RadioGroup
          inline
          name={field.id}
          aria-labelledby={`${field.id}-label`}
          selectedValue={every ? "every" : "one"}
          onChange={(event) => held.onChange(event.currentTarget.value === "every" ? null : "")}
        >
          <Radio value="every" label={intl.formatMessage({ id: "alarmRule.device.every" })} inputRef={held.ref} />
          <Radio value="one" label={intl.formatMessage({ id: "alarmRule.device.one" })} />
        </RadioGroup>
        {!every && (
          <DevicePicker
            shown={held.value === "" ? "" : name}
            faulty={field.error !== undefined}
            onPick={(device) => {
              setValue("deviceName", `${device.name} (${device.sn})`, { shouldDirty: true });
              setValue("deviceId", device.id, { shouldDirty: true, shouldValidate: true });
            }}
          />
        )}
      </div>
    </FieldFrame>
  );
}
