import { Button } from "@blueprintjs/core";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { SnapshotFrom } from "xstate";
import { type alarmNotices, shownNotices } from "#machines/alarmNotices.ts";
import { useSession } from "#src/app/sessionView.ts";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { alarmLogCalls } from "#store/handles/alarm.ts";
import { NoticeCard } from "./noticeCard.tsx";
import { noticeLook } from "./noticeLook.tsx";
import "./notices.css";

type Context = SnapshotFrom<typeof alarmNotices>["context"];

interface NoticeStackProps {
  context: Context;
  soundBlocked: boolean;
  onSoundAllowed(): void;
  send(event: { type: "DISMISS"; id: string } | { type: "DISMISS_ALL" }): void;
}

function More({ count }: { count: number }) {
  const { me } = useSession();
  const words = <FormattedMessage id="notice.more" values={{ count }} />;
  return isGranted(me.paths, alarmLogCalls.query.call) ? <a href="#/alarms/history">{words}</a> : words;
}

/** The notices at the right edge, above the status line: at most three, how many more there are, and a button that folds them. */
export function NoticeStack({ context, soundBlocked, onSoundAllowed, send }: NoticeStackProps) {
  const intl = useIntl();
  const [foldedAt, setFoldedAt] = useState<number>();
  const { shown, more } = shownNotices(context);
  const [first] = shown;
  if (foldedAt !== undefined && !first) setFoldedAt(undefined);
  // An emergency that comes later is not to be missed.
  const folded = foldedAt !== undefined && !context.notices.some(({ lasting, arrival }) => lasting && arrival > foldedAt);
  return (
    <section className="gh-notices" aria-label={intl.formatMessage({ id: "notice.list" })}>
      {soundBlocked && (
        <Button
          className="gh-notice-sound"
          intent="warning"
          icon="volume-off"
          onClick={() => new Audio("/alarm.wav").play().then(onSoundAllowed, () => undefined)}
        >
          <FormattedMessage id="notice.soundBlocked" />
        </Button>
      )}
      <ol aria-live="polite">
        {!folded &&
          shown.map((notice) => <NoticeCard key={notice.id} notice={notice} onDismiss={() => send({ type: "DISMISS", id: notice.id })} />)}
      </ol>
      {first && folded && (
        <Button
          className={`gh-notice-folded ${noticeLook(first.data).className}`}
          icon={noticeLook(first.data).icon}
          endIcon="chevron-up"
          aria-expanded={false}
          onClick={() => setFoldedAt(undefined)}
        >
          <FormattedMessage id="notice.count" values={{ count: shown.length + more }} />
        </Button>
      )}
      {first && !folded && (
        <div className="gh-notice-more">
          {more > 0 && <More count={more} />}
          <span className="gh-notice-buttons">
            {(more > 0 || shown.length > 1) && (
              <Button variant="minimal" size="small" onClick={() => send({ type: "DISMISS_ALL" })}>
                <FormattedMessage id="notice.dismissAll" />
              </Button>
            )}
            <Button variant="minimal" size="small" endIcon="chevron-down" aria-expanded onClick={() => setFoldedAt(context.arrivals)}>
              <FormattedMessage id="notice.fold" />
            </Button>
          </span>
        </div>
      )}
    </section>
  );
}
