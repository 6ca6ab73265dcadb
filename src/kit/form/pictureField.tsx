import { Button, FileInput } from "@blueprintjs/core";
import { useEffect, useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useIntl } from "react-intl";
import { pictureBytes, type pictureKinds } from "#contract/resources/imageFile.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { imageFileCalls } from "#store/handles/imageFile.ts";
import { FieldFrame } from "./fieldFrame.tsx";
import type { FieldProps } from "./fields.tsx";
import { useField, useFormScope } from "./formScope.ts";
import { fieldFaultsOf } from "./saveRefusal.ts";

const accepted = ["image/jpeg", "image/gif", "image/png"];

/** A picture by its address: choosing a file uploads it at once. What is not a picture, or too large, is told before it is sent. */
export function PictureField({ name, label, help, kind }: FieldProps & { kind: (typeof pictureKinds)[number] }) {
  const intl = useIntl();
  const toasts = useToasts();
  const field = useField(name, label);
  const { faults } = useFormScope();
  const { setError, clearErrors } = useFormContext();
  const { field: held } = useController({ name });
  const [upload, { isLoading }] = imageFileCalls.upload.useMutation();
  const [chosen, setChosen] = useState("");
  const [fault, setFault] = useState<string>();
  const address = typeof held.value === "string" ? held.value : "";
  useEffect(() => {
    if (fault !== undefined) faults.set(name, fault);
    return () => void faults.delete(name);
  }, [faults, name, fault]);
  const fail = (message: string) => {
    setFault(message);
    setError(name, { type: "server", message });
  };
  const choose = (fileName: string) => {
    setFault(undefined);
    clearErrors(name);
    setChosen(fileName);
  };
  const send = async (file: File) => {
    choose(file.name);
    if (!accepted.includes(file.type)) return fail("code.pictureInvalid");
    if (file.size > pictureBytes[kind]) return fail("rule.file.size");
    const { data, error } = await upload({ kind, file });
    if (data) {
      held.onChange(data.url);
      return toasts.success("feedback.uploaded");
    }
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
        {fault !== undefined && (
          <Button variant="minimal" icon="reset" text={intl.formatMessage({ id: "form.picture.discard" })} onClick={() => choose("")} />
        )}
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
