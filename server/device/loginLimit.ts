interface Window {
  count: number;
  ends: number;
}

export interface LoginLimits {
  /** Wrong passwords of one device from one address within the window. */
  perDevice: number;
  /** Wrong passwords from one address within the window. */
  perAddress: number;
  windowMs: number;
}

/**
 * Counts wrong passwords. A device that is over its own limit is refused without counting on, so that one gateway with a wrong
 * password does not lock out the others behind the same address.
 */
export class LoginLimit {
  #limits: LoginLimits;
  #failures = new Map<string, Window>();

  constructor(limits: LoginLimits) {
    this.#limits = limits;
  }

  allows(remote: string, sn: string, now: number): boolean {
    return this.#count(remote, now) < this.#limits.perAddress && this.#count(`${remote} ${sn}`, now) < this.#limits.perDevice;
  }

  failed(remote: string, sn: string, now: number): void {
    if (this.#failures.size > 20_000) this.#forget(now);
    for (const key of [remote, `${remote} ${sn}`]) {
      const window = this.#failures.get(key);
      if (window && window.ends > now) window.count += 1;
      else this.#failures.set(key, { count: 1, ends: now + this.#limits.windowMs });
    }
  }

  #count(key: string, now: number): number {
    const window = this.#failures.get(key);
    return window && window.ends > now ? window.count : 0;
  }

  #forget(now: number): void {
    for (const [key, window] of this.#failures) if (window.ends <= now) this.#failures.delete(key);
    // All windows still open: only a flood from thousands of addresses does that, and starting anew is better than growing.
    if (this.#failures.size > 20_000) this.#failures.clear();
  }
}
