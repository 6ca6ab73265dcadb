import { metresBetween, type Place } from "#contract/place.ts";

/** Where a device was, UTC ms. */
export interface PlaceAt extends Place {
  readonly at: number;
}

/**
 * What is known of a device's moving between its messages. It stands around `ref`, or was last seen to get on there. `out` is the first of
 * the places in a row, `outs` of them, that are away from it; `ref` itself where there is none.
 */
export interface Motion {
  /** The newest place that was judged. */
  readonly at: number;
  readonly ref: PlaceAt;
  readonly out: PlaceAt;
  readonly outs: number;
}

export interface Judged {
  readonly motion: Motion;
  readonly moves: boolean;
  /** When it began or ceased to move, where this place shows that it did. */
  readonly since?: number;
}

/** Within it a device stands: what a receiver among houses is wrong by. */
const radius = 100;
/** Places away from where it stood that it takes to have left. */
const outsToLeave = 3;
const leavingMs = 30_000;
const stoppedMs = 300_000;
/** Who was silent for longer is not known to have moved in between. */
const silentMs = 1_800_000;
/** m/s; what jumps faster is a receiver's fault. */
const fastest = 120;

const near = (one: Place, other: Place): boolean => metresBetween(one, other) <= radius;
const isJump = (from: PlaceAt, to: PlaceAt): boolean => metresBetween(from, to) * 1000 > fastest * Math.max(1, to.at - from.at);

const at = (motion: Motion, place: PlaceAt, changed: Partial<Motion>): Motion => ({ ...motion, ...changed, at: place.at });
const around = (ref: PlaceAt, place: PlaceAt): Motion => ({ at: place.at, ref, out: ref, outs: 0 });

export const firstMotion = (place: PlaceAt): Motion => around(place, place);

/**
 * One that stands begins to move when several places in a row are away from where it stood, and get on from one another as something that
 * moves does. Away and back again is a receiver's fault; elsewhere at once, and there for long, is where it stands now without having been
 * seen to move.
 */
const judgeStanding = (motion: Motion, place: PlaceAt): Judged => {
  const stands = (next: Motion): Judged => ({ motion: next, moves: false });
  const { ref, out, outs } = motion;
  if (near(ref, place)) return stands(around(ref, place));
  const apart = isJump(out, place) || place.at - motion.at > silentMs;
  if (outs === 0 || apart) return stands(at(motion, place, { out: place, outs: 1 }));
  if (near(out, place) && place.at - out.at >= stoppedMs) return stands(around(out, place));
  const left = outs + 1 >= outsToLeave && place.at - out.at >= leavingMs && !near(out, place);
  if (!left) return stands(at(motion, place, { outs: outs + 1 }));
  return { motion: around(place, place), moves: true, since: out.at };
};

/** One that moves has ceased to when it stayed around one place for long, a single place elsewhere notwithstanding. */
const judgeMoving = (motion: Motion, place: PlaceAt): Judged => {
  const moves = (next: Motion): Judged => ({ motion: next, moves: true });
  const { ref, out, outs } = motion;
  if (near(ref, place)) {
    if (place.at - ref.at < stoppedMs) return moves(around(ref, place));
    return { motion: around(ref, place), moves: false, since: ref.at };
  }
  if (outs === 0) return moves(at(motion, place, { out: place, outs: 1 }));
  if (near(out, place)) return judgeMoving(around(out, out), place);
  return moves(around(place, place));
};

/** Judges a place by those before it; one that is not newer than them says nothing. */
export const judgePlace = (motion: Motion, moves: boolean, place: PlaceAt): Judged => {
  if (place.at <= motion.at) return { motion, moves };
  return moves ? judgeMoving(motion, place) : judgeStanding(motion, place);
};
