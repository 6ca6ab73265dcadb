import { Button, Callout } from "@blueprintjs/core";
import { type ReactNode, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { mobility } from "#contract/resources/device.ts";
import { DateField, NumberField, PasswordField, SelectField, SwitchField, TextAreaField, TextField } from "#src/kit/form/fields.tsx";
import { FinderField } from "#src/kit/form/finderField.tsx";
import { PictureField } from "#src/kit/form/pictureField.tsx";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { companySource, useMayPickCompany } from "#src/screens/company/companySource.ts";
import { DeviceTemplateField } from "#src/screens/template/device/deviceTemplateField.tsx";
import { deviceTemplateCalls } from "#store/handles/deviceTemplate.ts";
import { AttributeFields } from "./attributeFields.tsx";
import { useIndustryOptions, useModelOptions } from "./deviceOptions.ts";
import { useTypeOptions } from "./deviceTypeOptions.ts";
import { SlavesField } from "./slavesField.tsx";
import { useDefaultType } from "./useDefaultType.ts";

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

const PlacePicker = lazyPart(async () => (await import("./placePicker.tsx")).PlacePicker, { place: "nook" });

/** The map comes when somebody wants to point at a place. */
function PlaceOnMap() {
  const intl = useIntl();
  const [open, setOpen] = useState(false);
  return (
    <div className="gh-device-on-map">
      <Button
        size="small"
        icon="map-marker"
        aria-expanded={open}
        text={intl.formatMessage({ id: "map.pick" })}
        onClick={() => setOpen(!open)}
      />
      {open && <PlacePicker />}
    </div>
  );
}

/** The properties of a device, in groups. */
export function DeviceFormFields({ edited }: { edited: boolean }) {
  const intl = useIntl();
  const say = (id: string) => intl.formatMessage({ id: `device.${id}` });
  const types = useTypeOptions();
  const models = useModelOptions(say("option.noModel"));
  const industries = useIndustryOptions();
  const mayTemplate = useAllowed()(deviceTemplateCalls.query.call);
  const mayMove = useMayPickCompany();
  useDefaultType(!edited);
  return (
    <>
      <Group title={say("group.product")}>
        <SelectField name="typeId" options={types} />
        <SelectField name="modelId" options={models} />
        {mayTemplate && <DeviceTemplateField brings={!edited} />}
        <SelectField name="industry" options={industries} />
        <TextField name="thirdPartyId" mono />
        <TextField name="tuyaId" mono />
      </Group>
      <Group title={say("group.device")}>
        <TextField name="name" />
        <TextField name="sn" mono />
        <PasswordField name="password" help={say(edited ? "help.passwordEdit" : "help.password")} />
        <SelectField
          name="mobile"
          options={mobility.map((value) => ({ value, label: intl.formatMessage({ id: `devices.mobile.${value}` }) }))}
        />
        <SwitchField name="alarmNotice" help={say("help.alarmNotice")} />
      </Group>
      <Group title={say("group.attributes")}>
        <AttributeFields />
      </Group>
      {mayMove && (
        <Group title={say("group.owner")}>
          <FinderField name="companyId" source={companySource} />
          {edited && <MoveNote />}
        </Group>
      )}
      <Group title={say("group.people")}>
        <TextField name="dealer" />
        <TextField name="userName" />
        <TextField name="contact" />
        <DateField name="installedOn" />
        <TextAreaField name="serviceInfo" lines={2} />
      </Group>
      <Group title={say("group.lease")}>
        <div className="gh-device-pair">
          <DateField name="leaseStart" />
          <DateField name="leaseEnd" />
        </div>
      </Group>
      <Group title={say("group.place")}>
        <div className="gh-device-pair">
          <NumberField name="lng" unit="°" nullable />
          <NumberField name="lat" unit="°" nullable />
        </div>
        <PlaceOnMap />
        <div className="gh-device-pair">
          <TextField name="province" />
          <TextField name="city" />
        </div>
        <TextField name="district" />
        <TextField name="address" />
      </Group>
      <Group title={say("group.other")}>
        <PictureField name="image" kind="picture" />
        <NumberField name="sort" help={say("help.sort")} />
        <TextAreaField name="remark" lines={2} />
      </Group>
      <SlavesField help={say("help.slaves")} />
    </>
  );
}
