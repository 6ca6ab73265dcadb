import { Button, Dialog, DialogBody, DialogFooter } from "@blueprintjs/core";
import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useFocusBack } from "#src/kit/form/focusBack.ts";
import { copyText } from "#src/kit/table/tableText.ts";

interface DevicePasswordDialogProps {
  sn: string;
  password: string;
  onClose(): void;
}

/** The password that the server made up: shown this once, never again. */
export function DevicePasswordDialog({ sn, password, onClose }: DevicePasswordDialogProps) {
  const intl = useIntl();
  useFocusBack();
  const host = useRef<HTMLDivElement>(null);
  const [copied, setCopied] = useState<boolean>();
  const say = (id: string) => intl.formatMessage({ id: `device.password.${id}` });
  const copy = async () => {
    if (host.current) setCopied(await copyText(password, host.current));
  };
  return (
    <Dialog isOpen title={say("title")} canOutsideClickClose={false} canEscapeKeyClose={false} isCloseButtonShown={false}>
      <DialogBody>
        <div ref={host}>
          <p>{say("once")}</p>
          <dl className="gh-device-secret">
            <dt>{intl.formatMessage({ id: "device.field.sn" })}</dt>
            <dd className="gh-mono">{sn}</dd>
            <dt>{intl.formatMessage({ id: "device.field.password" })}</dt>
            <dd className="gh-mono gh-device-password">{password}</dd>
          </dl>
          <p role="status" className="gh-field-help">
            {copied === undefined ? "" : say(copied ? "copied" : "copyFailed")}
          </p>
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button icon="duplicate" text={say("copy")} autoFocus onClick={() => void copy()} />
            <Button intent="primary" text={say("done")} onClick={onClose} />
          </>
        }
      />
    </Dialog>
  );
}
