import { useCallback, useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router-dom";
import type { z } from "zod";
import { limits } from "#contract/limits.ts";
import { resetFields } from "#contract/resources/auth.ts";
import { useServices } from "#src/app/servicesContext.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { Gate } from "#src/screens/login/gate.tsx";
import { GateField } from "#src/screens/login/gateField.tsx";
import { GateButton, GateNote, type GateNotice } from "#src/screens/login/gateParts.tsx";
import { SendCode } from "#src/screens/login/sendCode.tsx";
import { useCodeRequest, useRefusalWords } from "#src/screens/login/useCodeRequest.ts";
import { useGateForm } from "#src/screens/login/useGateForm.ts";
import { authCalls } from "#store/handles/auth.ts";

type ResetForm = { [K in keyof z.input<typeof resetFields>]: string };

const empty: ResetForm = { phone: "", verificationCode: "", password: "", repassword: "" };
/** A new password for the account of a phone, against the code sent to it. */
export function ResetPasswordPage() {
  const intl = useIntl();
  const { store } = useServices();
  const [notice, setNotice] = useState<GateNotice>();
  const [busy, setBusy] = useState(false);
  const form = useGateForm<ResetForm>(resetFields, empty);
  const { check, current, change, focus } = form;
  useEffect(() => focus("phone"), [focus]);
  const words = useRefusalWords();
  const ask = useCodeRequest(authCalls.send_reset_pass_code);
  const told = useCallback(() => setNotice({ intent: "primary", message: intl.formatMessage({ id: "gate.codeSent" }) }), [intl]);
  const refused = useCallback((message: string) => setNotice({ intent: "warning", message }), []);
  const submit = async (values: ResetForm): Promise<void> => {
    setBusy(true);
    const { error } = await store.dispatch(authCalls.reset_pass.initiate(values, { track: false }));
    setBusy(false);
    if (error) {
      setNotice({ intent: "danger", message: words(asRefusal(error)) });
      return;
    }
    change(empty);
    setNotice({ intent: "success", message: intl.formatMessage({ id: "gate.passwordChanged" }) });
  };
  return (
    <Gate title={intl.formatMessage({ id: "gate.resetTitle" })}>
      <form noValidate onSubmit={form.submit((values) => void submit(values))}>
        {notice && <GateNote intent={notice.intent}>{notice.message}</GateNote>}
        <GateField
          label={intl.formatMessage({ id: "gate.phone" })}
          input={form.input("phone")}
          fault={form.fault("phone")}
          inputMode="tel"
          autoComplete="tel"
        />
        <GateField
          label={intl.formatMessage({ id: "gate.code" })}
          input={form.input("verificationCode")}
          fault={form.fault("verificationCode")}
          inputMode="numeric"
          autoComplete="one-time-code"
          beside={
            <SendCode
              name="reset"
              seconds={limits.resend.resetSeconds}
              ready={() => check("phone")}
              request={() => ({ phone: current().phone })}
              ask={ask}
              told={told}
              refused={refused}
            />
          }
        />
        <GateField
          label={intl.formatMessage({ id: "gate.newPassword" })}
          input={form.input("password")}
          fault={form.fault("password")}
          type="password"
          autoComplete="new-password"
        />
        <GateField
          label={intl.formatMessage({ id: "gate.repeatPassword" })}
          input={form.input("repassword")}
          fault={form.fault("repassword")}
          type="password"
          autoComplete="new-password"
        />
        <GateButton type="submit" primary busy={busy}>
          <FormattedMessage id="gate.submit" />
        </GateButton>
        <Link to="/login">
          <FormattedMessage id="gate.backToLogin" />
        </Link>
      </form>
    </Gate>
  );
}
