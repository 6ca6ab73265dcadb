import { assign, type EventObject, enqueueActions, fromCallback, setup } from "xstate";
import type { RealtimeMessage } from "#contract/realtime.ts";

/** What can become a notice: everything but new values. */
export type NoticeData = Exclude<RealtimeMessage["data"], { type: 1 }>;

export interface Notice {
  readonly id: string;
  /** Counts arrivals, the newest is the highest. */
  readonly arrival: number;
  /** Stays until somebody dismisses it. */
  readonly lasting: boolean;
  readonly data: NoticeData;
}

/** Milliseconds. */
export interface Mute {
  readonly ms: number;
  readonly until: number;
}

interface NoticeContext {
  readonly onlyData: boolean;
  readonly group: readonly NoticeData[];
  /** Lasting ones first, then the newest. */
  readonly notices: readonly Notice[];
  /** How many were let go since the list is full. */
  readonly beyond: number;
  readonly arrivals: number;
  /** Whose time is up while somebody is at the notices, by arrival. */
  readonly overdue: readonly number[];
  /** The level that was heard last. */
  readonly heard: number;
  /** Nothing sounds, for how long from when it was asked, and until when (UTC); undefined while it may. */
  readonly mute: Mute | undefined;
}

type NoticeEvent =
  | { type: "message"; message: RealtimeMessage }
  | { type: "dismiss"; id: string }
  | { type: "dismissAll" }
  /** From the `frame` actor: the page is about to be drawn. */
  | { type: "frame" }
  | { type: "expired"; arrival: number }
  /** Somebody is at the notices: none goes by itself until they are let go. */
  | { type: "hold" }
  | { type: "letGo" }
  | ({ type: "sound" } & Sound)
  /** Nothing sounds until it ends, or is taken back. */
  | { type: "mute"; mute: Mute }
  | { type: "unmute" };

/** The level that sounds, and in which tone, as its message names it. */
export interface Sound {
  readonly level: number;
  readonly tone: string | undefined;
}

/** What has come together, before it is shown. */
export interface NoticesTold {
  readonly type: "told";
  readonly group: readonly NoticeData[];
}

const atOnce = 3;
const kept = 100;
const seconds = { byLevel: [5, 8, 15, 15], other: 6 };

/** What a notice is about: a later message about the same replaces it. */
export const noticeId = (data: NoticeData): string => {
  if (data.type === 0) return data.content.gathering === undefined ? `alarm ${data.content.id}` : `alarms ${data.content.gathering}`;
  if (data.type === 2) return data.content.count > 1 ? `presence ${data.content.state}` : `presence of ${data.content.deviceId}`;
  if (data.type === 3) return `movement of ${data.content.deviceId}`;
  if (data.type === 5) return data.content.count > 1 ? "leases" : `lease of ${data.content.deviceId}`;
  return `traffic of ${data.content.deviceSn}`;
};

const lasts = (data: NoticeData): boolean =>
  data.type === 0 && data.content.level === 3 && data.content.state === 0 && !data.content.released;

/** That somebody processed an alarm changes the notice that is there, and is no reason for one. */
const isAftermath = (data: NoticeData): boolean => data.type === 0 && data.content.state !== 0;

const lifetime = (data: NoticeData): number =>
  (data.type === 0 ? (seconds.byLevel[data.content.level] ?? seconds.other) : seconds.other) * 1_000;

/** Combined presence notices add up for as long as they are shown. */
const joined = (there: NoticeData | undefined, data: NoticeData): NoticeData =>
  there?.type === 2 && data.type === 2 && data.content.count > 1
    ? { ...data, content: { ...data.content, count: there.content.count + data.content.count } }
    : data;

const withGroup = ({ group, notices, beyond, arrivals }: NoticeContext) => {
  const byId = new Map(notices.map((notice) => [notice.id, notice]));
  let arrival = arrivals;
  for (const data of group) {
    arrival += 1;
    const id = noticeId(data);
    if (isAftermath(data) && !byId.has(id)) continue;
    byId.set(id, { id, arrival, lasting: lasts(data), data: joined(byId.get(id)?.data, data) });
  }
  const all = [...byId.values()].sort((a, b) => Number(b.lasting) - Number(a.lasting) || b.arrival - a.arrival);
  return { group: [], notices: all.slice(0, kept), beyond: beyond + Math.max(0, all.length - kept), arrivals: arrival };
};

const without = ({ notices, beyond }: NoticeContext, gone: (notice: Notice) => boolean) => {
  const left = notices.filter((notice) => !gone(notice));
  return { notices: left, beyond: left.length === 0 ? 0 : beyond };
};

/** The highest level in the group that may sound; undefined when none may. */
const soundOf = (group: readonly NoticeData[]): Sound | undefined => {
  let highest: Sound | undefined;
  for (const { type, content } of group)
    if (type === 0 && content.alarmSwitchState && !content.released && content.level > (highest?.level ?? -1))
      highest = { level: content.level, tone: content.tone };
  return highest;
};

