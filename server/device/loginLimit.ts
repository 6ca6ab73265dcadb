import { setTimeout as pause } from "node:timers/promises";
import { addressBlock } from "#server/kit/addressBlock.ts";

export interface LoginLimits {
  /** Guesses at once from one place at one SN, and at one SN from all places that it is not known at. */
  perPlace: number;
  perDevice: number;
  /** In such a time all of them come back, one after the other. */
  windowMs: number;
  /** How long an attempt may wait for its turn to be judged; one that had to wait longer is refused. */
  waitMs: number;
}

export const loginLimits: LoginLimits = { perPlace: 10, perDevice: 30, windowMs: 20_000, waitMs: 6_000 };

export interface Attempt {
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

/**
 * Counts attempts before they are judged. Limits are per SN and per place and SN, never per place: many devices stand behind one
 * address. Beyond its limit an attempt is not refused but waits its turn, so that a right password gets in and guesses become slow; an SN
 * that guesses from everywhere are made at still comes in at once from the place that it last came from.
 */
export class LoginLimit {
  #limits: LoginLimits;
  #clock: () => number;
  #places = new Map<string, Bucket>();
  #devices = new Map<string, Bucket>();
  #known = new Map<string, string>();

  constructor(limits: LoginLimits, clock: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Resolves when it may be judged; undefined: it may not. */
  async attempt(remote: string, sn: string): Promise<Attempt | undefined> {
    const place = addressBlock(remote);
    const key = `${place} ${sn}`;
    const { perPlace, perDevice, windowMs, waitMs } = this.#limits;
    const counted = [{ bucket: this.#bucket(this.#places, key, perPlace), size: perPlace }];
    if (this.#known.get(sn) !== place) counted.push({ bucket: this.#bucket(this.#devices, sn, perDevice), size: perDevice });
    const wait = Math.max(...counted.map(({ bucket, size }) => ((1 - bucket.left) * windowMs) / size));
    if (wait > waitMs) return undefined;
    for (const { bucket } of counted) bucket.left -= 1;
    if (wait > 0) await pause(wait, undefined, { ref: false });
    return {
      right: () => {
        for (const { bucket } of counted) bucket.left += 1;
        this.#places.delete(key);
        remember(this.#known, sn, place);
      },
      noGuess() {
        for (const { bucket } of counted) bucket.left += 1;
      },
    };
  }

  #bucket(buckets: Map<string, Bucket>, key: string, size: number): Bucket {
    const now = this.#clock();
    const bucket = buckets.get(key) ?? { left: size, at: now };
    bucket.left = Math.min(size, bucket.left + ((now - bucket.at) * size) / this.#limits.windowMs);
    bucket.at = now;
    remember(buckets, key, bucket);
    return bucket;
  }
}

/** What was longest not spoken of is forgotten first. */
function remember<V>(known: Map<string, V>, key: string, value: V): void {
  known.delete(key);
  known.set(key, value);
  if (known.size <= most) return;
  const [oldest] = known.keys();
  if (oldest !== undefined) known.delete(oldest);
}
