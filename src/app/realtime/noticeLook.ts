import type { IconName } from "@blueprintjs/core";
import type { IntlShape } from "react-intl";
import type { Call } from "#contract/kit/call.ts";
import type { AlarmContent } from "#contract/realtime.ts";
import type { NoticeData } from "#machines/alarmNotices.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { shownText } from "#src/kit/value/shownText.ts";
import { deviceAddress } from "#src/screens/devices/deviceAddress.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { deviceCalls } from "#store/handles/device.ts";

export interface NoticeLook {
  className: string;
  icon: IconName;
  title: string;
  text: string;
  time: string;
  /** Where it leads, and the call that one goes there for. */
  to: string;
  call: Call;
  /** The alarm record that it tells of. */
  record?: string;
  /** What stands beside the time. */
  state: string;
}

type Say = (id: string, values?: Record<string, string | number>) => string;

const alarmIcons: readonly IconName[] = ["info-sign", "notifications", "warning-sign", "error"];

/** The alarm history with the record's drawer open. */
export const recordAddress = (id: string): string => `/alarms/history?record=${encodeURIComponent(id)}`;

const toDevice = (id: string) => ({ to: deviceAddress(id), call: deviceCalls.get.call });
const toDevices = (filter: string) => ({ to: `/devices/list?${filter}`, call: deviceCalls.query.call });
/** Of many those that are still to be handled. */
const toAlarms = (released: boolean) => ({ to: `/alarms/history?open=${!released}&state=0`, call: alarmLogCalls.query.call });

const stateId = (state: number): string => (state === 0 ? "alarmState.new" : state === 1 ? "alarmState.handled" : "alarmState.false");

/** The alarm's text in the reader's language, whichever the message was sent in. */
export const alarmWords = ({ triggerText, triggerTexts }: AlarmContent, intl: Pick<IntlShape, "locale">): string =>
  triggerTexts?.[languageOf(intl)] ?? triggerText;

/** Only an alarm that stands and that nobody has dealt with looks like one: its end and its result are calm. */
const alarmLook = (alarm: AlarmContent, words: string, say: Say): NoticeLook => {
  const { id, level, deviceName, deviceSn, slaveName, updateTime, deviceId, state, released, remark, count } = alarm;
  const levelWord = say(`alarmLevel.${level}`);
  const rank = say("notice.level", { level: levelWord });
  const word = say(stateId(state));
  const parts = released
    ? {
        className: "gh-notice-released",
        icon: "tick-circle" as const,
        about: say("notice.released"),
        side: [levelWord, word],
      }
    : state !== 0
      ? { className: "gh-notice-processed", icon: state === 1 ? ("tick" as const) : ("disable" as const), about: word, side: [levelWord] }
      : { className: `gh-notice-level-${level}`, icon: alarmIcons[level] ?? "notifications", about: rank, side: [word] };
  return {
    className: parts.className,
    icon: parts.icon,
    title:
      count > 1
        ? say(alarm.severalRules ? "notice.alarmsOfRules" : "notice.alarms", { about: parts.about, count })
        : say(slaveName === "" ? "notice.alarm" : "notice.alarmSlave", {
            about: parts.about,
            device: shownText(deviceName),
            slave: shownText(slaveName),
            sn: shownText(deviceSn),
          }),
    text: shownText(count > 1 ? `${deviceName} (${deviceSn}) · ${words} …` : state === 1 && remark ? `${words} · ${remark}` : words),
    time: updateTime,
    ...(count > 1 ? toAlarms(released) : toDevice(deviceId)),
    ...(count > 1 ? {} : { record: id }),
    state: parts.side.join(" · "),
  };
};

/** How a notice is drawn and where it leads. */
export const noticeLook = (data: NoticeData, intl: IntlShape): NoticeLook => {
  const say: Say = (id, values) => intl.formatMessage({ id }, values);
  switch (data.type) {
    case 0:
      return alarmLook(data.content, alarmWords(data.content, intl), say);
    case 2: {
      const { name, deviceSn, createTime, state, deviceId, count } = data.content;
      const online = state === 1;
      return {
        className: online ? "gh-notice-online" : "gh-notice-offline",
        icon: online ? "link" : "disable",
        title: say(online ? "notice.online" : "notice.offline", { count }),
        text: shownText(count > 1 ? `${name} (${deviceSn}) …` : `${name} (${deviceSn})`),
        time: createTime,
        ...(count > 1 ? toDevices(`presence=${online ? "online" : "offline"}`) : toDevice(deviceId)),
        state: "",
      };
    }
    case 3: {
      const { name, deviceSn, createTime, state, deviceId } = data.content;
      return {
        className: "gh-notice-move",
        icon: "drive-time",
        title: say(state === 1 ? "notice.moving" : "notice.stopped"),
        text: shownText(`${name} (${deviceSn})`),
        time: createTime,
        ...toDevice(deviceId),
        state: "",
      };
    }
    case 5: {
      const { name, deviceSn, createTime, leaseEnd, deviceId, count } = data.content;
      return {
        className: "gh-notice-lease",
        icon: "calendar",
        title: say("notice.lease", { count, day: leaseEnd }),
        text: shownText(count > 1 ? `${name} (${deviceSn}) …` : `${name} (${deviceSn})`),
        time: createTime,
        ...(count > 1 ? { to: "/devices/lease?lease=within30", call: deviceCalls.query.call } : toDevice(deviceId)),
        state: "",
      };
    }
    case 4: {
      const { name, deviceSn, updateTime } = data.content;
      return {
        className: "gh-notice-traffic",
        icon: "cell-tower",
        title: say("notice.traffic"),
        text: shownText(`${name} (${deviceSn})`),
        time: updateTime,
        to: `/device/flow/manager?name=${encodeURIComponent(name)}`,
        call: deviceCalls.query.call,
        state: "",
      };
    }
  }
};
