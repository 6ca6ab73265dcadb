import { metresBetween, type Place } from "#contract/place.ts";
import type { TrackPlace } from "#store/handles/deviceLocationTrack.ts";

/** A stretch of a track. `gap`: nothing is known of it. Instants in UTC ms. */
export interface TrackPart {
  readonly kind: "drive" | "stop" | "gap";
  readonly from: number;
  readonly to: number;
  readonly metres: number;
  /** Where it stood; of others where it begins. */
  readonly at: Place;
  /** All that it passed. */
  readonly places: readonly TrackPlace[];
}

export interface Track {
  /** Without what a receiver got wrong. */
  readonly places: readonly TrackPlace[];
  readonly parts: readonly TrackPart[];
  readonly metres: number;
  readonly drivenMs: number;
  readonly stoodMs: number;
  /** m/s, over half a minute at least. */
  readonly fastest: number;
  /** Places that were left out since nothing gets there and back so fast. */
  readonly strays: number;
}

/** The same as what the server tells moving and standing by. */
const radius = 100;
const stopMs = 300_000;
const fastestMetres = 120;
const leastGapMs = 900_000;
const paces = 5;
const speedMs = 30_000;

const speed = (one: TrackPlace, other: TrackPlace): number => (metresBetween(one, other) * 1000) / Math.max(1, other.at - one.at);

/** A place that is reached and left faster than anything moves is a receiver's fault. */
const withoutStrays = (places: readonly TrackPlace[]): TrackPlace[] =>
  places.filter((place, at) => {
    const [before, after] = [places[at - 1], places[at + 1]];
    if (!before || !after) return true;
    return speed(before, place) < fastestMetres || speed(place, after) < fastestMetres;
  });

/** How far apart two places are that have nothing between them: five times the usual. */
const gapOf = (places: readonly TrackPlace[], stepMs: number): number => {
  const steps = places.slice(1).map(({ at }, index) => at - (places[index]?.at ?? at));
  const usual = steps.sort((one, other) => one - other)[Math.floor(steps.length / 2)] ?? 0;
  return Math.max(leastGapMs, paces * usual, paces * stepMs);
};

/** The index behind the last place that is around the one at `from`, one that strays in between notwithstanding. */
const stayEnd = (places: readonly TrackPlace[], from: number, gapMs: number): number => {
  const start = places[from];
  let end = from + 1;
  for (; start && end < places.length; end += 1) {
    const [place, before, after] = [places[end], places[end - 1], places[end + 1]];
    if (!place || !before || place.at - before.at > gapMs) break;
    const away = metresBetween(start, place) > radius;
    if (away && !(after && metresBetween(start, after) <= radius)) break;
  }
  return end;
};

const lengthOf = (places: readonly TrackPlace[]): number =>
  places.slice(1).reduce((sum, place, index) => sum + metresBetween(places[index] ?? place, place), 0);

const partOf = (kind: TrackPart["kind"], places: readonly TrackPlace[]): TrackPart => {
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last) throw new Error("a part of a track without places");
  return { kind, from: first.at, to: last.at, metres: kind === "drive" ? lengthOf(places) : 0, at: first, places };
};

const fastestOf = (parts: readonly TrackPart[]): number => {
  let most = 0;
  for (const { kind, places } of parts) {
    if (kind !== "drive") continue;
    let from = 0;
    let metres = 0;
    for (let at = 1; at < places.length; at += 1) {
      const [before, place, start] = [places[at - 1], places[at], places[from]];
      if (!before || !place || !start) continue;
      metres += metresBetween(before, place);
      if (place.at - start.at < speedMs) continue;
      most = Math.max(most, (metres * 1000) / (place.at - start.at));
      from = at;
      metres = 0;
    }
  }
  return most;
};

/** What a track consists of: drives, stops of five minutes and more, and gaps in which the device said nothing. */
export const trackOf = (all: readonly TrackPlace[], stepMs: number): Track => {
  const places = withoutStrays(all);
  const gapMs = gapOf(places, stepMs);
  const parts: TrackPart[] = [];
  let open: TrackPlace[] = [];
  const closeDrive = (next?: TrackPlace): void => {
    const driven = next && open.length > 0 ? [...open, next] : open;
    if (driven.length > 1) parts.push(partOf("drive", driven));
    open = [];
  };
  for (let at = 0; at < places.length; ) {
    const place = places[at];
    if (!place) break;
    const before = places[at - 1];
    if (before && place.at - before.at > gapMs) {
      closeDrive();
      parts.push(partOf("gap", [before, place]));
    }
    const end = stayEnd(places, at, gapMs);
    const stay = places.slice(at, end);
    if ((stay.at(-1)?.at ?? 0) - place.at >= stopMs) {
      closeDrive(place);
      parts.push(partOf("stop", stay));
      open = stay.slice(-1);
      at = end;
    } else {
      open.push(place);
      at += 1;
    }
  }
  closeDrive();
  const lasted = (kind: TrackPart["kind"]): number =>
    parts.reduce((sum, part) => (part.kind === kind ? sum + part.to - part.from : sum), 0);
  return {
    ...{ places, parts, strays: all.length - places.length },
    metres: parts.reduce((sum, part) => sum + part.metres, 0),
    ...{ drivenMs: lasted("drive"), stoodMs: lasted("stop"), fastest: fastestOf(parts) },
  };
};

/** Where a device was at an instant, between two places on the way from one to the other; m/s. */
export interface Now {
  readonly place: Place;
  readonly speed: number;
  readonly part: TrackPart;
}

export const nowAt = ({ parts }: Track, ts: number): Now | undefined => {
  const part = parts.findLast(({ from, to }) => ts >= from && ts <= to);
  if (!part) return undefined;
  if (part.kind !== "drive") return { place: part.at, speed: 0, part };
  const next = part.places.findIndex(({ at }) => at >= ts);
  const [after, before] = [part.places[next], part.places[next - 1] ?? part.places[next]];
  if (!after || !before) return undefined;
  const share = after.at === before.at ? 0 : (ts - before.at) / (after.at - before.at);
  const between = (one: number, other: number): number => one + (other - one) * share;
  return {
    place: { lng: between(before.lng, after.lng), lat: between(before.lat, after.lat) },
    speed: before === after ? 0 : speed(before, after),
    part,
  };
};
