import { Button, Dialog, DialogBody, DialogFooter } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import { useFocusBack } from "#src/kit/form/focusBack.ts";

interface ShownOnceProps {
  /** Translated, as is what is said of it. */
  title: string;
  text: string;
  secret: string;
  onClose(): void;
}

/** What the server made up and does not answer again. */
export function ShownOnce({ title, text, secret, onClose }: ShownOnceProps) {
  const intl = useIntl();
  useFocusBack();
  return (
    <Dialog isOpen onClose={onClose} title={title} className="gh-confirm" transitionDuration={0}>
      <DialogBody>
        <p>{text}</p>
        <p>
          <code className="gh-mono gh-shown-once" data-testid="shown-once">
            {secret}
          </code>
        </p>
      </DialogBody>
      <DialogFooter
        minimal
        actions={<Button intent="primary" autoFocus text={intl.formatMessage({ id: "form.close" })} onClick={onClose} />}
      />
    </Dialog>
  );
}
