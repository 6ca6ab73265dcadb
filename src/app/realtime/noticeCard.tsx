import { Button, Icon } from "@blueprintjs/core";
import { FormattedMessage, useIntl } from "react-intl";
import type { Notice } from "#machines/alarmNotices.ts";
import { useOpens } from "#src/kit/screen/useAllowed.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { focusFollows } from "#src/kit/view/content.ts";
import { ViewLink } from "#src/kit/view/viewLink.tsx";
import { viewOf } from "#src/kit/view/viewLocation.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { useHandle } from "./handleAlarm.ts";
import { HandleButton } from "./handleButton.tsx";
import { noticeKeys } from "./noticeKeys.ts";
import { noticeLook, recordAddress } from "./noticeLook.ts";
import "./notices.css";

/** One notice of the line. */
export function NoticeCard({ notice, onDismiss }: { notice: Notice; onDismiss(): void }) {
  const intl = useIntl();
  const { me } = useSession();
  const opens = useOpens();
  const handle = useHandle(notice.data);
  const { className, icon, title, text, time, to, call, record, state } = noticeLook(notice.data, intl);
  return (
    <li
      className={`gh-notice ${className}`}
      data-type={notice.data.type}
      data-level={notice.data.type === 0 ? notice.data.content.level : undefined}
      tabIndex={-1}
      onKeyDown={noticeKeys(handle)}
    >
      <Icon icon={icon} size={14} />
      <ViewLink className="gh-notice-title" call={call} to={to} onClick={focusFollows}>
        {title}
      </ViewLink>
      <span className="gh-notice-text" title={text}>
        {text}
      </span>
      <time dateTime={time}>{formatInstant(me.zone, time)}</time>
      {state && <span className="gh-notice-state">{state}</span>}
      {record !== undefined && opens(alarmLogCalls.get.call, viewOf(recordAddress(record))) && (
        <a href={`#${recordAddress(record)}`} onClick={focusFollows}>
          <FormattedMessage id="notice.record" />
        </a>
      )}
      <span className="gh-notice-buttons">
        {handle && <HandleButton onHandle={handle} />}
        <Button variant="minimal" size="small" icon="cross" aria-label={intl.formatMessage({ id: "notice.dismiss" })} onClick={onDismiss} />
      </span>
    </li>
  );
}
