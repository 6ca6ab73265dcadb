import { Button, Callout, InputGroup } from "@blueprintjs/core";
import { QRCodeSVG } from "qrcode.react";
import { useState } from "react";
import { useIntl } from "react-intl";
import type { Me } from "#contract/resources/user.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { userCalls } from "#store/handles/user.ts";
import { PasswordAsked } from "./passwordAsked.tsx";

interface Begun {
  secret: string;
  address: string;
}

function Codes({ codes }: { codes: readonly string[] }) {
  const intl = useIntl();
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\n")}\n`)}`;
  return (
    <Callout intent="warning" icon="key">
      <p>{intl.formatMessage({ id: "profile.factor.codes" })}</p>
      <ul className="gh-mono gh-profile-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <a download="gatehouse-recovery-codes.txt" href={file}>
        {intl.formatMessage({ id: "profile.factor.download" })}
      </a>
    </Callout>
  );
}

/** Setting up an authenticator app and ending it, both with the password. */
export function SecondFactor({ me }: { me: Me }) {
  const intl = useIntl();
  const toasts = useToasts();
  const [begin] = userCalls.totp_begin.useMutation();
  const [confirm, confirming] = userCalls.totp_confirm.useMutation();
  const [end] = userCalls.totp_end.useMutation();
  const allowed = useAllowed();
  const mayBegin = allowed(userCalls.totp_begin.call) && allowed(userCalls.totp_confirm.call);
  const [begun, setBegun] = useState<Begun>();
  const [text, setText] = useState("");
  const [codes, setCodes] = useState<readonly string[]>();
  const say = (id: string, values?: Record<string, number>) => intl.formatMessage({ id: `profile.factor.${id}` }, values);
  const start = async (password: string, verifyCode: string) => {
    const { data, error } = await begin({ password, verifyCode });
    setBegun(data);
    return error;
  };
  const finish = async () => {
    const { data, error } = await confirm({ verifyCode: text });
    if (error !== undefined) return toasts.refused(asRefusal(error));
    setCodes(data?.recoveryCodes ?? []);
    setBegun(undefined);
    setText("");
  };
  const stop = async (password: string, verifyCode: string) => {
    const { error } = await end({ password, verifyCode });
    if (error !== undefined) return error;
    toasts.success("profile.factor.ended");
    setCodes(undefined);
    return undefined;
  };
  return (
    <div className="gh-profile-factor">
      <p>{say(`state.${me.secondFactor}`, { count: me.recoveryCodes })}</p>
      {codes && <Codes codes={codes} />}
      {mayBegin && me.secondFactor !== "totp" && !begun && <PasswordAsked text={say("begin")} intent="primary" owner={me} send={start} />}
      {begun && (
        <>
          <p>{say("scan")}</p>
          <div className="gh-profile-picture">
            <QRCodeSVG value={begun.address} size={176} marginSize={2} title={say("scan")} />
          </div>
          <code className="gh-mono">{begun.secret}</code>
          <form
            className="gh-profile-row"
            onSubmit={(event) => {
              event.preventDefault();
              void finish();
            }}
          >
            <InputGroup
              value={text}
              inputMode="numeric"
              autoComplete="one-time-code"
              aria-label={say("code")}
              placeholder={say("code")}
              onValueChange={setText}
            />
            <Button type="submit" intent="primary" loading={confirming.isLoading} text={say("confirm")} />
          </form>
        </>
      )}
      {allowed(userCalls.totp_end.call) && me.secondFactor === "totp" && (
        <PasswordAsked text={say("end")} intent="danger" owner={me} send={stop} />
      )}
    </div>
  );
}