/** What is to be drawn: at most three, and how many more there are. */
export const shownNotices = ({
  notices,
  beyond,
}: Pick<NoticeContext, "notices" | "beyond">): { shown: readonly Notice[]; more: number } => ({
  shown: notices.slice(0, atOnce),
  more: Math.max(0, notices.length - atOnce) + beyond,
});

/**
 * Turns realtime messages into notices. Messages are gathered until the next frame (a second at most, since a hidden page draws none),
 * so that a storm costs one change a frame and one sound a group. With `onlyData` nothing becomes a notice.
 */
export const alarmNotices = setup({
  types: { input: {} as { onlyData: boolean }, context: {} as NoticeContext, events: {} as NoticeEvent, emitted: {} as NoticesTold },
  actors: {
    frame: fromCallback<EventObject>(() => {
      throw new Error("provide a frame");
    }),
  },
  delays: { noFrame: 1_000, soundGap: 1_000, muteEnd: ({ context }) => context.mute?.ms ?? 0 },
  guards: {
    isGraver: ({ context }, { level }: { level: number }) => level > context.heard,
    isNotice: ({ context, event }) => event.type === "message" && !context.onlyData && event.message.data.type !== 1,
  },
  actions: {
    gather: assign({
      group: ({ context }, { message: { data } }: { message: RealtimeMessage }) =>
        data.type === 1 ? context.group : [...context.group, data],
    }),
    showGroup: assign(({ context }) => withGroup(context)),
    /** Runs before the group is shown. */
    timeGroup: enqueueActions(({ context, enqueue }) => {
      context.group.forEach((data, index) => {
        if (!lasts(data)) enqueue.raise({ type: "expired", arrival: context.arrivals + index + 1 }, { delay: lifetime(data) });
      });
      enqueue.emit({ type: "told", group: context.group });
      const sound = soundOf(context.group);
      if (sound) enqueue.raise({ type: "sound", ...sound });
    }),
    dismiss: assign(({ context }, { id }: { id: string }) => without(context, (notice) => notice.id === id)),
    dismissAll: assign({ notices: [], beyond: 0 }),
    expire: assign(({ context }, { arrival }: { arrival: number }) => without(context, (notice) => notice.arrival === arrival)),
    noteOverdue: assign({ overdue: ({ context }, { arrival }: { arrival: number }) => [...context.overdue, arrival] }),
    expireOverdue: assign(({ context }) => ({
      ...without(context, ({ arrival }) => context.overdue.includes(arrival)),
      overdue: [],
    })),
    noteHeard: assign({ heard: (_, { level }: { level: number }) => level }),
    noteMute: assign({ mute: (_, { mute }: { mute: Mute }) => mute }),
    forgetMute: assign({ mute: undefined }),
    playSound: (_, _params: Sound) => {
      throw new Error("provide a sound");
    },
  },
}).createMachine({
  id: "alarmNotices",
  context: ({ input }) => ({
    onlyData: input.onlyData,
    group: [],
    notices: [],
    beyond: 0,
    arrivals: 0,
    overdue: [],
    heard: 0,
    mute: undefined,
  }),
  type: "parallel",
  on: {
    message: { guard: "isNotice", actions: { type: "gather", params: ({ event }) => event } },
    dismiss: { actions: { type: "dismiss", params: ({ event }) => event } },
    dismissAll: { actions: "dismissAll" },
  },
  states: {
    group: {
      initial: "quiet",
      states: {
        quiet: {
          on: { message: { guard: "isNotice", target: "gathering", actions: { type: "gather", params: ({ event }) => event } } },
        },
        gathering: {
          invoke: { src: "frame" },
          after: { noFrame: { target: "quiet", actions: ["timeGroup", "showGroup"] } },
          on: { frame: { target: "quiet", actions: ["timeGroup", "showGroup"] } },
        },
      },
    },
    attention: {
      initial: "free",
      states: {
        free: { on: { expired: { actions: { type: "expire", params: ({ event }) => event } }, hold: "held" } },
        held: {
          on: { expired: { actions: { type: "noteOverdue", params: ({ event }) => event } }, letGo: "free" },
          exit: "expireOverdue",
        },
      },
    },
    sound: {
      initial: "ready",
      on: { mute: { target: ".muted", reenter: true, actions: { type: "noteMute", params: ({ event }) => event } } },
      states: {
        ready: {
          on: {
            sound: {
              target: "sounding",
              actions: [
                { type: "noteHeard", params: ({ event }) => event },
                { type: "playSound", params: ({ event }) => event },
              ],
            },
          },
        },
        sounding: {
          // What is graver is heard at once.
          on: {
            sound: {
              guard: { type: "isGraver", params: ({ event }) => event },
              target: "sounding",
              reenter: true,
              actions: [
                { type: "noteHeard", params: ({ event }) => event },
                { type: "playSound", params: ({ event }) => event },
              ],
            },
          },
          after: { soundGap: { target: "ready" } },
        },
        muted: {
          on: { unmute: "ready" },
          after: { muteEnd: { target: "ready" } },
          exit: "forgetMute",
        },
      },
    },
  },
});
