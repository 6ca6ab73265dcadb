const dayMs = 86_400_000;

/** A stretch of time with one offset from UTC. Instants and offsets are in milliseconds; the offset is added to UTC for the local time. */
export interface Stretch {
  start: number;
  end: number;
  offset: number;
}

interface Zone {
  offsetAt(ts: number): number;
  /** The first instant with another offset, within the day of UTC or at its end; undefined where the offset stays. */
  turnOf(day: number): number | undefined;
}

const named = /GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?/;

/** The engine knows every zone, and tells an offset, to the second, as a text alone. */
const readerOf = (zone: string): ((ts: number) => number) => {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  return (ts) => {
    const [, sign, hours = "0", minutes = "0", seconds = "0"] = named.exec(format.format(ts)) ?? [];
    const distance = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
    return sign === "-" ? -distance : distance;
  };
};

/** The first millisecond with the offset, between one without it and one with it. */
const firstWith = (offset: number, read: (ts: number) => number, before: number, after: number): number => {
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (read(middle) === offset) high = middle;
    else low = middle;
  }
  return high;
};

/** Days that are remembered of a zone, some sixty years, and zones: askers choose both. */
const mostDays = 22_000;
const mostZones = 300;

const openZone = (zone: string): Zone => {
  const read = readerOf(zone);
  const starts = new Map<number, number>();
  const turns = new Map<number, number>();
  const startOf = (day: number): number => {
    let offset = starts.get(day);
    if (offset === undefined) {
      offset = read(day);
      if (starts.size >= mostDays) starts.clear();
      starts.set(day, offset);
    }
    return offset;
  };
  const turnOf = (day: number): number | undefined => {
    const after = startOf(day + dayMs);
    if (startOf(day) === after) return undefined;
    let turn = turns.get(day);
    if (turn === undefined) {
      turn = firstWith(after, read, day, day + dayMs);
      turns.set(day, turn);
    }
    return turn;
  };
  // Who asks for one instant mostly asks for its neighbour next.
  const last: Stretch = { start: 0, end: 0, offset: 0 };
  return {
    turnOf,
    offsetAt(ts) {
      if (ts >= last.start && ts < last.end) return last.offset;
      const day = Math.floor(ts / dayMs) * dayMs;
      const turn = turnOf(day);
      const isAfter = turn !== undefined && ts >= turn;
      last.start = isAfter ? turn : day;
      last.end = isAfter || turn === undefined ? day + dayMs : turn;
      last.offset = startOf(isAfter ? day + dayMs : day);
      return last.offset;
    },
  };
};

const zones = new Map<string, Zone>();

const zoneOf = (name: string): Zone => {
  let zone = zones.get(name);
  if (!zone) {
    zone = openZone(name);
    if (zones.size >= mostZones) zones.clear();
    zones.set(name, zone);
  }
  return zone;
};

/** Milliseconds to add to UTC for the zone's local time at an instant. Throws a RangeError for a zone that nobody knows. */
export const offsetAt = (zone: string, ts: number): number => zoneOf(zone).offsetAt(ts);

/** The same of one zone, for many instants. */
export const offsetsOf = (zone: string): ((ts: number) => number) => zoneOf(zone).offsetAt;

/** Stretches that cover all time, in order; where the offset turns is known from `from` to the end of the day of UTC that holds `to`. */
export const stretchesOf = (zone: string, from: number, to: number): Stretch[] => {
  const { offsetAt, turnOf } = zoneOf(zone);
  let last: Stretch = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY, offset: offsetAt(from) };
  const stretches = [last];
  for (let day = Math.floor(from / dayMs) * dayMs; day <= to; day += dayMs) {
    const turn = turnOf(day);
    if (turn === undefined || turn <= from) continue;
    last.end = turn;
    last = { start: turn, end: Number.POSITIVE_INFINITY, offset: offsetAt(turn) };
    stretches.push(last);
  }
  return stretches;
};

const two = (number: number): string => String(number).padStart(2, "0");

/** As in +05:45; what is left of a minute in times long past is left out. */
export const offsetText = (offset: number): string => {
  const minutes = Math.floor(Math.abs(offset) / 60_000);
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
};

/** yyyy-MM-dd HH:mm:ss of a local time that is given as if it were UTC. */
export const wallSeconds = (wall: number): string => new Date(wall).toISOString().slice(0, 19).replace("T", " ");

/** yyyy-MM-dd HH:mm:ss in the zone. */
export const localText = (zone: string, ts: number): string => wallSeconds(ts + offsetAt(zone, ts));
