import { Button, InputGroup, type Intent } from "@blueprintjs/core";
import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import type { Me } from "#contract/resources/user.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { fieldFaultsOf } from "#src/kit/form/saveRefusal.ts";
import { CodeToPhone } from "./codeToPhone.tsx";

interface PasswordAskedProps {
  /** Of the button that goes on. */
  text: string;
  intent: Intent;
  /** Whose second factor is asked for too; left out where the password is enough. */
  owner?: Pick<Me, "phone" | "secondFactor">;
  /** Answers what was refused, if anything was; password and code are then kept to be mended. */
  send(password: string, verifyCode: string): Promise<unknown>;
}

/** The present password in front of what touches the account itself, and the second factor in front of what leads into it. */
export function PasswordAsked({ text, intent, owner, send }: PasswordAskedProps) {
  const intl = useIntl();
  const toasts = useToasts();
  const [password, setPassword] = useState("");
  const [verifyCode, setVerifyCode] = useState("");
  const [sending, setSending] = useState(false);
  const [faulty, setFaulty] = useState<string>();
  const inputs = { password: useRef<HTMLInputElement>(null), verifyCode: useRef<HTMLInputElement>(null) };
  const label = intl.formatMessage({ id: "profile.field.password" });
  const codeLabel = intl.formatMessage({ id: "profile.field.verifyCode" });
  const marked = (name: keyof typeof inputs) =>
    ({ inputRef: inputs[name], intent: faulty === name ? "danger" : "none", "aria-invalid": faulty === name }) as const;
  const submit = async () => {
    setSending(true);
    const refused = await send(password, verifyCode);
    setSending(false);
    if (refused === undefined) {
      setFaulty(undefined);
      setPassword("");
      setVerifyCode("");
      return;
    }
    const refusal = asRefusal(refused);
    const [fault] = fieldFaultsOf(refusal);
    setFaulty(fault?.path);
    if (fault?.path === "password" || fault?.path === "verifyCode") inputs[fault.path].current?.focus();
    toasts.refused(refusal);
  };
  return (
    <form
      className="gh-profile-row"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <InputGroup
        {...marked("password")}
        type="password"
        value={password}
        autoComplete="current-password"
        aria-label={label}
        placeholder={label}
        onValueChange={setPassword}
      />
      {owner && owner.secondFactor !== "none" && (
        <>
          <InputGroup
            {...marked("verifyCode")}
            value={verifyCode}
            autoComplete="one-time-code"
            aria-label={codeLabel}
            placeholder={codeLabel}
            onValueChange={setVerifyCode}
          />
          {owner.secondFactor === "phone" && <CodeToPhone name="auth.own" phone={async () => owner.phone} />}
        </>
      )}
      <Button type="submit" intent={intent} loading={sending} text={text} />
    </form>
  );
}
