import { inputInstant, startOfDay } from "#src/kit/value/zonedTime.ts";

const dayMs = 86_400_000;

const midnight = (zone: string, date: string | undefined): number | undefined =>
  date === undefined || !/^\d{4}-\d\d-\d\d$/.test(date) ? undefined : inputInstant(zone, `${date}T00:00`);

/** The half-open period that covers both calendar dates in the zone, as the call takes it; a date that is none sets no bound. */
export const periodOf = (zone: string, from: string | undefined, to: string | undefined): { from?: string; to?: string } => {
  const start = midnight(zone, from);
  const last = midnight(zone, to);
  // Past noon of the next day lies within it, also where a day has 23 or 25 hours.
  const end = last === undefined ? undefined : startOfDay(zone, last + 1.5 * dayMs);
  return {
    ...(start === undefined ? {} : { from: new Date(start).toISOString() }),
    ...(end === undefined ? {} : { to: new Date(end).toISOString() }),
  };
};
