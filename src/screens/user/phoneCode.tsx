import { useFormContext, useWatch } from "react-hook-form";
import { TextField } from "#src/kit/form/fields.tsx";
import { CodeToPhone } from "./codeToPhone.tsx";

/** The code that a new phone has to answer with: asked for only once the phone is another than the `known` one. */
export function PhoneCode({ known }: { known: string }) {
  const { trigger } = useFormContext();
  const phone: unknown = useWatch({ name: "phone" });
  if (phone === known || typeof phone !== "string" || phone === "") return null;
  return (
    <div className="gh-profile-code">
      <TextField name="verificationCode" autoComplete="one-time-code" required />
      <CodeToPhone name="auth" phone={async () => ((await trigger("phone")) ? phone : undefined)} />
    </div>
  );
}
