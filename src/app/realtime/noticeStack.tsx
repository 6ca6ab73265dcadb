import { Button } from "@blueprintjs/core";
import { FormattedMessage, useIntl } from "react-intl";
import type { SnapshotFrom } from "xstate";
import { type alarmNotices, shownNotices } from "#machines/alarmNotices.ts";
import { NoticeCard } from "./noticeCard.tsx";
import "./notices.css";

type Context = SnapshotFrom<typeof alarmNotices>["context"];

interface NoticeStackProps {
  context: Context;
  soundBlocked: boolean;
  onSoundAllowed(): void;
  send(event: { type: "DISMISS"; id: string } | { type: "DISMISS_ALL" }): void;
}

/** The notices at the right edge: at most five, and how many more there are. */
export function NoticeStack({ context, soundBlocked, onSoundAllowed, send }: NoticeStackProps) {
  const intl = useIntl();
  const { shown, more } = shownNotices(context);
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
        {shown.map((notice) => (
          <NoticeCard key={notice.id} notice={notice} onDismiss={() => send({ type: "DISMISS", id: notice.id })} />
        ))}
      </ol>
      {(more > 0 || shown.length > 1) && (
        <div className="gh-notice-more">
          {more > 0 && <FormattedMessage id="notice.more" values={{ count: more }} />}
          <Button variant="minimal" size="small" onClick={() => send({ type: "DISMISS_ALL" })}>
            <FormattedMessage id="notice.dismissAll" />
          </Button>
        </div>
      )}
    </section>
  );
}
