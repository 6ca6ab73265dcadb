import { RecentMap } from "./recentMap.ts";

export interface AllowanceLimits {
  /** Askings a second that go on for long. */
  perSecond: number;
  /** At once after a rest. */
  burst: number;
}

interface Bucket {
  left: number;
  at: number;
}

const most = 20_000;

/** How much each asker may still ask. Times are milliseconds of a clock that never steps. */
export class Allowance {
  #limits: AllowanceLimits;
  #askers = new RecentMap<string, Bucket>(most);

  constructor(limits: AllowanceLimits) {
    this.#limits = limits;
  }

  /** Counts one asking. Milliseconds until it may be asked again; 0: it is let through. What is refused does not count. */
  ask(asker: string, now: number): number {
    const { perSecond, burst } = this.#limits;
    const bucket = this.#askers.get(asker) ?? { left: burst, at: now };
    bucket.left = Math.min(burst, bucket.left + ((now - bucket.at) * perSecond) / 1000);
    bucket.at = now;
    this.#askers.put(asker, bucket);
    if (bucket.left < 1) return Math.ceil(((1 - bucket.left) * 1000) / perSecond);
    bucket.left -= 1;
    return 0;
  }

  /** An asking that was let through is not to count after all. */
  giveBack(asker: string): void {
    const bucket = this.#askers.get(asker);
    if (bucket) bucket.left = Math.min(this.#limits.burst, bucket.left + 1);
  }
}
