import { Button, TextArea } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { type KeyboardEvent, useId, useState } from "react";
import { useIntl } from "react-intl";
import { codePoints, limits } from "#contract/limits.ts";
import { commentText } from "#contract/resources/alarmComment.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { isGranted, useAllowed } from "#src/kit/screen/useAllowed.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import "./alarms.css";

interface WritingProps {
  id: string;
  draft: string;
  onDraft(text: string): void;
}

function Writing({ id, draft, onDraft }: WritingProps) {
  const intl = useIntl();
  const toasts = useToasts();
  const fieldId = useId();
  const [comment, { isLoading }] = alarmLogCalls.comment.useMutation();
  const [tried, setTried] = useState(false);
  const fault = commentText.safeParse(draft).error?.issues[0]?.message;
  const shown = fault !== undefined && (tried || draft.trim() !== "") ? fault : undefined;
  const submit = async () => {
    setTried(true);
    if (fault !== undefined || isLoading) return;
    const { error } = await comment({ id, text: draft });
    if (error !== undefined) {
      toasts.refused(asRefusal(error));
      return;
    }
    onDraft("");
    setTried(false);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };
  return (
    <form
      className="gh-comment-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label htmlFor={fieldId} className="gh-field-label">
        {intl.formatMessage({ id: "alarmComments.field" })}
      </label>
      <TextArea
        id={fieldId}
        fill
        rows={2}
        value={draft}
        intent={shown ? "danger" : "none"}
        aria-invalid={shown !== undefined}
        aria-describedby={`${fieldId}-help`}
        onKeyDown={press}
        onChange={(event) => onDraft(event.currentTarget.value)}
      />
      <div id={`${fieldId}-help`} className="gh-field-help gh-process-help">
        {shown ? (
          <span className="gh-field-error">{intl.formatMessage({ id: shown })}</span>
        ) : (
          <span>{intl.formatMessage({ id: "alarmComments.help" })}</span>
        )}
        <span>
          {intl.formatMessage({ id: "alarms.process.length" }, { count: codePoints(draft.trim()), most: limits.alarmComment.text })}
        </span>
      </div>
      <Button type="submit" icon="comment" loading={isLoading} text={intl.formatMessage({ id: "alarmComments.add" })} />
    </form>
  );
}

/** What people noted of an alarm, and a field to note more. */
export function AlarmComments({ id, draft, onDraft }: WritingProps) {
  const intl = useIntl();
  const { me } = useSession();
  const allowed = useAllowed();
  const granted = isGranted(me.paths, alarmLogCalls.comments.call);
  const { currentData, error, isFetching, refetch } = alarmLogCalls.comments.useQuery(granted ? { id } : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  if (!granted) return null;
  const title = intl.formatMessage({ id: "alarmComments.title" });
  const full = (currentData?.comments.length ?? 0) >= limits.alarmComment.perRecord;
  return (
    <section className="gh-alarm-part" aria-label={title}>
      <h3>{title}</h3>
      {currentData && currentData.comments.length > 0 && (
        <ol className="gh-comments" aria-live="polite">
          {currentData.comments.map((comment) => (
            <li key={comment.id}>
              <div className="gh-field-help">
                <ForeignText text={comment.by} /> · {formatInstant(me.zone, comment.at)}
              </div>
              <p>
                <ForeignText text={comment.text} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {currentData?.comments.length === 0 && <p className="gh-field-help">{intl.formatMessage({ id: "alarmComments.none" })}</p>}
      {!currentData && error !== undefined && !isFetching && <FailedRead error={error} onRetry={() => void refetch()} />}
      {allowed(alarmLogCalls.comment.call) && !full && <Writing id={id} draft={draft} onDraft={onDraft} />}
    </section>
  );
}
