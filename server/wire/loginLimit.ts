import { setTimeout as pause } from "node:timers/promises";
import { addressBlock } from "#server/kit/addressBlock.ts";
import { RecentMap } from "#server/kit/recentMap.ts";

export interface LoginLimits {
  /** Guesses at once from one place at one SN. */
  perPlace: number;
  /** In such a time all of them come back, one after the other. */
  windowMs: number;
  /** How long an attempt may wait for its turn to be judged; one that had to wait longer is refused. */
  waitMs: number;
}

export const loginLimits: LoginLimits = { perPlace: 10, windowMs: 20_000, waitMs: 6_000 };

export interface Attempt {
  /** Where it is judged: attempts of one lane wait for each other. A place that is known to the SN has a lane of its own. */
  readonly lane: string;
  /** It had the right password: what was counted against it from there is forgotten, and the place is known. */
  right(): void;
  /** It could not be judged, or its password was right though it may not come in: it does not count. */
  noGuess(): void;
}

interface Bucket {
  /** Below zero: attempts that wait. */
  left: number;
  at: number;
}

const most = 50_000;
/** Places that an SN is known at: a device that moves among networks comes back to some. */
const mostKnown = 8;

/**
 * Counts attempts before they are judged, per place and SN. Neither the place alone is counted, since many devices stand behind one
 * address, nor the SN alone, since strangers who guess from everywhere would then keep its device out. Beyond its limit an attempt is not
 * refused but waits its turn, so that a right password gets in and guesses become slow.
 */
export class LoginLimit {
  #limits: LoginLimits;
  #clock: () => number;
  #places = new RecentMap<string, Bucket>(most);
  #known = new RecentMap<string, readonly string[]>(most);

  constructor(limits: LoginLimits, clock: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Resolves when it may be judged; undefined: it may not. */
  async attempt(remote: string, sn: string): Promise<Attempt | undefined> {
    const place = addressBlock(remote);
    const key = `${place} ${sn}`;
    const { perPlace, windowMs, waitMs } = this.#limits;
    const bucket = this.#bucket(key);
    const wait = ((1 - bucket.left) * windowMs) / perPlace;
    if (wait > waitMs) return undefined;
    bucket.left -= 1;
    if (wait > 0) await pause(wait, undefined, { ref: false });
    const known = this.#known.get(sn) ?? [];
    return {
      lane: known.includes(place) ? key : place,
      right: () => {
        bucket.left += 1;
        this.#places.delete(key);
        const others = (this.#known.get(sn) ?? []).filter((other) => other !== place);
        this.#known.put(sn, [place, ...others].slice(0, mostKnown));
      },
      noGuess() {
        bucket.left += 1;
      },
    };
  }

  #bucket(key: string): Bucket {
    const { perPlace, windowMs } = this.#limits;
    const now = this.#clock();
    const bucket = this.#places.get(key) ?? { left: perPlace, at: now };
    bucket.left = Math.min(perPlace, bucket.left + ((now - bucket.at) * perPlace) / windowMs);
    bucket.at = now;
    this.#places.put(key, bucket);
    return bucket;
  }
}
