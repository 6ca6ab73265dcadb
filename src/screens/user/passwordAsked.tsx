import { Button, InputGroup, type Intent } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";

interface PasswordAskedProps {
  /** Of the button that goes on. */
  text: string;
  intent: Intent;
  /** Answers what was refused, if anything was; the password is then kept to be mended. */
  send(password: string): Promise<unknown>;
}

/** The present password in front of what touches the account itself. */
export function PasswordAsked({ text, intent, send }: PasswordAskedProps) {
  const intl = useIntl();
  const toasts = useToasts();
  const [password, setPassword] = useState("");
  const [sending, setSending] = useState(false);
  const label = intl.formatMessage({ id: "profile.field.password" });
  const submit = async () => {
    setSending(true);
    const refused = await send(password);
    setSending(false);
    if (refused === undefined) setPassword("");
    else toasts.refused(asRefusal(refused));
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
        type="password"
        value={password}
        autoComplete="current-password"
        aria-label={label}
        placeholder={label}
        onValueChange={setPassword}
      />
      <Button type="submit" intent={intent} loading={sending} text={text} />
    </form>
  );
}
