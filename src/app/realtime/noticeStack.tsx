import { Button, Icon, type IconName } from "@blueprintjs/core";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { SnapshotFrom } from "xstate";
import { alarmLog } from "#contract/resources/alarm.ts";
import { type alarmNotices, type Notice, type NoticeData, shownNotices } from "#machines/alarmNotices.ts";
import { useSession } from "#src/app/sessionView.ts";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import "./notices.css";

type Context = SnapshotFrom<typeof alarmNotices>["context"];

interface NoticeStackProps {
  context: Context;
  soundBlocked: boolean;
  onSoundAllowed(): void;
  send(event: { type: "DISMISS"; id: string } | { type: "DISMISS_ALL" }): void;
}

/** Where the time of day begins in `2026-01-31 08:30:00`. */
const timeOfDay = 11;

const alarmIcons: readonly IconName[] = ["info-sign", "notifications", "warning-sign", "error"];

interface Look {
  className: string;
  icon: IconName;
  title: ReactNode;
  text: string;
  time: string;
  href: string | undefined;
  /** Where what the notice is about can be dealt with. */
  record?: string;
  state: ReactNode;
}

const deviceAddress = (id: string): string => `#/devices/deviceDatail?id=${encodeURIComponent(id)}`;

const alarmStateId = (state: number): string => (state === 0 ? "alarmState.new" : state === 1 ? "alarmState.handled" : "alarmState.false");

const lookOf = (data: NoticeData): Look => {
  switch (data.type) {
    case 0: {
      const { id, level, deviceName, deviceSn, triggerText, updateTime, deviceId, state, released, remark } = data.content;
      return {
        className: released ? "gh-notice-released" : `gh-notice-level-${level}`,
        icon: released ? "tick-circle" : (alarmIcons[level] ?? "notifications"),
        title: (
          <FormattedMessage
            id={released ? "notice.alarmReleased" : "notice.alarm"}
            values={{ level: <FormattedMessage id={`alarmLevel.${level}`} />, device: deviceName, sn: deviceSn }}
          />
        ),
        text: state === 1 && remark ? `${triggerText} · ${remark}` : triggerText,
        time: updateTime,
        href: deviceAddress(deviceId),
        record: `#/alarms/history?record=${encodeURIComponent(id)}`,
        state: <FormattedMessage id={alarmStateId(state)} />,
      };
    }
    case 2: {
      const { name, deviceSn, createTime, state, deviceId, count } = data.content;
      const online = state === 1;
      return {
        className: online ? "gh-notice-online" : "gh-notice-offline",
        icon: online ? "link" : "disable",
        title: <FormattedMessage id={online ? "notice.online" : "notice.offline"} values={{ count }} />,
        text: count > 1 ? `${name} (${deviceSn}) …` : `${name} (${deviceSn})`,
        time: createTime,
        href: count > 1 ? `#/devices/list?presence=${online ? "online" : "offline"}` : deviceAddress(deviceId),
        state: null,
      };
    }
    case 3: {
      const { name, deviceSn, createTime, state, deviceId } = data.content;
      return {
        className: "gh-notice-move",
        icon: "drive-time",
        title: <FormattedMessage id={state === 1 ? "notice.moving" : "notice.stopped"} />,
        text: `${name} (${deviceSn})`,
        time: createTime,
        href: deviceAddress(deviceId),
        state: null,
      };
    }
    case 4: {
      const { name, deviceSn, updateTime } = data.content;
      return {
        className: "gh-notice-traffic",
        icon: "cell-tower",
        title: <FormattedMessage id="notice.traffic" />,
        text: `${name} (${deviceSn})`,
        time: updateTime,
        href: `#/device/flow/manager?name=${encodeURIComponent(name)}`,
        state: null,
      };
    }
  }
};

function NoticeCard({ notice, onDismiss }: { notice: Notice; onDismiss(): void }) {
  const intl = useIntl();
  const { me } = useSession();
  const { className, icon, title, text, time, href, record, state } = lookOf(notice.data);
  const readable = isGranted(me.paths, alarmLog.calls.get);
  return (
    <li
      className={`gh-notice ${className}`}
      data-type={notice.data.type}
      data-level={notice.data.type === 0 ? notice.data.content.level : undefined}
    >
      <Icon icon={icon} size={16} />
      <div className="gh-notice-body">
        <div className="gh-notice-title">{href ? <a href={href}>{title}</a> : title}</div>
        <div className="gh-notice-text">{text}</div>
        <div className="gh-notice-foot">
          <time dateTime={time}>{formatInstant(me.zone, time).slice(timeOfDay)}</time>
          {state && <span>{state}</span>}
          {record && readable && (
            <a className="gh-notice-record" href={record}>
              <FormattedMessage id="notice.record" />
            </a>
          )}
        </div>
      </div>
      <Button variant="minimal" size="small" icon="cross" aria-label={intl.formatMessage({ id: "notice.dismiss" })} onClick={onDismiss} />
    </li>
  );
}

/** The notices at the right edge: at most three, and how many more there are. */
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
