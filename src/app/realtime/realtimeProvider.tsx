import { useActorRef, useSelector } from "@xstate/react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { type EventObject, fromCallback } from "xstate";
import type { AlarmTone } from "#contract/resources/alarm.ts";
import { alarmNotices } from "#machines/alarmNotices.ts";
import { realtimeLink } from "#machines/realtimeLink.ts";
import { socket } from "#src/actors/socket.ts";
import { readToken } from "#src/app/browserStore.ts";
import { withAllWords } from "#src/app/neededWords.ts";
import { useServices } from "#src/app/servicesContext.ts";
import { useLeisure } from "#src/app/shell/loadBehind.ts";
import { type AlarmSound, AlarmSoundContext } from "#src/kit/feedback/alarmSound.ts";
import { alarmTone, playTone } from "#src/kit/feedback/alarmTone.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { serverIsBack } from "#src/kit/part/serverBack.ts";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { useLanguage, useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { serverNow } from "#store/serverClock.ts";
import { HandleAlarmContext, type HandledAlarm } from "./handleAlarm.ts";
import { LinkFrame } from "./linkFrame.tsx";
import { NoticeLine } from "./noticeLine.tsx";
import { onlyDataAsked } from "./onlyData.ts";
import { RealtimeContext } from "./realtimeContext.ts";
import { staleFromRealtime } from "./staleFromRealtime.ts";

const frame = fromCallback<EventObject>(({ sendBack }) => {
  const request = requestAnimationFrame(() => sendBack({ type: "frame" }));
  return () => cancelAnimationFrame(request);
});

const AlarmTally = lazyPart(async () => (await import("./alarmTally.tsx")).AlarmTally, { place: "nook" });

const DesktopNotices = lazyPart(async () => (await import("./desktopNotices.tsx")).DesktopNotices, { place: "nook" });
const NoticeHandling = lazyPart(async () => (await withAllWords(import("./noticeHandling.tsx"))).NoticeHandling, { place: "nook" });

const linked = realtimeLink.provide({ actors: { socket } });

/** The page's one realtime connection, from sign-in to sign-out, and the notices that come by it. */
export function RealtimeProvider({ children }: { children: ReactNode }) {
  const { store, session } = useServices();
  const { language } = useLanguage();
  const { me } = useSession();
  const leisure = useLeisure();
  const [blocked, setBlocked] = useState<AlarmTone>();
  const [handled, setHandled] = useState<HandledAlarm>();
  const link = useActorRef(linked, { input: { now: serverNow } });
  const notices = useActorRef(
    alarmNotices.provide({
      actors: { frame },
      actions: {
        playSound: (_, sound) => {
          const tone = alarmTone(sound.tone);
          playTone(tone).then(
            () => setBlocked(undefined),
            () => setBlocked(tone),
          );
        },
      },
    }),
    { input: { onlyData: onlyDataAsked(window.location) } },
  );

  useEffect(() => {
    const stale = staleFromRealtime(store);
    const listeners = [
      link.on("message", ({ message }) => {
        notices.send({ type: "message", message });
        stale.message(message);
      }),
      link.on("rights", () => stale.rights()),
      link.on("stale", ({ resources }) => stale.records(resources)),
      link.on("reconnected", () => {
        stale.everything();
        serverIsBack();
      }),
      link.on("sessionEnded", () => session.send({ type: "expired" })),
    ];
    const retry = () => link.send({ type: "retry" });
    window.addEventListener("online", retry);
    return () => {
      for (const listener of listeners) listener.unsubscribe();
      window.removeEventListener("online", retry);
      stale.stop();
    };
  }, [link, notices, store, session]);

  useEffect(() => {
    link.send({ type: "open", token: readToken() ?? "", lang: language });
    return () => link.send({ type: "close" });
  }, [link, language]);

  const context = useSelector(notices, (snapshot) => snapshot.context);
  const sound = useMemo(
    (): AlarmSound => ({
      mutedUntil: context.mute?.until,
      mute: (ms) => notices.send({ type: "mute", mute: { ms, until: serverNow() + ms } }),
      unmute: () => notices.send({ type: "unmute" }),
    }),
    [context.mute, notices],
  );
  return (
    <RealtimeContext value={link}>
      <AlarmSoundContext value={sound}>
        <HandleAlarmContext value={setHandled}>
          <LinkFrame>{children}</LinkFrame>
          <NoticeLine context={context} blocked={blocked} onSoundAllowed={() => setBlocked(undefined)} send={notices.send} />
        </HandleAlarmContext>
      </AlarmSoundContext>
      {handled && <NoticeHandling alarm={handled} />}
      {leisure && <DesktopNotices notices={notices} />}
      {leisure && isGranted(me.paths, alarmLogCalls.countLevel.call) && <AlarmTally />}
    </RealtimeContext>
  );
}
