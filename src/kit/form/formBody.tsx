import { Button, Callout, Dialog, DialogBody, DialogFooter } from "@blueprintjs/core";
import type { ReactNode } from "react";
import { FormProvider } from "react-hook-form";
import { useIntl } from "react-intl";
import { matches } from "#src/kit/keys/hotkeys.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { FormScopeContext } from "./formScope.ts";
import "./form.css";
import type { Conflict } from "./saveRefusal.ts";
import type { RecordForm } from "./useRecordForm.ts";

function DraftOffer({ form }: { form: RecordForm }) {
  const intl = useIntl();
  const { me } = useSession();
  if (!form.draft) return null;
  return (
    <Callout compact intent="primary" icon="history" className="gh-form-draft">
      <span>{intl.formatMessage({ id: "form.draft.found" }, { at: formatInstant(me.zone, form.draft.at) })}</span>
      <Button size="small" variant="minimal" text={intl.formatMessage({ id: "form.draft.restore" })} onClick={form.restoreDraft} />
      <Button size="small" variant="minimal" text={intl.formatMessage({ id: "form.draft.discard" })} onClick={form.discardDraft} />
    </Callout>
  );
}

function ConflictDialog({ form, conflict }: { form: RecordForm; conflict: Conflict }) {
  const intl = useIntl();
  const { me } = useSession();
  const at = conflict.at && formatInstant(me.zone, conflict.at);
  return (
    <Dialog
      isOpen
      onClose={form.keepEditing}
      title={intl.formatMessage({ id: "form.conflict.title" })}
      isCloseButtonShown={false}
      className="gh-confirm"
    >
      <DialogBody>
        <p>{conflict.by && at ? intl.formatMessage({ id: "code.versionConflict" }, { by: conflict.by, at }) : conflict.message}</p>
        <p className="gh-field-help">{intl.formatMessage({ id: "form.conflict.choice" })}</p>
      </DialogBody>
      <DialogFooter
        minimal
        actions={
          <>
            <Button text={intl.formatMessage({ id: "form.conflict.keep" })} autoFocus onClick={form.keepEditing} />
            {form.canReload && <Button text={intl.formatMessage({ id: "form.conflict.reload" })} onClick={() => void form.takeNewer()} />}
            <Button intent="danger" text={intl.formatMessage({ id: "form.conflict.overwrite" })} onClick={() => void form.overwrite()} />
          </>
        }
      />
    </Dialog>
  );
}

interface FormBodyProps {
  form: RecordForm;
  /** Translated word on the button that saves. */
  action: string;
  className: string;
  /** False for who may only look at it. */
  saves?: boolean;
  children: ReactNode;
}

/** The form itself: its fields, the offer of a draft, and the buttons. Enter submits, with Ctrl from everywhere. */
export function FormBody({ form, action, className, saves = true, children }: FormBodyProps) {
  const intl = useIntl();
  return (
    <FormScopeContext value={form.scope}>
      <FormProvider {...form.methods}>
        <form
          className={className}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (saves) void form.submit();
          }}
          onKeyDown={(event) => {
            // Where Enter itself begins a line.
            if (!matches("mod+enter", event.nativeEvent) || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.requestSubmit();
          }}
        >
          <div className="gh-form-fields">
            <DraftOffer form={form} />
            {children}
          </div>
          <div className="gh-form-buttons">
            {saves && <Button type="submit" intent="primary" loading={form.saving} text={action} />}
            <Button text={intl.formatMessage({ id: "feedback.action.cancel" })} disabled={form.saving} onClick={() => void form.close()} />
          </div>
        </form>
      </FormProvider>
      {form.conflict && <ConflictDialog form={form} conflict={form.conflict} />}
    </FormScopeContext>
  );
}
