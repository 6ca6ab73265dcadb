import { Button, Dialog, DialogBody, DialogFooter } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import type { UserRow } from "#contract/resources/user.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { useFocusBack } from "#src/kit/form/focusBack.ts";
import { userCalls } from "#store/handles/session.ts";

/** Makes up a new password for a user and shows it this once. */
export function PasswordDialog({ row, onClose }: { row: UserRow; onClose(): void }) {
  const intl = useIntl();
  const toasts = useToasts();
  useFocusBack();
  const [reset, { isLoading }] = userCalls.reset_child_pass.useMutation();
  const [password, setPassword] = useState<string>();
  const name = row.userName || row.account;
  const run = async () => {
    const { data, error } = await reset({ id: row.id });
    if (error !== undefined) toasts.refused(asRefusal(error));
    else {
      toasts.success("children.password.done");
      setPassword(data?.password ?? "");
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={intl.formatMessage({ id: "children.action.password" })}
      className="gh-confirm"
      transitionDuration={0}
    >
      <DialogBody>
        {password === undefined ? (
          <p>{intl.formatMessage({ id: "children.password.question" }, { name })}</p>
        ) : (
          <>
            <p>{intl.formatMessage({ id: "children.password.shown" }, { name })}</p>
            <p>
              <code className="gh-mono" data-testid="new-password">
                {password}
              </code>
            </p>
          </>
        )}
      </DialogBody>
      <DialogFooter
        minimal
        actions={
          password === undefined ? (
            <>
              <Button text={intl.formatMessage({ id: "feedback.action.cancel" })} autoFocus disabled={isLoading} onClick={onClose} />
              <Button
                intent="danger"
                loading={isLoading}
                text={intl.formatMessage({ id: "children.action.password" })}
                onClick={() => void run()}
              />
            </>
          ) : (
            <Button intent="primary" autoFocus text={intl.formatMessage({ id: "form.close" })} onClick={onClose} />
          )
        }
      />
    </Dialog>
  );
}
