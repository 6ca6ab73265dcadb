import { offsetAt, offsetText, stretchesOf, wallSeconds } from "#contract/kit/zones.ts";

const dayMs = 86_400_000;

/** The local time as if it were UTC, in milliseconds: what a date axis draws. */
export const toWall = (zone: string, ts: number): number => ts + offsetAt(zone, ts);

/** The instant of a local time (given as if it were UTC). Of two instants the first; a local time that is skipped counts on from before. */
export const toInstant = (zone: string, wall: number): number => {
  const early = wall - offsetAt(zone, wall - dayMs);
  if (toWall(zone, early) === wall) return early;
  const late = wall - offsetAt(zone, wall + dayMs);
  return toWall(zone, late) === wall ? late : early;
};

/** The offset, as +02:00, of an instant whose local time comes twice that day, as when clocks go back in autumn; else empty. */
export const doubledMark = (zone: string, ts: number): string => {
  const offset = offsetAt(zone, ts);
  const doubled = [offsetAt(zone, ts - dayMs), offsetAt(zone, ts + dayMs)].some(
    (other) => other !== offset && offsetAt(zone, ts + offset - other) === other,
  );
  return doubled ? offsetText(offset) : "";
};

/** Stretches of local time (as if it were UTC) that come twice on the days between two instants. */
export const doubledTimes = (zone: string, from: number, to: number): { from: number; to: number }[] => {
  const stretches = stretchesOf(zone, Math.floor(from / dayMs) * dayMs, to - 1);
  return stretches.flatMap(({ start: turn, offset: after }, place) => {
    const before = stretches[place - 1]?.offset;
    return before === undefined || after >= before ? [] : [{ from: turn + after, to: turn + before }];
  });
};

/** yyyy-MM-dd HH:mm:ss in the zone, with the offset behind it where that local time comes twice; an en dash for no time. */
export const formatInstant = (zone: string, at: string | number | null | undefined): string => {
  const ts = typeof at === "string" ? Date.parse(at) : at;
  if (ts === null || ts === undefined || !Number.isFinite(ts)) return "–";
  return wallSeconds(toWall(zone, ts)) + doubledMark(zone, ts);
};

/** Local time as a date axis takes it, whatever the browser's own zone: yyyy-MM-dd HH:mm:ss.SSS. */
export const axisTime = (zone: string, ts: number): string => wallText(toWall(zone, ts));

/** The same of a local time given as if it were UTC. */
export const wallText = (wall: number): string => new Date(wall).toISOString().slice(0, 23).replace("T", " ");

const two = (number: number): string => String(number).padStart(2, "0");

const written = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/;

/** The instant of a local time as a person types it, midnight and whole minutes by default; undefined for what is none, as 2026-02-30. */
export const typedInstant = (zone: string, text: string): number | undefined => {
  // An input method may leave wide digits and colons.
  const parts = written
    .exec(text.normalize("NFKC").trim())
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const meant = [year, month, day, hour, minute, second].map(two).join(" ");
  const read = new Date(wall).toISOString().slice(0, 19).replaceAll(/[-T:]/g, " ");
  return read === meant ? toInstant(zone, wall) : undefined;
};

/** The same, or the next time of a clock that is typed alone, as 09:15, behind an instant. */
export const typedInstantAfter = (zone: string, text: string, after: number): number | undefined => {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text.normalize("NFKC").trim()) ?? [];
  if (hour === undefined || minute === undefined) return typedInstant(zone, text);
  if (Number(hour) > 23 || Number(minute) > 59) return undefined;
  const wall = Math.floor(toWall(zone, after) / dayMs) * dayMs + Number(hour) * 3_600_000 + Number(minute) * 60_000;
  const today = toInstant(zone, wall);
  return today > after ? today : toInstant(zone, wall + dayMs);
};

/** The instant that a datetime-local input holds, or undefined while it holds none. */
export const inputInstant = (zone: string, text: string): number | undefined => {
  const wall = Date.parse(`${text}Z`);
  return /^\d{4}-\d\d-\d\dT/.test(text) && Number.isFinite(wall) ? toInstant(zone, wall) : undefined;
};

export const startOfDay = (zone: string, ts: number): number => toInstant(zone, Math.floor(toWall(zone, ts) / dayMs) * dayMs);

/** Local midnight of the first of the month. */
export const startOfMonth = (zone: string, ts: number): number => {
  const wall = new Date(toWall(zone, ts));
  return toInstant(zone, Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), 1));
};

/** The same local time so many months before, on the last day of a shorter month. */
export const monthsBefore = (zone: string, ts: number, months: number): number => {
  const wall = new Date(toWall(zone, ts));
  const first = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() - months, 1);
  const days = new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() - months + 1, 0)).getUTCDate();
  return toInstant(zone, first + (Math.min(wall.getUTCDate(), days) - 1) * dayMs + (wall.getTime() % dayMs));
};

export const startOfYear = (zone: string, ts: number): number =>
  toInstant(zone, Date.UTC(new Date(toWall(zone, ts)).getUTCFullYear(), 0, 1));

/** As in `Asia/Shanghai (UTC+08:00)`. */
export const zoneName = (zone: string, ts: number): string => {
  return `${zone} (UTC${offsetText(offsetAt(zone, ts))})`;
};
