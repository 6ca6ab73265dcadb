import { Button } from "@blueprintjs/core";
import { FormattedMessage, useIntl } from "react-intl";
import type { SnapshotFrom } from "xstate";
import type { AlarmTone } from "#contract/resources/alarm.ts";
import { type alarmNotices, shownNotices } from "#machines/alarmNotices.ts";
import { playTone } from "#src/kit/feedback/alarmTone.ts";
import { useHotkeys } from "#src/kit/keys/hotkeys.ts";
import { focusFollows } from "#src/kit/view/content.ts";
import { ViewLink } from "#src/kit/view/viewLink.tsx";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { bellId } from "./noticeBell.tsx";
import { NoticeCard } from "./noticeCard.tsx";
import "./notices.css";
import { useKeptFocus } from "./useKeptFocus.ts";

type Context = SnapshotFrom<typeof alarmNotices>["context"];

interface NoticeLineProps {
  context: Context;
  /** The tone that the browser did not play. */
  blocked: AlarmTone | undefined;
  onSoundAllowed(): void;
  send(event: { type: "dismiss"; id: string } | { type: "dismissAll" | "hold" | "letGo" }): void;
}

/**
 * What has just come, in a line at the foot of the page that is kept free for it: nothing that one works with is ever covered, and nothing
 * moves. It shows as many as have room, the most urgent first; the list behind the bell has them all.
 */
export function NoticeLine({ context, blocked, onSoundAllowed, send }: NoticeLineProps) {
  const intl = useIntl();
  const { shown, more } = shownNotices(context);
  const count = shown.length + more;
  const quiet = count === 0 && blocked === undefined;
  const { ref: list, ...focus } = useKeptFocus<HTMLOListElement>((held) => send({ type: held ? "hold" : "letGo" }));
  const toNewest = () => {
    const newest = Math.max(...shown.map(({ arrival }) => arrival));
    const card = list.current?.children[shown.findIndex(({ arrival }) => arrival === newest)];
    if (card instanceof HTMLElement) card.focus();
    else document.getElementById(bellId)?.click();
  };
  useHotkeys([
    { combo: "g", label: "hotkeys.notice", group: "hotkeys.general", run: toNewest },
    { combo: "enter", label: "hotkeys.noticeOpen", group: "notice.list", part: () => list.current },
    { combo: "a", label: "hotkeys.noticeHandle", group: "notice.list", part: () => list.current },
  ]);
  return (
    <section className={quiet ? "gh-notices gh-notices-quiet" : "gh-notices"} aria-label={intl.formatMessage({ id: "notice.list" })}>
      {blocked !== undefined && (
        <Button size="small" intent="warning" icon="volume-off" onClick={() => playTone(blocked).then(onSoundAllowed, () => undefined)}>
          <FormattedMessage id="notice.soundBlocked" />
        </Button>
      )}
      <ol ref={list} aria-live="polite" {...focus}>
        {shown.map((notice) => (
          <NoticeCard key={notice.id} notice={notice} onDismiss={() => send({ type: "dismiss", id: notice.id })} />
        ))}
      </ol>
      {count > 1 && (
        <div className="gh-notice-more">
          <ViewLink call={alarmLogCalls.query.call} to="/alarms/history" onClick={focusFollows}>
            <FormattedMessage id="notice.count" values={{ count }} />
          </ViewLink>
          <Button variant="minimal" size="small" onClick={() => send({ type: "dismissAll" })}>
            <FormattedMessage id="notice.dismissAll" />
          </Button>
        </div>
      )}
    </section>
  );
}
