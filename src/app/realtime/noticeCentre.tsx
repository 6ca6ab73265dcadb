import { Button, Icon } from "@blueprintjs/core";
import { type KeyboardEvent, useEffect } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router-dom";
import type { ResponseOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { NoticeRow, notice } from "#contract/resources/notice.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { useHotkeys } from "#src/kit/keys/hotkeys.ts";
import { useOpens } from "#src/kit/screen/useAllowed.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { ViewLink } from "#src/kit/view/viewLink.tsx";
import { viewOf } from "#src/kit/view/viewLocation.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { noticeCalls } from "#store/handles/notice.ts";
import { useHandle } from "./handleAlarm.ts";
import { HandleButton } from "./handleButton.tsx";
import "./noticeCentre.css";
import { noticeKeys, rowAt } from "./noticeKeys.ts";
import { noticeLook, recordAddress } from "./noticeLook.ts";
import { useKeptFocus } from "./useKeptFocus.ts";

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
  const { ref: list, ...focus } = useKeptFocus<HTMLUListElement>();
  useEffect(() => list.current?.querySelector("li")?.focus(), [list]);
  const part = () => list.current;
  useHotkeys([
    { combo: "arrowup arrowdown", label: "hotkeys.noticeMove", group: "notice.title", part },
    { combo: "enter", label: "hotkeys.noticeOpen", group: "notice.title", part },
    { combo: "a", label: "hotkeys.noticeHandle", group: "notice.title", part },
  ]);
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const to = rowAt(event);
    if (!to) return;
    event.preventDefault();
    to.focus();
  };
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
        <ul ref={list} className="gh-centre-list" onKeyDown={move} {...focus}>
          {rows.map((row, place) => (
            <Row key={row.id} row={row} first={place === 0} onRead={() => void send({ ids: [row.id] })} onLeave={onClose} />
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
  first: boolean;
  onRead(): void;
  onLeave(): void;
}

function Row({ row, first, onRead, onLeave }: RowProps) {
  const intl = useIntl();
  const { me } = useSession();
  const opens = useOpens();
  const handle = useHandle(row.data);
  const { className, icon, title, text, to, call, record, state } = noticeLook(row.data, intl);
  const follow = () => {
    if (!row.read) onRead();
    onLeave();
  };
  return (
    <li
      className={`gh-centre-row ${className} ${row.read ? "" : "gh-centre-unread"}`}
      tabIndex={first ? 0 : -1}
      onKeyDown={noticeKeys(handle)}
    >
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
      {handle && <HandleButton onHandle={handle} />}
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
