import { useFormContext, useWatch } from "react-hook-form";
import { PasswordField, TextField } from "#src/kit/form/fields.tsx";
import { useSession } from "#src/session/sessionView.ts";
import { CodeToPhone } from "./codeToPhone.tsx";
import "./user.css";

const leading = ["phone", "email", "secondFactor"] as const;

interface Proof {
  /** The field of the password. */
  password: "password" | "ownPassword";
}

/** One's own password and, where there is one, a code of the second factor. */
export function ProofFields({ password }: Proof) {
  const { me } = useSession();
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

/** Asked for once what leads into the account of the form is another than it was. */
export function OwnerProof({ password }: Proof) {
  const { formState } = useFormContext();
  const now: readonly unknown[] = useWatch({ name: [...leading] });
  const before = formState.defaultValues ?? {};
  if (leading.every((name, at) => now[at] === before[name])) return null;
  return <ProofFields password={password} />;
}

/** In front of another user's phone, e-mail address or second factor. */
export function OwnProof() {
  return <OwnerProof password="ownPassword" />;
}
