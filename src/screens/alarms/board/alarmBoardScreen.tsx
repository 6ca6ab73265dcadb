import { PortalProvider } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useAlarmSound } from "#src/kit/feedback/alarmSound.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { HotkeyDialog } from "#src/kit/keys/hotkeyDialog.tsx";
import { type Hotkey, useHotkeys } from "#src/kit/keys/hotkeys.ts";
import { FailedRead, NoPermission } from "#src/kit/screen/pageStates.tsx";
import "#src/kit/screen/screen.css";
import { isGranted, useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { useNow } from "#src/kit/value/useNow.ts";
import { formatInstant, toWall, wallText } from "#src/kit/value/zonedTime.ts";
import { toggleFullScreen } from "#src/kit/view/fullScreen.ts";
import { ViewLink } from "#src/kit/view/viewLink.tsx";
import { AlarmDrawer } from "#src/screens/alarms/alarmDrawer.tsx";
import { periodOf } from "#src/screens/alarms/alarmPeriod.ts";
import { ProcessDialog } from "#src/screens/alarms/processDialog.tsx";
import { useProcessing } from "#src/screens/alarms/useProcessing.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import "./alarmBoard.css";
import { BoardHead } from "./boardHead.tsx";
import { type BoardPlace, firstPlace, indexIn, nextUnhandled, placeAt } from "./boardPlace.ts";
import { BoardRow } from "./boardRow.tsx";
import { useRoom } from "./useRoom.ts";

const muteMs = 15 * 60_000;
const ageStepMs = 1000;
const dayMs = 86_400_000;
const group = "alarmBoard.title";

interface Asked {
  readonly pageNo: number;
  readonly place: BoardPlace;
}

/** Active alarms, the highest level first and the newest first within it, a page of as many as have room. */
function useActiveAlarms(pageNo: number, pageSize: number | undefined, unhandledOnly: boolean) {
  const readable = useAllowed()(alarmLogCalls.query.call);
  const filters = { open: true, ...(unhandledOnly ? { state: 0 as const } : {}) };
  const read = alarmLogCalls.query.useQuery(
    readable && pageSize !== undefined ? { ...filters, sortField: "level", sortOrder: "desc", pageNo, pageSize } : skipToken,
    { refetchOnMountOrArgChange: true },
  );
  const { me } = useSession();
  const counted = readable && isGranted(me.paths, alarmLogCalls.countLevel.call);
  const { data: counts } = alarmLogCalls.countLevel.useQuery(counted ? filters : skipToken, { refetchOnMountOrArgChange: true });
  return { readable, read, counts: counts && new Map(counts.map(({ level, count }) => [level, count])) };
}

/** Those that nobody has handled and that are not active any more, raised since yesterday: how many, and the history of them. */
function useClearedUnhandled(now: number) {
  const { me } = useSession();
  const { zone } = me;
  const from = wallText(toWall(zone, now) - dayMs).slice(0, 10);
  const counted = isGranted(me.paths, alarmLogCalls.count.call);
  const { data } = alarmLogCalls.count.useQuery(counted ? { open: false, state: 0, ...periodOf(zone, from, undefined) } : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  return { count: data?.total ?? 0, to: `/alarms/history?open=false&state=0&from=${from}` };
}

/** The alarms that stand, for people who watch them: live, on the whole screen, and worked with by keys. */
export function AlarmBoardScreen() {
  const intl = useIntl();
  const { me } = useSession();
  const allowed = useAllowed();
  const toasts = useToasts();
  const sound = useAlarmSound();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const room = useRoom(list);
  const now = useNow(ageStepMs);
  const [unhandledOnly, setUnhandledOnly] = useState(false);
  const [{ pageNo, place }, setAsked] = useState<Asked>({ pageNo: 1, place: firstPlace });
  const [opened, setOpened] = useState<string>();
  const [help, setHelp] = useState(false);
  const { readable, read, counts } = useActiveAlarms(pageNo, room, unhandledOnly);
  const cleared = useClearedUnhandled(now);
  const failure = useFailure(read);
  const processing = useProcessing();
  const [, , process] = processing;
  const { data } = read;
  const rows = data?.list ?? [];
  const total = data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / Math.max(1, room ?? 1)));
  const index = indexIn(rows, place);
  const chosen = rows[index];

  useEffect(() => list.current?.focus(), []);
  // A page past the end, since alarms have gone, is answered as the last one.
  const answered = read.currentData?.pageNo;
  useEffect(() => {
    if (answered !== undefined) setAsked((before) => (answered < before.pageNo ? { ...before, pageNo: answered } : before));
  }, [answered]);

  const choose = (next: number) => setAsked((before) => ({ ...before, place: placeAt(rows, next) }));
  const turn = (to: number, at: number) => {
    if (to >= 1 && to <= pages) setAsked({ pageNo: to, place: { id: undefined, index: at } });
  };
  const move = (by: 1 | -1) => () => {
    const next = index + by;
    if (next >= 0 && next < rows.length) choose(next);
    else turn(pageNo + by, by === 1 ? 0 : Number.POSITIVE_INFINITY);
  };
  const handle = async (alarm = chosen) => {
    if (!alarm || !allowed(alarmLogCalls.recover.call)) return;
    if (alarm.state !== 0) {
      const first = { by: alarm.processor, at: formatInstant(me.zone, alarm.processedAt) };
      toasts.warning(intl.formatMessage({ id: "alarms.process.first" }, first));
      return;
    }
    const at = rows.findIndex(({ id }) => id === alarm.id);
    const next = placeAt(rows, nextUnhandled(rows, at, alarm.id));
    if (await process([alarm])) setAsked((before) => ({ ...before, place: next }));
  };
  const mute = () => (sound.mutedUntil === undefined ? sound.mute(muteMs) : sound.unmute());
  const open = () => {
    if (chosen && isGranted(me.paths, alarmLogCalls.get.call)) setOpened(chosen.id);
  };
  const close = useCallback(() => setOpened(undefined), []);
  const key = (combo: string, label: string, run: () => void): Hotkey => ({ combo, label: `alarmBoard.key.${label}`, group, run });
  useHotkeys([
    key("arrowup", "up", move(-1)),
    key("arrowdown", "down", move(1)),
    key("home", "first", () => turn(1, 0)),
    key("end", "last", () => turn(pages, Number.POSITIVE_INFINITY)),
    key("pageup", "previous", () => turn(pageNo - 1, 0)),
    key("pagedown", "next", () => turn(pageNo + 1, 0)),
    { combo: "enter", label: "alarmBoard.key.open", group },
    key("a", "handle", () => void handle()),
    key("u", "unhandled", () => {
      setUnhandledOnly((before) => !before);
      setAsked({ pageNo: 1, place: firstPlace });
    }),
    key("m", "mute", mute),
    key("f", "fullScreen", toggleFullScreen),
    key("?", "help", () => setHelp(true)),
  ]);
  if (!readable) return <NoPermission />;
  const step = (by: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === opened);
    const row = at < 0 ? undefined : rows[at + by];
    return row
      ? () => {
          setOpened(row.id);
          choose(at + by);
        }
      : undefined;
  };
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `alarmBoard.${id}` }, values);
  return (
    <PortalProvider portalClassName="bp6-dark gh-night">
      <div className="gh-opboard gh-night bp6-dark">
        <BoardHead
          counts={counts}
          unhandledOnly={unhandledOnly}
          mutedUntil={sound.mutedUntil}
          onMute={mute}
          onFullScreen={toggleFullScreen}
          onHelp={() => setHelp(true)}
        />
        <div
          ref={list}
          className="gh-opboard-list"
          role="listbox"
          tabIndex={0}
          aria-label={say("title")}
          aria-activedescendant={chosen ? `${listId}-${chosen.id}` : undefined}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.target !== list.current) return;
            // The drawer has the focus before the key is through, and would be closed by it.
            event.preventDefault();
            open();
          }}
        >
          <div className="gh-opboard-measure" aria-hidden />
          {failure !== undefined && <FailedRead error={failure} onRetry={() => void read.refetch()} />}
          {failure === undefined && data && rows.length === 0 && (
            <p className="gh-opboard-none">{say(unhandledOnly ? "noneUnhandled" : "none")}</p>
          )}
          {failure === undefined &&
            rows.map((alarm, at) => (
              <BoardRow
                key={alarm.id}
                id={`${listId}-${alarm.id}`}
                alarm={alarm}
                zone={me.zone}
                now={now}
                chosen={at === index}
                onChoose={() => choose(at)}
                onOpen={open}
              />
            ))}
        </div>
        <footer className="gh-opboard-foot">
          <span role="status">{say(unhandledOnly ? "totalUnhandled" : "total", { count: total })}</span>
          {cleared.count > 0 && (
            <ViewLink call={alarmLogCalls.query.call} to={cleared.to}>
              {say("cleared", { count: cleared.count })}
            </ViewLink>
          )}
          <span>{say("page", { page: Math.min(pageNo, pages), pages })}</span>
          <span className="gh-opboard-keys">{say("keys")}</span>
        </footer>
        <AlarmDrawer id={opened} steps={{ previous: step(-1), next: step(1) }} onProcess={(alarm) => void handle(alarm)} onClose={close} />
        <ProcessDialog processing={processing} />
        {help && (
          <HotkeyDialog
            onClose={() => {
              setHelp(false);
              list.current?.focus();
            }}
          />
        )}
      </div>
    </PortalProvider>
  );
}
