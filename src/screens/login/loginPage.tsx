import { useMachine, useSelector } from "@xstate/react";
import { useCallback, useEffect, useMemo } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useLocation } from "react-router-dom";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { loginFields } from "#contract/resources/auth.ts";
import { type LoginForm, type LoginResult, loginMachine } from "#machines/login.ts";
import type { Unsent } from "#machines/resend.ts";
import { loginActors } from "#src/actors/login.ts";
import { rememberedAccount } from "#src/app/browserStore.ts";
import { useServices } from "#src/app/servicesContext.ts";
import { authCalls } from "#store/handles/auth.ts";
import { Gate } from "./gate.tsx";
import { GateField } from "./gateField.tsx";
import { GateButton, GateNote } from "./gateParts.tsx";
import { SendCode } from "./sendCode.tsx";
import { useCodeRequest, useRefusalWords } from "./useCodeRequest.ts";
import { useGateForm } from "./useGateForm.ts";

const rules = z.object({
  account: loginFields.shape.username,
  checkPass: loginFields.shape.password,
  code: loginFields.shape.code,
  admincode: loginFields.shape.verifyCode,
  remember: z.boolean(),
});

type Fields = { [K in keyof LoginForm]: LoginForm[K] };

/** The account with which somebody comes here from registering. */
const useArrival = (): string | undefined => {
  const { state }: { state: unknown } = useLocation();
  const arrived = typeof state === "object" && state !== null && "registered" in state && "account" in state;
  return arrived && typeof state.account === "string" ? state.account : undefined;
};

/** Account, password, captcha and, once the server asks for it, the code sent to the phone. */
export function LoginPage() {
  const intl = useIntl();
  const { store, session } = useServices();
  const reason = useSelector(session, (snapshot) => snapshot.context.reason);
  const arrived = useArrival();
  const form = useGateForm<Fields>(rules, {
    account: arrived ?? rememberedAccount(),
    checkPass: "",
    code: "",
    admincode: "",
    remember: true,
  });
  const { change, focus, current, check } = form;
  const words = useRefusalWords();
  const signedIn = useCallback(
    (result: LoginResult) => {
      if (!result.ok) return;
      const { account, remember } = current();
      session.send({ type: "signedIn", token: result.token, paths: result.paths, remember, account });
    },
    [current, session],
  );
  const machine = useMemo(() => loginMachine.provide(loginActors(store, words, signedIn)), [store, words, signedIn]);
  const [state, send] = useMachine(machine);
  const { captcha, notice, adminFlag, factor, phone } = state.context;
  const submitting = state.matches({ form: "submitting" });

  const random = captcha?.random;
  useEffect(() => {
    if (random !== undefined) change({ code: "" });
  }, [random, change]);
  useEffect(() => {
    focus(adminFlag === 1 ? "admincode" : rememberedAccount() === "" ? "account" : "checkPass");
  }, [adminFlag, focus]);

  const ask = useCodeRequest(authCalls.send_login_pass_code);
  const told = useCallback(() => send({ type: "codeSent", message: intl.formatMessage({ id: "gate.codeSent" }) }), [send, intl]);
  const refused = useCallback((message: string, code: Unsent["code"]) => send({ type: "codeRefused", code, message }), [send]);
  const ready = useCallback(() => check("account", "checkPass", "code"), [check]);

  const shown =
    notice ??
    (arrived ? { intent: "success" as const, message: intl.formatMessage({ id: "gate.registered" }) } : undefined) ??
    (reason === "expired" ? { intent: "warning" as const, message: intl.formatMessage({ id: "code.sessionEnded" }) } : undefined);
  return (
    <Gate>
      <form noValidate onSubmit={form.submit((values) => send({ type: "submit", form: values }))}>
        {shown && <GateNote intent={shown.intent}>{shown.message || intl.formatMessage({ id: "code.fault" })}</GateNote>}
        <GateField
          label={intl.formatMessage({ id: "gate.account" })}
          input={form.input("account")}
          fault={form.fault("account")}
          autoComplete="username"
        />
        <GateField
          label={intl.formatMessage({ id: "gate.password" })}
          input={form.input("checkPass")}
          fault={form.fault("checkPass")}
          type="password"
          autoComplete="current-password"
        />
        <GateField
          label={intl.formatMessage({ id: "gate.captcha" })}
          input={form.input("code")}
          fault={form.fault("code")}
          autoComplete="off"
          beside={
            <button
              type="button"
              className="gh-gate-captcha"
              title={intl.formatMessage({ id: "gate.refreshCaptcha" })}
              aria-label={intl.formatMessage({ id: "gate.refreshCaptcha" })}
              onClick={() => send({ type: "refreshCaptcha" })}
            >
              {state.matches({ picture: "missing" }) || !captcha ? (
                <FormattedMessage id={state.matches({ picture: "missing" }) ? "gate.captchaMissing" : "gate.captchaLoading"} />
              ) : (
                <img alt="" data-random={captcha.random} src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(captcha.image)}`} />
              )}
            </button>
          }
        />
        {adminFlag === 1 && (
          <GateField
            label={intl.formatMessage({ id: factor === "totp" ? "gate.totpCode" : "gate.phoneCode" }, { phone })}
            input={form.input("admincode")}
            fault={form.fault("admincode")}
            autoComplete="one-time-code"
            inputMode="numeric"
            beside={
              factor === "phone" && (
                <SendCode
                  name="login"
                  seconds={limits.resend.loginSeconds}
                  ready={ready}
                  request={() => ({ username: current().account, password: current().checkPass, random, code: current().code })}
                  ask={ask}
                  told={told}
                  refused={refused}
                />
              )
            }
          />
        )}
        <div className="gh-gate-row">
          <label className="gh-gate-check">
            <input type="checkbox" checked={form.values.remember} onChange={(event) => change({ remember: event.target.checked })} />
            <FormattedMessage id="gate.remember" />
          </label>
          <Link to="/account/ft_password">
            <FormattedMessage id="gate.forgot" />
          </Link>
        </div>
        <GateButton type="submit" primary busy={submitting}>
          <FormattedMessage id="gate.login" />
        </GateButton>
        <Link to="/account/register">
          <FormattedMessage id="gate.register" />
        </Link>
      </form>
    </Gate>
  );
}
