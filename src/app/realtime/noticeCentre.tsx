import { Button, Icon } from "@blueprintjs/core";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router-dom";
import type { ResponseOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { NoticeRow, notice } from "#contract/resources/notice.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { useOpens } from "#src/kit/screen/useAllowed.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { ViewLink } from "#src/kit/view/viewLink.tsx";
import { viewOf } from "#src/kit/view/viewLocation.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { noticeCalls } from "#store/handles/notice.ts";
import "./noticeCentre.css";
import { noticeLook, recordAddress } from "./noticeLook.tsx";

interface NoticeCentreProps {
  notices: ResponseOf<typeof notice.calls.query>;
  onClose(): void;
}

/** The last notices as they stand now, each with where it leads and whether it was read. */
export function NoticeCentre({ notices, onClose }: NoticeCentreProps) {
  const opens = useOpens();
  const toasts = useToasts();
  const [mark] = noticeCalls.mark.useMutation();
  const rows = notices.list;
  const send = (what: Parameters<typeof mark>[0]) =>
    mark(what)
      .unwrap()
      .catch((error: unknown) => toasts.refused(asRefusal(error)));
  const newest = notices.list[0]?.at;
  return (
    <section className="gh-centre" aria-labelledby="gh-centre-title">
      <header className="gh-centre-head">
        <h2 id="gh-centre-title">
          <FormattedMessage id="notice.title" />
        </h2>
        <Button
          size="small"
          variant="minimal"
          icon="tick"
          autoFocus
          disabled={notices.unread === 0 || newest === undefined}
          onClick={() => newest !== undefined && void send({ upTo: newest })}
        >
          <FormattedMessage id="notice.markAll" />
        </Button>
      </header>
      {rows.length === 0 ? (
        <p className="gh-centre-none">
          <FormattedMessage id="notice.none" values={{ days: limits.notices.days }} />
        </p>
      ) : (
        <ul className="gh-centre-list">
          {rows.map((row) => (
            <Row key={row.id} row={row} onRead={() => void send({ ids: [row.id] })} onLeave={onClose} />
          ))}
        </ul>
      )}
      {notices.more && opens(alarmLogCalls.query.call, "/alarms/history") && (
        <footer className="gh-centre-foot">
          <Link to="/alarms/history" onClick={onClose}>
            <FormattedMessage id="notice.older" />
          </Link>
        </footer>
      )}
    </section>
  );
}

interface RowProps {
  row: NoticeRow;
  onRead(): void;
  onLeave(): void;
}

function Row({ row, onRead, onLeave }: RowProps) {
  const intl = useIntl();
  const { me } = useSession();
  const opens = useOpens();
  const { className, icon, title, text, to, call, record, state } = noticeLook(row.data);
  const follow = () => {
    if (!row.read) onRead();
    onLeave();
  };
  return (
    <li className={`gh-centre-row ${className} ${row.read ? "" : "gh-centre-unread"}`}>
      <Icon icon={icon} size={14} />
      <div className="gh-centre-body">
        <ViewLink className="gh-centre-title" call={call} to={to} onClick={follow}>
          {!row.read && (
            <span className="gh-centre-said">
              <FormattedMessage id="notice.unread" />
            </span>
          )}
          {title}
        </ViewLink>
        <div className="gh-centre-text">{text}</div>
        <div className="gh-centre-when">
          <time dateTime={row.at}>{formatInstant(me.zone, row.at)}</time>
          {state && <span>{state}</span>}
          {record !== undefined && opens(alarmLogCalls.get.call, viewOf(recordAddress(record))) && (
            <a href={`#${recordAddress(record)}`} onClick={follow}>
              <FormattedMessage id="notice.record" />
            </a>
          )}
        </div>
      </div>
      {!row.read && (
        <Button
          variant="minimal"
          size="small"
          icon="dot"
          intent="primary"
          title={intl.formatMessage({ id: "notice.markOne" })}
          aria-label={intl.formatMessage({ id: "notice.markOne" })}
          onClick={onRead}
        />
      )}
    </li>
  );
}
