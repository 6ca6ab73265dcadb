import { useCallback, useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useNavigate } from "react-router-dom";
import { z } from "zod";
import { repeats } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { registerFields } from "#contract/resources/auth.ts";
import { useServices } from "#src/app/servicesContext.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { Gate } from "#src/screens/login/gate.tsx";
import { GateField } from "#src/screens/login/gateField.tsx";
import { GateButton, GateNote, type GateNotice } from "#src/screens/login/gateParts.tsx";
import { SendCode } from "#src/screens/login/sendCode.tsx";
import { useCodeRequest, useRefusalWords } from "#src/screens/login/useCodeRequest.ts";
import { useGateForm } from "#src/screens/login/useGateForm.ts";
import "./account.css";
import { authCalls } from "#store/handles/auth.ts";
import { keepRegistration, keptRegistration, type RegistrationForm } from "./registrationDraft.ts";

const { companyName, companyLevel, userName, nickName, phone, password, repassword, email, verificationCode } = registerFields.shape;

/** The contract's rules under the names of the form's fields. What the form holds besides is not sent, and is free. */
const rules = z
  .object({
    companyName,
    companyLevel,
    site: z.string(),
    address: z.string(),
    userName,
    nickName,
    account: phone,
    checkPass: password,
    checkPass1: repassword,
    checkemail: email,
    verificationCode,
    terms: z.literal(true, "rule.terms"),
  })
  .refine(...repeats("checkPass", "checkPass1"));

/** An organisation registers itself, with its first user. */
export function RegisterPage() {
  const intl = useIntl();
  const navigate = useNavigate();
  const { store } = useServices();
  const [notice, setNotice] = useState<GateNotice>();
  const [busy, setBusy] = useState(false);
  const form = useGateForm<RegistrationForm>(rules, keptRegistration());
  const { check, current, change, focus, values } = form;
  useEffect(() => focus("companyName"), [focus]);
  useEffect(() => keepRegistration(values), [values]);
  const words = useRefusalWords();
  const ask = useCodeRequest(authCalls.send_register_code);
  const told = useCallback(() => setNotice({ intent: "primary", message: intl.formatMessage({ id: "gate.codeSentLong" }) }), [intl]);
  const refused = useCallback((message: string) => setNotice({ intent: "warning", message }), []);
  const submit = async (filled: RegistrationForm): Promise<void> => {
    setBusy(true);
    const { error } = await store.dispatch(
      authCalls.register.initiate(
        {
          companyName: filled.companyName,
          companyLevel: filled.companyLevel,
          userName: filled.userName,
          nickName: filled.nickName,
          phone: filled.account,
          password: filled.checkPass,
          repassword: filled.checkPass1,
          email: filled.checkemail,
          verificationCode: filled.verificationCode,
          userRegisterType: "1",
          dataRestrict: "11",
        },
        { track: false },
      ),
    );
    setBusy(false);
    if (error) {
      setNotice({ intent: "danger", message: words(asRefusal(error)) });
      return;
    }
    keepRegistration(undefined);
    void navigate("/login", { state: { account: filled.account, registered: true } });
  };
  const text = (name: keyof RegistrationForm & string, more: { type?: "password"; autoComplete?: string; inputMode?: "tel" } = {}) => (
    <GateField
      label={intl.formatMessage({ id: `gate.register.${name}` })}
      input={form.input(name)}
      fault={form.fault(name)}
      autoComplete="off"
      {...more}
    />
  );
  return (
    <Gate title={intl.formatMessage({ id: "gate.registerTitle" })} wide>
      <form noValidate onSubmit={form.submit((filled) => void submit(filled))}>
        {notice && <GateNote intent={notice.intent}>{notice.message}</GateNote>}
        <div className="gh-register-fields">
          {text("companyName", { autoComplete: "organization" })}
          {text("companyLevel", { autoComplete: "organization-title" })}
          {text("site", { autoComplete: "url" })}
          {text("address", { autoComplete: "street-address" })}
          {text("userName", { autoComplete: "name" })}
          {text("nickName", { autoComplete: "nickname" })}
          {text("account", { autoComplete: "tel", inputMode: "tel" })}
          {text("checkPass", { type: "password", autoComplete: "new-password" })}
          {text("checkPass1", { type: "password", autoComplete: "new-password" })}
          {text("checkemail", { autoComplete: "email" })}
        </div>
        <GateField
          label={intl.formatMessage({ id: "gate.code" })}
          input={form.input("verificationCode")}
          fault={form.fault("verificationCode")}
          inputMode="numeric"
          autoComplete="one-time-code"
          beside={
            <SendCode
              name="register"
              seconds={limits.resend.registerSeconds}
              ready={() => check("account")}
              request={() => ({ phone: current().account })}
              ask={ask}
              told={told}
              refused={refused}
            />
          }
        />
        <div className="gh-gate-field">
          <label className="gh-gate-check">
            <input
              type="checkbox"
              checked={values.terms}
              aria-invalid={form.fault("terms") !== undefined}
              onChange={(event) => {
                change({ terms: event.target.checked });
                if (event.target.checked) check("terms");
              }}
            />
            <span>
              <FormattedMessage id="gate.register.agree" />{" "}
              <Link to="/Provision">
                <FormattedMessage id="gate.register.provision" />
              </Link>
            </span>
          </label>
          <div className="gh-gate-fault" role={form.fault("terms") ? "alert" : undefined}>
            {form.fault("terms") && intl.formatMessage({ id: form.fault("terms") ?? "" })}
          </div>
        </div>
        <GateButton type="submit" primary busy={busy}>
          <FormattedMessage id="gate.registerSubmit" />
        </GateButton>
        <Link to="/login">
          <FormattedMessage id="gate.backToLogin" />
        </Link>
      </form>
    </Gate>
  );
}
