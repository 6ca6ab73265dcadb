import { Callout, FileInput } from "@blueprintjs/core";
import { useId, useState } from "react";
import { useFormContext } from "react-hook-form";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { SelectField, TextField } from "#src/kit/form/fields.tsx";
import { fieldFaultsOf } from "#src/kit/form/saveRefusal.ts";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { fileSize } from "#src/kit/value/fileSize.ts";
import { appVersionCalls } from "#store/handles/appVersion.ts";

const accepted = /\.(apk|ipa)$/i;

/** For which system, and where it is got from: a file that is uploaded at once, or an address elsewhere. */
export function PackageFields() {
  const intl = useIntl();
  const uploads = useAllowed()(appVersionCalls.upload.call);
  const say = (id: string, values?: Record<string, string>) => intl.formatMessage({ id: `apps.${id}` }, values);
  const fileId = useId();
  const { setValue, setError, clearErrors } = useFormContext();
  const [upload, { isLoading }] = appVersionCalls.upload.useMutation();
  const [chosen, setChosen] = useState("");
  const [done, setDone] = useState<string>();
  const fail = (message: string) => setError("path", { type: "server", message });
  const send = async (file: File) => {
    clearErrors("path");
    setDone(undefined);
    if (!accepted.test(file.name)) return fail("rule.appPackage");
    if (file.size > limits.upload.packageBytes) return fail("rule.packageSize");
    setChosen(file.name);
    const { data, error } = await upload({ file });
    if (data) {
      setValue("path", data.path, { shouldDirty: true, shouldValidate: true });
      setValue("platform", data.platform, { shouldDirty: true, shouldValidate: true });
      return setDone(say("uploaded", { name: file.name, size: fileSize(intl, data.size) }));
    }
    const refusal = asRefusal(error);
    fail(fieldFaultsOf(refusal)[0]?.message ?? refusalText(refusal, intl)?.text ?? refusal.message);
  };
  return (
    <>
      {uploads && (
        <div className="gh-field">
          <label className="gh-field-label" htmlFor={fileId}>
            {say("file")}
          </label>
          <FileInput
            fill
            text={chosen || say("file.choose")}
            buttonText={intl.formatMessage({ id: isLoading ? "form.picture.sending" : "form.picture.browse" })}
            disabled={isLoading}
            inputProps={{ id: fileId, accept: ".apk,.ipa" }}
            onInputChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) void send(file);
              event.currentTarget.value = "";
            }}
          />
          <div className="gh-field-help">{say("file.help")}</div>
          <div role="status">
            {done && (
              <Callout compact intent="success">
                {done}
              </Callout>
            )}
          </div>
        </div>
      )}
      <TextField name="path" mono help={say(uploads ? "help.path" : "help.link")} />
      <SelectField
        name="platform"
        options={(["android", "ios"] as const).map((platform) => ({ value: platform, label: say(`option.platform.${platform}`) }))}
      />
    </>
  );
}
