import { useState } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { z } from "zod";
import { type DeviceWhole, device } from "#contract/resources/device.ts";
import { PasswordField, TextField } from "#src/kit/form/fields.tsx";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { writes } from "#src/kit/screen/rowsSource.ts";
import { deviceCalls } from "#store/handles/device.ts";
import type { Dispatch } from "#store/store.ts";
import { DevicePasswordDialog } from "./devicePasswordDialog.tsx";

const { request } = device.calls.update_device_sn;
const fields = request.omit({ id: true, version: true });
const replace = writes(deviceCalls.update_device_sn, (values: z.output<typeof request>) => values);

/** Another gateway takes the device's place; a password that was made up for it is shown this once. */
export function ReplaceDrawer({ device: { id, name, sn, version }, onClose }: { device: DeviceWhole; onClose(): void }) {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const [made, setMade] = useState<{ sn: string; password: string }>();
  const [asked, setAsked] = useState("");
  const action = intl.formatMessage({ id: "device.replace.action" });
  if (made) return <DevicePasswordDialog sn={made.sn} password={made.password} onClose={onClose} />;
  return (
    <FormDrawer
      id="device"
      draft={`device.replace:${id}`}
      title={`${action} · ${name}`}
      action={action}
      schema={fields}
      initial={{ sn: "", password: "" }}
      saved="device.replace.done"
      version={version}
      save={(values, seen) => {
        setAsked(values.sn);
        return replace.send(dispatch, { ...values, id, version: seen ?? version });
      }}
      onSaved={(answer) => {
        const { password } = answer as { password: string };
        if (password === "") onClose();
        else setMade({ sn: asked, password });
      }}
      onClose={onClose}
    >
      <p>{intl.formatMessage({ id: "device.replace.help" }, { sn })}</p>
      <TextField name="sn" mono />
      <PasswordField name="password" help={intl.formatMessage({ id: "device.replace.password" })} />
    </FormDrawer>
  );
}
