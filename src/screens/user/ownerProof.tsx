import { useFormContext, useWatch } from "react-hook-form";
import { useSession } from "#src/app/sessionView.ts";
import { PasswordField, TextField } from "#src/kit/form/fields.tsx";
import { CodeToPhone } from "./codeToPhone.tsx";

const leading = ["phone", "email", "secondFactor"] as const;

/** One's own password and second factor, asked for once what leads into the account of the form is another than it was. */
export function OwnerProof({ password }: { password: "password" | "ownPassword" }) {
  const { me } = useSession();
  const { formState } = useFormContext();
  const now: readonly unknown[] = useWatch({ name: [...leading] });
  const before = formState.defaultValues ?? {};
  if (leading.every((name, at) => now[at] === before[name])) return null;
  return (
    <>
      <PasswordField name={password} autoComplete="current-password" required />
      {me.secondFactor !== "none" && (
        <div className="gh-profile-code">
          <TextField name="verifyCode" autoComplete="one-time-code" required />
          {me.secondFactor === "phone" && <CodeToPhone name="auth.own" phone={async () => me.phone} />}
        </div>
      )}
    </>
  );
}

/** In front of another user's phone, e-mail address or second factor. */
export function OwnProof() {
  return <OwnerProof password="ownPassword" />;
}
