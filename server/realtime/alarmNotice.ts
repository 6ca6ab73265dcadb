import type { AlarmEvent } from "#server/alarm/alarmEvent.ts";

/** One notice: `count` alarms of which `event` is the one that is named, of one rule unless it says otherwise. */
export interface AlarmNotice {
  readonly event: AlarmEvent;
  readonly count: number;
  /** Of alarms that are gathered while a storm is on: a later notice of the same tells of more. */
  readonly gathering?: string;
  readonly severalRules?: boolean;
}

/** Only a new alarm and a reminder sound: what came late, what flaps, its release and its processing are told in silence. */
export const sounds = ({ kind, late = false, again = false, record }: AlarmEvent): boolean =>
  kind === "raised" && !late && (again || record.repeats === 0);

/** The newest that sounds, so that a notice of several does where one of them does. */
export const namedOf = (events: readonly AlarmEvent[]): AlarmEvent | undefined => events.findLast(sounds) ?? events.at(-1);
