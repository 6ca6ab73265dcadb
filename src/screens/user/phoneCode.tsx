import { Button } from "@blueprintjs/core";
import { useMachine } from "@xstate/react";
import { useMemo } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { resendMachine } from "#machines/resend.ts";
import { keptWait, resendActors } from "#src/actors/login.ts";
import { useServices } from "#src/app/servicesContext.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { PasswordField, TextField } from "#src/kit/form/fields.tsx";
import { authCalls } from "#store/handles/auth.ts";

/** The password, and the code that a new phone has to answer with: asked for only once the phone is another than the `known` one. */
export function PhoneCode({ known, seconds }: { known: string; seconds: number }) {
  const intl = useIntl();
  const toasts = useToasts();
  const { store } = useServices();
  const { trigger } = useFormContext();
  const phone: unknown = useWatch({ name: "phone" });
  const machine = useMemo(
    () =>
      resendMachine.provide(
        resendActors(
          "auth",
          async (request) => {
            const { error } = await store.dispatch(authCalls.send_auth_pass_code.initiate(request as { phone: string }, { track: false }));
            if (error) toasts.refused(asRefusal(error));
            return error ? { ok: false as const, message: "" } : { ok: true as const };
          },
          () => toasts.success("gate.codeSentLong"),
        ),
      ),
    [store, toasts],
  );
  const [state, send] = useMachine(machine, { input: { seconds, until: keptWait("auth"), now: Date.now } });
  if (phone === known || phone === "") return null;
  const counting = state.matches("counting");
  const ask = async () => {
    if (await trigger("phone")) send({ type: "send", request: { phone } });
  };
  return (
    <>
      <PasswordField name="password" autoComplete="current-password" />
      <div className="gh-profile-code">
        <TextField name="verificationCode" autoComplete="one-time-code" />
        <Button
          disabled={counting}
          loading={state.matches("sending")}
          text={
            counting
              ? intl.formatMessage({ id: "gate.sendAgain" }, { seconds: state.context.remaining })
              : intl.formatMessage({ id: "gate.sendCode" })
          }
          onClick={() => void ask()}
        />
      </div>
    </>
  );
}
