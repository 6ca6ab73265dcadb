import { useCallback } from "react";
import { useFormContext } from "react-hook-form";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { z } from "zod";
import { limits } from "#contract/limits.ts";
import { deviceUserBind } from "#contract/resources/relations.ts";
import { useServices } from "#src/app/servicesContext.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { TextField } from "#src/kit/form/fields.tsx";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { writes } from "#src/kit/screen/rowsSource.ts";
import { CodeButton } from "#src/screens/user/codeButton.tsx";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceUserBindCalls } from "#store/handles/deviceUserBind.ts";
import type { Dispatch } from "#store/store.ts";
import "#src/screens/user/user.css";

const fields = deviceUserBind.calls.ask.request;
const ask = writes(deviceUserBindCalls.ask, (values: z.output<typeof fields>) => values);

function OwnersCode() {
  const { trigger, getValues } = useFormContext();
  const { store } = useServices();
  const send = useCallback(
    (request: object) => store.dispatch(deviceCalls.send_auth_code.initiate(request as { deviceSn: string }, { track: false })),
    [store],
  );
  const request = async () => ((await trigger("deviceSn")) ? { deviceSn: String(getValues("deviceSn")).trim() } : undefined);
  return (
    <div className="gh-profile-code">
      <TextField name="code" autoComplete="one-time-code" />
      <CodeButton name="bind" seconds={limits.resend.resetSeconds} request={request} send={send} sent="bindings.codeSent" />
    </div>
  );
}

/** An end user asks for a device by its SN: with the code that its owner was sent the device is theirs at once. */
export function AskDrawer({ onClose }: { onClose(): void }) {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const toasts = useToasts();
  const action = intl.formatMessage({ id: "devices.action.ask" });
  return (
    <FormDrawer
      id="bindings"
      draft="bindings.ask"
      title={action}
      action={action}
      schema={fields}
      initial={{ deviceSn: "", code: "" }}
      saved="feedback.submitted"
      save={(values) => ask.send(dispatch, values)}
      onSaved={(answer) => {
        const { state } = answer as { state: number };
        if (state === 1) toasts.success("bindings.granted");
        onClose();
      }}
      onClose={onClose}
    >
      <p>{intl.formatMessage({ id: "bindings.ask.help" })}</p>
      <TextField name="deviceSn" mono />
      <OwnersCode />
    </FormDrawer>
  );
}
