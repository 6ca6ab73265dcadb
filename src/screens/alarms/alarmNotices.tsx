import { skipToken } from "@reduxjs/toolkit/query/react";
import { useIntl } from "react-intl";
import { messageTypes } from "#contract/resources/alarmGroup.ts";
import type { EscalationStep, NoticeRow } from "#contract/resources/alarmNotice.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { NoticeStateMark, OutcomeMark } from "./noticeMark.tsx";
import "./alarms.css";

function Notice({ notice, zone }: { notice: NoticeRow; zone: string }) {
  const intl = useIntl();
  const { channel, name, address, state, events, count, nextAt, attempts } = notice;
  const known = messageTypes.find((type) => type === channel);
  const way = known ? intl.formatMessage({ id: `alarmGroups.option.messageTypes.${known}` }) : channel;
  return (
    <li className="gh-notice-way">
      <div className="gh-notice-head">
        <span>
          <strong>{way}</strong> <ForeignText text={name} /> <span className="gh-mono gh-alarm-side">{address}</span>
        </span>
        <NoticeStateMark state={state} />
      </div>
      <div className="gh-field-help">
        {events.map((event) => intl.formatMessage({ id: `alarmNotices.event.${event}` })).join(" · ")}
        {count > 1 && ` · ${intl.formatMessage({ id: "alarmNotices.summary" }, { count })}`}
        {nextAt !== null && ` · ${intl.formatMessage({ id: "alarmNotices.next" }, { at: formatInstant(zone, nextAt) })}`}
      </div>
      {attempts.length > 0 && (
        <ol className="gh-notice-attempts">
          {attempts.map(({ at, outcome, answer }) => (
            <li key={`${at} ${outcome}`}>
              <span className="gh-notice-at">{formatInstant(zone, at)}</span> <OutcomeMark outcome={outcome} />
              {answer !== "" && <span className="gh-notice-answer">{answer}</span>}
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

/** Who is told next, and when. */
function Escalation({ steps, zone }: { steps: readonly EscalationStep[]; zone: string }) {
  const intl = useIntl();
  return (
    <ol className="gh-notice-list" aria-label={intl.formatMessage({ id: "alarmNotices.escalation" })}>
      {steps.map(({ step, groupName, state, dueAt, toldAt }) => (
        <li key={step} className="gh-notice-way gh-notice-head">
          <span>
            <strong>{intl.formatMessage({ id: "alarmNotices.step" }, { step })}</strong>{" "}
            <ForeignText text={groupName || intl.formatMessage({ id: "alarmNotices.step.hidden" })} />
          </span>
          <span className="gh-field-help">
            {intl.formatMessage({ id: `alarmNotices.step.${state}` }, { at: formatInstant(zone, toldAt ?? dueAt) })}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Who was told of an alarm, by which ways, and what came of every attempt. */
export function AlarmNotices({ id }: { id: string }) {
  const intl = useIntl();
  const { me } = useSession();
  const granted = isGranted(me.paths, alarmLogCalls.notices.call);
  const { currentData, error, isFetching, refetch } = alarmLogCalls.notices.useQuery(granted ? { id } : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  if (!granted) return null;
  return (
    <section className="gh-alarm-notices" aria-label={intl.formatMessage({ id: "alarmNotices.title" })}>
      <h3>{intl.formatMessage({ id: "alarmNotices.title" })}</h3>
      {currentData && currentData.waitingUntil !== null && (
        <p>{intl.formatMessage({ id: "alarmNotices.waiting" }, { at: formatInstant(me.zone, currentData.waitingUntil) })}</p>
      )}
      {currentData && currentData.notices.length > 0 && (
        <ul className="gh-notice-list">
          {currentData.notices.map((notice) => (
            <Notice key={notice.id} notice={notice} zone={me.zone} />
          ))}
        </ul>
      )}
      {currentData && currentData.escalation.length > 0 && <Escalation steps={currentData.escalation} zone={me.zone} />}
      {currentData && currentData.notices.length === 0 && currentData.waitingUntil === null && (
        <p className="gh-field-help">{intl.formatMessage({ id: "alarmNotices.none" })}</p>
      )}
      {!currentData && error !== undefined && !isFetching && <FailedRead error={error} onRetry={() => void refetch()} />}
    </section>
  );
}
