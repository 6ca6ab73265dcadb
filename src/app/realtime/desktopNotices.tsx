import { useEffect } from "react";
import { type IntlShape, useIntl } from "react-intl";
import type { ActorRefFrom } from "xstate";
import { type alarmNotices, type NoticeData, noticeId } from "#machines/alarmNotices.ts";
import { desktopState, showOnDesktop } from "#src/kit/feedback/desktop.ts";
import { useOpens } from "#src/kit/screen/useAllowed.ts";
import { viewOf } from "#src/kit/view/viewLocation.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { isConsoleInFront, watchFront } from "./frontTab.ts";
import { noticeLook, recordAddress } from "./noticeLook.ts";

type Told = Extract<NoticeData, { type: 0 }>;

/** Of what the user wants to be told of by the desktop the gravest, and the newest of those. */
const gravest = (group: readonly NoticeData[]): Told | undefined =>
  group.reduce<Told | undefined>(
    (found, data) => (data.type === 0 && data.content.desktop && data.content.level >= (found?.content.level ?? 0) ? data : found),
    undefined,
  );

/** One for each gathering: a later one of the same takes its place, as does that of another tab. */
const show = (data: Told, intl: IntlShape, address: string | undefined): void => {
  const { title, text } = noticeLook(data, intl);
  const shown = showOnDesktop(title, { body: text, tag: noticeId(data), lang: intl.locale, icon: "/icon.svg", silent: true });
  if (!shown) return;
  shown.onclick = () => {
    window.focus();
    if (address !== undefined) window.location.hash = `#${address}`;
    shown.close();
  };
};

/** Tells of alarms by the desktop, where the user has chosen their level, while no tab of the console is in front. */
export function DesktopNotices({ notices }: { notices: ActorRefFrom<typeof alarmNotices> }) {
  const intl = useIntl();
  const opens = useOpens();
  useEffect(watchFront, []);
  useEffect(() => {
    const told = notices.on("told", async ({ group }) => {
      const data = gravest(group);
      if (!data || desktopState() !== "granted" || (await isConsoleInFront())) return;
      const { to, call, record } = noticeLook(data, intl);
      const ways = [...(record === undefined ? [] : [{ to: recordAddress(record), call: alarmLogCalls.get.call }]), { to, call }];
      show(data, intl, ways.find((way) => opens(way.call, viewOf(way.to)))?.to);
    });
    return () => told.unsubscribe();
  }, [notices, intl, opens]);
  return null;
}
