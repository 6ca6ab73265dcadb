import { offsetAt } from "#contract/kit/zones.ts";

/** The instant at which the zone's wall shows this, given as if it were UTC (ms); one that the wall skips is the one behind it. */
export const instantOf = (zone: string, wall: number): number => {
  const guess = wall - offsetAt(zone, wall);
  return wall - offsetAt(zone, guess);
};

/** Minutes of the day of a time such as 22:00. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
