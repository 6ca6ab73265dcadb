import { Icon, type IconName } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import type { NoticeOutcome, NoticeRow } from "#contract/resources/alarmNotice.ts";
import "./alarms.css";

function Mark({ icon, look, text }: { icon: IconName; look: "good" | "bad" | "waits"; text: string }) {
  return (
    <span className={`gh-notice-mark gh-notice-${look}`}>
      <Icon icon={icon} size={12} aria-hidden />
      {text}
    </span>
  );
}

/** What came of an attempt. */
export function OutcomeMark({ outcome }: { outcome: NoticeOutcome }) {
  const text = useIntl().formatMessage({ id: `noticeOutcome.${outcome}` });
  return outcome === "sent" ? <Mark icon="tick" look="good" text={text} /> : <Mark icon="cross" look="bad" text={text} />;
}

const states = {
  waiting: { icon: "time", look: "waits" },
  sending: { icon: "send-message", look: "waits" },
  sent: { icon: "tick", look: "good" },
  failed: { icon: "cross", look: "bad" },
} as const satisfies Record<NoticeRow["state"], { icon: IconName; look: "good" | "bad" | "waits" }>;

/** Where a notice is by now. */
export function NoticeStateMark({ state }: Pick<NoticeRow, "state">) {
  return <Mark {...states[state]} text={useIntl().formatMessage({ id: `noticeState.${state}` })} />;
}
