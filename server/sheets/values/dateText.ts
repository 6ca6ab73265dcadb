const secondsPerDay = 86_400;
/** 9999-12-31 in either system. */
const lastDay = { from1900: 2_958_465, from1904: 2_957_003 };
/** The system from 1900 counts a 29th of February that there was not. */
const dayThatWasNot = 60;

const two = (value: number): string => String(value).padStart(2, "0");

const clockText = (seconds: number): string =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;

const dayText = (day: number, from1904: boolean): string => {
  if (!from1904 && day === dayThatWasNot) return "1900-02-29";
  const start = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < dayThatWasNot ? 31 : 30);
  return new Date(start + day * secondsPerDay * 1000).toISOString().slice(0, 10);
};

/**
 * A number that is shown as a date: `yyyy-MM-dd`, with ` HH:mm:ss` where it has a time of the day, `HH:mm:ss` for a time alone or a
 * duration, whose hours go on past 24. Undefined for what a spreadsheet shows as no date either.
 */
export const dateText = (serial: number, { from1904, elapsed }: { from1904: boolean; elapsed: boolean }): string | undefined => {
  const seconds = Math.round(serial * secondsPerDay);
  if (seconds < 0) return undefined;
  if (elapsed) return clockText(seconds);
  const [day, clock] = [Math.floor(seconds / secondsPerDay), seconds % secondsPerDay];
  if (day > (from1904 ? lastDay.from1904 : lastDay.from1900)) return undefined;
  if (serial < 1 && (serial > 0 || !from1904)) return clockText(Math.min(seconds, secondsPerDay - 1));
  return clock === 0 ? dayText(day, from1904) : `${dayText(day, from1904)} ${clockText(clock)}`;
};
