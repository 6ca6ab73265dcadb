import { Button, FileInput } from "@blueprintjs/core";
import { useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useIntl } from "react-intl";
import { pictureBytes, type pictureKinds } from "#contract/resources/imageFile.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { imageFileCalls } from "#store/handles/people.ts";
import { FieldFrame } from "./fieldFrame.tsx";
import type { FieldProps } from "./fields.tsx";
import { useField } from "./formScope.ts";
import { fieldFaultsOf } from "./saveRefusal.ts";

const accepted = ["image/jpeg", "image/gif", "image/png"];

/** A picture by its address: choosing a file uploads it at once. What is not a picture, or too large, is told before it is sent. */
export function PictureField({ name, label, help, kind }: FieldProps & { kind: (typeof pictureKinds)[number] }) {
  const intl = useIntl();
  const field = useField(name, label);
  const { setError, clearErrors } = useFormContext();
  const { field: held } = useController({ name });
  const [upload, { isLoading }] = imageFileCalls.upload.useMutation();
  const [chosen, setChosen] = useState("");
  const address = typeof held.value === "string" ? held.value : "";
  const fail = (message: string) => setError(name, { type: "server", message });
  const send = async (file: File) => {
    clearErrors(name);
    if (!accepted.includes(file.type)) return fail("code.pictureInvalid");
    if (file.size > pictureBytes[kind]) return fail("rule.file.size");
    setChosen(file.name);
    const { data, error } = await upload({ kind, file });
    if (data) return held.onChange(data.url);
    const refusal = asRefusal(error);
    fail(fieldFaultsOf(refusal)[0]?.message ?? refusalText(refusal, intl)?.text ?? refusal.message);
  };
  return (
    <FieldFrame field={field} help={help}>
      <div className="gh-field-picture">
        {address !== "" && <img src={address} alt={field.label} />}
        <FileInput
          text={chosen || intl.formatMessage({ id: "form.picture.choose" })}
          buttonText={intl.formatMessage({ id: isLoading ? "form.picture.sending" : "form.picture.browse" })}
          disabled={isLoading}
          inputProps={{ id: field.id, accept: accepted.join(","), onBlur: held.onBlur }}
          onInputChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) void send(file);
            event.currentTarget.value = "";
          }}
        />
        {address !== "" && (
          <Button
            variant="minimal"
            icon="cross"
            text={intl.formatMessage({ id: "form.picture.remove" })}
            onClick={() => held.onChange("")}
          />
        )}
      </div>
    </FieldFrame>
  );
}
