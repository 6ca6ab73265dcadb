import { formatInstant, toInstant, toWall } from "#src/kit/value/zonedTime.ts";
import { type CurveView, hoverText, type Line, unmarked } from "./curveLine.ts";
import type { ReadoutAt, ReadoutRow } from "./figure.ts";

/** The last place at or before the instant, -1 where all are later. */
const placeAt = (ts: readonly number[], at: number): number => {
  let low = 0;
  let high = ts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ts[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** Of instants in order the one that is nearest. */
const nearest = (ts: readonly number[], at: number): number | undefined => {
  const place = placeAt(ts, at);
  const [before, after] = [ts[place], ts[place + 1]];
  if (before === undefined || after === undefined) return before ?? after;
  return at - before <= after - at ? before : after;
};

interface Told {
  line: Line;
  /** Instants of its readings, those that could not be read among them. */
  instants: number[];
}

const instantsOf = ({ drawn, y, curve }: Line): number[] => {
  const edges = new Set(drawn.edges);
  const read = drawn.ts.filter((_ts, place) => y[place] !== null && !edges.has(place));
  const invalid = curve.invalid ?? [];
  return invalid.length === 0 ? read : [...read, ...invalid.map(({ ts }) => ts)].sort((one, other) => one - other);
};

/** The place whose value is drawn at the instant: a held one's last, else the nearer of two that are joined. */
const drawnPlace = ({ drawn: { ts }, y, stepped }: Line, at: number): number | undefined => {
  const place = placeAt(ts, at);
  const present = (where: number): boolean => (y[where] ?? null) !== null;
  if (!present(place)) return undefined;
  if (ts[place] === at) return place;
  if (!present(place + 1)) return undefined;
  return stepped || at - (ts[place] ?? at) <= (ts[place + 1] ?? at) - at ? place : place + 1;
};

/** An edge only carries on what was read before it. */
const readPlace = ({ drawn }: Line, place: number): number => (place > 0 && drawn.edges.includes(place) ? place - 1 : place);

const rowOf = (line: Line, at: number, view: CurveView): ReadoutRow => {
  const { key, name, look, curve, drawn } = line;
  const row = { key, name, color: look.color };
  const fault = curve.invalid?.find(({ ts }) => ts === at);
  if (fault) return { ...row, text: view.words.invalidReading(fault.code), since: undefined };
  const found = drawnPlace(line, at);
  if (found === undefined) return { ...row, text: "–", since: undefined };
  const place = readPlace(line, found);
  const ts = drawn.carried && place === 0 ? drawn.carried.ts : drawn.ts[place];
  const since = ts === undefined || ts === at || (drawn.carried && place === 0) ? undefined : formatInstant(view.zone, ts);
  return { ...row, text: unmarked(hoverText(line, place, view)), since };
};

/** Every curve at an instant, in the order of the legend: what was read then, what held then, or the nearer of what a line joins. */
export const readoutOf = (lines: readonly Line[], view: CurveView): ReadoutAt => {
  const told = lines.map((line): Told => ({ line, instants: instantsOf(line) }));
  return (wall, reach, hidden) => {
    const shown = told.filter(({ line }) => !hidden.has(line.key));
    const pointed = toInstant(view.zone, wall);
    const near = shown
      .flatMap(({ instants }) => nearest(instants, pointed) ?? [])
      .reduce<number | undefined>(
        (best, ts) => (best === undefined || Math.abs(ts - pointed) < Math.abs(best - pointed) ? ts : best),
        undefined,
      );
    const at = near !== undefined && Math.abs(near - pointed) <= reach ? near : Math.round(pointed);
    return { wall: toWall(view.zone, at), time: formatInstant(view.zone, at), rows: shown.map(({ line }) => rowOf(line, at, view)) };
  };
};
