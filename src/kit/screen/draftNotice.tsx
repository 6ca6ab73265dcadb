import { Button, Callout } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import { newestDraft, removeDraft } from "#src/kit/form/draft.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import "#src/kit/form/form.css";

interface DraftNoticeProps {
  wanted(form: string): boolean;
  /** `subject` is the record that was edited; undefined when one was being added. */
  onContinue(subject: unknown): void;
}

/** Offers what the same user typed before the session ended. */
export function DraftNotice({ wanted, onContinue }: DraftNoticeProps) {
  const intl = useIntl();
  const { me } = useSession();
  const [found, setFound] = useState(() => newestDraft(sessionStorage, me.id, wanted));
  if (!found) return null;
  const at = formatInstant(me.zone, found.draft.at);
  return (
    <Callout compact intent="primary" icon="history" className="gh-form-draft">
      <span>{intl.formatMessage({ id: "form.draft.found" }, { at })}</span>
      <Button
        size="small"
        variant="minimal"
        text={intl.formatMessage({ id: "form.draft.continue" })}
        onClick={() => {
          onContinue(found.draft.subject);
          setFound(undefined);
        }}
      />
      <Button
        size="small"
        variant="minimal"
        text={intl.formatMessage({ id: "form.draft.discard" })}
        onClick={() => {
          removeDraft(sessionStorage, me.id, found.form);
          setFound(undefined);
        }}
      />
    </Callout>
  );
}
