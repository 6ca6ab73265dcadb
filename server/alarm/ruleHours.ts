import { offsetAt } from "#contract/kit/zones.ts";
import type { ScheduleFields } from "#contract/resources/alarmSchedule.ts";
import { weekdays } from "#contract/resources/alarmSchedule.ts";
import { instantOf, minutesOf } from "#server/kit/wallTime.ts";

/** When a rule applies, and in which zone. */
export interface RuleSchedule extends ScheduleFields {
  readonly zone: string;
}

export interface RuleHours {
  /** Whether the rule applies at an instant, UTC ms. */
  includes(at: number): boolean;
  /** The first instant from `at` on at which it does; infinite where there is none within two years. */
  from(at: number): number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const daysAhead = 731;

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly applies: boolean;
}

/**
 * The hours of a schedule. Each begins on its day at its time of the wall and ends at the other, so that those over a change of the clocks are
 * shorter or longer; one whose beginning the wall skips begins behind that.
 */
export const openHours = ({ scheduleDays, scheduleFrom, scheduleTo, holidays, zone }: RuleSchedule): RuleHours => {
  const days = new Set<string>(scheduleDays);
  const [begin, end] = [minutesOf(scheduleFrom), minutesOf(scheduleTo)];
  const length = end > begin ? end - begin : end - begin + dayMs / minuteMs;
  /** `day`: midnight of the wall, as if it were UTC. */
  const hoursOf = (day: number): { start: number; end: number } | undefined => {
    const date = new Date(day);
    const weekday = weekdays[(date.getUTCDay() + 6) % 7] ?? "mon";
    const text = date.toISOString().slice(0, 10);
    if (!days.has(weekday) || holidays.some(({ firstDay, lastDay }) => firstDay <= text && text <= lastDay)) return undefined;
    const from = day + begin * minuteMs;
    return { start: instantOf(zone, from), end: instantOf(zone, from + length * minuteMs) };
  };
  const stretchAt = (at: number): Stretch => {
    const today = Math.floor((at + offsetAt(zone, at)) / dayMs) * dayMs;
    let over = at;
    for (let ahead = -2; ahead <= daysAhead; ahead += 1) {
      const hours = hoursOf(today + ahead * dayMs);
      if (!hours) continue;
      if (hours.end <= at) over = hours.end;
      else if (hours.start <= at) return { ...hours, applies: true };
      else return { start: over, end: hours.start, applies: false };
    }
    return { start: over, end: Number.POSITIVE_INFINITY, applies: false };
  };
  let last: Stretch = { start: 0, end: 0, applies: false };
  const look = (at: number): Stretch => {
    // Whoever asks for one instant mostly asks for its neighbour next.
    if (!(at >= last.start && at < last.end)) last = stretchAt(at);
    return last;
  };
  return {
    includes: (at) => look(at).applies,
    from(at) {
      const { applies, end } = look(at);
      return applies ? at : end;
    },
  };
};
